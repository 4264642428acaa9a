// lag.test.mjs - the network's delay is measured by the server's own pings and given back: one player has a line
// that delays everything in both directions.
//
// The delay is in the server's time, which passes only as the line lets it: what is charged is known to the ms.

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { castled, get, newClock, newDirectory } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

const oneWay = 75; // ms
const slack = 20; // ms of the server's time, which are twenty seconds of the machine's
let server;
let line;
before(async () => {
  server = await castled({ clock: newClock(newDirectory('castled-clock-'), { slowness: 1000 }) }).start();
  line = await slowLine();
});
after(async () => {
  line.close();
  await server.remove();
});

async function slowLine() {
  const held = []; // what is under way, oldest first
  let now = 0; // ms that have passed on the line
  let bytes = 0;

  const hold = (from, to) => {
    from.setNoDelay(true);
    from.on('data', data => {
      bytes += data.length;
      held.push({ due: now + oneWay, deliver: () => to.writable && to.write(data) });
    });
    from.on('close', () => to.destroy());
    from.on('error', () => {});
  };
  const proxy = net.createServer(near => {
    const far = net.connect(server.port, '127.0.0.1');
    hold(near, far);
    hold(far, near);
  });
  await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve));

  // Waits until everything delivered has been read, and answered if it needs an answer: nothing more has come for long
  // enough that anything would have.
  async function still() {
    for (let quiet = 0, seen = bytes; quiet < 3; seen = bytes) {
      await get(server.port, '/healthz');
      await new Promise(setImmediate);
      quiet = bytes === seen ? quiet + 1 : 0;
    }
  }

  async function passTo(instant) {
    const ms = instant - now;
    now = instant;
    await server.pass(ms);
    while (held[0]?.due <= now) held.shift().deliver();
  }

  return {
    port: proxy.address().port,
    // Lets that much time pass.
    async elapse(ms) {
      const end = now + ms;
      for (await still(); held[0]?.due <= end; await still()) await passTo(held[0].due);
      await passTo(end);
    },
    // Lets time pass, from one arrival to the next, until the promise is settled.
    async during(promise) {
      let isOver = false;
      const over = () => (isOver = true);
      promise.then(over, over);
      for (await still(); !isOver; await still()) if (held[0]) await passTo(held[0].due);
      return promise;
    },
    close: () => proxy.close(),
  };
}

// A game between somebody far away, who has White, and somebody near, both of whom have moved.
async function begin(initial) {
  const far = await line.during(connect(line));
  const near = await connect(server);
  const table = await line.during(pair(server, { clock: { initial, increment: 0 } }, [far, near]));
  await line.during(play(table, 0, 'e2e4'));
  await line.during(play(table, 1, 'e7e5'));
  return table;
}

test('a far player is charged what they thought, a near one as before', async () => {
  const table = await begin(60_000);
  let left = 60_000;
  for (const [ply, uci] of [[2, 'g1f3'], [4, 'f1c4'], [6, 'd2d3']]) {
    await line.elapse(100);
    const event = await line.during(play(table, ply, uci));
    assert.ok(event.lag >= 2 * oneWay && event.lag < 2 * oneWay + slack, `lag ${event.lag}`);
    assert.equal(event.given, event.lag);
    // Without compensation 150 ms more would be gone.
    const charged = left - event.clock.white;
    assert.ok(Math.abs(charged - 100) < slack, `charged ${charged} of 100`);
    left = event.clock.white;
    const answer = await line.during(play(table, ply + 1, ['b8c6', 'f8c5', 'd7d6'][(ply - 2) / 2]));
    assert.ok((answer.lag ?? 0) < slack, `the near player's lag ${answer.lag}`);
  }
});

test('what a client says about lag is ignored', async () => {
  const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await line.elapse(300);
  await table.white.ok({ t: 'move', game: table.game, ply: 2, uci: 'g1f3', lag: 5000, given: 5000 });
  const event = await table.black.next(m => m.t === 'move' && m.ply === 3);
  assert.ok((event.lag ?? 0) < slack);
  assert.ok(Math.abs(60_000 - 300 - event.clock.white) < slack, `${event.clock.white}`);
});

test('a move under way when time runs out counts, one made too late does not', async () => {
  const table = await begin(2000);
  const { game, white: far, black: near } = table;
  await line.during(play(table, 2, 'g1f3')); // now its lag is known
  await line.during(play(table, 3, 'b8c6'));
  await line.elapse(1900);
  const event = await line.during(play(table, 4, 'f1c4'));
  assert.ok(Math.abs(event.clock.white - 100) < 2 * slack, `${event.clock.white}`);
  await line.during(play(table, 5, 'f8c5'));
  await line.elapse(300);
  far.send({ t: 'move', game, ply: 6, uci: 'd2d3' });
  const end = await line.during(near.kind('end'));
  assert.equal(end.status, 'outoftime');
  assert.equal(end.winner, 'black');
  assert.equal(end.clock.white, 0);
});

test('a draw is claimed before the flag falls, not after (FIDE 6.9)', async () => {
  for (const [thought, status] of [[1900, 'draw'], [2100, 'outoftime']]) {
    const table = await begin(2000);
    const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    for (const [i, uci] of [...knights, ...knights].entries()) await line.during(play(table, i + 2, uci));
    await line.elapse(thought); // it arrives when the flag has fallen, but is held back
    table.white.send({ t: 'claim', game: table.game, what: 'threefold' });
    const end = await line.during(table.black.kind('end'));
    assert.equal(end.status, status, `${thought} ms`);
    assert.equal(end.clock.white > 0, status === 'draw', `${end.clock.white}`);
  }
});
