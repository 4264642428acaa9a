// refusals.test.mjs - bad input: the answer that PROTOCOL.md promises, nothing changed, and the connection kept open
// where it says so.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { after, before, test } from 'node:test';

import { castled, get } from './castled.mjs';
import { closeCode, connect, pair, play } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const clock = { initial: 300_000, increment: 0 };
const deep = depth => '['.repeat(depth) + ']'.repeat(depth);
const members = count =>
  Array.from({ length: count }, (_, i) => `"m${i}":0`).join(',');

// None of them is a request; 'id' says whether the id could be read and must be in the answer.
const nonsense = [
  ['', 'bad_request'],
  [' ', 'bad_request'],
  ['hello', 'bad_request'],
  ['null', 'bad_request'],
  ['17', 'bad_request'],
  ['"ping"', 'bad_request'],
  ['[]', 'bad_request'],
  ['[{"t":"ping"}]', 'bad_request'],
  ['{}', 'bad_request'],
  ['{"t":"ping"', 'bad_request'],
  ['{"t":"ping"} x', 'bad_request'],
  ['{"t":"ping"}{"t":"ping"}', 'bad_request'],
  ['{"t":"ping",}', 'bad_request'],
  ["{'t':'ping'}", 'bad_request'],
  ['{"t":"ping"}//', 'bad_request'],
  ['{"t":17}', 'bad_request'],
  ['{"t":null}', 'bad_request'],
  ['{"t":["ping"]}', 'bad_request'],
  ['{"t":"ping","t":"ping"}', 'bad_request'],
  ['{"t":"ping","id":1,"id":2}', 'bad_request'],
  ['{"t":"ping","id":"1"}', 'bad_request'],
  ['{"t":"ping","id":1.5}', 'bad_request'],
  ['{"t":"ping","id":1e400}', 'bad_request'],
  ['{"t":"ping","id":9007199254740993}', 'bad_request'],
  ['{"t":"ping","id":01}', 'bad_request'],
  ['{"t":"ping","id":NaN}', 'bad_request'],
  ['{"t":"ping","x":"\\u0000"}', 'bad_request'],
  ['{"t":"ping","x":"\\ud800"}', 'bad_request'],
  ['{"t":"ping","x":"\u0001"}', 'bad_request'],
  ['{"t":"ping","x":"\n"}', 'bad_request'],
  [`{"t":"ping","x":${deep(9)}}`, 'bad_request'],
  [`{"t":"ping","x":${deep(1900)}}`, 'bad_request'],
  [`{"t":"ping","x":${'['.repeat(4000)}`, 'bad_request'],
  [`{"t":"ping",${members(40)}}`, 'bad_request'],
  [`{"t":"ping","x":[${Array(40).fill(0).join(',')}]}`, 'bad_request'],
  ['{"t":""}', 'unknown_kind'],
  ['{"t":"nonsense"}', 'unknown_kind'],
  ['{"t":"Ping"}', 'unknown_kind'],
  ['{"t":"welcome"}', 'unknown_kind'],
  ['{"t":"end","game":"Ab12Cd34"}', 'unknown_kind'],
];

test('what is not a request is answered so, and the connection stays open', async () => {
  const player = await connect(server);
  for (const [text, code] of nonsense) {
    player.seen = player.messages.length;
    player.send(text);
    const answer = await player.next(m => m.t === 'error', () => `an answer to ${text.slice(0, 60)}`);
    assert.equal(answer.code, code, text.slice(0, 80));
    assert.equal(typeof answer.message, 'string');
  }
  await player.settle();
});

test('odd but valid requests are understood', async () => {
  const player = await connect(server);
  for (const text of [
    ' {"t" : "ping" , "id" : 5 , "c" : 7 } ',
    '{"t":"ping","id":5,"c":7,"unknown":{"a":[1,2,{"b":null}]}}',
    '{"id":5,"c":7,"t":"p\\u0069ng"}',
    '{"t":"ping","id":5.0,"c":7}',
    '{"t":"ping","id":5,"c":7,"x":"\u{1f600}\\ud83d\\ude00"}',
    `{"t":"ping","id":5,"c":7,"x":"${'y'.repeat(4000)}"}`,
  ]) {
    player.seen = player.messages.length;
    player.send(text);
    await player.next(m => m.t === 'ok' && m.id === 5, () => text);
    await player.next(m => m.t === 'pong' && m.c === 7, () => text);
  }
});

