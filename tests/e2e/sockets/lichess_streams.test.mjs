// lichess_streams.test.mjs - streams of the Lichess API: how many there may be, what becomes of one that is not read, and what
// a restart of the server leaves of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { begin, hasMembers, lichess, openStream } from './lichess_client.mjs';
import { connect } from './player.mjs';
import { dial, parseAnswers } from './raw_http.mjs';

// The status of a stream that may be refused, and its error; the stream when it is open.
async function open(stream) {
  const head = await stream.opened();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)[1]);
  return { status, stream, retry: /^retry-after: (\d+)/im.exec(head)?.[1] };
}

test('streams are bounded by token and by address; whoever closes one has a place again', () =>
  withCastled({ limits: 'on', args: ['--limit', 'streams=4,token-streams=2'] }, async server => {
    const bot = await lichess(server, 'Botty', { bot: true });
    const board = await lichess(server, 'Annie');
    await bot.events();
    await board.events();
    const ids = [];
    for (let i = 0; i < 2; i++) {
      ids.push((await board.post('/api/challenge/botty', { 'clock.limit': 300, 'clock.increment': 2, color: 'white' })).json.id);
      await bot.event.next(line => line.type === 'challenge' && line.challenge.id === ids[i]);
      await bot.ok(`/api/challenge/${ids[i]}/accept`);
    }
    const first = await open(bot.game(ids[0]));
    assert.equal(first.status, 200);
    const refused = await open(bot.game(ids[1]));
    assert.equal(refused.status, 429, 'the token has two already');
    assert.match(refused.retry, /^\d+$/);
    await refused.stream.wire.until(w => w.bytes.includes('"error"'), 'the error as JSON');
    const before = bot.event;
    await bot.events();
    await before.end();
    assert.equal((await bot.event.type('gameStart')).game.id, ids[0], 'one that takes the place of another counts once');
    await bot.play(ids[0], 'move/e2e4').catch(() => undefined); // not its turn; requests are not bounded by streams
    first.stream.close();
    await until(async () => {
      const { status, stream } = await open(bot.game(ids[1]));
      if (status !== 200) stream.close();
      return status === 200;
    }, 'the token has a place again');

    const watched = await open(openStream(server, `/api/stream/game/${ids[0]}`)); // the fourth of the address
    assert.equal(watched.status, 200);
    for (const [path, method] of [[`/api/stream/game/${ids[0]}`, 'GET'], ['/api/tv/feed', 'GET'], ['/api/stream/games-by-users', 'POST']]) {
      const { status, stream } = await open(openStream(server, path, { method, body: method === 'POST' ? 'annie' : '' }));
      assert.equal(status, 429, `${path}: the address has four`);
      stream.close();
    }
    watched.stream.close();
    await until(async () => {
      const { status, stream } = await open(openStream(server, '/api/tv/feed'));
      stream.close();
      return status === 200;
    }, 'the address has a place again');
    assert.equal((await browser(server).get('/api/tv/channels')).status, 200);
    bot.event.close();
    board.event.close();
  }));

