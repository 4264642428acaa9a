// crash.test.mjs - many games are in progress and the server is killed: at any moment, or within a write or a sync; or the
// power fails, and what was not synced is lost or torn (disk.mjs). Then whatever anybody has seen is there, and nothing
// twice, and no clock was charged more than its player thought, nor less than was committed. The test controls the
// server's clock, so that nobody is late.
//
// CASTLED_SEED repeats a run's choices, CASTLED_CRASHES is the number of crashes (default: 12 of each kind).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled } from './castled.mjs';
import { newDisk, POWER_WAYS } from './disk.mjs';
import { opera, seeded } from './games.mjs';
import { connect, expectGapless } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const crashes = Number(process.env.CASTLED_CRASHES ?? 12);

const TABLES = 6;
const CLOCK = { initial: 1_800_000, increment: 0 };
const SIDES = ['white', 'black'];

// ---- what is known of a game ----

const newGame = (id, table) => ({
  id,
  table,
  texts: new Map(), // the text of each event that anybody has seen, by its number
  moves: [],
  isOver: false,
  acknowledged: 0, // moves that were answered ok
  clock: { white: CLOCK.initial, black: CLOCK.initial },
  running: null, // when the mover's clock started: not before 'from', and not after 'until'
});

const isEvent = (m, id) => m.game === id && m.seq > 0 && m.t !== 'game';

// From here on the mover's clock is stopped; all games stop at the same instant, the newest that was committed.
function stop(game, message) {
  const [mover, other] = [SIDES[game.moves.length % 2], SIDES[1 - (game.moves.length % 2)]];
  const charged = game.clock[mover] - message.clock[mover];
  const { from, until } = game.running;
  const { committed, death } = game.table.server;
  const story = `${charged} ms charged; ran from ${from} or ${until}, committed ${committed}, death ${death}`;
  assert.equal(message.clock[other], game.clock[other], 'the clock of the side not to move has changed');
  assert.ok(charged <= Math.ceil(death - from) + 1, story);
  assert.ok(charged >= Math.floor(committed - until) - 1, story);
}

// Records an event of a game, unless it is known. 'until': when it came, or Infinity if nobody was there to see it.
function absorb(game, text, until) {
  const m = JSON.parse(text);
  if (!isEvent(m, game.id)) return;
  assert.equal(game.texts.get(m.seq) ?? text, text, 'the same event with another text');
  if (game.texts.has(m.seq)) return;
  game.texts.set(m.seq, text);
  if (m.t === 'move') game.moves.push(m.uci);
  if (m.t === 'pause') stop(game, m);
  if (m.t === 'end') game.isOver = true;
  const runs = m.t === 'resume' || (m.t === 'move' && m.ply >= 2);
  game.running = runs ? { from: m.t === 'move' ? game.table.sent : game.table.back, until } : null;
  game.clock = m.clock;
}

// ---- play ----

// Two guests who play one game after another.
async function sit(table) {
  table.back = table.server.clock.now();
  table.players = await Promise.all([0, 1].map(i => connect(table.server, { token: table.tokens[i] })));
  table.tokens = table.players.map(player => player.welcome.token);
  for (const player of table.players)
    player.socket.on('message', data => {
      for (const game of table.games) absorb(game, data.toString(), table.server.clock.now());
    });
}

// A challenge that a crash has left open is accepted later. Some are no longer known to anybody here: when there are too
// many of them, two other guests take over.
async function begin(table) {
  const [a, b] = table.players;
  if (!table.challenge) {
    const made = await a.ask({ t: 'challenge', to: 'link', clock: CLOCK, color: 'white' });
    if (made.code === 'not_now') {
      await Promise.all(table.players.map(player => player.close()));
      table.tokens = [];
      return sit(table);
    }
    assert.equal(made.t, 'ok', JSON.stringify(made));
    table.challenge = made.challenge;
  }
  const taken = await b.ask({ t: 'accept', challenge: table.challenge });
  table.challenge = undefined;
  if (taken.code === 'stale') return; // it was accepted before the crash
  assert.equal(taken.t, 'ok', JSON.stringify(taken));
  table.games.push(newGame(taken.game, table));
}

