// lichess.test.mjs - bots and boards play here by the Lichess API. What their clients cannot do without was found by running
// lichess-bot 2026.8.2.1, BotLi and berserk 0.14.1 against a server that left out one member at a time; the shapes are those of
// the API's specification 2.0.165.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, runCastled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { begin, hasMembers, lichess, openStream, openToAll } from './lichess_client.mjs';
import { connect } from './player.mjs';
import { dial, parseAnswers } from './raw_http.mjs';

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

// ---- what is on the wire ----

test('a stream is chunked, its chunks are whole lines, and other sites and proxies may have it', async () => {
  const { head } = bot.event;
  assert.match(head, /^HTTP\/1\.1 200 /);
  assert.match(head, /^content-type: application\/x-ndjson$/m);
  assert.match(head, /^transfer-encoding: chunked$/m);
  assert.match(head, /^access-control-allow-origin: \*$/m);
  assert.match(head, /^x-accel-buffering: no$/m);
  assert.doesNotMatch(head, /content-encoding|connection: close/i);
  const game = await begin(board, bot);
  await board.play(game.id, 'move/e2e4');
  await game.other.state(s => s.moves === 'e2e4');
  for (const stream of [bot.event, game.one, game.other])
    for (const chunk of stream.chunks) assert.match(chunk, /\n$/);
  assert.equal(game.other.lines[0].type, 'gameFull', 'no empty line before it');
  await board.play(game.id, 'abort');
});

test('an empty line comes after every 6 s of silence', () =>
  withCastled({ slow: true }, async slow => {
    const one = await lichess(slow, 'Idle');
    const events = await one.events();
    await slow.pass(5_900);
    events.read();
    assert.deepEqual(events.lines, []);
    await slow.pass(200);
    await events.idle();
    assert.deepEqual(events.lines, [null]);
    await slow.pass(6_100);
    await events.wire.until(() => (events.read(), events.lines.length === 2), 'a second empty line');
    events.close();
  }));

test('a POST needs no length, and has JSON for an answer; a slash at the end is let pass', async () => {
  const game = await begin(board, bot);
  const wire = dial(server.port);
  wire.write(`POST /api/board/game/${game.id}/move/e2e4/ HTTP/1.1\r\nHost: castled\r\nAuthorization: Bearer ${board.token}\r\n`
    + 'Content-Type: application/octet-stream\r\n\r\n');
  const [answer] = await wire.until(w => {
    const { answers } = parseAnswers(w.bytes);
    return answers.length && answers;
  }, 'the answer');
  assert.equal(answer.status, 200);
  assert.match(answer.headers['content-type'], /^application\/json/);
  assert.deepEqual(JSON.parse(answer.body), { ok: true });
  wire.destroy();
  await bot.ok(`/api/bot/game/${game.id}/resign/`);
  await game.one.end();
});

test('forms and JSON are bodies alike; neither a type that does not fit nor what is accepted changes an answer', async () => {
  const terms = { rated: 'True', 'clock.limit': '60', 'clock.increment': '1' };
  const made = [];
  for (const body of [new URLSearchParams(terms).toString(), { rated: true, 'clock.limit': 60, 'clock.increment': 1, fen: null }, { ...terms, rated: 'true' }])
    for (const accept of ['*/*', 'text/plain', 'application/x-ndjson']) {
      const { status, headers, json, body: text } = await board.post('/api/challenge/Botty', body, { accept });
      assert.equal(status, 200, text);
      assert.match(headers['content-type'], /^application\/json/);
      assert.deepEqual([json.rated, json.timeControl.limit, json.timeControl.increment], [true, 60, 1]);
      made.push(json.id);
      await board.ok(`/api/challenge/${json.id}/cancel`);
    }
  assert.equal(new Set(made).size, 9);
  for (const type of ['text/plain', 'application/octet-stream', undefined]) {
    const answer = await board.ask('POST', '/api/token/test', board.token, { 'content-type': type ?? 'application/x-www-form-urlencoded' });
    assert.equal(answer.json[board.token].userId, 'annie', type);
  }
});

test('a game is found by its full id, too', async () => {
  const game = await begin(board, bot);
  const event = await board.event.next(line => line.type === 'gameStart' && line.game.id === game.id);
  assert.match(event.game.fullId, new RegExp(`^${game.id}[A-Za-z0-9]{4}$`));
  await board.play(event.game.fullId, 'move/d2d4');
  await board.play(event.game.fullId, 'resign');
  assert.equal((await board.get(`/game/export/${event.game.fullId}`)).status, 200);
});

