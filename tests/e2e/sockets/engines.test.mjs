// engines.test.mjs - programs of others that play: good ones, those that fail, and Stockfish where it is installed.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { Chess } from 'chess.js';

import { castled, newDirectory } from './castled.mjs';
import { connect } from './player.mjs';

const fake = fileURLToPath(new URL('../../unit/fake_engine.sh', import.meta.url));
const stockfish = '/usr/games/stockfish';
const clock = { initial: 60_000, increment: 0 };

// One program that behaves as it is called (fake_engine.sh).
const directory = newDirectory('castled-fakes-');
const kinds = ['good', 'once-crash', 'illegal', 'gone'];
const flags = kinds.flatMap(kind => {
  fs.symlinkSync(fake, path.join(directory, kind));
  return ['--engine', `${kind}=${path.join(directory, kind)}`];
});
if (fs.existsSync(stockfish)) flags.push('--engine', `stockfish=${stockfish}`);

let server;
before(async () => (server = await castled({ args: ['--threads', '1', '--pace', 'machine', ...flags] }).start()));
after(() => server.remove());

// Until those are heard of; resolves with what is told of them, by name.
async function listed(player, names) {
  for (let i = 0; ; i++) {
    player.send({ t: 'engines', id: 1000 + i });
    const { engines } = await player.kind('engines');
    const byName = new Map(engines.map(engine => [engine.name, engine]));
    if (names.every(name => byName.has(name))) return byName;
    await sleep(50);
  }
}

// A game against it, the person black: resolves when it has begun.
async function begin(player, engine, more = {}) {
  const { game } = await player.ok({ t: 'challenge', to: 'computer', engine, clock, color: 'black', ...more });
  const snapshot = await player.kind('game');
  assert.equal(snapshot.white.computer, 0);
  assert.equal(snapshot.white.name, engine);
  return { game, snapshot };
}

test('engines are listed with their strengths, and those that never answer are not', async () => {
  const player = await connect(server);
  const engines = await listed(player, ['good', 'illegal']);
  assert.deepEqual(engines.get('good'), {
    name: 'good',
    title: 'Fake good',
    strength: { by: 'rating', least: 1000, most: 2000 },
    chess960: false,
  });
  assert.ok(!engines.has('gone'));
});

test('what cannot be asked of an engine is refused', async () => {
  const player = await connect(server);
  await listed(player, ['good']);
  const ask = { t: 'challenge', to: 'computer', clock };
  await player.refused({ ...ask, engine: 'nobody' }, 'bad_request');
  await player.refused({ ...ask, engine: 'No Body' }, 'bad_request');
  await player.refused({ ...ask, engine: 'good', level: 3 }, 'bad_request');
  await player.refused({ ...ask, engine: 'good', strength: 999 }, 'bad_request');
  await player.refused({ ...ask, engine: 'good', strength: 2001 }, 'bad_request');
  await player.refused({ ...ask, engine: 'good', rated: true }, 'bad_request');
  await player.refused({ ...ask, engine: 'good', variant: 'chess960' }, 'bad_request');
  await player.refused({ ...ask, engine: 'gone' }, 'not_now');
});

test('an engine plays, and goes on after a restart', async () => {
  let player = await connect(server);
  await listed(player, ['good']);
  const { game, snapshot } = await begin(player, 'good', { strength: 1200 });
  assert.equal(snapshot.white.rating, 1200);
  const move = await player.kind('move');
  assert.equal(move.uci, 'e2e4');
  await server.restart();
  player = await connect(server, { token: player.welcome.token });
  await player.ok({ t: 'watch', game });
  const again = await player.kind('game');
  assert.equal(again.white.name, 'good');
  assert.equal(again.white.rating, 1200);
  await player.ok({ t: 'resign', game });
});

test('one that dies is started again, says so, and the game goes on', async () => {
  const player = await connect(server);
  await listed(player, ['once-crash']);
  await begin(player, 'once-crash');
  const said = await player.kind('chat');
  assert.equal(said.from.name, 'once-crash');
  assert.match(said.text, /has ended by itself; it is started again, and the game goes on/);
  assert.equal((await player.kind('move')).uci, 'e2e4');
});

test('one that plays what is not legal loses its seat', async () => {
  const player = await connect(server);
  await listed(player, ['illegal']);
  const { game } = await begin(player, 'illegal');
  await player.next(m => m.t === 'chat' && /not legal; it cannot go on/.test(m.text));
  const crowd = await player.next(m => m.t === 'crowd' && m.game === game && !m.white);
  assert.equal(crowd.black, true);
});

test('Stockfish plays', { skip: !fs.existsSync(stockfish) }, async () => {
  const player = await connect(server);
  const about = (await listed(player, ['stockfish'])).get('stockfish');
  assert.match(about.title, /^Stockfish/);
  assert.equal(about.strength.by, 'rating');
  const { game } = await begin(player, 'stockfish', { strength: about.strength.least });
  const board = new Chess();
  for (let ply = 0; ply < 8; ply++) {
    if (ply % 2) {
      const moves = board.moves({ verbose: true });
      const { from, to, promotion = '' } = moves[ply % moves.length];
      await player.ok({ t: 'move', game, ply, uci: from + to + promotion });
    }
    const { uci } = await player.kind('move');
    assert.ok(board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] }));
  }
});
