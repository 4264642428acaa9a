// previews.test.mjs - what the page's head says about a game or a challenge, for sites that preview links (Open Graph).
// A build without the page has none: it answers 404, and the rest is skipped.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';

import { castled, get, withCastled } from './castled.mjs';
import { foolsMate } from './games.mjs';
import { browser } from './http_client.mjs';
import { connect } from './player.mjs';

let server, hasPage;
before(async () => {
  server = await castled({ limits: 'on', args: ['--limit', 'preview=50/3600'] }).start();
  hasPage = (await get(server.port, '/')).status === 200;
});
after(() => server.remove());

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescape = text => text.replace(/&([^;]+);/g, (_, name) => entities[name]);

// The tags by their name or property, and the title.
function tags(html) {
  const found = { title: unescape(/<title>([^<]*)<\/title>/.exec(html)[1]) };
  for (const [, attributes] of html.matchAll(/<meta\s([^>]*?)\/?>/g)) {
    const content = /content="([^"]*)"/.exec(attributes);
    for (const [, name] of attributes.matchAll(/(?:property|name)="([^"]*)"/g))
      if (content) found[name] = unescape(content[1]);
  }
  return found;
}

const clock = { initial: 300_000, increment: 3000 };
const page = { accept: 'text/html', 'accept-encoding': 'gzip, br', host: 'castled.example' };

async function playedGame() {
  const [a, b] = [await connect(server), await connect(server)];
  const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
  const { game } = await b.ok({ t: 'accept', challenge });
  return { a, b, game, challenge };
}

test('a challenge shows the player, time and color, until it is accepted', async t => {
  if (!hasPage) return t.skip('built without the page');
  const a = await connect(server);
  const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
  const { name } = a.welcome.you;
  const path = `/challenge/${challenge}`;
  const { status, body, headers } = await get(server.port, path, page);
  assert.equal(status, 200);
  assert.equal(headers['content-encoding'], undefined);
  assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
  assert.match(headers['content-security-policy'], /frame-ancestors 'none'/);
  const head = tags(body);
  assert.equal(head['og:title'], `${name} challenges you to a game of chess`);
  assert.equal(head.title, `${head['og:title']} · castled`);
  assert.equal(head['og:description'], `5+3 blitz, casual. ${name} plays White.`);
  assert.equal(head.description, head['og:description']);
  assert.equal(head['og:url'], `http://castled.example${path}`);
  assert.match(head['og:image'], /^http:\/\/castled\.example\//);
  assert.equal(head['og:type'], 'website');
  assert.equal(head['og:site_name'], 'castled');
  assert.equal(head['twitter:card'], 'summary');
  await a.ok({ t: 'decline', challenge });
  assert.equal(tags((await get(server.port, path, { ...page, 'accept-encoding': 'identity' })).body)['og:title'], 'castled');
});

test('a game shows its players and its state', async t => {
  if (!hasPage) return t.skip('built without the page');
  const { a, b, game } = await playedGame();
  const description = async path => tags((await get(server.port, path, page)).body)['og:description'];
  assert.equal(await description(`/${game}`), '5+3 blitz, casual. Move 1, White to play.');
  for (const [ply, uci] of foolsMate.entries()) {
    await [a, b][ply % 2].ok({ t: 'move', game, ply, uci });
    await [a, b][(ply + 1) % 2].next(m => m.t === 'move' && m.ply === ply + 1);
  }
  for (const path of [`/${game}`, `/${game}/black`, `/analysis/${game}`]) {
    const head = tags((await get(server.port, path, page)).body);
    assert.equal(head['og:description'], '5+3 blitz, casual. Black won by checkmate after 2 moves.');
    assert.match(head['og:title'], /^\S+ – \S+$/);
    assert.equal(head['og:url'], `http://castled.example/${game}`);
  }
});

test('a client that has it already gets 304, and HEAD has its length', async t => {
  if (!hasPage) return t.skip('built without the page');
  const { game } = await playedGame();
  const { headers, body } = await get(server.port, `/${game}`, page);
  assert.match(headers.etag, /^W\/"[0-9a-f]{16}"$/);
  assert.notEqual(headers.etag, (await get(server.port, '/', page)).headers.etag);
  const again = await get(server.port, `/${game}`, { ...page, 'if-none-match': headers.etag });
  assert.deepEqual([again.status, again.body, again.headers.etag], [304, '', headers.etag]);
  const elsewhere = await get(server.port, `/${game}`, { ...page, host: 'other.example', 'if-none-match': headers.etag });
  assert.equal(elsewhere.status, 200);
  const told = await browser(server, { origin: false }).ask('HEAD', `/${game}`, undefined, { host: page.host });
  assert.deepEqual([told.status, told.body, told.headers['content-length']], [200, '', String(Buffer.byteLength(body))]);
});

test('an unknown game gets the unchanged page', async t => {
  if (!hasPage) return t.skip('built without the page');
  for (const path of ['/Zz99Zz99', '/challenge/Zz99Zz99Zz99', '/~b12Cd34', '/settings', '/']) {
    const { status, body } = await get(server.port, path, { accept: 'text/html' });
    assert.equal(status, 200);
    const head = tags(body);
    assert.equal(head['og:title'], 'castled');
    assert.equal(head['og:site_name'], 'castled');
    assert.equal(head['og:description'], head.description);
    assert.match(head.description, /^Play chess/);
  }
});

test('links begin with the public URL, where that is set', async t => {
  if (!hasPage) return t.skip('built without the page');
  await withCastled({ args: ['--public-url', 'https://club.example/chess'] }, async other => {
    const a = await connect(other);
    const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock });
    const head = tags((await get(other.port, `/challenge/${challenge}`, page)).body);
    assert.equal(head['og:url'], `https://club.example/chess/challenge/${challenge}`);
  });
});

