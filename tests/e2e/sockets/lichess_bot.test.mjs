// lichess_bot.test.mjs - lichess-bot as it is, with Stockfish, comes online, accepts challenges and plays a board with both
// colours. Its log has no complaint.
//
// It runs where lichess-bot is installed: CASTLED_LICHESS_BOT is its folder, CASTLED_LICHESS_BOT_PYTHON the Python that has
// its requirements (else python3); Stockfish is Debian's.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { castled, newDirectory, runCastled, until } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';

const place = process.env.CASTLED_LICHESS_BOT;
const python = process.env.CASTLED_LICHESS_BOT_PYTHON ?? 'python3';
const skip = place ? false : 'CASTLED_LICHESS_BOT is not set';
const COMPLAINTS = /Backing off|ERROR|WARNING|CRITICAL|Traceback/;

let server;
let board;
const bots = [];
before(async () => {
  if (skip) return;
  server = await castled({ limits: 'on' }).start();
  board = await lichess(server, 'Board');
  await board.events();
});
after(async () => {
  // With the processes that it has started, which would otherwise try to connect for ever.
  for (const bot of bots) process.kill(-bot.child.pid, 'SIGKILL');
  await server?.remove();
});

// The default configuration with the five lines that a user changes; an engine that doesn't think long, and no tablebases.
function configure(token, changes) {
  const lines = { token: `"${token}"`, url: `"http://127.0.0.1:${server.port}/"`, dir: '"/usr/games"', name: '"stockfish"', ...changes };
  let text = fs.readFileSync(path.join(place, 'config.yml.default'), 'utf8');
  for (const [name, value] of Object.entries(lines))
    text = text.replace(new RegExp(`^( *)${name}:.*`, 'm'), (line, space) => `${space}${name}: ${value}`);
  return text
    .replace(/^ *SyzygyPath:.*\n/m, '')
    .replace(/^ *Threads:.*/m, '    Threads: 1')
    .replace(/^ *Hash:.*/m, '    Hash: 16');
}

// castled bot create, lichess-bot, and what it logs.
async function start(name, changes = {}) {
  const { stdout, stderr, code } = await runCastled(['bot', '--data', server.directory, 'create', name]);
  assert.equal(code, 0, stderr);
  const token = /^token: (\S+)$/m.exec(stdout)[1];
  const config = path.join(newDirectory(), 'config.yml');
  fs.writeFileSync(config, configure(token, { ponder: 'false', move_overhead: '100', min_base: '0', ...changes }));
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', python, 'lichess-bot.py', '--config', config, '--disable_auto_logging'],
    { cwd: place, env: { ...process.env, COLUMNS: '400' }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const bot = { name, token, child, log: '', api: browser(server, { token }) };
  child.stdout.on('data', text => (bot.log += text));
  child.stderr.on('data', text => (bot.log += text));
  bots.push(bot);
  await until(async () => {
    assert.equal(child.exitCode, null, bot.log);
    return bot.log.includes('awaiting challenges') && (await board.get(`/api/users/status?ids=${name}`)).json[0].online;
  }, `${name} is online`);
  return bot;
}

// The board plays its first move, hears the bot's answer, and resigns.
async function play(bot, color, move) {
  const made = await board.post(`/api/challenge/${bot.name}`, { rated: false, 'clock.limit': 60, 'clock.increment': 1, color });
  assert.equal(made.status, 200, made.body);
  const { id } = made.json;
  await board.event.next(line => line.type === 'gameStart' && line.game.id === id, 'the bot accepts');
  const stream = board.game(id);
  await stream.type('gameFull');
  const plies = count => stream.next(line => (line.state ?? line).moves?.split(' ').filter(Boolean).length === count, `${count} plies`);
  if (color === 'black') await plies(1);
  await board.play(id, `move/${move}`);
  await plies(color === 'black' ? 3 : 2);
  await board.play(id, 'resign');
  await stream.end();
  const last = stream.lines.findLast(line => line?.type === 'gameState');
  assert.deepEqual([last.status, last.winner], ['resign', color === 'black' ? 'white' : 'black']);
  await until(() => bot.log.includes(`/${id}/${color === 'black' ? 'white' : 'black'} Game over`), 'the bot knows that it is over');
}

test('lichess-bot plays with both colours, one game after the other', { skip, timeout: 900_000 }, async () => {
  const bot = await start('Fish');
  for (const [color, move] of [['white', 'e2e4'], ['black', 'e7e6'], ['black', 'c7c5']]) await play(bot, color, move);
  assert.doesNotMatch(bot.log, COMPLAINTS);
});
