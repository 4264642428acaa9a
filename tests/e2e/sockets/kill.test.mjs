// kill.test.mjs - kill -9 at any moment: whatever anybody has seen is there after the restart, the game goes on,
// and the time that the server was down costs nobody anything.
//
// CASTLED_SEED repeats a run, CASTLED_KILLS is the number of moments (default: 50).

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until, withCastled } from './castled.mjs';
import { opera, seeded } from './games.mjs';
import { newLink } from './links.mjs';
import { connect, expectGapless, pair, play } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const kills = Number(process.env.CASTLED_KILLS ?? 50);

// What three observers of one game know: the text of each event that any of them saw, by its number.
function memory(game) {
  const texts = new Map();
  const newest = [0, 0, 0];
  return {
    texts,
    newest,
    // Records what an observer's connection has received; it must be gapless and agree with what was seen before.
    absorb(observer, player) {
      const came = player.texts
        .map(text => [JSON.parse(text), text])
        .filter(([m]) => m.game === game && m.seq > 0 && m.t !== 'game');
      if (came.length === 0) return;
      expectGapless(came.map(([m]) => m), newest[observer] + 1);
      for (const [m, text] of came) {
        assert.equal(texts.get(m.seq) ?? text, text, 'the same event with another text');
        texts.set(m.seq, text);
      }
      newest[observer] = came.at(-1)[0].seq;
    },
  };
}

const eventsIn = known => [...known.texts.values()].map(text => JSON.parse(text));
const movesIn = known => eventsIn(known).filter(m => m.t === 'move');
const endIn = known => eventsIn(known).find(m => m.t === 'end');

// After a restart all three come back with what they have and get exactly what they lack.
async function comeBack(server, people, known, game) {
  const back = [];
  for (const [i, person] of people.entries()) {
    const player = await connect(server, { token: person.welcome.token });
    assert.equal(player.welcome.you.id, person.welcome.you.id);
    const ok = await player.ok({ t: 'watch', game, since: known.newest[i] });
    assert.ok(ok.seq >= Math.max(...known.newest), 'an event that somebody had seen is gone');
    back.push(player);
  }
  for (const player of back) await player.settle();
  back.forEach((player, i) => known.absorb(i, player));
  const isOver = endIn(known) !== undefined;
  for (const player of back.slice(0, 2))
    assert.deepEqual(player.welcome.playing, isOver ? [] : [game]);
  return back;
}

// Ways to catch the server: each gets the people, the next ply and the generator, and kills it.
const moments = {
  async 'between two moves'(server) {
    await server.kill();
  },
  async 'just after a move was sent'(server, { mover, request }) {
    mover.send(request);
    await server.kill();
  },
  async 'some moments after a move was sent'(server, { mover, request, random }) {
    mover.send(request);
    await sleep(random() * 4);
    await server.kill();
  },
  async 'on the ok of a move'(server, { mover, request }) {
    await mover.ok(request);
    await server.kill();
  },
  async 'in a burst of requests'(server, { mover, other, game, request, random }) {
    for (let i = 0; i < 20; i++) mover.send({ t: 'ping', c: i });
    mover.send(request);
    other.send({ t: 'draw', game });
    mover.send({ t: 'chat', game, text: 'hello' });
    await sleep(random() * 3);
    await server.kill();
  },
};

async function gameWithKills(server, random, count, report) {
  const clock = { initial: 300_000, increment: 2000 };
  const table = await pair(server, { clock });
  const { game } = table;
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game, since: 0 });
  let people = [table.white, table.black, spectator];
  const known = memory(game);
  const killAt = new Set();
  while (killAt.size < count) killAt.add(Math.floor(random() * opera.length));

  for (let ply = 0; ply < opera.length; ) {
    if (killAt.delete(ply)) {
      const names = Object.keys(moments);
      const name = names[Math.floor(random() * names.length)];
      report.push(`${name}, ply ${ply}`);
      const answers = people.map(p => p.messages.length);
      await moments[name](server, {
        mover: people[ply % 2],
        other: people[1 - (ply % 2)],
        game,
        request: { t: 'move', game, ply, uci: opera[ply], id: 9_000_000 },
        random,
      });
      await Promise.all(people.map(p => p.closed));
      people.forEach((p, i) => known.absorb(i, p));
      const confirmed = people[ply % 2].messages
        .slice(answers[ply % 2])
        .some(m => m.t === 'ok' && (m.id === 9_000_000 || name === 'on the ok of a move'));
      await server.start();
      people = await comeBack(server, people, known, game);
      people.forEach(p => ((p.messages.length = 0), (p.texts.length = 0), (p.seen = 0)));
      assert.equal(new Set(known.newest).size, 1, 'three who are up to date know the same');
      const played = movesIn(known).length;
      assert.ok(played === ply || played === ply + 1);
      assert.ok(!confirmed || played === ply + 1, 'a move that was answered ok is gone');
      ply = played;
      // Sending it again is safe whether it got through or not.
      if (ply > 0 && ply < opera.length)
        await people[(ply - 1) % 2].ok({ t: 'move', game, ply: ply - 1, uci: opera[ply - 1] });
      continue;
    }
    await play({ game, white: people[0], black: people[1] }, ply, opera[ply]);
    ply++;
  }
  if (!endIn(known))
    for (const player of people) await player.next(m => m.t === 'end' && m.game === game);
  people.forEach((p, i) => known.absorb(i, p));
  const end = endIn(known);
  assert.equal(end.status, 'mate');
  assert.equal(end.winner, 'white');
  assert.deepEqual(movesIn(known).map(m => m.uci), opera);
  server.expectSound();
  await Promise.all(people.map(p => p.close()));
}