test('scripts of other sites may ask', async () => {
  const wire = dial(server.port);
  wire.write('OPTIONS /api/challenge/Botty HTTP/1.1\r\nHost: castled\r\nOrigin: https://elsewhere.example\r\n'
    + 'Access-Control-Request-Method: POST\r\n\r\n');
  const [answer] = await wire.until(w => {
    const { answers } = parseAnswers(w.bytes, ['OPTIONS']);
    return answers.length && answers;
  }, 'the answer');
  wire.destroy();
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.equal(answer.headers['access-control-allow-headers'], 'Authorization, Content-Type');
  assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST, PUT, DELETE, OPTIONS');
  assert.equal(answer.headers['access-control-max-age'], '86400');
  const refused = await browser(server).get('/api/account/playing');
  assert.deepEqual([refused.status, refused.json, refused.headers['access-control-allow-origin']],
    [401, { error: 'Missing authorization header' }, '*']);
});

test('a thousand POSTs one after another on one connection are answered, none with 429', () =>
  withCastled({ limits: 'on' }, async strict => {
    const one = await lichess(strict, 'Speedy');
    await one.events();
    const { json } = await one.post('/api/challenge/ai', { level: 1, color: 'black' });
    const wire = dial(strict.port);
    const request = `POST /api/board/game/${json.id}/draw/no HTTP/1.1\r\nHost: castled\r\nAuthorization: Bearer ${one.token}\r\n\r\n`;
    wire.write(request.repeat(1000));
    const answers = await wire.until(w => {
      const found = parseAnswers(w.bytes).answers;
      return found.length === 1000 && found;
    }, 'all answers');
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [200]);
    wire.destroy();
    one.event.close();
  }));

// ---- what clients cannot do without ----

const CHALLENGE = {
  id: 'string', url: 'string', status: 'string', 'variant.key': 'string', 'variant.name': 'string', rated: 'boolean',
  speed: 'string', timeControl: 'object', 'timeControl.type': 'string', color: 'string', finalColor: 'string',
  'perf.name': 'string', 'challenger.id': 'string', 'challenger.name': 'string', 'challenger.rating': 'integer',
  'destUser.id': 'string', 'destUser.name': 'string',
};
const GAME = {
  id: 'string', gameId: 'string', fullId: 'string', fen: 'string', color: 'string', lastMove: 'string', source: 'string',
  'status.id': 'integer', 'status.name': 'string', 'variant.key': 'string', 'variant.name': 'string', speed: 'string',
  perf: 'string', rating: 'integer', rated: 'boolean', hasMoved: 'boolean', 'opponent.id': 'string|null',
  'opponent.username': 'string', 'opponent.rating': 'integer|null', isMyTurn: 'boolean', secondsLeft: 'integer',
};
const STATE = {
  type: 'string', moves: 'string', wtime: 'integer', btime: 'integer', winc: 'integer', binc: 'integer', status: 'string',
};
const FULL = {
  type: 'string', id: 'string', 'variant.key': 'string', 'variant.name': 'string', speed: 'string', 'perf.name': 'string',
  rated: 'boolean', createdAt: 'integer', initialFen: 'string', 'white.id': 'string', 'white.name': 'string',
  'white.title': 'string|null', 'white.rating': 'integer', 'black.id': 'string', 'black.name': 'string',
  'black.title': 'string|null', 'clock.initial': 'integer', 'clock.increment': 'integer',
  ...Object.fromEntries(Object.entries(STATE).map(([name, type]) => [`state.${name}`, type])),
};

