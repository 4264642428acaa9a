// history.test.mjs - finished games: listed, searched, exported, and packed into the archive without anybody noticing.

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { Chess } from 'chess.js';

import { castled, database, get, runCastled, until } from './castled.mjs';
import { foolsMate, opera } from './games.mjs';
import { browser } from './http_client.mjs';
import { connect } from './player.mjs';

let server;
let ann;
let ben;
before(async () => {
  server = await castled({ slow: true, args: ['--archive-after', '1', '--fallback', 'never'] }).start();
  [ann, ben] = await Promise.all([connect(server), connect(server)]);
});
after(() => server.remove());

const clock = { initial: 300_000, increment: 3000 };

// Plays the moves, White's first; resolves with the game's id when it is over.
async function playOver(white, black, moves, terms = clock) {
  const { challenge } = await white.ok({ t: 'challenge', to: 'link', clock: terms, color: 'white' });
  const { game } = await black.ok({ t: 'accept', challenge });
  for (const [ply, uci] of moves.entries())
    await (ply % 2 ? black : white).ok({ t: 'move', game, ply, uci });
  return game;
}

const id = player => player.welcome.you.id;
const list = async query => JSON.parse((await get(server.port, `/api/games?${query}`)).body);
const ids = async query => (await list(query)).games.map(game => game.id);

// A game is archived a second after its end. Only archived games have their opening in the index, if the server knows
// the names.
async function packed(game, opening) {
  await server.pass(2000);
  if (/openings will have no names/.test(server.stderr)) return;
  await until(async () => (await ids(`player=${id(ann)}&opening=${opening}`)).includes(game), `${game} is packed`);
}

test('a finished game is in the list of both players, and of all games', async () => {
  const game = await playOver(ann, ben, foolsMate);
  for (const query of [`player=${id(ann)}`, `player=${id(ben)}`, '']) {
    const { games, next } = await list(query);
    assert.equal(games[0].id, game);
    assert.equal(games[0].status, 'mate');
    assert.equal(games[0].winner, 'black');
    assert.equal(games[0].players.white.user.id, id(ann));
    assert.equal(games[0].speed, 'blitz');
    assert.deepEqual(games[0].clock, { initial: 300, increment: 3, totalTime: 420 });
    assert.equal(next, null);
  }
});

test('the games of an account that is closed are no longer listed, not by its id either', async () => {
  const page = browser(server);
  assert.equal((await page.post('/api/account', { name: 'Leaver', password: 'correct-horse' })).status, 201);
  const leaver = await connect(server, { headers: { cookie: `castled_session=${page.cookie}`, origin: `http://127.0.0.1:${server.port}` } });
  const other = await connect(server);
  const game = await playOver(leaver, other, foolsMate);
  const lists = [`/api/games?player=${id(leaver)}`, `/api/games?player=${id(other)}&opponent=${id(leaver)}`, `/api/games/user/${id(leaver)}`, `/api/crosstable/${id(leaver)}/${id(other)}`];
  const statuses = async () => Promise.all(lists.map(async path => (await get(server.port, path)).status));
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  assert.deepEqual(await ids(`player=${id(leaver)}`), [game]);
  assert.equal((await page.ask('DELETE', '/api/account', 'password=correct-horse&name=Leaver')).status, 200);
  assert.deepEqual(await statuses(), [400, 400, 404, 404]);
  assert.deepEqual(await ids(`player=${id(other)}`), [game]);
});

test('lists can be searched by everything that a game has', async () => {
  const won = await playOver(ann, ben, opera, { initial: 60_000, increment: 0 });
  const has = async query => (await ids(`player=${id(ann)}&${query}`)).includes(won);
  for (const query of [`opponent=${id(ben)}`, 'color=white', 'result=won', 'speed=bullet', 'perfType=blitz,bullet',
    'clock=60%2B0', 'rated=false', 'computer=false', 'status=mate', 'variant=standard', 'since=2020-01-01',
    `until=${Date.now() + 1e6}`, 'finished=true'])
    assert.ok(await has(query), query);
  for (const query of [`opponent=${id(ann)}`, 'color=black', 'result=lost', 'result=drawn', 'speed=blitz',
    'clock=300%2B3', 'rated=true', 'computer=true', 'status=draw', 'variant=chess960', 'until=2020-01-01',
    `since=${Date.now() + 1e6}`, 'finished=false', 'opening=C60'])
    assert.ok(!(await has(query)), query);
});