// Requests with keys are taken and seen by others, and their answers are lost with the server. Sent again, they are answered,
// and nothing is done twice.
async function askAgainAfterKill(server) {
  const link = await newLink(server, Math.random);
  const white = await connect({ port: link.port });
  const black = await connect(server);
  const { game } = await pair(server, {}, [white, black]);
  const sought = { clock: { initial: 60_000, increment: 0 }, fallback: null };
  const requests = [
    { t: 'challenge', to: 'user', user: black.welcome.you.id, clock: null, key: '5f0c9a86-8a4e-4f6e-b1d9-000000000001' },
    { t: 'moretime', game, key: 'time' },
    { t: 'chat', game, text: 'hello', key: 'chat' },
    { t: 'seek', ...sought, key: 'seek' },
  ];
  link.stall('far');
  for (const request of requests) white.send({ ...request, id: 1 });
  const { challenge } = await black.kind('challenge');
  await black.kind('moretime');
  await black.kind('chat');
  await black.ok({ t: 'seek', ...sought });
  const found = await black.kind('start');
  await server.kill();
  link.close(); // what the server had answered is lost with it
  await Promise.all([white.closed, black.closed]);
  await server.start();

  const back = await connect(server, { token: white.welcome.token });
  const other = await connect(server, { token: black.welcome.token });
  assert.deepEqual(back.welcome.playing.sort(), [game, found.game].sort());
  await other.ok({ t: 'watch', game, since: 0 });
  for (let i = 0; i < 2; i++) {
    const answers = [];
    for (const request of requests) answers.push(await back.ok(request));
    assert.equal(answers[0].challenge, challenge);
    assert.equal(answers[3].game, found.game);
  }
  await other.ok({ t: 'chat', game, preset: 'gl' });
  await other.settle();
  const told = kind => other.messages.filter(m => m.t === kind);
  assert.deepEqual(told('challenge').map(m => m.challenge), [challenge]);
  assert.equal(told('moretime').length, 1);
  assert.deepEqual(told('chat').map(m => m.text), ['Good luck']);
  assert.equal(told('start').length, 0);
  await Promise.all([back, other].map(player => player.close()));
}

// A challenge is sent, the server is killed some moments after, and the challenge is sent again: there is one.
async function challengeWithKill(server, random) {
  const maker = await connect(server);
  const request = { t: 'challenge', to: 'link', clock: null, key: `k${random()}`.replace('.', '-') };
  maker.send(request);
  await sleep(random() * 4);
  await server.kill();
  await maker.closed;
  const seen = maker.messages.find(m => m.t === 'challenge');
  await server.start();
  const again = await connect(server, { token: maker.welcome.token });
  const answer = await again.ok(request);
  assert.equal(seen?.challenge ?? answer.challenge, answer.challenge);
  await again.settle();
  assert.deepEqual(again.messages.filter(m => m.t === 'challenge').map(m => m.challenge), [answer.challenge]);
  await again.close();
}

// The server writes down its time every second, which bounds the refund after a crash. Waits until it has.
async function heartbeat(server) {
  const wal = `${server.directory}/castled.db-wal`;
  const written = () => fs.statSync(wal, { bigint: true }).mtimeNs;
  for (let i = 0; i < 2; i++) { // the first may already have been under way
    const before = written();
    await server.pass(1000);
    await until(() => written() > before, 'the time is written down');
  }
}

// The time that a player has left, by the newest snapshot.
async function clocks(server, game) {
  const someone = await connect(server);
  await someone.ok({ t: 'watch', game });
  const { clock } = await someone.kind('game');
  await someone.close();
  return clock;
}