test('challenge, gameStart, gameFull, gameState, gameFinish have all members that clients read', async () => {
  const game = await begin(board, bot, { 'clock.limit': 180, 'clock.increment': 2 });
  const { challenge } = bot.event.lines.findLast(line => line?.type === 'challenge');
  hasMembers(challenge, CHALLENGE);
  assert.equal(challenge.id, game.id, 'a challenge and its game share an id');
  assert.deepEqual(challenge.timeControl, { type: 'clock', limit: 180, increment: 2, show: '3+2' });
  assert.deepEqual([challenge.speed, challenge.perf.name, challenge.status], ['blitz', 'Blitz', 'created']);
  assert.equal(challenge.destUser.title, 'BOT');
  assert.ok(challenge.url.startsWith(`http://127.0.0.1:${server.port}/challenge/${game.id}`));

  const start = bot.event.lines.findLast(line => line?.type === 'gameStart').game;
  hasMembers(start, GAME);
  assert.deepEqual([start.id, start.gameId, start.color, start.isMyTurn, start.secondsLeft], [game.id, game.id, 'black', false, 180]);
  assert.deepEqual(start.status, { id: 20, name: 'started' });
  assert.equal(start.opponent.username, 'Annie');
  assert.equal(start.fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');

  hasMembers(game.full, FULL);
  assert.deepEqual(game.full.clock, { initial: 180_000, increment: 2000 });
  assert.deepEqual([game.full.white.name, game.full.black.name, game.full.black.title], ['Annie', 'Botty', 'BOT']);
  assert.deepEqual([game.full.initialFen, game.full.state.moves, game.full.state.status], ['startpos', '', 'started']);
  assert.equal(game.full.state.wtime, 180_000);
  assert.equal(game.full.state.winc, 2000);
  hasMembers(game.full.state, { 'expiration.idleMillis': 'integer', 'expiration.millisToMove': 'integer' });

  await board.play(game.id, 'move/e2e4');
  const state = await game.other.state(s => s.moves === 'e2e4');
  hasMembers(state, STATE);
  await bot.play(game.id, 'move/e7e5?offeringDraw=false');
  await game.one.state(s => s.moves === 'e2e4 e7e5');
  await bot.play(game.id, 'resign');
  const last = await game.one.state(s => s.status !== 'started');
  assert.deepEqual([last.status, last.winner, last.moves], ['resign', 'white', 'e2e4 e7e5']);
  await game.one.end();
  await game.other.end();
  const finish = (await bot.event.next(line => line.type === 'gameFinish' && line.game.id === game.id)).game;
  hasMembers(finish, GAME);
  assert.deepEqual([finish.status, finish.winner, finish.lastMove], [{ id: 31, name: 'resign' }, 'white', 'e7e5']);
  const again = bot.game(game.id);
  assert.equal((await again.type('gameFull')).state.status, 'resign');
  await again.end();
});

test('account, playing, status, users and bots online', async () => {
  const account = (await bot.get('/api/account')).json;
  hasMembers(account, { id: 'string', username: 'string', title: 'string', createdAt: 'integer', seenAt: 'integer' });
  assert.deepEqual([account.id, account.title], ['botty', 'BOT']);
  const tested = (await browser(server).ask('POST', '/api/token/test', bot.token, { 'content-type': 'text/plain' })).json;
  assert.equal(tested[bot.token].userId, 'botty');
  assert.ok(tested[bot.token].scopes.split(',').includes('bot:play'));

  const game = await begin(board, bot);
  const playing = (await bot.get('/api/account/playing')).json;
  const entry = playing.nowPlaying.find(each => each.gameId === game.id);
  hasMembers(entry, GAME);
  assert.deepEqual([entry.isMyTurn, playing.nbMyTurn], [false, 0]);
  assert.equal((await board.get('/api/account/playing?nb=1')).json.nowPlaying.length, 1);
  assert.equal((await board.get('/api/account/playing')).json.nbMyTurn, 1);

  const statuses = (await board.get('/api/users/status?ids=botty,Annie&withGameIds=True')).json;
  assert.deepEqual(statuses.map(each => [each.id, each.online, each.playingId]), [['botty', true, game.id], ['annie', true, game.id]]);
  const users = (await browser(server).ask('POST', '/api/users', 'botty,annie,nobody-there', { 'content-type': 'text/plain' })).json;
  assert.deepEqual(users.map(user => user.id), ['botty', 'annie']);
  const online = await browser(server).get('/api/bot/online?nb=512');
  assert.match(online.headers['content-type'], /ndjson/);
  const lines = online.body.trim().split('\n').map(line => JSON.parse(line));
  assert.deepEqual(lines.map(line => line.username), ['Botty']);
  hasMembers(lines[0], { 'perfs.bullet.rating': 'integer', 'perfs.bullet.games': 'integer' });
  assert.ok(lines[0].perfs.bullet.games > 0, 'lichess-bot challenges nobody without games');
  // All bots: those that are here before those that are not.
  await lichess(server, 'Aardvark', { bot: true });
  const all = async path => (await browser(server).get(path)).body.trim().split('\n').map(line => JSON.parse(line));
  assert.deepEqual((await all('/api/bot')).map(({ username, online }) => [username, online]), [['Botty', true], ['Aardvark', false]]);
  assert.deepEqual((await all('/api/bot?nb=1')).map(({ username }) => username), ['Botty']);
  hasMembers((await bot.get('/api/user/Annie')).json, { blocking: 'boolean', id: 'string', username: 'string' });
  await board.play(game.id, 'abort');
});

// ---- challenges ----

test('a challenge is listed, shown, declined with its reason, and canceled', async () => {
  const made = (await board.post('/api/challenge/botty', { rated: false, 'clock.limit': 60, 'clock.increment': 1, days: null, variant: null, fen: null, color: null })).json;
  hasMembers(made, CHALLENGE);
  await bot.event.next(line => line.type === 'challenge' && line.challenge.id === made.id);
  await board.event.next(line => line.type === 'challenge' && line.challenge.id === made.id);
  assert.deepEqual((await bot.get('/api/challenge')).json.in.map(each => each.id), [made.id]);
  assert.deepEqual((await board.get('/api/challenge')).json.out.map(each => each.id), [made.id]);
  assert.equal((await board.get(`/api/challenge/${made.id}/show`)).json.id, made.id);
  const once = () => board.post('/api/challenge/botty', 'clock.limit=60&clock.increment=2&key=once');
  const kept = (await once()).json;
  assert.equal((await once()).json.id, kept.id, 'what is sent again with its key is the same challenge');
  const otherTerms = await board.post('/api/challenge/botty', 'clock.limit=60&clock.increment=3&key=once');
  assert.equal(otherTerms.status, 400);
  assert.match(otherTerms.json.error, /^key: /);
  await board.ok(`/api/challenge/${kept.id}/cancel`);
  await bot.ok(`/api/challenge/${made.id}/decline`, 'reason=timeControl');
  const declined = await board.event.type('challengeDeclined');
  hasMembers(declined.challenge, { ...CHALLENGE, declineReason: 'string', declineReasonKey: 'string' });
  assert.deepEqual([declined.challenge.id, declined.challenge.declineReasonKey], [made.id, 'timecontrol']);
  assert.equal((await bot.post(`/api/challenge/${made.id}/accept`)).status, 404);

  const other = (await board.post('/api/challenge/botty', 'clock.limit=60&clock.increment=0&rated=true')).json;
  assert.equal(other.rated, true);
  await bot.event.next(line => line.type === 'challenge' && line.challenge.id === other.id);
  await board.ok(`/api/challenge/${other.id}/cancel`);
  const canceled = await bot.event.type('challengeCanceled');
  assert.equal(canceled.challenge.id, other.id);
});

test('whoever keeps the request open hears what became of the challenge', async () => {
  for (const [answer, fate] of [['accept', 'accepted'], ['decline', 'declined']]) {
    const waiting = board.stream('/api/challenge/botty', {
      method: 'POST', body: 'clock.limit=60&clock.increment=0&keepAliveStream=true', headers: ['Content-Type: application/x-www-form-urlencoded'] });
    const { id } = await waiting.next(line => line.id);
    await bot.event.next(line => line.type === 'challenge' && line.challenge.id === id);
    await bot.ok(`/api/challenge/${id}/${answer}`);
    assert.deepEqual(await waiting.next(line => line.done), { done: fate });
    await waiting.end();
    if (answer === 'accept') await bot.play(id, 'abort');
  }
});

test('the colour of a challenge without a wish is announced before the game', async () => {
  for (let i = 0; i < 3; i++) {
    const game = await begin(board, bot, { color: 'random' });
    const { challenge } = bot.event.lines.findLast(line => line?.type === 'challenge');
    assert.equal(challenge.color, 'random');
    assert.equal(game.full[challenge.finalColor].name, 'Annie');
    await bot.play(game.id, 'abort');
    await game.one.end();
  }
});

test('open challenges keep their ids over a restart, and no other game gets them', () =>
  withCastled({}, async own => {
    const [one, other] = [await lichess(own, 'Maker'), await lichess(own, 'Taker')];
    const { id } = (await one.post('/api/challenge/Taker', 'days=2')).json;
    await own.restart();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await one.post('/api/challenge/ai', 'level=1')).json.id);
    assert.equal(new Set([id, ...ids]).size, 4);
    await other.events();
    const { challenge } = await other.event.type('challenge');
    assert.equal(challenge.id, id);
    assert.deepEqual(challenge.timeControl, { type: 'correspondence', daysPerTurn: 2 });
    await other.ok(`/api/challenge/${id}/accept`);
    assert.equal((await other.event.type('gameStart')).game.id, id);
    other.event.close();
  }));

