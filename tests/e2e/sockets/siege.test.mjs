// siege.test.mjs - slow, greedy and many attackers: meanwhile two players play on, and each of their moves is
// answered.
//
// Attackers come from addresses of their own (127.0.0.x), in bounded numbers. How soon moves are answered meanwhile is
// printed and never asserted: server/net/README.md has figures from a quiet machine, with CASTLED_MOVES=1000.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { database, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { frame, parseFrames, PING, text } from './frames.mjs';
import { browser } from './http_client.mjs';
import { openFiles, residentKiB, untilIdle } from './process.mjs';
import { askOnce, dial, head, parseAnswers } from './raw_http.mjs';
import { connect } from './player.mjs';
import { runningGame } from './running_game.mjs';

const ATTACKER = '127.0.0.66';
const STRANGER = '127.0.0.9';
const MOVES = Number(process.env.CASTLED_MOVES ?? 40);
const upgrade = head('GET', '/ws', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==');

// Bytes that come before the answer to a handshake are refused.
async function handshake(wire) {
  wire.write(upgrade);
  await wire.until(w => w.ended || /"t":"welcome"/.test(w.bytes), 'a welcome');
}

// A sanitizer's build holds on to freed memory, which counts: little of that here.
const SANITIZER = { ASAN_OPTIONS: [process.env.ASAN_OPTIONS, 'quarantine_size_mb=4'].filter(Boolean).join(':') };

// Runs 'attack' against a server on which two players play; then the game has gone on, a stranger is answered (with 'full',
// when the attackers are gone), and the loop sleeps, both while they are still there and when they are gone. An attack that
// is over at once is made 'again' until MOVES have been played.
function siege(name, { full = false, again = false, prepare = () => {}, ...options }, attack) {
  test(name, async t => {
    const directory = newDirectory();
    await prepare(directory);
    await withCastled({ directory, env: SANITIZER, ...options }, async server => {
      const game = await runningGame(server);
      await game.goesOn(40);
      if (options.slow) await server.pass(1); // which keeps a connection open
      const calm = game.count;
      const { pid } = server.child;
      const before = { files: openFiles(pid), memory: residentKiB(pid) };
      const wires = [];
      const enter = (from = ATTACKER) => {
        const wire = dial(server.port, { from });
        wires.push(wire);
        return wire;
      };
      let told = await attack({ server, game, enter, before });
      while (again && game.count - calm < MOVES) told = await attack({ server, game, enter, before });
      await game.goesOn(Math.max(40, MOVES - game.count + calm));
      const stranger = async () => assert.equal((await askOnce(server.port, '/healthz', { from: STRANGER })).status, 200);
      if (!full) await stranger();
      const memory = residentKiB(pid) - before.memory;
      const figures = game.figures(calm);
      await game.stop();
      await untilIdle(server, 'while the attackers wait');
      for (const wire of wires) wire.destroy();
      await untilFiles(server, before.files);
      await stranger();
      await untilIdle(server, 'when the attackers are gone');
      t.diagnostic(`meanwhile: ${figures}; memory ${memory} KiB more${told ? `; ${told}` : ''}`);
    });
  });
}

// Waits until the server has at most that many files open: it has closed the connections. Each look lets 'passing' ms of its
// time pass.
const untilFiles = (server, most, passing = 0) =>
  until(async () => {
    if (passing) await server.pass(passing);
    return openFiles(server.child.pid) <= most;
  }, `the server has closed what the attackers opened (${most} files)`);

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const settled = wires => Promise.all(wires.map(wire => wire.until(w => w.open || w.ended, 'a connection to be taken or refused')));

// 2,000 different games of one account: pawns that move one step each, in another order.
function manyGames() {
  let pgn = '';
  for (let i = 0; i < 2000; i++) {
    const files = [...'abcdefgh'];
    let draw = i;
    const moves = times(8, n => {
      const file = files.splice(draw % files.length, 1)[0];
      draw = Math.floor(draw / (files.length + 1));
      return `${n + 1}. ${file}3 ${'abcdefgh'[n]}6`;
    });
    pgn += `[Event "Club championship"]\n[Site "Room 101"]\n[Round "${i}"]\n\n${moves.join(' ')} 1/2-1/2\n\n`;
  }
  return pgn;
}

async function withArchive(directory) {
  await withCastled({ directory, keep: true }, async server => {
    const account = { name: 'Collector', password: 'correct-horse' };
    assert.equal((await browser(server).post('/api/account', account)).status, 201);
  });
  const file = path.join(directory, 'many.pgn');
  fs.writeFileSync(file, manyGames());
  assert.equal((await runCastled(['import', file, 'Collector', ...database(directory)])).code, 0);
}

const EXPORT = head('GET', '/api/games/user/Collector?pgnInJson=true&clocks=true&opening=true', 'Accept: application/x-ndjson');

const REQUESTS = head('GET', '/api/opening?moves=e2e4').repeat(2000); // 110 KB, whose answers are 1.5 MB

siege('nobody, for comparison', {}, async () => {});

// ---- one packet ----

// All of an attack's answers in order: all are sent when the last one says so, or when it is asked for.
async function answersTo(enter, pieces, game) {
  const wire = enter();
  for (const piece of pieces) {
    wire.write(piece);
    if (pieces.length > 1) await game.goesOn(1);
  }
  wire.write(head('GET', '/healthz', 'Connection: close'));
  await wire.until(w => w.ended, 'the last answer');
  wire.destroy();
  return parseAnswers(wire.bytes).answers;
}
const statuses = answers => answers.map(answer => answer.status).join(' ');

siege('a POST behind a GET in one packet', { again: true }, async ({ game, enter }) => {
  const packet = head('GET', '/healthz') + head('POST', '/api/session', 'Content-Length: 10') + 'name=abcde';
  for (let i = 0; i < 20; i++) assert.equal(statuses(await answersTo(enter, [packet], game)), '200 400 200');
});

siege('a request with a body behind another, cut anywhere', { again: true }, async ({ game, enter }) => {
  for (const [method, status] of [['POST', 400], ['GET', 405], ['DELETE', 401]]) {
    const second = head(method, '/api/session', 'Content-Length: 10') + 'name=abcde';
    for (let at = 1; at < second.length; at += 3) {
      const answers = await answersTo(enter, [head('GET', '/healthz') + second.slice(0, at), second.slice(at)], game);
      assert.match(statuses(answers), new RegExp(`^200 (${status} 200|400)$`), `${method} cut at ${at}`);
      assert.equal(answers.at(-1).headers.connection, 'close');
    }
  }
});

siege('an Upgrade to something else on a kept connection', { again: true }, async ({ game, enter }) => {
  for (let i = 0; i < 20; i++) {
    const odd = head('GET', '/api/none', 'Upgrade: foo', 'Connection: Upgrade');
    const answers = await answersTo(enter, [head('GET', '/healthz'), odd + head('GET', '/healthz')], game);
    assert.match(statuses(answers), /^200 (40[034]|404 200 200)$/);
  }
});

siege('a request in the body of a refused upgrade', { again: true }, async ({ game, enter }) => {
  const hidden = head('GET', '/api/opening?moves=f2f4');
  const refused = upgrade.replace('/ws', '/elsewhere').replace('\r\n\r\n', `\r\nContent-Length: ${hidden.length}\r\n\r\n`) + hidden;
  for (let i = 0; i < 20; i++) {
    const answers = await answersTo(enter, [head('GET', '/healthz') + refused], game);
    assert.match(statuses(answers), /^200 40[04]$/);
    assert.equal(answers[1].headers.connection, 'close');
  }
});

siege('a WebSocket from a page of somebody else', { again: true }, async ({ enter }) => {
  const wire = enter();
  wire.write(upgrade.replace('\r\n\r\n', '\r\nOrigin: https://evil.example\r\n\r\n'));
  await wire.until(w => w.ended, 'a refusal');
  wire.destroy();
  const [answer] = parseAnswers(wire.bytes).answers;
  assert.equal(answer.status, 403);
  assert.equal(answer.headers.connection, 'close');
  assert.equal(answer.headers['set-cookie'], undefined);
});

siege('a cookie behind thousands of bytes of other cookies', { files: 300 }, async ({ server, enter }) => {
  const { welcome } = await connect(server);
  const ask = size => upgrade.replace('\r\n\r\n',
    `\r\nOrigin: http://castled\r\nCookie: a=${'b'.repeat(size)}; castled_session=${welcome.token}\r\n\r\n`);
  for (const size of [10, 1000, 2000, 3000, 6000, 20_000]) {
    const wire = enter();
    wire.write(ask(size));
    await wire.until(w => w.ended || /"t":"welcome"/.test(w.bytes), 'a welcome or a refusal');
    const { answers, rest } = parseAnswers(wire.bytes);
    assert.equal(answers[0].headers['set-cookie'], undefined, `${size} bytes make a new guest`);
    if (answers[0].status === 101) assert.equal(parseFrames(rest).frames[0].message.you.id, welcome.you.id);
    else assert.equal(answers[0].status, 431);
    if (size <= 3000) assert.equal(answers[0].status, 101, `${size} bytes`);
    if (size > 10_000) assert.equal(answers[0].status, 431);
  }
});

// ---- many attackers ----

siege('3,000 connections that say nothing', {}, async ({ game, enter }) => {
  for (let i = 0; i < 10; i++) {
    await settled(times(300, () => enter()));
    await game.goesOn(2);
  }
});

siege('2,000 connections that are cut in the middle of a request', { again: true }, async ({ game, enter }) => {
  for (let i = 0; i < 20; i++) {
    const some = times(100, () => enter());
    await settled(some);
    for (const [k, wire] of some.entries()) {
      wire.write(head('POST', '/api/session', 'Content-Length: 100').slice(0, 5 + k));
      wire.cut();
    }
    await game.goesOn(1);
  }
});

const BOUND = 60;
siege('more connections from an address than it may have', {
  limits: 'on', args: ['--limit', `connections=${BOUND},message=10000/20,message-address=10000/20`, '--trusted-proxy', '127.0.0.1'],
}, async ({ game, enter }) => {
  const asks = async () => {
    const wire = enter();
    wire.write(head('GET', '/api/none'));
    await wire.until(w => w.ended || parseAnswers(w.bytes).answers.length, 'an answer or the end');
    const { answers } = parseAnswers(wire.bytes);
    return { wire, status: answers[0]?.status ?? 'closed' };
  };
  const tried = await Promise.all(times(200, asks));
  const served = tried.filter(each => each.status === 404);
  assert.equal(served.length, BOUND);
  for (const { wire, status } of tried) {
    if (status === 404) continue;
    assert.ok([429, 'closed'].includes(status), `${status}`);
    await wire.until(w => w.ended, 'the end of one that is too many');
  }
  await game.goesOn(20);
  served[0].wire.destroy();
  await until(async () => (await asks()).status === 404, 'one has left and another is served');
  return `${tried.filter(each => each.status === 429).length} of ${200 - BOUND} are told why`;
});

const FILES = 200;
const PLACES = FILES - 64; // of connections: server/net/README.md

// What somebody gets who comes now: the status of their answer, or 'closed' when there is none.
async function newcomer(server) {
  const wire = dial(server.port, { from: STRANGER });
  wire.write(head('GET', '/healthz', 'Connection: close'));
  await wire.until(w => w.ended, 'an answer, or the end');
  wire.destroy();
  return refusalOf(wire);
}

function refusalOf(wire) {
  const { answers, rest } = parseAnswers(wire.bytes);
  assert.ok(answers.length <= 1 && rest.length === 0, wire.bytes.toString('latin1'));
  if (answers[0]?.status === 503) {
    assert.ok(Number(answers[0].headers['retry-after']) > 0);
    assert.equal(answers[0].headers.connection, 'close');
  }
  return answers[0]?.status ?? 'closed';
}

// The server's time hardly passes: whoever has a place keeps it.
siege('more connections than files may be open', { files: FILES, full: true, slow: true }, async ({ server, game, enter }) => {
  const wires = [], seen = [];
  const note = what => {
    seen.push(what);
    return what;
  };
  const open = () => wires.filter(wire => !wire.ended);
  const storm = async count => {
    const more = times(count, i => enter(`127.0.0.${100 + (i % 40)}`));
    wires.push(...more);
    await settled(more);
    for (const wire of more) wire.write('GET /');
    await game.goesOn(40);
    await until(() => open().length <= PLACES, 'the others have been turned away');
  };
  await storm(2 * FILES);
  const files = openFiles(server.child.pid);
  assert.ok(files <= FILES && open().length > PLACES / 2, `${files} files are open, ${open().length} have a place`);
  for (const wire of wires.filter(each => each.ended)) {
    note(refusalOf(wire));
    wire.destroy();
  }
  await storm(FILES / 10); // while those were told so, they had places
  const kept = open().length;
  // Only so many are told at once; the others are closed.
  await until(async () => note(await newcomer(server)) === 503, 'a newcomer is told that the server is full');
  for (let i = 0; i < 20; i++) note(await newcomer(server));
  assert.deepEqual(seen.filter(each => each !== 503 && each !== 'closed'), [], 'nobody else is served');
  assert.equal(open().length, kept, 'those who have a place keep it');
  for (const wire of open().slice(0, 20)) wire.destroy();
  await until(async () => note(await newcomer(server)) === 200, 'there is room for a newcomer');
  const count = what => seen.filter(each => each === what).length;
  return `${files} files open, ${kept} had a place, ${count(503)} were told 503, ${count('closed')} were closed`;
});

// ---- slow ----

const STEP = 500; // ms of the server's time
const LONGEST = 60_000; // beyond all bounds in server/net/README.md; waits.test.mjs tests the edge of each

siege('connections that let the server wait', { slow: true }, async ({ server, game, enter }) => {
  // What each sends first, what it sends then, a byte every half second, and the status that it gets in the end.
  const ways = [
    ['GET / HTTP/1.1\r\n', 'X-Slow: yes\r\n', 408],
    [head('POST', '/api/session', 'Content-Length: 10000'), 'name=somebody&', 408],
    [head('POST', '/api/session', 'Transfer-Encoding: chunked'), '1\r\na\r\n', 408],
    [head('GET', '/api/none'), '', 404],
    ['', '', undefined],
  ];
  const wires = times(250, () => enter());
  await settled(wires);
  for (const [i, wire] of wires.entries()) wire.write(ways[i % ways.length][0]);
  await game.goesOn(20);
  for (let step = 0; !wires.every(wire => wire.ended); step++) {
    assert.ok(step * STEP < LONGEST, `${wires.filter(wire => !wire.ended).length} are still open`);
    for (const [i, wire] of wires.entries()) wire.write(ways[i % ways.length][1].charAt(step % (ways[i % ways.length][1].length || 1)));
    await server.pass(STEP);
  }
  for (const [i, wire] of wires.entries()) {
    const { answers } = parseAnswers(wire.bytes);
    assert.equal(answers[0]?.status, ways[i % ways.length][2]);
    assert.equal(answers.length, answers[0] ? 1 : 0);
  }
});

// ---- greedy ----

const MEMORY_MAX = 64 * 1024; // KiB that attackers may cost in these

siege('requests in a row whose answers are not read', {}, async ({ server, game, enter, before }) => {
  for (let i = 0; i < 10; i++) {
    const wire = enter();
    wire.socket.pause();
    for (let k = 0; k < 20; k++) wire.write(REQUESTS);
    await game.goesOn(10);
  }
  const more = residentKiB(server.child.pid) - before.memory;
  assert.ok(more < MEMORY_MAX, `${more} KiB for 22 MB of requests with 300 MB of answers`);
});

siege('WebSockets that ask and read nothing', { slow: true }, async ({ server, game, enter, before }) => {
  const ask = Buffer.concat(times(500, () => Buffer.concat([text({ t: 'lobby' }), text({ t: 'lobby', on: false })])));
  const wires = times(10, () => enter());
  for (const wire of wires) {
    await handshake(wire);
    wire.socket.pause();
  }
  for (let i = 0; i < 20; i++) {
    await game.goesOn(2);
    for (const wire of wires) wire.write(ask);
  }
  const more = residentKiB(server.child.pid) - before.memory;
  assert.ok(more < MEMORY_MAX, `${more} KiB for ten that do not read`);
  await untilFiles(server, before.files, 1000); // they never read, and are still closed
  for (const wire of wires) wire.socket.resume();
  await Promise.all(wires.map(wire => wire.until(w => w.ended, 'the end of a connection that was closed')));
  const codes = wires.map(wire => {
    const { answers, rest } = parseAnswers(wire.bytes);
    assert.equal(answers[0].status, 101);
    const { frames, code } = parseFrames(rest);
    assert.equal(frames[0]?.message?.t, 'welcome');
    return code ?? 'cut';
  });
  for (const code of codes) assert.ok([1013, 'cut'].includes(code), codes.join(' '));
  return `closed with ${codes.join(' ')}`;
});

siege('floods of pings whose pongs are not read', {}, async ({ server, game, enter, before }) => {
  const pings = Buffer.concat(times(1000, () => frame(Buffer.alloc(125, 97), { opcode: PING })));
  for (const wire of times(10, () => enter())) {
    await handshake(wire);
    wire.socket.pause();
    for (let i = 0; i < 30; i++) wire.write(pings);
    await game.goesOn(10);
  }
  const more = residentKiB(server.child.pid) - before.memory;
  assert.ok(more < MEMORY_MAX, `${more} KiB for 39 MB of pings`);
});

siege('exports that nobody reads, and some that find nothing', { prepare: withArchive }, async ({ server, game, enter, before }) => {
  for (const wire of times(30, () => enter())) {
    wire.socket.pause();
    wire.write(EXPORT.repeat(20));
  }
  const empty = times(30, () => enter());
  for (const wire of empty) wire.write(head('GET', '/api/games/user/Collector?opening=Nowhere', 'Connection: close'));
  await game.goesOn(80);
  const more = residentKiB(server.child.pid) - before.memory;
  assert.ok(more < MEMORY_MAX, `${more} KiB for thirty exports`);
  await Promise.all(empty.map(wire => wire.until(w => w.ended, 'the end of an export that finds nothing')));
  for (const wire of empty) assert.match(statuses(parseAnswers(wire.bytes).answers), /^(200|429)$/);
});

siege('floods of /healthz and of what is not there', { again: true }, async ({ game, enter }) => {
  const wires = times(10, () => enter());
  for (const wire of wires) wire.write((head('GET', '/healthz') + head('GET', '/api/none')).repeat(500) + head('GET', '/healthz', 'Connection: close'));
  await game.goesOn(20);
  await Promise.all(wires.map(wire => wire.until(w => w.ended, 'a thousand answers')));
  for (const wire of wires) assert.equal(wire.bytes.toString('latin1').match(/HTTP\/1\.1 (200|404) /g).length, 1001);
});
