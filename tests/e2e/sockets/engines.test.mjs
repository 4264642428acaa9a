// engines.test.mjs - external engines: good ones, failing ones, and Stockfish where it is installed.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Chess } from 'chess.js';

import { castled, get, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { lichess } from './lichess_client.mjs';
import { connect, listed } from './player.mjs';

const fake = fileURLToPath(new URL('../../unit/fake_engine.sh', import.meta.url));
const stockfish = '/usr/games/stockfish';
const clock = { initial: 60_000, increment: 0 };

// A program that behaves as its name says (fake_engine.sh).
const directory = newDirectory('castled-fakes-');
const kinds = ['good', 'once-crash', 'illegal', 'gone'];
const flags = ['--engine-write', directory, ...kinds.flatMap(kind => {
  fs.symlinkSync(fake, path.join(directory, kind));
  return ['--engine', `${kind}=${path.join(directory, kind)}`];
})];
if (fs.existsSync(stockfish)) flags.push('--engine', `stockfish=${stockfish}`);

let server;
before(async () => (server = await castled({ args: ['--threads', '1', '--pace', 'machine', ...flags] }).start()));
after(() => server.remove());

// A game against it, with Black for the person: resolves when it has begun.
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

test('engines play in tournaments, as levels of the computer do', async () => {
  const spectator = await connect(server);
  await listed(spectator, ['good', 'illegal']);
  const organiser = await lichess(server, 'Olga', { scopes: 'tournament:write' });
  const form = fields => new URLSearchParams(fields).toString();
  const made = await organiser.post('/api/v1/tournaments', form({ name: 'Engines', format: 'swiss', rounds: 1, initial: 'black', rated: 'false', 'clock.limit': 60, 'clock.increment': 0 }));
  const at = `/api/v1/tournaments/${made.json.id}`;
  const act = async fields => (await organiser.post(`${at}/acts`, form(fields))).json;
  for (const engine of ['nobody', 'gone', 'No Body', '', 'x'.repeat(17)]) assert.equal((await act({ act: 'add', engine })).field, 'engine', engine);
  for (const fields of [{ engine: 'good' }, { level: 1 }]) assert.equal((await act({ act: 'add', ...fields })).ok, true);
  assert.equal((await act({ act: 'add', engine: 'good' })).code, 'same');
  assert.deepEqual((await organiser.get(`${at}/players`)).json.players.map(one => [one.name, one.engine, one.here])[0], ['good', true, true]);
  assert.equal((await act({ act: 'start', confirm: 'true' })).ok, true);
  const boards = async () => (await organiser.get(`${at}/rounds/1`)).json.boards ?? [];
  await until(async () => (await boards())[0]?.game, 'their game');
  const [{ game, white }] = await boards(); // the level has a rating, so it comes first, and has Black
  assert.equal(white.name, 'good');
  await spectator.ok({ t: 'watch', game });
  await spectator.next(m => m.game === game && (m.ply >= 2 || m.moves?.length >= 2), () => 'moves of both');
  assert.equal((await act({ act: 'cancel', reason: 'seen', confirm: 'true' })).ok, true);
});

test('what an engine cannot do is refused', async () => {
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

test('an engine plays, and continues after a restart', async () => {
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

test('an engine that is gone from the options keeps its name', async () => {
  const data = newDirectory();
  const seen = async (port, game) => {
    const pgn = await get(port, `/game/export/${game}`);
    assert.match(pgn.body, /\[White "good"\]/);
    const json = JSON.parse((await get(port, `/game/export/${game}`, { accept: 'application/json' })).body);
    assert.deepEqual(json.players.white, { aiLevel: 0, name: 'good', rating: 1200 });
  };
  const games = [];
  let token;
  const usual = { directory: data, keep: true };
  const args = ['--threads', '1', '--pace', 'machine'];
  await withCastled({ ...usual, args: [...args, ...flags] }, async server => {
    const player = await connect(server);
    token = player.welcome.token;
    await listed(player, ['good']);
    for (const goesOn of [false, true]) {
      const { game } = await begin(player, 'good', { strength: 1200 });
      await player.kind('move');
      if (!goesOn) await player.ok({ t: 'resign', game });
      games.push(game);
      await seen(server.port, game);
    }
  });
  await withCastled({ ...usual, keep: false, args }, async server => {
    const player = await connect(server, { token });
    await player.ok({ t: 'watch', game: games[1] });
    const { white } = await player.kind('game');
    assert.equal(white.name, 'good');
    assert.equal(white.computer, 0);
    assert.equal(white.rating, 1200);
    for (const game of games) await seen(server.port, game);
  });
});

test('one that dies is restarted, the players are told, and the game continues', async () => {
  const player = await connect(server);
  await listed(player, ['once-crash']);
  await begin(player, 'once-crash');
  const said = await player.kind('chat');
  assert.equal(said.from.name, 'once-crash');
  assert.match(said.text, /has exited; it is being restarted, and the game goes on/);
  assert.equal((await player.kind('move')).uci, 'e2e4');
});

test('one that plays an illegal move is ended, and its opponent is told', async () => {
  const player = await connect(server);
  await listed(player, ['illegal']);
  const { game } = await begin(player, 'illegal');
  await player.next(m => m.t === 'chat' && /not legal; it cannot continue/.test(m.text));
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

// ---- what an engine may do (spy_engine.c) ----

const spy = process.env.CASTLED_SPY;

// A server with a program of that kind in a folder of its own, and 'more' flags.
async function withEngine(kind, program, more, body) {
  const folder = newDirectory('castled-engine-');
  fs.symlinkSync(program, path.join(folder, kind));
  const args = ['--threads', '1', '--pace', 'machine', '--engine', `${kind}=${path.join(folder, kind)}`, ...more(folder)];
  try {
    await withCastled({ args, env: { CASTLED_SECRET: 'x' } }, server => body(server, folder));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

// A zombie counts as gone: nobody else has waited for it yet.
const isGone = pid => {
  try {
    return / [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''));
  } catch {
    return true;
  }
};

// What the spy found out once it was asked for a move: the rest of each line by its first two words.
async function report(server, folder, kind) {
  const player = await connect(server);
  await listed(player, [kind]);
  await begin(player, kind);
  await player.kind('move');
  return fs.readFileSync(path.join(folder, `${kind}.found`), 'utf8').split('\n');
}

test('an engine gets nothing that the server holds', () =>
  withEngine('spy', spy, folder => ['--engine-write', folder], async (server, folder) => {
    const { directory: data } = server;
    const own = ['castled.db', 'castled.db-wal', 'castled.sock'].map(name => path.join(data, name));
    for (const file of own) assert.ok(fs.existsSync(file), file);
    const look = [`list ${data}`, ...own.map(file => `read ${file}`), ...['write', 'chmod', 'truncate', 'empty'].map(what => `${what} ${own[0]}`), 'read /usr/bin/env'];
    fs.writeFileSync(path.join(folder, 'spy.look'), look.map(line => `${line}\n`).join(''));
    const found = await report(server, folder, 'spy');
    for (const line of ['files 3', 'death 9', 'privileges 1', 'leader 1', `folder ${folder}`, 'core 0', 'nofile 1024',
      `as ${(2048 + 16 + 128) * 2 ** 20}`, 'socket unix Permission denied', 'read /usr/bin/env yes'])
      assert.ok(found.includes(line), `${line} in\n${found.join('\n')}`);
    assert.ok(!found.some(line => /^variable CASTLED/.test(line)));
    assert.match(found.find(line => /^trace server/.test(line)), /Operation not permitted|Permission denied/);
    assert.match(found.find(line => /^open server's memory/.test(line)), /Operation not permitted|Permission denied/);
    if (/has no Landlock/.test(server.stderr)) return;
    for (const line of look.slice(0, -1)) assert.ok(found.includes(`${line} Permission denied`), line);
    const landlock = Number(found.find(line => /^landlock /.test(line)).slice(9));
    if (landlock >= 6) assert.ok(found.includes('signal server Operation not permitted'));
  }));

test('kill -9 of the server also ends an engine that would not end by itself', () =>
  withEngine('stubborn', spy, folder => ['--engine-write', folder], async (server, folder) => {
    const found = await report(server, folder, 'stubborn');
    const pid = Number(found.find(line => /^pid /.test(line)).slice(4));
    assert.ok(!isGone(pid));
    await server.kill();
    await until(() => isGone(pid), 'the engine is gone');
    await server.start();
  }));

test('an engine that eats memory is stopped by its limit and restarted', () =>
  withEngine('hungry', fake, folder => ['--engine-memory', '64', '--engine-write', folder], async (server, folder) => {
    const player = await connect(server);
    await listed(player, ['hungry']);
    await begin(player, 'hungry');
    await player.next(m => m.t === 'chat' && /has exited; it is being restarted/.test(m.text));
    server.expectSound();
    assert.match(fs.readFileSync(path.join(folder, 'hungry.told'), 'utf8'), /^name Hash value 16$/m);
  }));

test('engines cannot be given the data directory', async () => {
  const data = newDirectory('castled-data-');
  const run = more => runCastled(['--port', '0', '--data', data, '--engine', 'spy=/usr/bin/env', ...more]);
  for (const flag of ['--engine-read', '--engine-write']) {
    assert.match((await run([flag, data])).stderr, /^castled: .*: it is in the data folder$/m);
    assert.match((await run([flag, '/nowhere/at/all'])).stderr, /^castled: .*\/nowhere\/at\/all: No such file/m);
    assert.equal((await run([flag, 'relative'])).code, 2);
  }
  fs.rmSync(data, { recursive: true });
});