const bytes = (port, path, headers = {}) =>
  new Promise((resolve, reject) =>
    http
      .get({ host: '127.0.0.1', port, path, headers }, response => {
        const came = [];
        response.on('data', data => came.push(data));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(came) }));
      })
      .on('error', reject));

// A PNG of one byte a pixel with a palette (PNG, 11.2): color(file, rank) of the square's corner, as RGB.
function readPng(png) {
  assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  const chunks = {};
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const kind = png.toString('latin1', at + 4, at + 8);
    chunks[kind] = Buffer.concat([chunks[kind] ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]);
  }
  const [width, height] = [chunks.IHDR.readUInt32BE(0), chunks.IHDR.readUInt32BE(4)];
  assert.deepEqual([chunks.IHDR[8], chunks.IHDR[9]], [8, 3]);
  const raw = zlib.inflateSync(chunks.IDAT), side = width / 8;
  assert.equal(width, height);
  const rows = [];
  for (let y = 0; y < height; y++) {
    assert.equal(raw[y * (width + 1)], 0); // no filter
    rows.push(raw.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)));
  }
  const at = (x, y) => chunks.PLTE.subarray(3 * rows[y][x], 3 * rows[y][x] + 3).toString('hex');
  const corner = square => [(square.charCodeAt(0) - 97) * side, (8 - Number(square[1])) * side];
  return {
    ground: square => at(corner(square)[0] + 1, corner(square)[1] + 1),
    isEmpty: square => {
      const [x, y] = corner(square), colors = new Set();
      for (let i = 0; i < side; i++) for (let j = 0; j < side; j++) colors.add(at(x + i, y + j));
      return colors.size === 1;
    },
  };
}

test('a game has a picture of its position', async t => {
  if (!hasPage) return t.skip('built without the page');
  const { a, b, game } = await playedGame();
  const path = `/game/${game}.png`;
  const head = tags((await get(server.port, `/${game}`, page)).body);
  assert.equal(head['og:image'], `http://castled.example${path}`);
  await a.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  await b.next(m => m.t === 'move' && m.ply === 1);
  const { status, headers, body } = await bytes(server.port, path);
  assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  const picture = readPng(body);
  const empty = 'abcdefgh'.split('').flatMap(file => [1, 2, 3, 4, 5, 6, 7, 8].map(rank => file + rank)).filter(picture.isEmpty);
  assert.deepEqual(empty, 'abcdefgh'.split('').flatMap(file =>
    file === 'e' ? ['e2', 'e3', 'e5', 'e6'] : [3, 4, 5, 6].map(rank => file + rank)));
  assert.equal(picture.ground('a1'), picture.ground('h8')); // both squares are dark
  assert.notEqual(picture.ground('a1'), picture.ground('h1'));
  assert.equal(picture.ground('e3'), picture.ground('a1'));
  assert.notEqual(picture.ground('e4'), picture.ground('h1')); // the last move
  const again = await bytes(server.port, path, { 'if-none-match': headers.etag });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
  assert.ok((await bytes(server.port, path)).body.equals(body)); // one from the cache
  await b.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
  await a.next(m => m.t === 'move' && m.ply === 2);
  assert.ok(readPng((await bytes(server.port, path, { 'if-none-match': headers.etag })).body).isEmpty('e7'));
  assert.equal((await bytes(server.port, '/game/Zz99Zz99.png')).status, 404);
  assert.equal((await bytes(server.port, '/game/Zz99Zz9.png')).status, 404);
});

