// lag.test.mjs - the network's delay is measured by the server's own pings and given back: one player sits behind
// a line that holds everything back for a while in both directions.

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

const oneWay = 75; // ms
let server;
let line;
before(async () => {
  server = await castled().start();
  line = await slowLine(server.port, oneWay);
});
after(async () => {
  line.close();
  await server.remove();
});

// Passes bytes on in order, each piece so much later.
const delay = (from, to, ms) => {
  from.on('data', data => setTimeout(() => to.writable && to.write(data), ms));
  from.on('close', () => setTimeout(() => to.destroy(), ms));
  from.on('error', () => {});
};

function slowLine(port, ms) {
  const proxy = net.createServer(near => {
    const far = net.connect(port, '127.0.0.1');
    near.setNoDelay(true);
    far.setNoDelay(true);
    delay(near, far, ms);
    delay(far, near, ms);
  });
  return new Promise(resolve =>
    proxy.listen(0, '127.0.0.1', () =>
      resolve({ port: proxy.address().port, close: () => proxy.close() }),
    ),
  );
}

test('a far player is charged what he thought, a near one as before', async () => {
  const far = await connect(line);
  const near = await connect(server);
  const clock = { initial: 60_000, increment: 0 };
  const table = await pair(server, { clock }, [far, near]);
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');

  let left = 60_000;
  for (const [ply, uci] of [[2, 'g1f3'], [4, 'f1c4'], [6, 'd2d3']]) {
    const heard = performance.now();
    await sleep(100);
    const thought = performance.now() - heard;
    const event = await play(table, ply, uci);
    assert.ok(event.lag >= 2 * oneWay && event.lag < 2 * oneWay + 200, `lag ${event.lag}`);
    assert.equal(event.given, event.lag);
    // Without compensation 150 ms more would be gone; the slack is for a busy machine.
    const charged = left - event.clock.white;
    assert.ok(charged >= thought - 60 && charged < thought + 120, `charged ${charged} of ${thought}`);
    left = event.clock.white;
    const answer = await play(table, ply + 1, ['b8c6', 'f8c5', 'd7d6'][(ply - 2) / 2]);
    assert.ok((answer.lag ?? 0) < 100, `the near player's lag ${answer.lag}`);
  }
});

test('what a client says about lag counts for nothing', async () => {
  const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await sleep(300);
  await table.white.ok({ t: 'move', game: table.game, ply: 2, uci: 'g1f3', lag: 5000, given: 5000 });
  const event = await table.black.next(m => m.t === 'move' && m.ply === 3);
  assert.ok((event.lag ?? 0) < 100);
  assert.ok(event.clock.white <= 60_000 - 200, `${event.clock.white}`);
});

test('a move under way when the time is up counts, one that was made too late does not', async () => {
  const [far, near] = [await connect(line), await connect(server)];
  const clock = { initial: 2_000, increment: 0 };
  const table = await pair(server, { clock }, [far, near]);
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await play(table, 2, 'g1f3'); // now its lag is known
  await play(table, 3, 'b8c6');
  await sleep(2_300);
  far.send({ t: 'move', game: table.game, ply: 4, uci: 'f1c4' });
  const end = await near.kind('end');
  assert.equal(end.status, 'outoftime');
  assert.equal(end.winner, 'black');
  assert.equal(end.clock.white, 0);
});