async function move(table, game) {
  const ply = game.moves.length;
  if (table.random() < 0.3) table.server.clock.add(table.random() * 200); // somebody is thinking
  table.sent = table.server.clock.now();
  await table.players[ply % 2].ok({ t: 'move', game: game.id, ply, uci: opera[ply] });
  table.server.committed = Math.max(table.server.committed, table.sent);
  game.acknowledged = ply + 1;
  table.server.moves++;
  await Promise.all(table.players.map(player =>
    player.next(m => m.game === game.id && (m.t === 'end' || (m.t === 'move' && m.ply === ply + 1)))));
}

// Until the connection ends.
async function playOn(table) {
  for (;;) {
    const game = table.games.at(-1);
    if (!game || game.isOver) await begin(table);
    else if (game.moves.length === opera.length) await table.players[0].next(m => m.t === 'end' && m.game === game.id);
    else if (table.thinks && game.moves.length >= 2) return;
    else await move(table, game);
  }
}

// ---- crashes ----

const ended = server => server.child.closed.then(() => server.expectNoReport());

// How the server dies; resolves when it has.
const ends = {
  async 'at any moment'(server, disk, random) {
    await sleep(random() * (random() < 0.1 ? 1500 : 60));
    server.expectSound();
    server.end('SIGKILL');
    await ended(server);
  },
  async 'within a write or a sync'(server, disk, random) {
    server.child.asked = true;
    const calls = random() < 0.2 ? 2000 : 60; // the log grows from life to life, and is moved in some of them
    disk.killAt(1 + Math.floor(random() * calls), Math.floor(random() * 1001));
    await ended(server);
    assert.equal(server.child.signalCode, 'SIGKILL', server.stderr);
    disk.heal();
  },
};

// Sometimes it dies once more while it starts.
async function startAgain(server, disk, random, after) {
  if (random() < 0.3) {
    disk.killAt(1 + Math.floor(random() * 12), Math.floor(random() * 1001));
    const died = await server.start().then(() => false, () => server.child.signalCode === 'SIGKILL');
    if (!died) {
      assert.equal(server.child.exitCode, null, `castled does not start again: ${server.stderr}`);
      server.end('SIGKILL');
    }
    server.child.asked = true;
    await ended(server);
    disk.heal();
    after();
  }
  await server.start();
}

const pick = (random, list) => list[Math.floor(random() * list.length)];

// ---- what must hold ----

// All games as the server has them now, while nobody is back and their clocks are stopped.
async function check(server, games) {
  const [reader, onlooker] = await Promise.all([connect(server), connect(server)]);
  await Promise.all(games.map(game => reader.ok({ t: 'watch', game: game.id, since: 0 })));
  await Promise.all(games.map(game => onlooker.ok({ t: 'watch', game: game.id })));
  for (const player of [reader, onlooker]) await player.settle();
  for (const game of games) {
    const texts = reader.texts.filter((_, i) => isEvent(reader.messages[i], game.id));
    const seen = { moves: game.moves.length, newest: Math.max(0, ...game.texts.keys()) };
    expectGapless(reader.events(game.id));
    texts.forEach(text => absorb(game, text, Infinity));
    assert.ok(texts.length >= seen.newest, `of ${seen.newest} events that were seen ${texts.length} are there`);
    assert.ok(game.moves.length >= game.acknowledged, 'a move that was answered ok is gone');
    assert.ok(game.moves.length <= seen.moves + 1, 'more moves than were sent');
    assert.deepEqual(game.moves, opera.slice(0, game.moves.length), 'a move is doubled or changed');
    const snapshot = onlooker.messages.find(m => m.t === 'game' && m.game === game.id);
    assert.deepEqual(snapshot.moves, game.moves);
    if (!game.isOver) {
      assert.equal(snapshot.clock.running, null, 'a clock runs while nobody is back');
      assert.deepEqual([snapshot.clock.white, snapshot.clock.black], [game.clock.white, game.clock.black]);
    }
    game.acknowledged = game.moves.length;
  }
  await Promise.all([reader.close(), onlooker.close()]);
}