test('a game with time odds shows both clocks, and is found by the speed of their mean', async () => {
  const terms = { initial: 600_000, increment: 0, odds: { initial: 60_000 } };
  const game = await playOver(ann, ben, foolsMate, terms);
  const [newest] = (await list(`player=${id(ann)}`)).games;
  assert.equal(newest.speed, 'blitz');
  assert.deepEqual(newest.clock,
    { initial: 600, increment: 0, totalTime: 600, odds: { color: 'black', initial: 60, increment: 0 } });
  assert.equal((await ids(`player=${id(ann)}&speed=blitz`))[0], game);
  for (const query of ['speed=rapid', 'clock=600%2B0'])
    assert.ok(!(await ids(`player=${id(ann)}&${query}`)).includes(game), query);
  const pgn = (await get(server.port, `/api/game/${game}.pgn`)).body;
  for (const tag of ['[WhiteTimeControl "600"]', '[BlackTimeControl "60"]']) assert.ok(pgn.includes(tag), pgn);
});

test('nonsense is refused with the name of the parameter', async () => {
  for (const query of ['speed=slow', 'status=lost', 'variant=atomic', 'color=red', 'result=yes', 'since=x',
    'until=2026-13-01', 'clock=5', 'max=0', 'max=x', 'before=Ab1', 'opening='])
    assert.match(
      JSON.parse((await get(server.port, `/api/games?${query}`)).body).error ?? '',
      new RegExp(`^${query.split('=')[0]}:`),
      query,
    );
  assert.deepEqual(await ids('player=nobody'), []);
  assert.deepEqual(await ids('before=00000000'), await ids('before=00000000'));
});

test('pages follow each other without a gap', async () => {
  const [dan, eve] = await Promise.all([connect(server), connect(server)]);
  const played = [];
  for (let i = 0; i < 7; i++) played.unshift(await playOver(dan, eve, foolsMate));
  const seen = [];
  let from = '';
  for (let page = 0; page < 4; page++) {
    const { games, next } = await list(`player=${id(dan)}&max=2${from}`);
    seen.push(...games.map(game => game.id));
    from = `&before=${next}`;
    assert.equal(next === null, page === 3);
  }
  assert.deepEqual(seen, played);
  assert.deepEqual(await ids(`player=${id(dan)}&sort=dateAsc`), played.reverse());
});

test('archived games are read, exported and found as before', async () => {
  const game = await playOver(ann, ben, opera);
  const pgn = (await get(server.port, `/api/game/${game}.pgn`)).body;
  const json = (await get(server.port, `/game/export/${game}`, { accept: 'application/json' })).body;
  await packed(game, 'C41');
  assert.equal((await get(server.port, `/api/game/${game}.pgn`)).body, pgn);
  assert.equal((await get(server.port, `/game/export/${game}`, { accept: 'application/json' })).body, json);
  const board = new Chess();
  board.loadPgn(pgn.replace(/\{[^}]*\}/g, ''));
  assert.equal(board.history().length, 33);
  assert.equal(JSON.parse(json).moves.split(' ').length, 33);
  assert.equal(JSON.parse(json).clocks.length, 33);
});