// Each has a server of its own, and mostly waits: so all run at once.
describe('kill -9', { concurrency: true }, () => {
  for (const durability of ['power', 'process']) {
    it(`games are finished over ${kills / 2} kills with --durability ${durability}`, async t => {
      t.diagnostic(`CASTLED_SEED=${seed}`);
      const random = seeded(seed);
      const report = [];
      await withCastled({ args: ['--durability', durability] }, async server => {
        while (report.length < kills / 2)
          await gameWithKills(server, random, Math.min(9, kills / 2 - report.length), report);
      }).catch(error => {
        error.message += `\nseed ${seed}; kills so far:\n${report.join('\n')}`;
        throw error;
      });
    });
  }

  it('what was asked with a key is done once, though the answer was lost with the server', () =>
    withCastled({}, async server => {
      const random = seeded(seed);
      await askAgainAfterKill(server);
      for (let i = 0; i < kills / 25; i++) await challengeWithKill(server, random);
      server.expectSound();
    }));

  it('down-time is not charged, thinking time before it is', () =>
    withCastled({ slow: true }, async server => {
      const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
      for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
      const left = table.white.events(table.game).at(-1).clock;
      await server.pass(2500);
      await heartbeat(server);
      await server.kill();
      await Promise.all([table.white.closed, table.black.closed]);
      server.clock.add(30_000);
      await server.start();
      // The clock of the side to move is stopped until they are back.
      const before = await clocks(server, table.game);
      await server.pass(500);
      const standing = await clocks(server, table.game);
      assert.equal(before.running, null);
      assert.deepEqual(standing, before);
      const charged = left.white - before.white;
      assert.ok(charged >= 2500 && charged < 10_000, `${charged} ms charged for 2500 ms of thought`);
      assert.equal(before.black, left.black);

      const white = await connect(server, { token: table.white.welcome.token });
      const black = await connect(server, { token: table.black.welcome.token });
      await white.ok({ t: 'watch', game: table.game });
      await black.ok({ t: 'watch', game: table.game });
      await server.pass(1000);
      const move = await play({ game: table.game, white, black }, 4, opera[4]);
      const spent = before.white - move.clock.white + (move.given ?? 0);
      assert.ok(spent >= 1000 && spent < 2000, `${spent} ms charged on return`);
      assert.equal(move.clock.black, left.black);
    }));

  it('a game that had just begun is charged after it like any other', () =>
    withCastled({ slow: true }, async server => {
      await server.pass(60_000); // in which nothing happens that would be recorded
      const { game, white, black } = await pair(server, { clock: { initial: 300_000, increment: 0 } });
      await server.restart();
      const [w, b] = await Promise.all([white, black].map(p => connect(server, { token: p.welcome.token })));
      for (const player of [w, b]) await player.ok({ t: 'watch', game });
      for (let ply = 0; ply < 2; ply++) await play({ game, white: w, black: b }, ply, opera[ply]);
      await server.pass(5000);
      const { clock, given = 0 } = await play({ game, white: w, black: b }, 2, opera[2]);
      const spent = 300_000 - clock.white + given; // what the way took is given back
      assert.ok(spent >= 5000 && spent < 10_000, `${spent} ms charged for 5000`);
    }));

  it('a player who does not come back is charged after half a minute', () =>
    withCastled({ slow: true }, async server => {
      const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
      for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
      await server.restart();
      const black = await connect(server, { token: table.black.welcome.token });
      await black.ok({ t: 'watch', game: table.game, since: 4 });
      await server.pass(28_000);
      assert.equal((await clocks(server, table.game)).running, null);
      await server.pass(2000);
      const clock = await clocks(server, table.game);
      assert.equal(clock.running, 'white');
      assert.ok(clock.white > 50_000);
    }));

  it('a game whose start was sent, an end and a challenge that were answered survive kill -9', () =>
    withCastled({}, async server => {
      for (let round = 0; round < 8; round++) {
        const { game, white, black } = await pair(server, { clock: null });
        await server.restart();
        const [w, b] = await Promise.all(
          [white, black].map(p => connect(server, { token: p.welcome.token })),
        );
        assert.deepEqual([w.welcome.playing, b.welcome.playing], [[game], [game]]);
        await w.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
        const made = await b.ok({ t: 'challenge', to: 'link', clock: null });
        await w.ok({ t: 'resign', game });
        await server.restart();
        const back = await connect(server, { token: white.welcome.token });
        assert.deepEqual(back.welcome.playing, []);
        await back.ok({ t: 'watch', game });
        const snapshot = await back.kind('game');
        assert.deepEqual([snapshot.status, snapshot.winner, snapshot.moves], ['resign', 'black', ['e2e4']]);
        const taken = await back.ok({ t: 'accept', challenge: made.challenge });
        await server.restart();
        const again = await connect(server, { token: white.welcome.token });
        assert.deepEqual(again.welcome.playing, [taken.game]);
        await again.refused({ t: 'accept', challenge: made.challenge }, 'stale');
        await again.ok({ t: 'resign', game: taken.game });
      }
    }));

  it('a stop by SIGTERM loses nothing either, and closes with 1001', () =>
    withCastled({}, async server => {
      const table = await pair(server, { clock: null });
      for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
      await server.stop();
      assert.deepEqual(await Promise.all([table.white.closed, table.black.closed]), [1001, 1001]);
      await server.start();
      const white = await connect(server, { token: table.white.welcome.token });
      await white.ok({ t: 'watch', game: table.game, since: 0 });
      await white.settle();
      assert.deepEqual(
        white.events(table.game).filter(m => m.t === 'move'),
        table.white.events(table.game),
      );
    }));
});