test('the computer plays, and so does anybody with the link', async () => {
  const made = await board.post('/api/challenge/ai', { level: 2, 'clock.limit': 300, 'clock.increment': 1, color: 'white' });
  assert.equal(made.status, 201);
  hasMembers(made.json, { id: 'string', fen: 'string', speed: 'string', perf: 'string', source: 'string', 'status.id': 'integer', 'players.black.aiLevel': 'integer' });
  const stream = board.game(made.json.id);
  await stream.type('gameFull');
  await board.play(made.json.id, 'move/e2e4');
  await stream.state(s => s.moves.split(' ').length === 2);
  await board.play(made.json.id, 'resign');
  await stream.end();

  const open = await openToAll(board, 'clock.limit=300&clock.increment=0');
  const guest = await connect(server);
  await guest.ok({ t: 'accept', challenge: open.url.split('/').at(-1) });
  const start = await board.event.next(line => line.type === 'gameStart' && line.game.id === open.id);
  assert.match(start.game.opponent.username, /^Guest-/);
  await board.play(open.id, 'abort');
  await guest.close();
});

test('chess960 and a position of one\'s own', async () => {
  const game = await begin(board, bot, { variant: 'chess960' });
  assert.deepEqual([game.full.variant.key, game.full.variant.name], ['chess960', 'Chess960']);
  assert.match(game.full.initialFen, /^[rnbqk]{8}\/pppppppp\//);
  await bot.play(game.id, 'abort');
  const fen = '4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1';
  const other = await begin(board, bot, { variant: 'fromPosition', fen });
  assert.deepEqual([other.full.variant.name, other.full.initialFen], ['From Position', fen]);
  await board.play(other.id, 'move/e1c1');
  assert.equal((await other.other.state(s => s.moves)).moves, 'e1c1');
  await board.play(other.id, 'abort');
});

test('a rematch comes as a challenge with the id of its game, and is accepted or declined as one', async () => {
  const { id, url } = await openToAll(bot, 'clock.limit=300&clock.increment=0', 'black');
  const person = await connect(server);
  await person.ok({ t: 'accept', challenge: url.split('/').at(-1) });
  await person.ok({ t: 'move', game: id, ply: 0, uci: 'e2e4' });
  await bot.play(id, 'move/e7e5');
  await bot.play(id, 'resign');
  await person.kind('end');
  const offered = async game => {
    await person.ok({ t: 'rematch', game });
    const { challenge } = await bot.event.next(line => line.type === 'challenge' && line.challenge.rematchOf === game, 'the rematch');
    hasMembers(challenge, { ...CHALLENGE, 'challenger.rating': 'integer|null', rematchOf: 'string' });
    assert.deepEqual([challenge.color, challenge.timeControl.limit, challenge.status], ['black', 300, 'created']);
    return challenge.id;
  };
  const declined = await offered(id);
  await bot.ok(`/api/challenge/${declined}/decline`, 'reason=later');
  await person.kind('refuse');
  assert.equal((await bot.post(`/api/challenge/${declined}/accept`)).status, 404, 'only once');
  await person.close();

  const again = await begin(board, bot);
  await board.play(again.id, 'move/e2e4');
  await again.other.state(s => s.moves === 'e2e4');
  await bot.play(again.id, 'move/e7e5');
  await bot.play(again.id, 'resign');
  await again.one.end();
  const page = await connect(server, { token: board.token });
  await page.ok({ t: 'rematch', game: again.id });
  const next = (await bot.event.next(line => line.type === 'challenge' && line.challenge.rematchOf === again.id)).challenge.id;
  await bot.ok(`/api/challenge/${next}/accept`);
  for (const one of [bot, board]) {
    const { game } = await one.event.next(line => line.type === 'gameStart' && line.game.id === next, 'the rematch begins');
    assert.equal(game.color, one === bot ? 'white' : 'black');
  }
  await bot.play(next, 'abort');
  await page.close();
});

// A bot that ignores offers had all of them as long as its session went on.
test('a rematch that is no longer offered is forgotten, and is not told again', () =>
  withCastled({ slow: true }, async slow => {
    const ignorant = await lichess(slow, 'Ignorant', { bot: true });
    const other = await lichess(slow, 'Other');
    await ignorant.events();
    await other.events();
    const person = await connect(slow, { token: other.token });
    const offer = async () => {
      const { id, one } = await begin(other, ignorant);
      await other.play(id, 'move/e2e4');
      await other.play(id, 'resign').catch(() => undefined);
      await one.end();
      await person.ok({ t: 'rematch', game: id });
      await ignorant.event.next(line => line.type === 'challenge' && line.challenge.rematchOf === id, 'the rematch');
      return id;
    };
    // What a new stream tells of rematches, and the list, after the challenge that comes last.
    const told = async () => {
      await ignorant.events();
      const { id } = (await other.post('/api/challenge/ignorant', { days: 3 })).json;
      await ignorant.event.next(line => line.type === 'challenge' && line.challenge.id === id);
      const listed = (await ignorant.get('/api/challenge')).json.in.length - 1;
      await other.ok(`/api/challenge/${id}/cancel`);
      const again = ignorant.event.lines.filter(line => line?.challenge?.rematchOf).map(line => line.challenge.rematchOf);
      assert.equal(listed, again.length);
      return again;
    };
    const first = await offer();
    assert.deepEqual(await told(), [first]);
    const { seq } = await person.next(message => message.t === 'rematch' && message.game === first);
    await person.ok({ t: 'refuse', game: first, offer: seq });
    assert.deepEqual(await told(), [], 'it was withdrawn');

    const [second, third] = [await offer(), await offer()];
    assert.deepEqual((await told()).sort(), [second, third].sort());
    await person.close();
    for (const one of [ignorant, other]) one.event.close();
    await slow.pass(3_600_000 + 300_000); // however long somebody listens
    await ignorant.events();
    await other.events();
    assert.deepEqual(await told(), [], 'the games have left memory');
    for (const one of [ignorant, other]) one.event.close();
  }));

// ---- play ----

test('offeringDraw offers a draw, and with an offer there it accepts', async () => {
  const game = await begin(board, bot);
  await board.play(game.id, 'move/e2e4?offeringDraw=false');
  await game.other.state(s => s.moves === 'e2e4');
  await bot.play(game.id, 'move/e7e5?offeringDraw=true');
  const offered = await game.one.state(s => s.moves === 'e2e4 e7e5'); // no answer can come between the move and the offer
  assert.equal(offered.bdraw, true);
  await board.play(game.id, 'move/g1f3?offeringDraw=true');
  const last = await game.other.state(s => s.status !== 'started');
  assert.deepEqual([last.status, last.moves, last.winner], ['draw', 'e2e4 e7e5', undefined]);
  await game.other.end();
});

test('draws and takebacks are offered, refused and accepted with every word for yes and no', async () => {
  const game = await begin(board, bot);
  await board.play(game.id, 'move/e2e4');
  await game.other.state(s => s.moves === 'e2e4');
  await bot.play(game.id, 'move/e7e5');
  await game.one.state(s => s.moves === 'e2e4 e7e5');
  await board.play(game.id, 'takeback/yes');
  await game.other.state(s => s.wtakeback === true);
  await bot.play(game.id, 'takeback/0');
  await game.one.state(s => !s.wtakeback);
  await bot.play(game.id, 'takeback/true');
  await game.one.state(s => s.btakeback === true);
  await board.play(game.id, 'takeback/1');
  await game.other.state(s => s.moves === 'e2e4', 'Black takes back their move');
  await bot.play(game.id, 'move/c7c5');
  await game.one.state(s => s.moves === 'e2e4 c7c5');
  await bot.play(game.id, 'draw/yes');
  await game.one.state(s => s.bdraw === true);
  await board.play(game.id, 'draw/no');
  await game.other.state(s => !s.bdraw);
  await board.play(game.id, 'draw/1');
  await game.other.state(s => s.wdraw === true);
  await bot.play(game.id, 'draw/yes');
  assert.equal((await game.one.state(s => s.status !== 'started')).status, 'draw');
});

test('to mate, with people in the browser', async () => {
  const { id } = await openToAll(bot, 'clock.limit=300&clock.increment=0', 'black');
  const person = await connect(server);
  const { url } = (await bot.get(`/api/challenge/${id}/show`)).json;
  const { game } = await person.ok({ t: 'accept', challenge: url.split('/').at(-1) });
  assert.equal(game, id);
  const stream = bot.game(id);
  await stream.type('gameFull');
  for (const [ply, uci] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    if (ply % 2 === 0) await person.ok({ t: 'move', game, ply, uci });
    else await bot.play(id, `move/${uci}?offeringDraw=false`);
    await stream.state(s => s.moves.split(' ').length === ply + 1);
  }
  await stream.end();
  const states = stream.lines.filter(line => line?.type === 'gameState').map(s => [s.moves.split(' ').length, s.status]);
  assert.deepEqual(states.at(-1), [4, 'mate']);
  assert.ok(!states.some(([plies, status]) => plies === 4 && status !== 'mate'), 'nobody is asked to move when mated');
  assert.equal((await person.kind('end')).status, 'mate');
  await person.close();
});

test('chat reaches the players, is listed, and is answered with ok even when it is dropped', async () => {
  const game = await begin(board, bot);
  await bot.ok(`/api/bot/game/${game.id}/chat`, 'room=player&text=Hi!+I%27m+Botty.');
  const line = await game.one.type('chatLine');
  assert.deepEqual(line, { type: 'chatLine', room: 'player', username: 'Botty', text: "Hi! I'm Botty." });
  await board.ok(`/api/board/game/${game.id}/chat`, { room: 'player', text: 'x'.repeat(300) });
  assert.equal((await game.other.next(l => l.username === 'Annie')).text, 'x'.repeat(140));
  assert.deepEqual((await board.get(`/api/board/game/${game.id}/chat`)).json.map(each => each.user), ['Botty', 'Annie']);
  await bot.ok(`/api/bot/game/${game.id}/chat`, 'room=spectator&text=Hello');
  await bot.play(game.id, 'abort');
  await bot.ok(`/api/bot/game/${game.id}/chat`, 'room=player&text=Goodbye');
});

test('claims: not while the opponent is there, and after they have left', () =>
  withCastled({ slow: true }, async slow => {
    const [one, other] = [await lichess(slow, 'Stays'), await lichess(slow, 'Leaves')];
    await one.events();
    await other.events();
    const game = await begin(one, other);
    await one.play(game.id, 'move/e2e4');
    await game.other.state(s => s.moves === 'e2e4');
    await other.play(game.id, 'move/e7e5');
    await game.one.state(s => s.moves === 'e2e4 e7e5');
    const early = await one.post(`/api/board/game/${game.id}/claim-victory/`);
    assert.equal(early.status, 400, early.body);
    other.event.close();
    game.other.close();
    await slow.pass(11_000);
    const gone = await game.one.type('opponentGone');
    hasMembers(gone, { gone: 'boolean', claimWinInSeconds: 'integer' });
    assert.equal(gone.gone, true);
    const again = one.game(game.id);
    assert.equal((await again.type('opponentGone')).gone, true, 'a new stream is told, too');
    await slow.pass(45_000);
    await one.ok(`/api/board/game/${game.id}/claim-victory/`);
    const last = await again.state(s => s.status !== 'started');
    assert.deepEqual([last.status, last.winner], ['timeout', 'white']);
    one.event.close();
  }));

test('a seek is open as long as its connection, and paired players play', async () => {
  const other = await lichess(server, 'Seeker');
  await other.events();
  const seek = body => ({ method: 'POST', body, headers: ['Content-Type: application/x-www-form-urlencoded', 'Accept: text/plain'] });
  const gone = board.stream('/api/board/seek', seek('rated=false&time=7&increment=3&variant=standard&color=random&ratingRange='));
  await gone.opened();
  gone.close();
  const watcher = await connect(server);
  await watcher.ok({ t: 'lobby' });
  await watcher.next(m => m.t === 'lobby' && m.count === 0);
  const [first, second] = [board, other].map(each => each.stream('/api/board/seek', seek('time=7&increment=3')));
  await first.end();
  await second.end();
  const { game } = await other.event.type('gameStart');
  assert.equal(game.opponent.username, 'Annie');
  await other.play(game.id, 'abort');
  const slow = await other.post('/api/board/seek', 'days=3&rated=false&variant=standard');
  hasMembers(slow.json, { id: 'string' });
  await watcher.close();
  other.event.close();
});

// ---- streams that are opened again ----

test('one event stream for each token, one stream for each game: the older one ends', async () => {
  const game = await begin(board, bot);
  const before = bot.event;
  await bot.events();
  await before.end();
  assert.equal((await bot.event.type('gameStart')).game.id, game.id, 'and the new one tells what goes on');
  const stream = bot.game(game.id);
  await stream.type('gameFull');
  await game.other.end();
  await bot.play(game.id, 'abort');
  await stream.end();
});

test('after a restart the new event stream brings every game back', () =>
  withCastled({}, async own => {
    const [one, other] = [await lichess(own, 'First', { bot: true }), await lichess(own, 'Second')];
    await one.events();
    await other.events();
    const game = await begin(other, one);
    await other.play(game.id, 'move/d2d4');
    await game.other.state(s => s.moves === 'd2d4');
    await own.restart();
    await one.events();
    const start = (await one.event.type('gameStart')).game;
    assert.deepEqual([start.id, start.lastMove, start.isMyTurn], [game.id, 'd2d4', true]);
    const stream = one.game(game.id);
    assert.equal((await stream.type('gameFull')).state.moves, 'd2d4');
    await one.play(game.id, 'move/d7d5');
    await stream.state(s => s.moves === 'd2d4 d7d5');
    one.event.close();
    stream.close();
  }));

test('a spectator gets a game as lines of positions, without a token', async () => {
  const game = await begin(board, bot);
  const watched = openStream(server, `/api/stream/game/${game.id}`);
  const about = await watched.next(line => line.id);
  hasMembers(about, { id: 'string', 'variant.key': 'string', speed: 'string', perf: 'string', rated: 'boolean', initialFen: 'string',
    fen: 'string', player: 'string', turns: 'integer', startedAtTurn: 'integer', source: 'string', 'status.id': 'integer',
    createdAt: 'integer', 'players.white.user.id': 'string', 'players.white.user.name': 'string', 'players.white.rating': 'integer' });
  await board.play(game.id, 'move/e2e4');
  const line = await watched.next(l => l.lm === 'e2e4');
  assert.deepEqual(line, { fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b', lm: 'e2e4', wc: 300, bc: 300 });
  await bot.play(game.id, 'abort');
  assert.equal((await watched.next(l => l.id)).status.name, 'aborted');
  await watched.end();
  const none = await browser(server).get('/api/stream/game/Ab12Cd34');
  assert.deepEqual([none.status, none.json], [404, { error: 'No such game' }]);
});

// ---- bad input ----

test('tokens: missing, unknown, without the scope; the wrong kind of account', async () => {
  const nobody = browser(server);
  assert.equal((await nobody.get('/api/stream/event')).status, 401);
  assert.deepEqual((await browser(server, { token: 'lip_nothing' }).get('/api/stream/event')).json, { error: 'No such token' });
  const reader = await lichess(server, 'Reader', { scopes: 'preference:read' });
  const refused = await reader.get('/api/stream/event');
  assert.deepEqual([refused.status, refused.json], [403, { error: 'Missing scope: challenge:read,board:play,bot:play' }]);
  assert.equal((await reader.post('/api/challenge/botty', 'clock.limit=60')).status, 403);
  assert.equal((await board.post('/api/bot/game/Ab12Cd34/move/e2e4')).status, 403, 'a board has no bot:play');
  assert.equal((await bot.post('/api/board/game/Ab12Cd34/move/e2e4')).status, 400, 'a bot is no board');
  const ended = await lichess(server, 'Ended');
  await ended.events();
  const { json } = await ended.page.get('/api/tokens');
  await ended.page.delete(`/api/tokens/${json.tokens[0].id}`);
  await ended.event.end();
  assert.equal((await ended.get('/api/account/playing')).status, 401);
});

test('unknown ids, moves that are illegal, late or sent twice: an error, and the game is unchanged', async () => {
  const game = await begin(board, bot);
  const third = await lichess(server, 'Third');
  const say = async (who, path, body) => {
    const answer = await who.post(path, body);
    assert.equal(typeof answer.json.error, 'string', answer.body);
    return answer.status;
  };
  assert.equal(await say(third, `/api/board/game/${game.id}/move/e2e4`), 404);
  assert.equal(await say(third, `/api/board/game/${game.id}/resign`), 404);
  assert.equal(await say(board, '/api/board/game/Ab12Cd34/move/e2e4'), 404);
  assert.equal(await say(board, '/api/board/game/x/move/e2e4'), 404);
  assert.equal(await say(bot, `/api/bot/game/${game.id}/move/e7e5`), 400);
  assert.equal(await say(board, `/api/board/game/${game.id}/move/e2e5`), 400);
  assert.equal(await say(board, `/api/board/game/${game.id}/move/P@e4`), 400);
  assert.equal(await say(board, `/api/board/game/${game.id}/move/%F0%9F%98%80`), 400);
  assert.equal(await say(board, `/api/board/game/${game.id}/berserk`), 400);
  await board.play(game.id, 'move/e2e4');
  assert.equal(await say(board, `/api/board/game/${game.id}/move/e2e4`), 400);
  assert.equal((await game.other.state(s => s.moves)).moves, 'e2e4');
  for (const [path, body] of [['botty', 'clock.limit=abc'], ['botty', 'clock.limit=60&clock.increment=-1'], ['botty', 'variant=atomic'],
    ['botty', 'days=99'], ['botty', '{"clock.limit":{}}'], ['botty', 'fen=nonsense'], ['annie', 'clock.limit=60'], ['ai', 'level=9']])
    assert.equal(await say(board, `/api/challenge/${path}`, body), 400, `${path} ${body}`);
  assert.equal(await say(board, '/api/challenge/nobody-there', 'clock.limit=60'), 404);
  assert.equal(await say(board, '/api/challenge/Ab12Cd34/accept'), 404);
  assert.equal(await say(board, '/api/board/seek', 'time=1&increment=0&ratingRange=high'), 400);
  await bot.play(game.id, 'abort');
});

test('castled bot create makes a bot and its token in one step', async () => {
  const { code, stdout, stderr } = await runCastled(['bot', 'create', 'Fresh', '--data', server.directory]);
  assert.equal(code, 0, stderr);
  const token = /^token: (tok_[0-9a-f]{40})$/m.exec(stdout)[1];
  const account = (await browser(server, { token }).get('/api/account')).json;
  assert.deepEqual([account.id, account.title], ['fresh', 'BOT']);
  const { json } = await browser(server).ask('POST', '/api/token/test', token);
  assert.equal(json[token].scopes, 'challenge:read,challenge:write,bot:play,tournament:write');
  assert.equal((await runCastled(['bot', 'create', 'Fresh', '--data', server.directory])).code, 1, 'only once');
  assert.equal((await runCastled(['bot', 'destroy', 'Fresh'])).code, 2);
});
