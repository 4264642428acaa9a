// lichess_games.test.mjs - what the Lichess API tells of games to those who do not play them: exports by ids, streams, TV.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { begin, hasMembers, lichess, openStream } from './lichess_client.mjs';
import { connect } from './player.mjs';

let server;
let bot;
let board;
before(async () => {
  server = await castled().start();
  bot = await lichess(server, 'Botty', { bot: true });
  board = await lichess(server, 'Annie');
  await bot.events();
  await board.events();
});
after(() => server.remove());

const EXPORTED = {
  id: 'string', rated: 'boolean', variant: 'string', speed: 'string', perf: 'string', createdAt: 'integer', lastMoveAt: 'integer',
  status: 'string', 'players.white.user.name': 'string', 'players.white.user.id': 'string', 'players.white.rating': 'integer',
  moves: 'string', 'clock.initial': 'integer', 'clock.increment': 'integer', 'clock.totalTime': 'integer',
};

// The moves in turn, each told to both before the next.
async function play(game, moves) {
  const seats = [[board, game.one], [bot, game.other]];
  for (const [ply, uci] of moves.entries()) {
    await seats[ply % 2][0].play(game.id, `move/${uci}`);
    for (const [, stream] of seats) await stream.state(s => s.moves.split(' ').filter(Boolean).length === ply + 1);
  }
}

async function byIds(who, ids, accept = 'application/x-ndjson') {
  const answer = await who.ask('POST', '/api/games/export/_ids?clocks=true&opening=true', ids, { 'content-type': 'text/plain', accept });
  assert.equal(answer.status, 200, answer.body);
  return { ...answer, games: /json/.test(accept) ? answer.body.split('\n').filter(Boolean).map(line => JSON.parse(line)) : undefined };
}

// ---- exports ----

