// links.test.mjs - bad connections between players and server: delays, stalls, breaks, ends that one side is not told of. Both
// players see the same game, and its clocks are those of its receipts.
//
// CASTLED_SEED repeats a run's choices, CASTLED_LINK_GAMES is the number of games (default: 3).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { database, runCastled, spawnCastled, withCastled } from './castled.mjs';
import { opera, seeded } from './games.mjs';
import { newLink } from './links.mjs';
import { connect, expectGapless, pair, play } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const games = Number(process.env.CASTLED_LINK_GAMES ?? 3);

// ---- a player who comes back whenever their connection breaks ----

const newSeat = link => ({ link, token: undefined, player: null, game: undefined, texts: new Map() });

function absorb(seat) {
  for (const text of seat.player.texts.splice(0)) {
    const m = JSON.parse(text);
    if (m.game !== seat.game || !(m.seq > 0) || m.t === 'game') continue;
    assert.equal(seat.texts.get(m.seq) ?? text, text, 'the same event with another text');
    seat.texts.set(m.seq, text);
  }
}

const newest = seat => Math.max(0, ...seat.texts.keys());
const plies = seat => [...seat.texts.values()].filter(text => JSON.parse(text).t === 'move').length;

async function sitDown(seat) {
  seat.player?.socket.terminate();
  seat.player = await connect(seat.link, { token: seat.token });
  seat.token = seat.player.welcome.token;
  if (seat.game) await seat.player.ok({ t: 'watch', game: seat.game, since: newest(seat) });
}

// Sends it until it is answered: a request that is lost is sent again on the next connection.
async function insist(seat, act) {
  for (;;) {
    try {
      if (seat.player.socket.readyState !== seat.player.socket.OPEN) await sitDown(seat);
      const done = await act(seat.player);
      absorb(seat);
      return done;
    } catch (error) {
      if (!/connection was closed|socket hang up|ECONNRESET|not open/.test(error.message)) throw error;
      absorb(seat);
    }
  }
}

async function sees(seat, ply) {
  await insist(seat, async player => {
    absorb(seat);
    if (plies(seat) < ply) await player.next(m => m.t === 'move' && m.game === seat.game && m.ply === ply);
  });
}

// ---- faults ----

// Each is done to one player's connection while they or their opponent move.
const faults = {
  nothing() {},
  'rough from here on': link => (link.isRough = true),
  'smooth from here on': link => (link.isRough = false),
  'stalled towards the server': link => link.stall('near'),
  'stalled towards the client': link => link.stall('far'),
  stalled: link => link.stall('near', 'far'),
  broken: link => link.reset(),
  'half open: the client is gone': (link, seat) => (link.forgetClients(), seat.player.socket.terminate()),
  'half open: the server is gone': (link, seat) => (link.forgetServer(), seat.player.socket.terminate()),
  'half closed': link => link.endClients(),
};

async function playOver(server, random, report) {
  const seats = await Promise.all([0, 1].map(async () => newSeat(await newLink(server, random))));
  for (const seat of seats) await sitDown(seat);
  const table = await pair(server, { clock: { initial: 600_000, increment: 1000 } }, seats.map(seat => seat.player));
  for (const seat of seats) seat.game = table.game;
  for (let ply = 0; ply < opera.length; ply++) {
    const mover = seats[ply % 2];
    const name = Object.keys(faults)[Math.floor(random() * Object.keys(faults).length)];
    const struck = seats[Math.floor(random() * 2)];
    const isBefore = random() < 0.5;
    report.push(`ply ${ply}: ${name}, ${struck === mover ? 'the mover' : 'the opponent'}`);
    if (isBefore) faults[name](struck.link, struck);
    const moving = insist(mover, player => player.ok({ t: 'move', game: table.game, ply, uci: opera[ply] }));
    if (!isBefore) faults[name](struck.link, struck);
    struck.link.flow();
    await moving;
    await Promise.all(seats.map(seat => sees(seat, ply + 1)));
  }
  const isEnd = text => JSON.parse(text).t === 'end';
  for (const seat of seats)
    await insist(seat, async player => {
      absorb(seat);
      if (![...seat.texts.values()].some(isEnd)) await player.next(m => m.t === 'end' && m.game === seat.game);
    });
  await expectSameGame(server, table.game, seats);
  for (const seat of seats) seat.player.socket.terminate();
  for (const seat of seats) seat.link.close();
}