test('a person\'s games come as PGN or as a JSON object a line', async () => {
  const [fay, gil] = await Promise.all([connect(server), connect(server)]);
  const played = [];
  for (let i = 0; i < 5; i++) played.unshift(await playOver(fay, gil, foolsMate));
  const path = `/api/games/user/${id(fay)}`;
  const lines = await get(server.port, path, { accept: 'application/x-ndjson' });
  assert.equal(lines.headers['content-type'], 'application/x-ndjson');
  assert.equal(lines.headers['transfer-encoding'], 'chunked');
  const games = lines.body.trim().split('\n').map(line => JSON.parse(line));
  assert.deepEqual(games.map(game => game.id), played);
  assert.equal(games[0].moves, 'f3 e5 g4 Qh4#');
  const pgn = await get(server.port, path);
  assert.equal(pgn.body.match(/^\[GameId /gm).length, 5);
  assert.ok(!pgn.body.includes('%clk'));
  assert.ok((await get(server.port, `${path}?clocks=true&max=2`)).body.includes('%clk'));
  assert.equal((await get(server.port, `${path}?max=2`)).body.match(/^\[GameId /gm).length, 2);
  assert.equal((await get(server.port, `${path}?vs=${id(ann)}`)).body, '');
  assert.equal((await get(server.port, `${path}?color=green`)).status, 400);
  const tagless = (await get(server.port, `${path}?tags=false&max=1`)).body;
  assert.equal(tagless.trim(), '1. f3 e5 2. g4 Qh4# 0-1');
});

test('an export that nobody reads delays nobody, and a HEAD has no body', async () => {
  const socket = net.connect(server.port, '127.0.0.1');
  socket.pause();
  for (let i = 0; i < 50; i++)
    socket.write(`GET /api/games/user/${id(ann)} HTTP/1.1\r\nHost: castled\r\n\r\n`);
  const asked = browser(server);
  const answer = await asked.ask('HEAD', `/api/games/user/${id(ann)}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.body, '');
  assert.ok((await ids(`player=${id(ann)}`)).length > 0);
  socket.destroy();
  server.expectSound();
});

test('openings are named by their moves', async () => {
  const answer = await get(server.port, '/api/opening?moves=e2e4,c7c5');
  const { opening } = JSON.parse(answer.body);
  if (opening) assert.equal(opening.eco, 'B20'); // null without scid-data
  assert.equal((await get(server.port, '/api/opening?moves=e2e5')).status, 400);
  assert.equal((await get(server.port, '/api/opening')).status, 400);
});

test('castled replay rebuilds a game from its log, also while the server runs', async () => {
  const game = await playOver(ann, ben, foolsMate);
  const check = async () => {
    const { code, stdout, stderr } = await runCastled(['replay', game, ...database(server.directory)]);
    assert.equal(code, 0, stderr + stdout);
    assert.match(stdout, /rebuilt bit for bit: 4 moves, mate\n$/);
    assert.match(stdout, /2\.\.\. Qh4#/);
    return stdout;
  };
  const journal = await check();
  await packed(game, 'A00');
  assert.equal(await check(), journal);
  assert.equal((await runCastled(['replay', 'Ab12Cd34', ...database(server.directory)])).code, 1);
  assert.equal((await runCastled(['replay', game, '--data', '/nowhere'])).code, 1);
  assert.equal((await runCastled(['replay'])).code, 2);
});

test('an imported game is among its importer\'s games, with its tags', async () => {
  const pgn = '[Event "London"]\n[White "Anderssen"]\n[Black "Kieseritzky"]\n[Date "1851.06.21"]\n\n' +
    '1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 {a remark} (4. g3) b5 1-0\n';
  const hal = await connect(server);
  const client = browser(server, { token: hal.welcome.token });
  const answer = await client.post('/api/import', `pgn=${encodeURIComponent(pgn)}`);
  assert.equal(answer.status, 200, answer.body);
  // A client whose answer was lost asks again: the same game is stored once; another player's and another game separately.
  const again = await client.post('/api/import', `pgn=${encodeURIComponent(pgn)}`);
  assert.deepEqual([again.status, again.json], [200, answer.json]);
  const draw = await client.post('/api/import', { pgn: pgn.replace('1-0', '1/2-1/2') });
  assert.notEqual(draw.json.id, answer.json.id);
  const other = browser(server, { token: (await connect(server)).welcome.token });
  const theirs = await other.post('/api/import', { pgn });
  assert.deepEqual([theirs.status, theirs.json.id === answer.json.id], [200, false]);
  const { games } = await list(`player=${id(hal)}`);
  assert.deepEqual(games.map(game => game.id), [draw.json.id, answer.json.id]);
  games.shift();
  assert.equal(games[0].source, 'import');
  assert.equal(games[0].rated, false);
  assert.deepEqual(games[0].players, { white: { name: 'Anderssen' }, black: { name: 'Kieseritzky' } });
  const back = (await get(server.port, `/game/export/${answer.json.id}`)).body;
  assert.match(back, /\[White "Anderssen"\]/);
  assert.match(back, /\[Date "1851.06.21"\]/);
  assert.match(back, /4\. Kf1 b5 1-0/);
  assert.ok(!(await ids('')).includes(answer.json.id)); // it is not among the games of this server
  const bad = await client.post('/api/import', { pgn: '1. e4 e5 2. Ke3' });
  assert.equal(bad.status, 400);
  assert.match(bad.json.error, /^pgn: line 1, column \d+: the move cannot be played/);
  assert.equal((await client.post('/api/import', 'x=1')).status, 400);
  assert.equal((await client.post('/api/import', `pgn=${'x'.repeat(70_000)}`)).status, 413);
  assert.equal((await browser(server).post('/api/import', `pgn=${pgn}`)).status, 401);
});