// What was acknowledged may be gone, and a game's id may belong to another game by now; but whatever is there is whole. All
// start again.
async function checkWhole(server, tables) {
  const onlooker = await connect(server);
  for (const table of tables) {
    for (const { id } of table.games) {
      const answer = await onlooker.ask({ t: 'watch', game: id });
      if (answer.code === 'no_such_game') continue;
      assert.equal(answer.t, 'ok', JSON.stringify(answer));
      const { moves } = await onlooker.next(m => m.t === 'game' && m.game === id);
      assert.deepEqual(moves, opera.slice(0, moves.length));
    }
    Object.assign(table, { tokens: [], games: [], challenge: undefined });
  }
  await onlooker.close();
}

// A game whose start nobody has seen shows in 'playing'.
async function comeBack(server, tables) {
  await Promise.all(tables.map(sit));
  for (const table of tables) {
    const [id] = table.players[0].welcome.playing;
    const game = table.games.at(-1);
    if (id && (!game || game.isOver)) table.games.push(newGame(id, table));
    else assert.deepEqual(id, game && !game.isOver ? game.id : undefined);
    assert.deepEqual(table.players[1].welcome.playing, id ? [id] : []);
  }
  const since = game => Math.max(0, ...game.texts.keys());
  await Promise.all(tables.flatMap(({ players, games: [...games] }) =>
    players.map(player => games.length && player.ok({ t: 'watch', game: games.at(-1).id, since: since(games.at(-1)) }))));
  for (const table of tables) for (const player of table.players) await player.settle();
}

async function run(t, { durability, powerFails, forgets = false }) {
  t.diagnostic(`CASTLED_SEED=${seed}`);
  const random = seeded(seed);
  const disk = newDisk({ records: powerFails });
  const server = castled({ slow: true, args: ['--durability', durability, '--archive-after', '2'], env: disk.env });
  const report = [];
  const tables = Array.from({ length: TABLES }, (_, i) => ({ server, random, tokens: [], games: [], thinks: i === 0 }));
  let lost = 0;
  server.moves = 0;
  try {
    await server.start();
    await comeBack(server, tables);
    while (report.length < crashes) {
      const way = pick(random, Object.keys(ends));
      const power = powerFails ? pick(random, POWER_WAYS) : 'none';
      report.push(`${way}, power: ${power}`);
      server.committed = 0;
      let failure;
      const playing = tables.map(table => playOn(table).catch(error => {
        if (!server.child.asked) failure ??= error;
      }));
      await ends[way](server, disk, random);
      server.death = server.clock.now();
      await Promise.all(playing);
      if (failure) throw failure;
      await Promise.all(tables.flatMap(table => table.players.map(player => player.closed)));
      const after = () => powerFails && (lost += disk.losePower(server.directory, random, power).lost);
      after();
      await startAgain(server, disk, random, after);
      if (forgets) await checkWhole(server, tables);
      else await check(server, tables.flatMap(table => table.games));
      for (const table of tables) table.games = table.games.filter(game => !game.isOver);
      await comeBack(server, tables);
    }
    t.diagnostic(`${report.length} crashes, ${server.moves} moves answered ok, ${lost} bytes lost with the power`);
    await server.stop();
  } catch (error) {
    error.message += `\nseed ${seed}; crashes so far:\n${report.join('\n')}`;
    server.end('SIGKILL');
    throw error;
  } finally {
    await server.child.closed;
    await server.remove();
    disk.close();
  }
}

describe('a crash under load', { concurrency: true }, () => {
  it('loss of power: nothing that anybody has seen is lost with --durability power', t =>
    run(t, { durability: 'power', powerFails: true }));
  it('kill -9: nothing that anybody has seen is lost with --durability process', t =>
    run(t, { durability: 'process', powerFails: false }));
  it('loss of power: what is lost with --durability process leaves a whole database', t =>
    run(t, { durability: 'process', powerFails: true, forgets: true }));
});