// So many POSTs on one connection, one after another.
async function postAll(server, token, requests) {
  const wire = dial(server.port);
  wire.write(requests.map(({ path, body }) =>
    `POST ${path} HTTP/1.1\r\nHost: castled\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    + `Content-Length: ${body.length}\r\n\r\n${body}`).join(''));
  await wire.until(w => parseAnswers(w.bytes).answers.length === requests.length, 'all answers');
  wire.destroy();
}

test('a reader who does not read is cut off, and finds all again when they return', () =>
  withCastled({ args: ['--metrics-port', '0'] }, async server => {
    const bot = await lichess(server, 'Botty', { bot: true });
    const board = await lichess(server, 'Annie');
    await bot.events();
    await board.events();
    const game = await begin(board, bot);
    game.other.wire.socket.pause();
    // First the kernel's buffers of the connection are filled (tcp_wmem, tcp_rmem), then what may wait here.
    const words = `room=player&text=${'%F0%9F%98%80'.repeat(140)}`;
    const said = Array.from({ length: 500 }, () => ({ path: `/api/board/game/${game.id}/chat`, body: words }));
    const isCut = async () => /^castled_closed_behind_total 1$/m.test(await server.games.metrics());
    for (let i = 0; i < 100 && !(await isCut()); i++) await postAll(server, board.token, said);
    assert.ok(await isCut());
    await board.play(game.id, 'move/e2e4');
    game.other.wire.socket.resume();
    await game.other.wire.until(w => w.ended, 'the stream to be cut off');
    game.other.read();
    assert.equal(game.other.ended, false, 'its reader notices that it is not whole');
    assert.ok(!game.other.lines.some(line => line?.moves === 'e2e4'), 'the newest lines are missing');

    const again = bot.game(game.id);
    const full = await again.type('gameFull');
    assert.equal(full.state.moves, 'e2e4');
    assert.equal((await bot.get(`/api/bot/game/${game.id}/chat`)).json.length, 30);
    await bot.play(game.id, 'move/e7e5');
    await again.state(s => s.moves === 'e2e4 e7e5');
    assert.equal(bot.event.ended, false, 'its other streams go on');
    bot.event.close();
    board.event.close();
  }));

test('after a restart the new event stream brings every running game back', () =>
  withCastled({}, async server => {
    const bot = await lichess(server, 'Botty', { bot: true });
    const board = await lichess(server, 'Annie');
    await bot.events();
    await board.events();
    const games = [];
    for (let i = 0; i < 12; i++) games.push(await begin(board, bot, i % 3 ? {} : { 'clock.limit': undefined, 'clock.increment': undefined, days: 3 }));
    for (const game of games.slice(0, 6)) await board.play(game.id, 'move/e2e4');
    await bot.play(games[11].id, 'abort');
    await games[11].one.end();
    const running = games.slice(0, 11).map(game => game.id);
    await server.restart();
    await bot.events();
    const started = new Map();
    while (started.size < running.length) {
      const { game } = await bot.event.type('gameStart');
      hasMembers(game, { id: 'string', fullId: 'string', 'opponent.username': 'string', isMyTurn: 'boolean' });
      started.set(game.id, game);
    }
    assert.deepEqual([...started.keys()].sort(), [...running].sort());
    assert.deepEqual(running.map(id => started.get(id).isMyTurn), running.map((_, i) => i < 6));
    for (const id of running.slice(0, 6)) {
      const stream = bot.game(id);
      assert.equal((await stream.type('gameFull')).state.moves, 'e2e4');
      await bot.play(id, 'move/e7e5');
      await stream.state(s => s.moves === 'e2e4 e7e5');
      stream.close();
    }
    bot.event.close();
  }));

// As many as anybody may play, which is more than may wait for a reader at one time; then the challenges.
test('200 games come back on one event stream, each once, and the challenges after them', () =>
  withCastled({ limits: 'on' }, async server => {
    const organiser = await lichess(server, 'Organiser', { scopes: 'challenge:bulk' });
    const [ann, bob, cid] = [await lichess(server, 'Ann'), await lichess(server, 'Bob'), await lichess(server, 'Cid')];
    const pairs = new URLSearchParams({ players: Array(200).fill(`${ann.token}:${bob.token}`).join(','), days: '2' });
    const ids = (await organiser.post('/api/bulk-pairing', pairs.toString())).json.games.map(game => game.id).sort();
    const told = async challenges => {
      await ann.events();
      const found = [];
      while (found.length < ids.length) found.push((await ann.event.type('gameStart')).game.id);
      assert.deepEqual(found.sort(), ids);
      for (const id of challenges) assert.equal((await ann.event.type('challenge')).challenge.id, id);
      const { id } = (await cid.post('/api/challenge/ann', { days: 1 })).json;
      await ann.event.next(line => line.challenge?.id === id);
      const kinds = ann.event.lines.map(line => line?.type);
      assert.deepEqual([kinds.filter(kind => kind === 'gameStart').length, kinds.filter(kind => kind === 'challenge').length], [200, challenges.length + 1]);
      return id;
    };
    const first = await told([]);
    assert.equal((await ann.get('/api/account/playing?nb=50')).json.nowPlaying.length, 50);
    ann.event.close();
    const second = await told([first]);
    await server.restart();
    await told([first, second]);
    ann.event.close();
  }));

// Each feed used to look at every game for itself, every other second.
test('TV looks at no game, however many feeds show nothing and however often its channels are asked for', () =>
  withCastled({ slow: true, args: ['--metrics-port', '0'] }, async server => {
    const bot = await lichess(server, 'Botty', { bot: true });
    const board = await lichess(server, 'Annie');
    await bot.events();
    await board.events();
    const feeds = Array.from({ length: 50 }, () => openStream(server, '/api/tv/chess960/feed'));
    for (const feed of feeds) assert.equal((await open(feed)).status, 200);
    const games = [];
    for (const terms of [{}, { variant: 'chess960' }]) {
      games.push(await begin(board, bot, terms));
      await board.play(games.at(-1).id, 'move/a2a3');
      await bot.play(games.at(-1).id, 'move/a7a6');
    }
    const page = browser(server);
    for (let i = 0; i < 10; i++) {
      await server.pass(2000);
      assert.equal((await page.get('/api/tv/channels')).json.bot.gameId, games.map(game => game.id).sort()[0], 'both are worth the same');
      assert.equal((await page.get('/api/tv/chess960')).body, '', 'a bot plays: it is on no other channel');
    }
    assert.match(await server.metrics(), /^castled_best_walks_total 0$/m);
    await server.restart(); // nobody is connected: the server still knows who is a bot
    const { best, bot: shown, chess960 } = (await page.get('/api/tv/channels')).json;
    assert.deepEqual([shown.gameId, chess960], [best.gameId, undefined]);
    for (const feed of [...feeds, bot.event, board.event]) feed.close();
  }));

// ---- one place, one stream ----

const asForm = body => ({ method: 'POST', body, headers: ['Content-Type: application/x-www-form-urlencoded'] });
const KEPT = 'clock.limit=300&clock.increment=3&keepAliveStream=true';
const outgoing = async player => (await player.get('/api/challenge')).json.out.map(each => each.id);

// Both used to stay open, the first without an owner: when its reader hung up, its player had been freed.
test('a challenge sent twice with one key keeps one stream, and whoever hangs up late hurts nobody', () =>
  withCastled({ slow: true }, async server => {
    const [bot, board] = [await lichess(server, 'Botty', { bot: true }), await lichess(server, 'Annie')];
    const send = () => board.stream('/api/challenge/botty', asForm(`${KEPT}&key=abcdefgh12345678`));
    const first = send();
    const { id } = await first.next(line => line.id);
    const second = send();
    assert.equal((await second.next(line => line.id)).id, id);
    await first.end();
    first.close();
    assert.deepEqual(await outgoing(board), [id], 'somebody still waits for its answer');
    await board.ok(`/api/challenge/${id}/cancel`);
    assert.deepEqual(await second.next(line => line.done), { done: 'canceled' });
    await second.end();
    await server.pass(11_000); // the player is freed
    second.close();
    assert.equal((await bot.get('/api/account')).status, 200);
  }));

test('a challenge lives as long as its stream, but not longer for a reader who hangs up, and longer than the server', () =>
  withCastled({}, async server => {
    const [bot, board] = [await lichess(server, 'Botty', { bot: true }), await lichess(server, 'Annie')];
    await bot.events();
    const send = async () => {
      const stream = board.stream('/api/challenge/botty', asForm(KEPT));
      const { id } = await stream.next(line => line.id);
      await bot.event.next(line => line.type === 'challenge' && line.challenge.id === id);
      return { stream, id };
    };
    const [gone, kept] = [await send(), await send()];
    gone.stream.close();
    assert.equal((await bot.event.type('challengeCanceled')).challenge.id, gone.id);
    assert.deepEqual(await outgoing(board), [kept.id]);
    await server.stop();
    await kept.stream.wire.until(w => w.ended, 'the server to stop');
    kept.stream.close();
    await server.start();
    assert.deepEqual(await outgoing(board), [kept.id], 'nobody has hung up');
    await bot.ok(`/api/challenge/${kept.id}/decline`);
  }));

// The server stands still while they are sent, so that it reads all in one turn. It used to know of the last seek only.
test('seeks that one token sends in one turn are one seek', () =>
  withCastled({ slow: true }, async server => {
    const [board, other] = [await lichess(server, 'Annie'), await lichess(server, 'Seeker')];
    const watcher = await connect(server);
    await watcher.ok({ t: 'lobby' });
    const count = async n => {
      await server.pass(2000); // the lobby is told at most once a second
      await watcher.next(m => m.t === 'lobby' && m.count === n, `${n} seeks`);
    };
    const seek = player => player.stream('/api/board/seek', asForm('time=10&increment=5&rated=false'));
    for (let round = 0; round < 3; round++) {
      server.child.kill('SIGSTOP');
      const seeks = [seek(board), seek(board), seek(board)];
      await Promise.all(seeks.map(each => each.wire.until(w => w.open, 'a connection')));
      server.child.kill('SIGCONT');
      await Promise.all(seeks.map(each => each.opened()));
      const ended = () => seeks.filter(each => (each.read(), each.ended)).length;
      await until(() => ended() === 2, 'two of three streams to end');
      await count(1);
      assert.equal(ended(), 2);
      for (const each of seeks) each.close();
      await count(0);
    }
    const alone = seek(other);
    await alone.opened();
    await count(1);
    assert.equal((await other.get('/api/account/playing')).json.nowPlaying.length, 0, 'nobody is paired with one who has left');
    await server.pass(11_000); // the player of the board is freed
    alone.close();
    await count(0);
    await watcher.close();
  }));

// ---- long lists, in pieces ----

test('streams of many games tell all that were there, each once: 499 by their ids, 560 by their players', () =>
  withCastled({}, async server => {
    const organiser = await lichess(server, 'Organiser', { scopes: 'challenge:bulk' });
    const players = [];
    for (let i = 0; i < 8; i++) players.push(await lichess(server, `Player${i}`));
    const ids = [];
    for (let i = 0; i < 8; i += 2) {
      const pairs = new URLSearchParams({ players: Array(140).fill(`${players[i].token}:${players[i + 1].token}`).join(','), days: '5' });
      const made = await organiser.post('/api/bulk-pairing', pairs.toString());
      ids.push(...made.json.games.map(game => game.id));
    }
    for (let i = 0; i < 8; i += 2) // all have begun
      await until(async () => (await players[i].get('/api/account/playing?nb=50')).json.nbMyTurn === 140, '140 games');
    const follow = async (path, body, wanted) => {
      const stream = openStream(server, path, { method: 'POST', body, headers: ['Content-Type: text/plain'] });
      await stream.wire.until(w => (stream.read(), w.ended || stream.lines.filter(Boolean).length >= wanted.length), 'all games');
      assert.deepEqual(stream.lines.filter(Boolean).map(line => line.id).sort(), [...wanted].sort());
      return stream;
    };
    const listed = ids.slice(0, 499);
    (await follow('/api/stream/games/mine', [...listed, ids[7]].join(','), listed)).close(); // one of them is named twice
    const users = await follow('/api/stream/games-by-users?withCurrentGames=true', players.map(each => each.name).join(','), ids);
    await players[0].play(ids[0], 'abort');
    assert.equal((await users.next(line => line.id === ids[0] && line.statusName !== 'started')).statusName, 'aborted', 'and what comes then');
    users.close();
  }));

// Rooks that go round, and a pawn that moves before 75 moves and a fifth repetition end the game.
function longGame(plies) {
  const files = [['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['a', 'b', 'c', 'd', 'e', 'f']];
  const pawns = [...'abcdefgh'].flatMap(f => [[0, `${f}2${f}3`], [1, `${f}7${f}6`], [0, `${f}3${f}4`], [1, `${f}6${f}5`]]);
  const at = [0, 0];
  const moves = [];
  for (let since = 0; moves.length < plies; ) {
    const seat = moves.length % 2;
    if (since++ >= 130 && pawns[0][0] === seat) {
      moves.push(pawns.shift()[1]);
      since = 0;
      continue;
    }
    const [from, to] = [at[seat], (at[seat] + 1) % files[seat].length];
    moves.push(`${files[seat][from]}${seat ? 8 : 1}${files[seat][to]}${seat ? 8 : 1}`);
    at[seat] = to;
  }
  return moves;
}

test('whoever watches a game of 1,300 plies is told all of them, also when it is over', () =>
  withCastled({}, async server => {
    const [white, black] = [await lichess(server, 'Wanda'), await lichess(server, 'Blake')];
    await white.events();
    await black.events();
    const { id } = await begin(white, black, { 'clock.limit': 10800, 'clock.increment': 60, variant: 'fromPosition',
      fen: 'r6k/pppppppp/8/8/8/8/PPPPPPPP/R6K w - - 0 1' });
    const moves = longGame(1300);
    for (const [ply, uci] of moves.entries()) await [white, black][ply % 2].play(id, `move/${uci}`);
    const watch = async told => {
      const stream = openStream(server, `/api/stream/game/${id}`);
      const isAll = () => (stream.read(), stream.lines.filter(line => line?.lm).length >= told.length);
      await stream.wire.until(w => isAll() || w.ended, 'all positions');
      assert.deepEqual(stream.lines.filter(line => line?.lm).map(line => line.lm), told);
      return stream;
    };
    const stream = await watch(moves);
    await white.play(id, 'resign');
    assert.equal((await stream.next(line => line.winner)).winner, 'black');
    await stream.end();
    await (await watch(moves)).end();
  }));
