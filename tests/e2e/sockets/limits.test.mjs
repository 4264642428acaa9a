// limits.test.mjs - with its limits on, the server refuses who asks too often and goes on for the others.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled } from './castled.mjs';
import { closeCode, connect, pair, play } from './player.mjs';

let server;
// A hundred times slower than the machine: what a limit gives back while the test runs is next to nothing.
before(async () => (server = await castled({ limits: 'on', slow: true }).start()));
after(() => server.remove());

test('a flood is refused as too_fast and then closed with 1008, others play on', async () => {
  const table = await pair(server);
  const flooder = await connect(server);
  for (let i = 0; i < 1000; i++) flooder.send({ t: 'ping', id: i });
  assert.equal(await closeCode(flooder), 1008);
  const answers = flooder.messages.filter(m => m.t === 'error');
  assert.ok(answers.length > 0);
  for (const answer of answers) assert.equal(answer.code, 'too_fast');
  const served = flooder.messages.filter(m => m.t === 'ok').length;
  assert.ok(served >= 400 && served <= 410, `${served} were served`);
  await play(table, 0, 'e2e4');
});

test('chat has a limit of its own', async () => {
  const { game, white } = await pair(server);
  for (let i = 0; i < 10; i++) await white.ok({ t: 'chat', game, text: `${i}` });
  await white.refused({ t: 'chat', game, text: 'more' }, 'too_fast');
  await white.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
});

test('offers have one, too', async () => {
  const { game, white, black } = await pair(server);
  await play({ game, white, black }, 0, 'e2e4');
  await play({ game, white, black }, 1, 'e7e5');
  let refusal;
  for (let i = 0; i < 60 && !refusal; i++) {
    const answer = await white.ask({ t: 'takeback', game });
    if (answer.t === 'error' && answer.code === 'too_fast') refusal = answer;
    const offer = white.events(game).findLast(e => e.t === 'takeback')?.seq;
    if (answer.t === 'ok' && offer) await white.ask({ t: 'refuse', game, offer });
  }
  assert.ok(refusal, 'sixty offers in a row were taken');
});
