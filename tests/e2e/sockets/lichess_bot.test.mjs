// lichess_bot.test.mjs - lichess-bot as it is, with Stockfish, comes online, accepts challenges and plays a board: both colours, bullet,
// blitz, Chess960, from a position, to mate, resignation, a draw, an abort and a takeback; two of them find each other by matchmaking.
// Their logs have no complaint.
//
// It runs where lichess-bot is installed: CASTLED_LICHESS_BOT is its folder, CASTLED_LICHESS_BOT_PYTHON the Python that has
// its requirements (else python3); Stockfish is Debian's.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

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
  fs.mkdirSync(path.join(place, 'lichess_bot_auto_logs'), { recursive: true }); // where it counts takebacks, also when it keeps no logs
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
    .replace(/^ *Hash:.*/m, '    Hash: 16')
    .replace(/^# {3}- (fromPosition|chess960)$/gm, '    - $1')
    // What matchmaking asks for: half a minute, so that a game is soon over.
    .replace(/^( *challenge_initial_time:.*\n)(?: +- \d+\n)+/m, '$1    - 30\n')
    .replace(/^( *challenge_increment:.*\n)(?: +- \d+\n)+/m, '$1    - 0\n');
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

// The board challenges the bot: the game's id and stream, once the bot has accepted.
async function begin(bot, terms) {
  const made = await board.post(`/api/challenge/${bot.name}`, { rated: false, 'clock.limit': 60, 'clock.increment': 1, ...terms });
  assert.equal(made.status, 200, made.body);
  const { id } = made.json;
  await board.event.next(line => line.type === 'gameStart' && line.game.id === id, 'the bot accepts');
  const stream = board.game(id);
  const full = await stream.type('gameFull');
  const plies = count => stream.next(line => (line.state ?? line).moves?.split(' ').filter(Boolean).length === count, `${count} plies`);
  return { id, stream, full, plies };
}

// How it has ended, when the bot knows, too; then it has said goodbye.
async function ended(bot, { id, stream }, color) {
  await stream.end();
  await until(() => bot.log.includes(`/${id}/${color} Game over`), 'the bot knows that it is over');
  const last = stream.lines.findLast(line => line?.type === 'gameState');
  return [last.status, last.winner];
}

// The board plays its first move, hears the bot's answer, and resigns.
async function play(bot, color, move, terms = {}) {
  const game = await begin(bot, { color, ...terms });
  if (color === 'black') await game.plies(1);
  await board.play(game.id, `move/${move}`);
  await game.plies(color === 'black' ? 3 : 2);
  await board.play(game.id, 'resign');
  const other = color === 'black' ? 'white' : 'black';
  assert.deepEqual(await ended(bot, game, other), ['resign', other]);
  return game.full;
}

const stop = async bot => {
  process.kill(-bot.child.pid, 'SIGKILL');
  bots.splice(bots.indexOf(bot), 1);
  while ((await board.get(`/api/users/status?ids=${bot.name}`)).json[0].online) await sleep(1000); // limits are on
};

test('lichess-bot plays with both colours, bullet and blitz, one game after the other', { skip, timeout: 900_000 }, async () => {
  const bot = await start('Fish');
  for (const [color, move, limit] of [['white', 'e2e4', 60], ['black', 'e7e6', 180], ['black', 'c7c5', 60]]) {
    const { speed } = await play(bot, color, move, { 'clock.limit': limit, 'clock.increment': limit / 60 });
    assert.equal(speed, limit === 60 ? 'bullet' : 'blitz');
  }
  assert.doesNotMatch(bot.log, COMPLAINTS);
  await stop(bot);
});

test('it plays Chess960 and from a position, mates, resigns, agrees to a draw, aborts, and lets a move be taken back', { skip, timeout: 900_000 }, async () => {
  const bot = await start('Pike', {
    resign_enabled: 'true', resign_moves: '1', resign_score: '-500', offer_draw_moves: '1', offer_draw_score: '300', abort_time: '5', max_takebacks_accepted: '3',
  });
  const nine = await begin(bot, { variant: 'chess960', color: 'black' });
  assert.equal(nine.full.variant.key, 'chess960');
  await nine.plies(1);
  await board.play(nine.id, 'move/a7a6');
  await nine.plies(3);
  await board.play(nine.id, 'move/h7h6');
  await nine.plies(5);
  await board.play(nine.id, 'resign');
  assert.deepEqual(await ended(bot, nine, 'white'), ['resign', 'white']);

  const from = (fen, color) => begin(bot, { variant: 'fromPosition', fen, color });
  const mate = await from('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'black');
  assert.deepEqual(await ended(bot, mate, 'white'), ['mate', 'white']);

  // A king against two queens: the bot gives up as soon as it has looked.
  const hopeless = await from('q3k3/8/8/8/8/8/1q6/6K1 b - - 0 1', 'black');
  await board.play(hopeless.id, 'move/a8b8');
  await hopeless.plies(2);
  await board.play(hopeless.id, 'move/b8b3');
  assert.deepEqual(await ended(bot, hopeless, 'white'), ['resign', 'black']);

  // A rook each, which no search takes for more than a draw. The bot offers with its move, and the board accepts.
  const drawn = await from('r5k1/8/8/8/8/8/8/1R4K1 w - - 0 1', 'white');
  await board.play(drawn.id, 'move/g1g2');
  const offered = await drawn.plies(2);
  assert.equal(offered.bdraw, true);
  await board.play(drawn.id, 'draw/yes');
  assert.equal((await ended(bot, drawn, 'black'))[0], 'draw');

  const back = await begin(bot, { color: 'white' });
  await board.play(back.id, 'move/e2e4');
  await back.plies(2);
  await board.play(back.id, 'takeback/yes');
  await back.stream.next(line => line.type === 'gameState' && line.moves === '', 'the takeback');
  await board.play(back.id, 'move/d2d4');
  await back.stream.next(line => line.moves?.startsWith('d2d4 '), 'an answer to the new move');
  await board.play(back.id, 'resign');
  await ended(bot, back, 'black');

  const idle = await begin(bot, { color: 'white' });
  assert.equal((await ended(bot, idle, 'black'))[0], 'aborted');
  assert.doesNotMatch(bot.log, COMPLAINTS);
  await stop(bot);
});

test('two of them play the rounds of a Swiss, and an arena, that a script joins them to', { skip, timeout: 900_000 }, async () => {
  for (const bot of [...bots]) await stop(bot);
  const club = await lichess(server, 'Club', { scopes: 'tournament:write' });
  const pair = [await start('Roach'), await start('Tench')];
  const form = fields => new URLSearchParams({ rated: 'false', 'conditions.bots': 'true', ...fields }).toString();
  const make = async (path, fields) => {
    const made = await club.post(path, form(fields));
    assert.equal(made.status, 200, made.body);
    return made.json.id;
  };
  const join = async (path, id) => {
    const acts = ['act=settings&firstMove=600', ...pair.map(({ name }) => `act=add&name=${name}`), 'act=start&confirm=true'];
    for (const act of acts) {
      const done = await club.post(`/api/v1/tournaments/${id}/acts`, act);
      assert.equal(done.status, 200, done.body);
    }
    return async () => (await club.get(`${path}/${id}`)).json;
  };
  const swiss = await join('/api/swiss', await make('/api/swiss/new/bots', { 'clock.limit': 30, 'clock.increment': 0, nbRounds: 1 }));
  for (const end = Date.now() + 600_000; (await swiss()).status !== 'finished'; await sleep(1000))
    assert.ok(Date.now() < end, pair.map(bot => bot.log).join('\n'));
  const { stats } = await swiss();
  assert.deepEqual([stats.games, stats.byes, stats.absences], [1, 0, 0]);
  const arena = await make('/api/tournament', { clockTime: 0.5, clockIncrement: 0, minutes: 60 });
  const shown = await join('/api/tournament', arena);
  const games = async () => (await shown()).standing.players.map(({ sheet }) => sheet.scores.length);
  for (const end = Date.now() + 600_000; (await games()).some(count => count < 1); await sleep(1000))
    assert.ok(Date.now() < end, pair.map(bot => bot.log).join('\n'));
  assert.equal((await club.post(`/api/tournament/${arena}/terminate`, '')).status, 200);
  for (const bot of pair) assert.doesNotMatch(bot.log, COMPLAINTS);
});

test('two of them find each other by matchmaking, and play a game to its end', { skip, timeout: 900_000 }, async () => {
  for (const bot of [...bots]) await stop(bot); // which would be challenged, too
  const changes = { allow_matchmaking: 'true', challenge_timeout: '1', challenge_variant: '"standard"' };
  const pair = [await start('Carp', changes), await start('Perch', changes)];
  // The first challenge comes after a minute.
  const played = /\/(\w{8})\/(?:white|black) Game over/;
  for (const end = Date.now() + 600_000; !pair.every(bot => played.test(bot.log)); await sleep(100))
    assert.ok(Date.now() < end, pair.map(bot => bot.log).join('\n'));
  const [one, other] = pair.map(bot => played.exec(bot.log)[1]);
  assert.equal(one, other);
  const game = (await board.ask('GET', `/game/export/${one}`, undefined, { accept: 'application/json' })).json;
  assert.ok(!['started', 'aborted', 'noStart'].includes(game.status), game.status);
  assert.deepEqual([game.players.white.user.name, game.players.black.user.name].sort(), ['Carp', 'Perch']);
  for (const bot of pair) assert.doesNotMatch(bot.log.replaceAll(/^.*only allowed to play 100 games per day.*$/gm, ''), COMPLAINTS);
});