// ---- what must hold ----

// What 'castled replay' says of the clocks after each event, in ms, by the event's number.
async function receipts(server, game) {
  const { code, stdout, stderr } = await runCastled(['replay', game, ...database(server.directory)]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /rebuilt bit for bit/);
  const lines = stdout.matchAll(/^ *(\d+) +\d+\.\d+ {2}.{26} +(-?\d+\.\d+) +(-?\d+\.\d+)/gm);
  return new Map([...lines].map(([, seq, ...clocks]) => [Number(seq), clocks.map(text => Math.round(text * 1000))]));
}

async function expectSameGame(server, game, seats) {
  const [one, other] = seats.map(seat => [...seat.texts.entries()].sort(([a], [b]) => a - b).map(([, text]) => text));
  assert.deepEqual(one, other);
  const events = one.map(text => JSON.parse(text));
  expectGapless(events);
  assert.deepEqual(events.filter(m => m.t === 'move').map(m => m.uci), opera.slice(0, plies(seats[0])));
  const kept = await receipts(server, game);
  assert.equal(kept.size, events.length);
  for (const m of events) {
    if (!m.clock) continue;
    assert.deepEqual([m.clock.white, m.clock.black], kept.get(m.seq), `event ${m.seq}`);
  }
}

// A network of its own whose packets are late, lost and out of order, where the kernel can make one (tc-netem(8)).
const isInNetwork = process.env.CASTLED_IN_NETWORK === 'yes';
const inNetwork = ['-rn', 'sh', '-c',
  'ip link set lo up && tc qdisc add dev lo root netem delay 3ms 2ms loss 2% reorder 20% && exec "$0" "$@"'];
const cannot = spawnSync('unshare', [...inNetwork, 'true']).status !== 0 && 'the kernel has no tc netem, or allows no namespace';

describe('bad lines', { concurrency: true }, () => {
  it('a player whose connection died silently is gone for their opponent, and comes back on another', () =>
    withCastled({ slow: true }, async server => {
      const random = seeded(seed);
      const [seat, other] = await Promise.all([0, 1].map(async () => newSeat(await newLink(server, random))));
      for (const each of [seat, other]) await sitDown(each);
      const table = await pair(server, { clock: { initial: 600_000, increment: 0 } }, [seat.player, other.player]);
      for (const each of [seat, other]) each.game = table.game;
      for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
      const isAway = m => m.t === 'crowd' && m.game === table.game && m.white === false;
      const hungUp = seat.link.forgetClients();
      await server.pass(60_000); // it is pinged after 25 s of silence, and closed after 45
      await hungUp;
      await other.player.next(isAway);
      absorb(other);
      await sitDown(seat); // they have seen nothing meanwhile, so they are told all of it
      await insist(seat, player => player.ok({ t: 'move', game: table.game, ply: 4, uci: opera[4] }));
      for (const each of [seat, other]) await sees(each, 5);
      await expectSameGame(server, table.game, [seat, other]);
      for (const each of [seat, other]) each.link.close();
    }));

  it('whatever the connections do, both players see the same game, with the clocks of its receipts', async t => {
    t.diagnostic(`CASTLED_SEED=${seed}`);
    const random = seeded(seed);
    const report = [];
    await withCastled({}, async server => {
      for (let i = 0; i < games; i++) await playOver(server, random, report);
      server.expectSound();
    }).catch(error => {
      error.message += `\nseed ${seed}:\n${report.slice(-8).join('\n')}`;
      throw error;
    });
  });

  it('also with packets lost and out of order', { skip: isInNetwork ? 'it is in that network' : cannot }, async () => {
    const env = { ...process.env, CASTLED_IN_NETWORK: 'yes' };
    delete env.NODE_TEST_CONTEXT; // it is a run of its own
    const file = fileURLToPath(import.meta.url);
    const child = spawnCastled([...inNetwork, process.execPath, '--test-name-pattern=whatever the connections do', file],
      { env, stdio: ['ignore', 'pipe', 'pipe'] }, 'unshare');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text));
    const [code] = await once(child, 'close');
    assert.equal(code, 0, said);
    assert.match(said, /ok 2 - whatever the connections do/);
  });
});
