// previews.test.mjs - what the page's head tells of a game or a challenge, for those who show links (Open Graph).
// A build without the page has none: it answers 404, and there is nothing more to see.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

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

test('a challenge tells who, time and color, until it is taken', async t => {
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

test('a game tells its players and how it stands', async t => {
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

test('who has it already is told so, and HEAD tells its length', async t => {
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

test('a game that nobody knows has the page as it is', async t => {
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

test('an address has so many in a time; then the page comes as it is', async t => {
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