// The blocks of a GIF (GIF89a, 18 to 26): its size, whether it loops, and each frame's time in hundredths of a second.
function readGif(gif) {
  assert.equal(gif.toString('latin1', 0, 6), 'GIF89a');
  const [width, height] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  let at = 13 + 3 * 2 ** ((gif[10] & 7) + 1);
  const found = { width, height, forever: false, times: [], frames: 0 };
  const skipBlocks = () => {
    while (gif[at]) at += gif[at] + 1;
    at++;
  };
  for (;;) {
    const kind = gif[at++];
    if (kind === 0x3b) break;
    if (kind === 0x2c) {
      found.frames++;
      const [x, y, w, h] = [0, 2, 4, 6].map(i => gif.readUInt16LE(at + i));
      assert.ok(w > 0 && h > 0 && x + w <= width && y + h <= height);
      at += 10;
    } else {
      assert.equal(kind, 0x21);
      const label = gif[at++];
      if (label === 0xf9) found.times.push(gif.readUInt16LE(at + 2));
      if (label === 0xff) found.forever = gif.toString('latin1', at + 1, at + 12) === 'NETSCAPE2.0' && gif.readUInt16LE(at + 14) === 0;
    }
    skipBlocks();
  }
  assert.equal(at, gif.length);
  return found;
}

test('a game has an animated picture, a frame for each position', async t => {
  if (!hasPage) return t.skip('built without the page');
  await withCastled({ limits: 'on', args: ['--limit', 'animation=4/3600'] }, async other => {
    const [a, b] = [await connect(other), await connect(other)];
    const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
    const { game } = await b.ok({ t: 'accept', challenge });
    for (const [ply, uci] of foolsMate.entries()) await [a, b][ply % 2].ok({ t: 'move', game, ply, uci });
    const path = `/game/${game}.gif`;
    const { status, headers, body } = await bytes(other.port, path);
    assert.deepEqual([status, headers['content-type']], [200, 'image/gif']);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.deepEqual(readGif(body), { width: 480, height: 480, forever: true, times: [120, 70, 70, 70, 400], frames: 5 });
    assert.equal((await bytes(other.port, path, { 'if-none-match': headers.etag })).status, 304);
    assert.ok((await bytes(other.port, path)).body.equals(body));
    assert.equal((await bytes(other.port, '/game/Zz99Zz99.gif')).status, 404);
    const refused = await bytes(other.port, path);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await bytes(other.port, `/game/${game}.png`)).status, 200);
  });
});

test('a build without the page draws nothing', async t => {
  if (hasPage) return t.skip('built with the page');
  const { game } = await playedGame();
  assert.equal((await bytes(server.port, `/game/${game}.png`)).status, 404);
});

test('an address has a limit of pictures', async t => {
  if (!hasPage) return t.skip('built without the page');
  await withCastled({ limits: 'on', args: ['--limit', 'picture=2/3600'] }, async other => {
    const from = address => bytes(other.port, '/game/Zz99Zz99.png', { 'x-forwarded-for': address });
    assert.deepEqual([(await from('192.0.2.7')).status, (await from('192.0.2.7')).status], [404, 404]);
    const refused = await from('192.0.2.7');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await from('192.0.2.8')).status, 404);
  });
});

test('an address has a limit of previews; beyond it the page is unchanged', async t => {
  if (!hasPage) return t.skip('built without the page');
  await withCastled({ limits: 'on', args: ['--limit', 'preview=2/3600'] }, async other => {
    const a = await connect(other);
    const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock });
    const titles = [];
    for (let i = 0; i < 3; i++) {
      const { status, body } = await get(other.port, `/challenge/${challenge}`, { accept: 'text/html', 'x-forwarded-for': '192.0.2.7' });
      assert.equal(status, 200);
      titles.push(tags(body)['og:title'] !== 'castled');
    }
    assert.deepEqual(titles, [true, true, false]);
    const { body } = await get(other.port, `/challenge/${challenge}`, { 'x-forwarded-for': '192.0.2.8' });
    assert.notEqual(tags(body)['og:title'], 'castled');
  });
});
