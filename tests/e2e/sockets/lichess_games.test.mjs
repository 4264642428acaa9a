// lichess_games.test.mjs - what the Lichess API tells of games to those who do not play them: exports by ids, streams, TV.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { begin, hasMembers, lichess } from './lichess_client.mjs';

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