test('games are exported by their ids, newest first, and those in progress are three moves behind', async () => {
  const first = await begin(board, bot);
  await play(first, ['e2e4', 'e7e5']);
  await bot.play(first.id, 'resign');
  await first.one.end();
  const second = await begin(board, bot);
  await play(second, ['d2d4', 'd7d5', 'c2c4', 'e7e6', 'b1c3']);
  const nobody = browser(server);
  const ids = `${first.id},${second.id}blck,${first.id},Ab12Cd34`;
  const { games, headers } = await byIds(nobody, ids);
  assert.match(headers['content-type'], /^application\/x-ndjson/);
  for (const game of games) hasMembers(game, EXPORTED);
  assert.deepEqual(games.map(game => [game.id, game.moves, game.status]), [[second.id, 'd4 d5', 'started'], [first.id, 'e4 e5', 'resign']]);
  assert.equal((await byIds(bot, second.id)).games[0].moves, 'd4 d5 c4 e6 Nc3', 'whoever plays it sees all');
  const one = await nobody.ask('GET', `/game/export/${second.id}`, undefined, { accept: 'application/json' });
  assert.equal(one.json.moves, 'd4 d5');
  const pgn = await byIds(nobody, ids, '*/*');
  assert.match(pgn.headers['content-type'], /^application\/x-chess-pgn/);
  assert.equal(pgn.body.match(/^\[Site /gm).length, 2, pgn.body);
  await board.play(second.id, 'resign');
  assert.equal((await byIds(nobody, second.id)).games[0].moves, 'd4 d5 c4 e6 Nc3', 'and when it is over, everybody');
});

test('ids: at most 300, none, and what is no id', async () => {
  const nobody = browser(server);
  const post = body => nobody.ask('POST', '/api/games/export/_ids', body, { 'content-type': 'text/plain', accept: 'application/x-ndjson' });
  const many = count => Array.from({ length: count }, () => 'Ab12Cd34').join(',');
  assert.deepEqual([(await post(many(300))).status, (await post(many(301))).status], [200, 400]);
  assert.deepEqual([(await post('')).status, (await post('')).body], [200, '']);
  for (const bad of ['short', 'Ab12Cd3!', 'Ab12Cd34;Ab12Cd34,x']) {
    const { status, json } = await post(bad);
    assert.deepEqual([status, typeof json.error], [400, 'string'], bad);
  }
});

// ---- many games ----

const FOLLOWED = {
  id: 'string', rated: 'boolean', variant: 'string', speed: 'string', perf: 'string', createdAt: 'integer', status: 'integer',
  statusName: 'string', 'clock.initial': 'integer', 'clock.increment': 'integer', 'clock.totalTime': 'integer',
  'players.white.userId': 'string', 'players.white.rating': 'integer', 'players.black.userId': 'string',
};
const follow = (path, body, token) => openStream(server, path, { method: 'POST', body, token, headers: ['Content-Type: text/plain'] });
const heard = (stream, id, statusName) => stream.next(line => line.id === id && line.statusName === statusName, `${id} ${statusName}`);

test('a stream of games between users: those there are, those that begin, and how they end', async () => {
  const other = await lichess(server, 'Other');
  await other.events();
  const before = await begin(board, bot);
  const stream = follow('/api/stream/games-by-users?withCurrentGames=true', 'Annie,botty, nobody-there');
  await stream.opened();
  const line = await heard(stream, before.id, 'started');
  hasMembers(line, FOLLOWED);
  assert.deepEqual([line.status, line.players.white.userId, line.players.black.userId], [20, 'annie', 'botty']);
  assert.deepEqual(line.clock, { initial: 300, increment: 2, totalTime: 380 });
  const elsewhere = await begin(board, other);
  const next = await begin(board, bot);
  await heard(stream, next.id, 'started');
  await play(next, ['e2e4', 'e7e5']);
  await bot.play(next.id, 'resign');
  const last = await heard(stream, next.id, 'resign');
  assert.deepEqual([last.status, last.winner], [31, 'white']);
  await board.play(before.id, 'abort');
  await heard(stream, before.id, 'aborted');
  assert.ok(!stream.lines.some(each => each?.id === elsewhere.id), 'only games in which both are listed');
  await board.play(elsewhere.id, 'abort');
  stream.close();
  other.event.close();
});

test('a stream of games by their ids, to which more are added', async () => {
  const [first, second] = [await begin(board, bot), await begin(board, bot)];
  const stream = follow('/api/stream/games/club-night', first.id);
  await stream.opened();
  hasMembers(await heard(stream, first.id, 'started'), FOLLOWED);
  const nobody = browser(server);
  const add = (name, body) => nobody.ask('POST', `/api/stream/games/${name}/add`, body, { 'content-type': 'text/plain' });
  assert.equal((await add('another', second.id)).status, 404);
  assert.deepEqual((await add('club-night', second.id)).json, { ok: true });
  await heard(stream, second.id, 'started');
  await board.play(second.id, 'abort');
  await heard(stream, second.id, 'aborted');
  await board.play(first.id, 'abort');
  await heard(stream, first.id, 'aborted');
  const many = count => Array.from({ length: count }, (_, i) => `Ab12C${String(i).padStart(3, '0')}`).join(',');
  assert.equal((await add('club-night', many(499))).status, 400, 'with the two there are 501');
  assert.equal((await add('club-night', many(498))).status, 200);
  assert.equal((await add('club-night', many(501))).status, 400);
  assert.equal((await add('club-night', 'x')).status, 400);
  stream.close();
  const names = count => nobody.ask('POST', '/api/stream/games-by-users', 'annie,'.repeat(count), { 'content-type': 'text/plain' });
  assert.equal((await names(301)).status, 400);
});

// ---- watching ----

test('whoever watches a game is told all its positions from the first', async () => {
  const game = await begin(board, bot);
  await play(game, ['e2e4', 'e7e5', 'g1f3']);
  const stream = openStream(server, `/api/stream/game/${game.id}`);
  await stream.next(line => line.lm === 'g1f3');
  assert.deepEqual(stream.lines.slice(1, 5).map(line => [line.fen.split(' ')[1], line.lm]),
    [['w', undefined], ['b', 'e2e4'], ['w', 'e7e5'], ['b', 'g1f3']]);
  assert.equal(stream.lines[1].fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w');
  await board.play(game.id, 'resign');
  await stream.end();
});

test('spectators chat by the API, players write to them, and what was said is read by anybody; only bots who play read it', async () => {
  const game = await begin(board, bot);
  const fan = await lichess(server, 'Fan');
  await board.ok(`/api/board/game/${game.id}/chat`, { room: 'player', text: 'between us' });
  await bot.ok(`/api/bot/game/${game.id}/chat`, 'room=spectator&text=Hi!');
  assert.deepEqual((await browser(server).get(`/api/game/${game.id}/chat`)).json, [{ text: 'Hi!', user: bot.name }]);
  const guest = await connect(server);
  await guest.ok({ t: 'watch', game: game.id });
  await board.ok(`/api/board/game/${game.id}/chat`, { room: 'spectator', text: 'Welcome' });
  const { room, from, text } = await guest.kind('chat');
  assert.deepEqual([room, from.name, text], ['spectators', board.name, 'Welcome']);
  await guest.close();
  assert.equal((await game.other.next(line => line.room === 'spectator' && line.username === board.name)).text, 'Welcome');
  for (let i = 0; i < 31; i++) await fan.ok(`/api/board/game/${game.id}/chat`, { room: 'spectator', text: `line ${i} "\u00e9"` });
  const { json } = await browser(server).get(`/api/game/${game.id}/chat`);
  assert.deepEqual(json, Array.from({ length: 30 }, (_, i) => ({ text: `line ${i + 1} "\u00e9"`, user: 'Fan' })));
  game.one.read();
  assert.ok(!game.one.lines.some(line => line?.type === 'chatLine' && line.room === 'spectator'));
  assert.deepEqual((await browser(server).get('/api/game/Ab12Cd34/chat')).json, []);
  assert.equal((await browser(server).get('/api/game/short/chat')).status, 404);
  await board.play(game.id, 'abort');
});

test('TV: channels, the games of one, and its feed from game to game', async () => {
  const nobody = browser(server);
  const bulletBot = { 'clock.limit': 60, 'clock.increment': 1 };
  const first = await begin(board, bot, bulletBot);
  await play(first, ['e2e4', 'e7e5']);
  const { json } = await nobody.get('/api/tv/channels');
  for (const channel of ['best', 'bot'])
    hasMembers(json, { [`${channel}.user.name`]: 'string', [`${channel}.user.id`]: 'string', [`${channel}.rating`]: 'integer', [`${channel}.gameId`]: 'string', [`${channel}.color`]: 'string' });
  assert.deepEqual([json.bot.gameId, json.best.gameId, json.bullet], [first.id, first.id, undefined]);
  const games = await nobody.ask('GET', '/api/tv/bot?nb=5', undefined, { accept: 'application/x-ndjson' });
  assert.deepEqual(games.body.split('\n').filter(Boolean).map(line => JSON.parse(line).id), [first.id]);

  const feed = openStream(server, '/api/tv/bot/feed');
  const featured = await feed.next(line => line.t === 'featured');
  hasMembers(featured.d, { id: 'string', orientation: 'string', players: 'array', fen: 'string', 'players.0.color': 'string', 'players.0.user.name': 'string',
    'players.0.user.id': 'string', 'players.0.rating': 'integer', 'players.0.seconds': 'integer' });
  assert.equal(featured.d.id, first.id);
  await board.play(first.id, 'move/g1f3');
  const { d } = await feed.next(line => line.t === 'fen' && line.d.lm === 'g1f3');
  hasMembers(d, { fen: 'string', lm: 'string', wc: 'integer', bc: 'integer' });
  assert.equal(d.fen, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b');
  const second = await begin(board, bot, bulletBot);
  await play(second, ['d2d4', 'd7d5']);
  await board.play(first.id, 'resign');
  assert.equal((await feed.next(line => line.t === 'featured')).d.id, second.id);
  await board.play(second.id, 'resign');
  feed.close();
  for (const path of ['/api/tv/nothing', '/api/tv/nothing/feed']) assert.equal((await nobody.get(path)).status, 404, path);
  assert.equal((await nobody.get('/api/tv/blitz?nb=31')).status, 400);
});
