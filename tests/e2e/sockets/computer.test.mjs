// computer.test.mjs - whole games against the computer; chess.js judges every move.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Chess } from 'chess.js';

import { castled } from './castled.mjs';
import { seeded } from './games.mjs';
import { connect, expectGapless } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));

// Its clock is slow: however little of the processor there is, nobody loses on time.
let server;
before(async () => (server = await castled({ slow: true, args: ['--threads', '2', '--pace', 'machine'] }).start()));
after(() => server.remove());

// Level 13 thinks for as long as it may, which is at most this: it passes here, a little at a time.
const THOUGHT = 5000;
async function letThink(isThinking) {
  for (let left = THOUGHT; left > 0 && isThinking(); left -= 500) await server.pass(500);
}

const uciOf = move => move.from + move.to + (move.promotion ?? '');

// Mate in one if there is one, else anything: a game that ends.
function choose(board, random) {
  const moves = board.moves({ verbose: true });
  const mates = moves.filter(move => move.san.endsWith('#'));
  const from = mates.length ? mates : moves;
  return from[Math.floor(random() * from.length)];
}

// By itself, without a claim.
const isOver = board => board.isCheckmate() || board.isStalemate() || board.isInsufficientMaterial();

// Plays at random against the level until the game is over; resolves with its events.
async function playOut(level, color, random, { fen, restartAt = NaN } = {}) {
  let player = await connect(server);
  const clock = { initial: 60_000, increment: THOUGHT };
  const { game } = await player.ok({ t: 'challenge', to: 'computer', level, clock, color, fen });
  const start = await player.kind('start');
  assert.equal(start.game, game);
  assert.equal(start.color, color);
  const snapshot = await player.kind('game');
  const computer = color === 'white' ? snapshot.black : snapshot.white;
  assert.equal(computer.computer, level);
  assert.equal(computer.rating, level < 13 ? 200 + 200 * level : null);

  const board = new Chess(fen);
  const events = [];
  let sent = -1;
  for (;;) {
    const ply = board.history().length;
    const isMine = (ply % 2 === 0) === (color === 'white');
    if (isMine && sent < ply && !isOver(board)) {
      sent = ply; // an offer or a pause may precede the move
      const uci = uciOf(choose(board, random));
      await player.ok({ t: 'move', game, ply, uci });
      if (ply === restartAt || ply === restartAt + 1) {
        await server.restart();
        player = await connect(server, { token: player.welcome.token });
        assert.deepEqual(player.welcome.playing, [game]);
        await player.ok({ t: 'watch', game, since: events.length });
      }
    }
    const isEvent = m => m.game === game && m.seq > 0 && m.t !== 'game';
    if (level === 13) await letThink(() => !player.messages.slice(player.seen).some(isEvent));
    const event = await player.next(isEvent);
    events.push(event);
    if (event.t === 'end') break;
    if (event.t !== 'move') continue;
    const move = board.move({ from: event.uci.slice(0, 2), to: event.uci.slice(2, 4), promotion: event.uci[4] });
    assert.equal(event.san, move.san);
    assert.equal(event.ply, ply + 1);
    if (ply >= 160 && !isOver(board) && sent !== Infinity) {
      sent = Infinity; // long enough
      await player.ok({ t: 'resign', game });
    }
  }
  expectGapless(events);
  const end = events.at(-1);
  if (board.isCheckmate()) {
    assert.equal(end.status, 'mate');
    assert.equal(end.winner, board.turn() === 'w' ? 'black' : 'white');
  } else if (board.isStalemate()) assert.equal(end.status, 'stalemate');
  else if (board.isInsufficientMaterial()) assert.equal(end.status, 'draw');
  else assert.ok(['draw', 'resign'].includes(end.status), end.status);
  await player.close();
  return { events, end };
}

for (const [level, color] of [[1, 'white'], [3, 'black'], [5, 'white'], [8, 'black'], [12, 'white'], [13, 'black']])
  test(`a whole game against level ${level}, as ${color}`, async t => {
    t.diagnostic(`CASTLED_SEED=${seed}`);
    await playOut(level, color, seeded(seed + level));
  });

test('several games against the computer at once', async () => {
  await Promise.all([1, 2, 3, 4, 6].map(level => playOut(level, level % 2 ? 'white' : 'black', seeded(seed + 100 + level))));
});

test('a computer that is to move is asked again after kill -9', async () => {
  // Kings and pawns, which mate nobody before the restart.
  const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1';
  const { events } = await playOut(6, 'white', seeded(seed + 200), { fen, restartAt: 6 });
  assert.ok(events.some(e => e.t === 'pause'));
});

test('the computer to move first does so', async () => {
  const player = await connect(server);
  const { game } = await player.ok({ t: 'challenge', to: 'computer', level: 2, clock: null, color: 'black' });
  const move = await player.kind('move');
  assert.equal(move.game, game);
  assert.equal(move.ply, 1);
  assert.equal(move.clock, null);
});

test('the computer plays Chess960 and from a position', async () => {
  const player = await connect(server);
  await player.ok({ t: 'challenge', to: 'computer', level: 4, clock: null, color: 'black', variant: 'chess960' });
  assert.equal((await player.kind('game')).variant, 'chess960');
  await player.kind('move');
  const fen = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1'; // mate in one, which any other level overlooks now and then
  await player.ok({ t: 'challenge', to: 'computer', level: 13, clock: null, color: 'black', fen });
  await player.next(m => m.t === 'game' && m.fen === fen);
  const move = await player.kind('move');
  assert.equal(move.uci, 'a1a8');
  assert.equal((await player.kind('end')).status, 'mate');
});

test('a late answer of the computer to a game that has moved on is dropped', async () => {
  const player = await connect(server);
  for (let i = 0; i < 10; i++) {
    const { game } = await player.ok({ t: 'challenge', to: 'computer', level: 13, clock: null, color: 'white' });
    await player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await player.ok({ t: 'resign', game });
    const end = await player.next(m => m.t === 'end' && m.game === game);
    assert.equal(end.winner, 'black');
    await player.settle();
  }
  const { game } = await player.ok({ t: 'challenge', to: 'computer', level: 1, clock: null, color: 'black' });
  await player.next(m => m.t === 'move' && m.game === game);
  const moves = player.messages.filter(m => m.t === 'move' && m.game !== game);
  const ends = new Map(player.messages.filter(m => m.t === 'end').map(m => [m.game, m.seq]));
  for (const move of moves) assert.ok(move.seq < ends.get(move.game), 'a move after the end');
});