const game = 'Ab12Cd34'; // no game has this id
const bad = [
  [{ t: 'seek' }, 'clock'],
  [{ t: 'seek', clock: 5 }, 'clock'],
  [{ t: 'seek', clock: {} }, 'initial'],
  [{ t: 'seek', clock: { initial: 0, increment: 0 } }, ''],
  [{ t: 'seek', clock: { initial: -1, increment: 0 } }, 'initial'],
  [{ t: 'seek', clock: { initial: 10_800_001, increment: 0 } }, 'initial'],
  [{ t: 'seek', clock: { initial: 0, increment: 180_001 } }, 'increment'],
  [{ t: 'seek', clock: { initial: 1.5, increment: 0 } }, 'initial'],
  [{ t: 'seek', clock: { initial: '5', increment: 0 } }, 'initial'],
  [{ t: 'seek', clock, variant: 'atomic' }, 'variant'],
  [{ t: 'seek', clock, variant: 'fromPosition' }, 'variant'],
  [{ t: 'seek', clock, rated: 'yes' }, 'rated'],
  [{ t: 'seek', clock, color: 'red' }, 'color'],
  [{ t: 'seek', clock, fallback: -1 }, 'fallback'],
  [{ t: 'seek', clock, fallback: 3_600_001 }, 'fallback'],
  [{ t: 'seek', clock, keep: 1 }, 'keep'],
  [{ t: 'seek', clock, rating: [1500] }, 'rating'],
  [{ t: 'seek', clock, rating: [1700, 1400] }, 'rating'],
  [{ t: 'seek', clock, rating: [0, 4001] }, 'rating'],
  [{ t: 'unseek' }, 'seek'],
  [{ t: 'challenge', clock }, 'to'],
  [{ t: 'challenge', to: 'everybody', clock }, 'to'],
  [{ t: 'challenge', to: 'computer', clock }, 'level'],
  [{ t: 'challenge', to: 'computer', clock, level: 0 }, 'level'],
  [{ t: 'challenge', to: 'computer', clock, level: 14 }, 'level'],
  [{ t: 'challenge', to: 'computer', level: 1 }, 'clock'],
  [{ t: 'challenge', to: 'computer', clock, level: 1, rated: true }, 'rated'],
  [{ t: 'challenge', to: 'user', clock }, 'name'],
  [{ t: 'challenge', to: 'user', clock, name: '' }, 'name'],
  [{ t: 'challenge', to: 'user', clock, name: 'x'.repeat(33) }, 'name'],
  [{ t: 'challenge', to: 'link', clock, variant: 'fromPosition' }, 'fen'],
  [{ t: 'challenge', to: 'link', clock, fen: 'nonsense' }, 'fen'],
  [{ t: 'challenge', to: 'link', clock, fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, 'fen'],
  [{ t: 'challenge', to: 'link', clock, fen: '4k3/8/8/8/8/8/8/4K2R b K - 0 1', variant: 'standard' }, ''],
  [{ t: 'challenge', to: 'link', clock, fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' }, 'fen'],
  [{ t: 'accept' }, ''],
  [{ t: 'accept', challenge: 17 }, 'challenge'],
  [{ t: 'decline' }, 'challenge'],
  [{ t: 'watch' }, ''],
  [{ t: 'watch', game: 17 }, 'game'],
  [{ t: 'unwatch' }, ''],
  [{ t: 'move', ply: 0, uci: 'e2e4' }, 'game'],
  [{ t: 'move', game, uci: 'e2e4' }, 'ply'],
  [{ t: 'move', game, ply: -1, uci: 'e2e4' }, 'ply'],
  [{ t: 'move', game, ply: 65_536, uci: 'e2e4' }, 'ply'],
  [{ t: 'move', game, ply: 0 }, 'uci'],
  [{ t: 'move', game, ply: 0, uci: 'Nf3' }, 'uci'],
  [{ t: 'move', game, ply: 0, uci: 'e2e9' }, 'uci'],
  [{ t: 'move', game, ply: 0, uci: 'e7e8k' }, 'uci'],
  [{ t: 'move', game, ply: 0, uci: 'e2e4e' }, 'uci'],
  [{ t: 'move', game, ply: 0, uci: 'e2e4', turn: -1 }, 'turn'],
  [{ t: 'draw', game, offer: 'x' }, 'offer'],
  [{ t: 'refuse', game }, 'offer'],
  [{ t: 'claim', game }, 'what'],
  [{ t: 'claim', game, what: 'everything' }, 'what'],
  [{ t: 'chat', game }, 'text'],
  [{ t: 'chat', game, text: '' }, 'text'],
  [{ t: 'chat', game, text: '   ' }, 'text'],
  [{ t: 'chat', game, text: 'x'.repeat(141) }, 'text'],
  [{ t: 'chat', game, text: 'a\u202eb' }, 'text'],
  [{ t: 'chat', game, text: 'a\u0007b' }, 'text'],
];

test('a member that is missing, of the wrong type or out of range is named', async () => {
  const player = await connect(server);
  for (const [request, member] of bad) {
    const answer = await player.refused(request, 'bad_request');
    assert.ok(answer.message.includes(member), `${JSON.stringify(request)}: ${answer.message}`);
  }
  assert.deepEqual(player.messages.filter(m => m.t === 'start'), []);
});

test('games, seeks and challenges that do not exist', async () => {
  const player = await connect(server);
  const id = 'Abcdefgh1234';
  for (const t of ['resign', 'abort', 'draw', 'takeback', 'rematch', 'moretime'])
    await player.refused({ t, game }, 'no_such_game');
  await player.refused({ t: 'move', game, ply: 0, uci: 'e2e4' }, 'no_such_game');
  await player.refused({ t: 'chat', game, text: 'hello' }, 'no_such_game');
  await player.refused({ t: 'claim', game, what: 'win' }, 'no_such_game');
  for (const strange of [game, '', 'short', 'Ab12Cd345', 'Ab12-d34', 'Ab12Cd\u00e94'])
    await player.refused({ t: 'watch', game: strange }, 'no_such_game');
  await player.refused({ t: 'unseek', seek: id }, 'stale');
  await player.refused({ t: 'accept', seek: id }, 'stale');
  await player.refused({ t: 'accept', challenge: id }, 'stale');
  await player.refused({ t: 'decline', challenge: id }, 'stale');
  await player.refused({ t: 'watch', challenge: id }, 'stale');
  await player.refused({ t: 'challenge', to: 'user', name: 'nobody at all', clock }, 'no_such_player');
  await player.refused({ t: 'challenge', to: 'user', name: player.welcome.you.name, clock }, 'forbidden');
});

test("illegal moves, moves out of turn and moves in others' games change nothing", async () => {
  const table = await pair(server);
  const stranger = await connect(server);
  await stranger.ok({ t: 'watch', game: table.game, since: 0 });
  const move = (ply, uci) => ({ t: 'move', game: table.game, ply, uci });
  for (const uci of ['e2e5', 'e1g1', 'e7e5', 'a1a1', 'e3e4', 'e2e4q', 'h2h1n', 'd1d4'])
    await table.white.refused(move(0, uci), 'illegal_move');
  await table.black.refused(move(0, 'e7e5'), 'not_your_turn');
  await table.black.refused(move(0, 'e2e4'), 'not_your_turn');
  for (const request of [
    move(0, 'e2e4'),
    { t: 'resign', game: table.game },
    { t: 'abort', game: table.game },
    { t: 'draw', game: table.game },
    { t: 'takeback', game: table.game },
    { t: 'rematch', game: table.game },
    { t: 'moretime', game: table.game },
    { t: 'claim', game: table.game, what: 'win' },
    { t: 'refuse', game: table.game, offer: 1 },
  ])
    await stranger.refused(request, 'not_a_player');
  await table.white.refused({ t: 'claim', game: table.game, what: 'threefold' }, 'not_now');
  await table.white.refused({ t: 'claim', game: table.game, what: 'fifty' }, 'not_now');
  await table.white.refused({ t: 'claim', game: table.game, what: 'win' }, 'not_now');
  await table.white.refused({ t: 'draw', game: table.game, offer: 7 }, 'stale');
  await table.white.refused({ t: 'refuse', game: table.game, offer: 7 }, 'stale');
  await stranger.settle();
  assert.deepEqual(stranger.events(table.game), []);
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await table.white.refused({ t: 'abort', game: table.game }, 'not_now');
});

test('a move with an old turn is stale', async () => {
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  const { seq } = await play(table, 1, 'e7e5');
  const request = { t: 'move', game: table.game, ply: 2, uci: 'g1f3' };
  await table.white.refused({ ...request, turn: seq - 1 }, 'stale');
  await table.white.ok({ ...request, turn: seq });
});

test('a frame of more than 4,096 bytes closes with 1009, one of 4,096 is read', async () => {
  const request = size => `{"t":"ping","x":"${'y'.repeat(size - 19)}"}`;
  assert.equal(request(4096).length, 4096);
  for (const size of [4097, 10_000, 1_000_000]) {
    const player = await connect(server);
    player.send(request(4096));
    await player.kind('pong');
    player.send(request(size));
    assert.equal(await closeCode(player), 1009, `${size} bytes`);
  }
});

test('a message in fragments is one message, and its size is that of all', async () => {
  const player = await connect(server);
  const text = '{"t":"ping","c":99}';
  for (const [i, byte] of [...text].entries())
    player.socket.send(byte, { fin: i === text.length - 1 });
  await player.next(m => m.t === 'pong' && m.c === 99);
  for (let i = 0; i < 50; i++) player.socket.send(' '.repeat(100), { fin: false });
  assert.equal(await closeCode(player), 1009);
});

// A masked frame of less than 126 bytes whose mask is zero.
const frame = (first, payload) =>
  Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

test('a client that goes on writing after a refusal can still read the reason', async () => {
  const socket = createConnection({ host: '127.0.0.1', port: server.port, noDelay: true, allowHalfOpen: true });
  let seen = Buffer.alloc(0);
  socket.on('data', bytes => (seen = Buffer.concat([seen, bytes])));
  const sight = async bytes => {
    while (!seen.includes(bytes)) await once(socket, 'data');
  };
  socket.write('GET /ws HTTP/1.1\r\nHost: castled\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
  await sight(Buffer.from('"t":"welcome"'));
  const spaces = Buffer.alloc(100, ' ');
  socket.write(Buffer.concat([frame(0x01, spaces), ...Array(47).fill(frame(0x00, spaces))]));
  await sight(Buffer.from([0x88, 2, 0x03, 0xf1])); // closed with 1009
  for (let i = 0; i < 20; i++) await new Promise(done => socket.write(frame(0x00, spaces), done));
  socket.end(frame(0x88, Buffer.from([0x03, 0xf1])));
  await once(socket, 'end'); // a reset would be an error
  socket.destroy();
});

test('a binary frame closes with 1003', async () => {
  const player = await connect(server);
  player.socket.send(Buffer.from('{"t":"ping"}'), { binary: true });
  assert.equal(await closeCode(player), 1003);
});

test('invalid UTF-8 closes with 1007', async () => {
  for (const bytes of [
    [0xff],
    [0xc3, 0x28],
    [0xc0, 0xaf], // overlong
    [0xed, 0xa0, 0x80], // a surrogate
    [0xf4, 0x90, 0x80, 0x80], // beyond U+10FFFF
    [0xe2, 0x82], // cut off
  ]) {
    const player = await connect(server);
    player.socket.send(Buffer.from([...Buffer.from('{"t":"ping","x":"'), ...bytes, 0x22, 0x7d]), {
      binary: false,
    });
    assert.equal(await closeCode(player), 1007, Buffer.from(bytes).toString('hex'));
  }
  for (const cut of [1, 2, 3]) { // the last fragment, an empty one, leaves a character unfinished
    const player = await connect(server);
    const text = Buffer.from('{"t":"ping","x":"\u{1f600}').subarray(0, 17 + cut);
    player.socket.send(text, { binary: false, fin: false });
    player.socket.send(Buffer.alloc(0), { binary: false, fin: true });
    assert.equal(await closeCode(player), 1007, `${cut} of four bytes`);
  }
  const player = await connect(server); // and a character may be split between fragments
  const text = Buffer.from('{"t":"ping","c":3,"x":"é"}');
  const cut = text.indexOf(0xc3) + 1;
  player.socket.send(text.subarray(0, cut), { binary: false, fin: false });
  player.socket.send(text.subarray(cut), { binary: false, fin: true });
  await player.next(m => m.t === 'pong' && m.c === 3);
});

test('raw noise instead of frames ends the connection, not the server', async () => {
  for (const noise of [Buffer.alloc(64, 0xff), Buffer.alloc(4096), Buffer.from('GET / HTTP/1.1\r\n\r\n')]) {
    const player = await connect(server);
    player.socket._socket.write(noise);
    await closeCode(player);
  }
  const player = await connect(server);
  player.socket._socket.destroy();
  await closeCode(player);
  assert.equal((await get(server.port, '/healthz')).status, 200);
});

test('none of that has disturbed the server or left a game behind', async () => {
  server.expectSound();
  const table = await pair(server);
  await play(table, 0, 'e2e4');
});
