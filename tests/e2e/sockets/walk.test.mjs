// walk.test.mjs - nothing that one player sends can read or change what belongs to another: every kind of request and
// every route, as spectator, opponent, stranger, muted and banned player.
//
// The kinds are those of PROTOCOL.md, the routes those of routes.c and lichess_routes.c: one without a line here fails.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { castled, runCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { closeCode, connect, pair, playAll, refusedHandshake } from './player.mjs';

const read = path => fs.readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const kinds = new Set([...read('server/protocol/PROTOCOL.md').matchAll(/^→ \{"t":"([a-z_]+)"/gm)].map(m => m[1]));
const routes = ['api/internal/routes.c', 'lichess/internal/lichess_routes.c'].flatMap(table =>
  [...read(`server/${table}`).matchAll(/\{HTTP_([A-Z]+),\s*"([^"]+)"/g)].map(m => `${m[1]} ${m[2]}`));

const PASSWORD = 'correct-horse';
const LETTERS = 'abcdefghjkpqrstuxyz2'; // no two look alike

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());
const admin = async (...words) =>
  assert.equal((await runCastled(['admin', '--data', server.directory, ...words])).code, 0, words.join(' '));

// ---- the WebSocket ----

const clock = { initial: 300_000, increment: 3000 };

// White and black have a game in which both have moved and White, who is to move, has offered a draw. White also has a
// seek, a challenge to somebody else, and is watched by a spectator.
async function table(first = () => connect(server)) {
  const { game, white, black } = await pair(server, {}, [await first(), await connect(server)]);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  const friend = await connect(server);
  const [spectator, stranger] = [await connect(server), await connect(server)];
  await spectator.ok({ t: 'watch', game });
  await white.ok({ t: 'draw', game });
  const offer = (await white.kind('draw')).seq;
  const { seek } = await white.ok({ t: 'seek', clock: { initial: 7_777_000, increment: 0 }, fallback: null, rating: [0, 1] });
  const { challenge } = await white.ok({ t: 'challenge', to: 'user', user: friend.welcome.you.id, clock });
  return { game, white, black, friend, spectator, stranger, muted: black, offer, seek, challenge };
}

// What White and everybody else see of everything that is White's.
async function state(at) {
  const eye = await connect(server);
  await eye.ok({ t: 'watch', game: at.game });
  const { at: time, clock: left, ...game } = await eye.kind('game');
  await eye.ok({ t: 'lobby' });
  const { seeks } = await eye.kind('lobby');
  const gone = at.friend.messages.filter(m => m.t === 'challenge' && m.challenge === at.challenge && m.state !== 'open');
  await eye.close();
  return { game, seek: seeks.some(s => s.seek === at.seek), challenges: gone.length };
}

// The answer; a list is its own answer.
async function asked(player, request) {
  if (request.t !== 'engines') return player.ask(request);
  player.send({ ...request, id: 1_000_000 });
  const { id } = await player.kind(request.t);
  return { t: id === 1_000_000 ? 'ok' : 'error' };
}

const not = 'not_a_player';
// [request, spectator, stranger, opponent]: the answer's code, or 'ok'; with '!' the request is within the sender's own rights
// and may change the game, which is also theirs.
const KINDS = {
  ping: [() => ({ t: 'ping' }), 'ok', 'ok', 'ok'],
  seek: [() => ({ t: 'seek', clock: { initial: 1_234_000, increment: 0 }, fallback: null }), 'ok', 'ok', 'ok'],
  unseek: [at => ({ t: 'unseek', seek: at.seek }), 'forbidden', 'forbidden', 'forbidden'],
  challenge: [at => ({ t: 'challenge', to: 'user', user: at.white.welcome.you.id, clock }), 'ok', 'ok', 'ok'],
  accept: [at => ({ t: 'accept', challenge: at.challenge }), 'forbidden', 'forbidden', 'forbidden'],
  decline: [at => ({ t: 'decline', challenge: at.challenge }), 'forbidden', 'forbidden', 'forbidden'],
  lobby: [() => ({ t: 'lobby' }), 'ok', 'ok', 'ok'],
  live: [() => ({ t: 'live' }), 'ok', 'ok', 'ok'],
  games: [() => ({ t: 'games' }), 'ok', 'ok', 'ok'],
  engines: [() => ({ t: 'engines' }), 'ok', 'ok', 'ok'],
  mute: [at => ({ t: 'mute', person: at.white.welcome.you.id }), 'ok', 'ok', 'ok'],
  watch: [at => ({ t: 'watch', game: at.game }), 'ok', 'ok', 'ok'],
  unwatch: [at => ({ t: 'unwatch', game: at.game }), 'ok', 'ok', 'not_now'],
  move: [at => ({ t: 'move', game: at.game, ply: 2, uci: 'd2d4' }), not, not, 'not_your_turn'],
  resign: [at => ({ t: 'resign', game: at.game }), not, not, 'ok!'],
  abort: [at => ({ t: 'abort', game: at.game }), not, not, 'not_now'],
  draw: [at => ({ t: 'draw', game: at.game, offer: at.offer }), not, not, 'ok!'],
  takeback: [at => ({ t: 'takeback', game: at.game, offer: at.offer }), not, not, 'stale'],
  rematch: [at => ({ t: 'rematch', game: at.game, offer: at.offer }), not, not, 'not_now'],
  refuse: [at => ({ t: 'refuse', game: at.game, offer: at.offer }), not, not, 'ok!'],
  claim: [at => ({ t: 'claim', game: at.game, what: 'fifty' }), not, not, 'not_your_turn'],
  moretime: [at => ({ t: 'moretime', game: at.game }), not, not, 'ok!'],
  conditional: [at => ({ t: 'conditional', game: at.game, ply: 2, lines: [] }), not, not, 'forbidden'],
  report: [at => ({ t: 'report', person: at.white.welcome.you.id, reason: 'other', text: 'He wins.' }), 'ok', 'ok', 'ok'],
  ...Object.fromEntries(['watch', 'unwatch', 'chat'].map(word => [`tournament_${word}`,
    [() => ({ t: `tournament_${word}`, tournament: 'Ab12Cd34', text: 'psst' }), ...Array(3).fill('no_such_tournament')]])),
  ...Object.fromEntries(['watch', 'unwatch'].map(word => [`broadcast_${word}`,
    [() => ({ t: `broadcast_${word}`, round: 'Ab12Cd34' }), ...Array(3).fill('no_such_broadcast')]])),
  tournament_berserk: [at => ({ t: 'tournament_berserk', game: at.game }), 'forbidden', 'forbidden', 'forbidden'],
  chat: [at => ({ t: 'chat', game: at.game, text: 'psst, play d4' }), 'ok', 'ok', 'ok'],
};

test('every kind of request has its line', () => assert.deepEqual([...kinds].sort(), Object.keys(KINDS).sort()));

for (const [kind, [request, ...codes]] of Object.entries(KINDS))
  test(`${kind} as spectator, stranger, opponent and muted player`, async () => {
    for (const [i, who] of ['spectator', 'stranger', 'black', 'muted'].entries()) {
      const at = await table();
      if (who === 'muted') await admin('mute', at.muted.welcome.you.id);
      const expected = kind === 'chat' && who === 'muted' ? 'forbidden' : codes[Math.min(i, 2)];
      const before = await state(at);
      const answer = await asked(at[who], request(at));
      assert.equal(answer.t === 'ok' ? 'ok' : answer.code, expected.replace('!', ''), `${kind} as ${who}: ${JSON.stringify(answer)}`);
      const now = await state(at);
      if (expected.endsWith('!')) assert.notEqual(now.game.winner, 'black', 'nobody wins by their own request');
      else assert.deepEqual(now, before, `${kind} as ${who}`);
      assert.equal(now.seek, before.seek);
      assert.equal(now.challenges, before.challenges);
      if (kind !== 'chat') continue;
      await at.white.settle();
      const heard = at.white.messages.some(m => m.t === 'chat');
      assert.equal(heard, who === 'black', `${who} is heard by a player`);
    }
  });

// ---- API tokens ----

const SCOPES = ['preference:read', 'preference:write', 'challenge:read', 'challenge:write', 'follow:read', 'follow:write',
  'msg:write', 'board:play', 'bot:play'];
const [play, seeks, challenges] = [['board:play', 'bot:play'], ['board:play'], ['challenge:write', 'board:play', 'bot:play']];
// The scopes of which a token needs one for each kind; none: every token may. White is asked, whose token it is.
const TOKENS = {
  ping: [], lobby: [], live: [], games: [], engines: [], watch: [], unwatch: [],
  tournament_watch: [], tournament_unwatch: [], broadcast_watch: [], broadcast_unwatch: [], tournament_chat: play, tournament_berserk: play,
  seek: seeks, unseek: seeks,
  challenge: challenges, accept: challenges, decline: challenges,
  mute: ['follow:write', ...play], report: ['follow:write', ...play],
  move: play, resign: play, abort: play, draw: play, takeback: play, rematch: play, refuse: play, claim: play,
  moretime: challenges, conditional: play, chat: play,
};
const SEEK_ANSWERS = {
  accept: at => ({ t: 'accept', seek: at.seek }),
  decline: at => ({ t: 'decline', seek: at.seek }),
};

test('every kind of request has its line of scopes', () => assert.deepEqual([...kinds].sort(), Object.keys(TOKENS).sort()));

// A game as table() has it, in which White has an account.
async function tokenTable() {
  const self = browser(server);
  const at = await table(async () => {
    const guest = await connect(server);
    const cookie = { cookie: `castled_session=${guest.welcome.token}` };
    const name = `Walker${LETTERS[Math.floor(Math.random() * 20)]}${Math.random().toString(36).slice(2, 10).replace(/[^a-z]/g, 'k')}`;
    const signed = await self.post('/api/account', { name, password: PASSWORD }, cookie);
    assert.equal(signed.status, 201, signed.body);
    await guest.close();
    return connect(server, { headers: { cookie: `castled_session=${self.cookie}`, origin: `http://127.0.0.1:${server.port}` } });
  });
  const come = async scopes => {
    const made = await self.post('/api/tokens', { description: 'x', scopes });
    assert.equal(made.status, 201, made.body);
    return connect(server, { token: made.json.token });
  };
  return { ...at, come };
}

test('every kind of request by a token without its scopes, and with each of them', async () => {
  const at = await tokenTable();
  const asks = [
    ...Object.entries(TOKENS).map(([kind, scopes]) => [kind, KINDS[kind][0], scopes]),
    ...Object.entries(SEEK_ANSWERS).map(([kind, request]) => [`${kind} a seek`, request, seeks]),
  ];
  const players = new Map();
  const as = async scopes => {
    const key = scopes.join();
    if (!players.has(key)) players.set(key, await at.come(scopes));
    return players.get(key);
  };
  const before = await state(at);
  for (const [what, request, scopes] of asks) {
    if (!scopes.length) continue;
    for (const others of [[], SCOPES.filter(scope => !scopes.includes(scope))]) {
      const answer = await asked(await as(others), request(at));
      assert.equal(answer.code, 'missing_scope', `${what} with [${others}]: ${JSON.stringify(answer)}`);
      assert.equal(answer.message, `Missing scope: ${SCOPES.filter(scope => scopes.includes(scope))}`);
    }
  }
  assert.deepEqual(await state(at), before);
  for (const [what, request, scopes] of asks)
    for (const each of scopes.length ? scopes.map(scope => [scope]) : [[], SCOPES]) {
      const answer = await asked(await as(each), request(at));
      assert.notEqual(answer.code, 'missing_scope', `${what} with [${each}]: ${JSON.stringify(answer)}`);
    }
});

test('a token hears of challenges, new games and the players\u2019 room by its scopes only', async () => {
  const at = await tokenTable();
  const [none, reads, plays] = [await at.come([]), await at.come(['challenge:read']), await at.come(['bot:play'])];
  const listeners = [none, reads, plays];
  const heard = fits => listeners.map(player => player.messages.some(fits));
  assert.deepEqual(listeners.map(player => player.welcome.playing), [[at.game], [at.game], [at.game]]);
  const user = at.white.welcome.you.id;
  const { challenge } = await at.black.ok({ t: 'challenge', to: 'user', user, clock });
  for (const player of listeners) await player.ok({ t: 'watch', game: at.game });
  await at.white.ok({ t: 'chat', game: at.game, text: 'between players' });
  await at.spectator.ok({ t: 'chat', game: at.game, text: 'among spectators' });
  const next = (await at.white.ok({ t: 'challenge', to: 'computer', level: 1, clock, color: 'white' })).game;
  for (const player of listeners) await player.settle();
  assert.deepEqual(heard(m => m.t === 'challenge' && m.challenge === at.challenge), [false, true, true], 'its own, at the welcome');
  assert.deepEqual(heard(m => m.t === 'challenge' && m.challenge === challenge), [false, true, true], 'one for it');
  assert.deepEqual(heard(m => m.t === 'start' && m.game === next), [false, false, true]);
  assert.deepEqual(heard(m => m.text === 'between players'), [false, false, true]);
  assert.deepEqual(heard(m => m.text === 'among spectators'), [true, true, false]);
  await none.ok({ t: 'unwatch', game: at.game });
  await plays.refused({ t: 'unwatch', game: at.game }, 'not_now');
});

test('a token that may not play does not take its owner\u2019s place at the board', async () => {
  const at = await tokenTable();
  const [reads, plays] = [await at.come(['challenge:read']), await at.come(['board:play'])];
  const crowd = present => at.spectator.next(m => m.t === 'crowd' && m.white === present, () => `crowd with white ${present}`);
  await at.white.close();
  await plays.close();
  await crowd(false);
  await reads.ok({ t: 'ping' });
  const again = await at.come(['board:play']);
  await crowd(true);
  await again.close();
  await crowd(false);
});

test('a banned player is refused whatever they send', async () => {
  const at = await table();
  const before = await state(at);
  const { token, you } = at.black.welcome;
  const banned = admin('ban', you.id);
  const code = closeCode(at.black);
  await banned;
  assert.equal(await code, 1008);
  assert.equal((await refusedHandshake(server, { headers: { authorization: `Bearer ${token}` } })).status, 403);
  assert.deepEqual((await state(at)).game.moves, before.game.moves);
  await at.white.ok({ t: 'move', game: at.game, ply: 2, uci: 'g1f3' });
});

// ---- HTTP ----

async function owner(name) {
  const self = browser(server);
  assert.equal((await self.post('/api/account', { name, password: PASSWORD })).status, 201);
  await self.put('/api/account/settings', { secret: name });
  self.pass = (await self.post('/api/tokens', 'description=mine')).json;
  self.name = name;
  return self;
}

// Everything that belongs to a player, as they see it themselves.
const own = async self => ({
  account: (({ seenAt, ...rest }) => rest)((await self.get('/api/account')).json),
  settings: (await self.get('/api/account/settings')).json,
  sessions: (await self.get('/api/sessions')).json.sessions.map(s => s.id),
  tokens: (await self.get('/api/tokens')).json.tokens.map(t => t.id),
  following: (await self.get('/api/rel/following')).body,
  blocking: (await self.get('/api/rel/blocking')).body,
  teams: (await self.get('/api/v1/teams?mine=true')).json,
});

// [path and body aimed at Alice, nobody, guest, another account, its token without scopes]: the status. No request
// changes what is Alice's, or reveals her settings.
const session = at => `/api/sessions/${at.session}`;
const pass = at => `/api/tokens/${at.alice.pass.id}`;
const rel = word => [`POST /api/rel/${word}/{}`, [() => [`/api/rel/${word}/Alice`], 401, 403, 200, 403]];
const ROUTES = {
  ...Object.fromEntries(['/api', '/api/openapi.json', '/api/style.css'].map(path => [`GET ${path}`, [() => [path], 200, 200, 200, 200]])),
  'POST /api/account': [() => ['/api/account', 'name=alice&password=another-one'], 409, 409, 403, 403],
  'GET /api/account': [() => ['/api/account'], 401, 403, 200, 200],
  'DELETE /api/account': [() => ['/api/account', 'password=no-such-word&name=Alice'], 401, 403, 401, 403],
  'POST /api/account/password': [() => ['/api/account/password', 'name=Alice&old=no-such-word&new=mallory-was-here'], 401, 403, 401, 403],
  'POST /api/account/operator': [() => ['/api/account/operator', 'code=abcd-efgh-jkmn-pqrs'], 401, 403, 403, 403],
  'POST /api/account/second-factor': [() => ['/api/account/second-factor'], 401, 403, 403, 403],
  'POST /api/account/second-factor/confirm': [() => ['/api/account/second-factor/confirm', 'code=123456'], 401, 403, 403, 403],
  'DELETE /api/account/second-factor': [() => ['/api/account/second-factor', 'code=123456'], 401, 403, 409, 403],
  'GET /api/account/settings': [() => ['/api/account/settings?name=Alice'], 401, 403, 200, 403],
  'PUT /api/account/settings': [() => ['/api/account/settings?name=Alice', '{"mine":1}'], 401, 403, 200, 403],
  'GET /api/account/data': [() => ['/api/account/data?name=Alice'], 401, 403, 200, 403],
  'GET /api/oidc': [() => ['/api/oidc'], 200, 200, 200, 200],
  'POST /api/oidc': [() => ['/api/oidc'], 404, 404, 404, 403],
  'POST /api/oidc/finish': [() => ['/api/oidc/finish', 'state=x&code=y'], 404, 404, 404, 403],
  'DELETE /api/oidc': [() => ['/api/oidc'], 401, 403, 200, 403],
  'POST /api/session': [() => ['/api/session', 'name=Alice&password=mallory-was-here'], 401, 401, 401, 401],
  'DELETE /api/session': [() => ['/api/session'], 401, 403, 200, 403],
  'GET /api/sessions': [() => ['/api/sessions?name=Alice'], 401, 403, 200, 403],
  'DELETE /api/sessions': [() => ['/api/sessions'], 401, 403, 200, 403],
  'DELETE /api/sessions/{}': [at => [session(at)], 401, 403, 404, 403],
  'GET /api/push': [() => ['/api/push?name=Alice'], 401, 403, 200, 403],
  'POST /api/push': [() => ['/api/push', 'name=Alice&endpoint=http://push.example&p256dh=a&auth=b'], 401, 403, 400, 403],
  'DELETE /api/push/{}': [() => ['/api/push/PushDevice01'], 401, 403, 404, 403],
  'GET /api/mail': [() => ['/api/mail?name=Alice'], 401, 403, 200, 403],
  'PUT /api/mail': [() => ['/api/mail', 'name=Alice&address=mallory@club.example&password=mallory-was-here'], 401, 403, 404, 403],
  'DELETE /api/mail': [() => ['/api/mail?name=Alice'], 401, 403, 404, 403],
  'POST /api/mail/confirm': [() => ['/api/mail/confirm', 'token=abc'], 404, 404, 404, 404],
  'POST /api/mail/reminders': [() => ['/api/mail/reminders', 'name=Alice&hours=12'], 401, 403, 404, 403],
  'GET /api/mail/stop/{}': [() => ['/api/mail/stop/galice.abc'], 303, 303, 303, 303],
  'POST /api/mail/stop/{}': [() => ['/api/mail/stop/galice.abc'], 404, 404, 404, 404],
  'POST /api/recovery': [() => ['/api/recovery', 'who=Alice'], 404, 404, 404, 404],
  'POST /api/recovery/look': [() => ['/api/recovery/look', 'token=abc'], 404, 404, 404, 404],
  'POST /api/recovery/finish': [() => ['/api/recovery/finish', 'token=abc&password=mallory-was-here'], 404, 404, 404, 404],
  'GET /api/tokens': [() => ['/api/tokens?name=Alice'], 401, 403, 200, 403],
  'POST /api/tokens': [() => ['/api/tokens', 'name=Alice&description=hers'], 401, 403, 201, 403],
  'DELETE /api/tokens/{}': [at => [pass(at)], 401, 403, 404, 403],
  'GET /api/oauth': [() => ['/api/oauth?client_id=x'], 400, 400, 400, 400],
  'POST /api/oauth': [() => ['/api/oauth', 'client_id=x'], 401, 403, 400, 403],
  'POST /api/token': [() => ['/api/token', 'client_id=x'], 400, 400, 400, 400],
  'DELETE /api/token': [() => ['/api/token'], 401, 403, 403, 204],
  'POST /api/token/test': [at => ['/api/token/test', at.alice.pass.id], 200, 200, 200, 200],
  'GET /api/account/preferences': [() => ['/api/account/preferences'], 401, 403, 200, 403],
  'GET /api/account/email': [() => ['/api/account/email'], 401, 403, 200, 403],
  'GET /api/account/kid': [() => ['/api/account/kid'], 401, 403, 200, 403],
  'POST /api/account/kid': [() => ['/api/account/kid', 'v=false'], 401, 403, 200, 403],
  'POST /api/token/admin-challenge': [() => ['/api/token/admin-challenge', 'users=Alice&description=x'], 401, 403, 403, 403],
  'GET /api/user/{}/perf/{}': [() => ['/api/user/Alice/perf/blitz'], 200, 200, 200, 200],
  'GET /api/user/{}/activity': [() => ['/api/user/Alice/activity'], 200, 200, 200, 200],
  'GET /api/user/{}': [() => ['/api/user/Alice'], 200, 200, 200, 200],
  'GET /api/user/{}/rating-history': [() => ['/api/user/Alice/rating-history'], 200, 200, 200, 200],
  'GET /api/player': [() => ['/api/player'], 200, 200, 200, 200],
  'GET /api/player/top/{}/{}': [() => ['/api/player/top/10/blitz'], 200, 200, 200, 200],
  'GET /api/users/status': [() => ['/api/users/status?ids=alice'], 200, 200, 200, 200],
  ...Object.fromEntries(['follow', 'unfollow', 'block', 'unblock'].map(rel)),
  'GET /api/rel/following': [() => ['/api/rel/following?name=Alice'], 401, 403, 200, 403],
  'GET /api/rel/blocking': [() => ['/api/rel/blocking?name=Alice'], 401, 403, 200, 403],
  'POST /api/report/{}': [() => ['/api/report/Alice', 'reason=other&text=x'], 401, 200, 200, 403],
  'GET /api/games': [() => ['/api/games?player=Alice'], 200, 200, 200, 200],
  'GET /api/crosstable/{}/{}': [() => ['/api/crosstable/Alice/g8b723c9eae2dccb7ea0a'], 200, 200, 200, 200],
  'GET /api/games/user/{}': [() => ['/api/games/user/Alice'], 200, 200, 200, 200],
  'POST /api/games/export/_ids': [() => ['/api/games/export/_ids', 'Ab12Cd34'], 200, 200, 200, 200],
  'GET /game/export/{}': [() => ['/game/export/Ab12Cd34'], 404, 404, 404, 404],
  'GET /api/admin/events': [() => ['/api/admin/events'], 401, 403, 403, 403],
  'GET /api/admin/{}': [() => ['/api/admin/show?word=Alice'], 401, 403, 403, 403],
  'POST /api/admin/{}': [() => ['/api/admin/ban', 'word=Alice'], 401, 403, 403, 403],
  'GET /api/opening': [() => ['/api/opening?moves=e2e4'], 200, 200, 200, 200],
  'POST /api/import': [() => ['/api/import', 'name=Alice&pgn=1. e4 e5 1-0'], 401, 200, 200, 200],
  'GET /api/game/{}.pgn': [() => ['/api/game/Ab12Cd34.pgn'], 404, 404, 404, 404],
  'POST /api/users': [() => ['/api/users', 'alice'], 200, 200, 200, 200],
  'GET /api/bot': [() => ['/api/bot'], 200, 200, 200, 200],
  'GET /api/bot/online': [() => ['/api/bot/online'], 200, 200, 200, 200],
  'POST /api/bot/account/upgrade': [() => ['/api/bot/account/upgrade'], 401, 403, 200, 403],
  'GET /api/stream/event': [() => ['/api/stream/event', undefined, 'HEAD'], 401, 403, 200, 403],
  'GET /api/stream/game/{}': [() => ['/api/stream/game/Ab12Cd34'], 404, 404, 404, 404],
  'POST /api/stream/games-by-users': [() => ['/api/stream/games-by-users', 'x'.repeat(33)], 400, 400, 400, 400],
  'POST /api/stream/games/{}': [() => ['/api/stream/games/mine', 'x'], 400, 400, 400, 400],
  'POST /api/stream/games/{}/add': [() => ['/api/stream/games/mine/add', 'Ab12Cd34'], 404, 404, 404, 404],
  'POST /api/bulk-pairing': [() => ['/api/bulk-pairing', 'players=x'], 401, 403, 400, 403],
  'GET /api/bulk-pairing': [() => ['/api/bulk-pairing'], 401, 403, 200, 403],
  'GET /api/bulk-pairing/{}': [() => ['/api/bulk-pairing/Ab12Cd34'], 401, 403, 404, 403],
  'DELETE /api/bulk-pairing/{}': [() => ['/api/bulk-pairing/Ab12Cd34'], 401, 403, 404, 403],
  'GET /api/bulk-pairing/{}/games': [() => ['/api/bulk-pairing/Ab12Cd34/games'], 401, 403, 404, 403],
  'POST /api/bulk-pairing/{}/start-clocks': [() => ['/api/bulk-pairing/Ab12Cd34/start-clocks'], 401, 403, 404, 403],
  'GET /api/v1/tournaments': [() => ['/api/v1/tournaments'], 200, 200, 200, 200],
  'GET /api/v1/tournaments.ics': [() => ['/api/v1/tournaments.ics'], 200, 200, 200, 200],
  'POST /api/v1/tournaments': [() => ['/api/v1/tournaments', 'name=Mine&format=ladder'], 401, 403, 400, 403],
  ...Object.fromEntries(['', '/players', '/teams', '/standings', '/standings.csv', '/rounds/{}', '/crosstable', '/games.pgn', '/report.trf', '/log'].map(path =>
    [`GET /api/v1/tournaments/{}${path}`, [() => [`/api/v1/tournaments/Ab12Cd34${path.replace('{}', '1')}`], 404, 404, 404, 404]])),
  ...Object.fromEntries(['join', 'withdraw'].map(word =>
    [`POST /api/v1/tournaments/{}/${word}`, [() => [`/api/v1/tournaments/Ab12Cd34/${word}`], 401, 404, 404, 403]])),
  ...Object.fromEntries(['acts', 'players.trf', 'players.csv'].map(word =>
    [`POST /api/v1/tournaments/{}/${word}`, [() => [`/api/v1/tournaments/Ab12Cd34/${word}`, 'act=start'], 401, 403, 404, 403]])),
  'GET /api/v1/broadcasts': [() => ['/api/v1/broadcasts'], 200, 200, 200, 200],
  'POST /api/v1/broadcasts': [() => ['/api/v1/broadcasts', 'description=x'], 401, 403, 400, 403],
  'GET /api/v1/broadcasts/{}': [() => ['/api/v1/broadcasts/Ab12Cd34'], 404, 404, 404, 404],
  'POST /api/v1/broadcasts/{}': [() => ['/api/v1/broadcasts/Ab12Cd34', 'name=x'], 401, 403, 404, 403],
  'DELETE /api/v1/broadcasts/{}': [() => ['/api/v1/broadcasts/Ab12Cd34'], 401, 403, 404, 403],
  'POST /api/v1/broadcasts/{}/rounds': [() => ['/api/v1/broadcasts/Ab12Cd34/rounds', 'name=x'], 401, 403, 404, 403],
  ...Object.fromEntries(['', '/games.pgn', '/boards/{}.pgn'].map(path =>
    [`GET /api/v1/broadcast-rounds/{}${path}`, [() => [`/api/v1/broadcast-rounds/Ab12Cd34${path.replace('{}', '1')}`], 404, 404, 404, 404]])),
  ...Object.fromEntries(['', '/push'].map(path =>
    [`POST /api/v1/broadcast-rounds/{}${path}`, [() => [`/api/v1/broadcast-rounds/Ab12Cd34${path}`, 'name=x'], 401, 403, 404, 403]])),
  'DELETE /api/v1/broadcast-rounds/{}': [() => ['/api/v1/broadcast-rounds/Ab12Cd34'], 401, 403, 404, 403],
  'GET /api/simul': [() => ['/api/simul'], 200, 200, 200, 200],
  ...Object.fromEntries(['', '/top', '/search'].map(path => [`GET /api/broadcast${path}`, [() => [`/api/broadcast${path}`], 200, 200, 200, 200]])),
  'GET /api/broadcast/my-rounds': [() => ['/api/broadcast/my-rounds'], 401, 403, 200, 200],
  'GET /api/broadcast/by/{}': [() => ['/api/broadcast/by/Alice'], 200, 200, 200, 200],
  ...Object.fromEntries(['/api/broadcast/{}', '/api/broadcast/{}.pgn', '/api/broadcast/round/{}.pgn', '/api/stream/broadcast/round/{}.pgn', '/api/stream/broadcast/tour/{}.pgn'].map(path =>
    [`GET ${path}`, [() => [path.replace('{}', 'Ab12Cd34')], 404, 404, 404, 404]])),
  ...Object.fromEntries(['/api/broadcast/{}/{}/{}', '/broadcast/{}/{}/{}'].map(path =>
    [`GET ${path}`, [() => [path.replaceAll('{}', 'Ab12Cd34')], 404, 404, 404, 404]])),
  'POST /api/broadcast/round/{}/push': [() => ['/api/broadcast/round/Ab12Cd34/push', 'name=x'], 401, 403, 404, 403],
  'GET /api/v1/teams': [() => ['/api/v1/teams'], 200, 200, 200, 200],
  'POST /api/v1/teams': [() => ['/api/v1/teams', 'name=x'], 401, 403, 400, 403],
  ...Object.fromEntries(['', '/members'].map(path => [`GET /api/v1/teams/{}${path}`, [at => [`/api/v1/teams/${at.team}${path}`], 200, 200, 200, 200]])),
  'POST /api/v1/teams/{}/acts': [at => [`/api/v1/teams/${at.team}/acts`, 'act=delete'], 401, 403, 403, 403],
  'GET /api/team/all': [() => ['/api/team/all'], 200, 200, 200, 200],
  'GET /api/team/search': [() => ['/api/team/search?text=alice'], 200, 200, 200, 200],
  'GET /api/team/of/{}': [() => ['/api/team/of/Alice'], 200, 200, 200, 200],
  ...Object.fromEntries(['', '/users', '/arena', '/swiss'].map(path => [`GET /api/team/{}${path}`, [at => [`/api/team/${at.team}${path}`], 200, 200, 200, 200]])),
  'GET /api/team/{}/requests': [at => [`/api/team/${at.team}/requests`], 401, 403, 403, 403],
  ...Object.fromEntries(['request/{}/accept', 'request/{}/decline', 'kick/{}'].map(word =>
    [`POST /api/team/{}/${word}`, [at => [`/api/team/${at.team}/${word.replace('{}', 'Alice')}`], 401, 403, 403, 403]])),
  'POST /team/{}/join': [at => [`/team/${at.team}/join`, 'password=guess'], 401, 403, 400, 403],
  'POST /team/{}/quit': [at => [`/team/${at.team}/quit`], 401, 403, 400, 403],
  'GET /api/tournament': [() => ['/api/tournament'], 200, 200, 200, 200],
  'POST /api/tournament': [() => ['/api/tournament', 'clockTime=x'], 401, 403, 400, 403],
  'POST /api/swiss/new/{}': [() => ['/api/swiss/new/club', 'clock.limit=x'], 401, 403, 400, 403],
  ...Object.fromEntries([['tournament', ''], ['swiss', '/edit']].flatMap(([kind, edit]) => [
    ...['', '/games', '/results'].map(path => [`GET /api/${kind}/{}${path}`, [() => [`/api/${kind}/Ab12Cd34${path}`], 404, 404, 404, 404]]),
    ...[edit, '/join', '/withdraw', '/terminate', ...(edit ? ['/schedule-next-round'] : [])].map(path =>
      [`POST /api/${kind}/{}${path}`, [() => [`/api/${kind}/Ab12Cd34${path}`, 'name=Mine'], 401, 403, 404, 403]]),
  ])),
  'GET /api/tournament/{}/teams': [() => ['/api/tournament/Ab12Cd34/teams'], 404, 404, 404, 404],
  'POST /api/tournament/team-battle/{}': [() => ['/api/tournament/team-battle/Ab12Cd34', 'teams=x'], 401, 403, 404, 403],
  'GET /swiss/{}.trf': [() => ['/swiss/Ab12Cd34.trf'], 404, 404, 404, 404],
  'GET /api/user/{}/tournament/created': [() => ['/api/user/Alice/tournament/created'], 200, 200, 200, 200],
  'GET /api/user/{}/tournament/played': [() => ['/api/user/Alice/tournament/played'], 200, 200, 200, 200],
  'POST /api/challenge/{}/start-clocks': [() => ['/api/challenge/Ab12Cd34/start-clocks'], 401, 403, 400, 403],
  'GET /api/game/{}/chat': [() => ['/api/game/Ab12Cd34/chat'], 200, 200, 200, 200],
  'GET /api/tv/feed': [() => ['/api/tv/feed', undefined, 'HEAD'], 200, 200, 200, 200],
  'GET /api/tv/{}/feed': [() => ['/api/tv/nothing/feed'], 404, 404, 404, 404],
  'GET /api/tv/channels': [() => ['/api/tv/channels'], 200, 200, 200, 200],
  'GET /api/tv/{}': [() => ['/api/tv/nothing'], 404, 404, 404, 404],
  'POST /api/round/{}/add-time/{}': [() => ['/api/round/Ab12Cd34/add-time/5'], 401, 403, 404, 403],
  'GET /api/account/playing': [() => ['/api/account/playing'], 401, 403, 200, 200],
  'GET /api/challenge': [() => ['/api/challenge'], 401, 403, 200, 403],
  'POST /api/challenge/ai': [() => ['/api/challenge/ai', 'level=9'], 401, 403, 400, 403],
  'POST /api/challenge/open': [() => ['/api/challenge/open', 'clock.limit=x'], 401, 403, 400, 403],
  'POST /api/challenge/{}': [() => ['/api/challenge/Alice', 'clock.limit=300'], 401, 403, 200, 403],
  'GET /api/challenge/{}/show': [() => ['/api/challenge/Ab12Cd34/show'], 401, 403, 404, 403],
  ...Object.fromEntries(['accept', 'decline', 'cancel'].map(word =>
    [`POST /api/challenge/{}/${word}`, [() => [`/api/challenge/Ab12Cd34/${word}`], 401, 403, 404, 403]])),
  'POST /api/board/seek': [() => ['/api/board/seek', 'time=1&ratingRange=high'], 401, 403, 400, 403],
  ...Object.fromEntries(['bot', 'board'].flatMap(api => [
    ['GET', 'stream/{}', 404], ['POST', '{}/move/{}', 404], ['POST', '{}/abort', 404], ['POST', '{}/resign', 404],
    ['POST', '{}/draw/{}', 404], ['POST', '{}/takeback/{}', 404], ['POST', '{}/claim-victory', 404], ['POST', '{}/claim-draw', 404],
    ['GET', '{}/chat', 404], ['POST', '{}/chat', 200], ...(api === 'board' ? [['POST', '{}/berserk', 404]] : []),
  ].map(([method, path, status]) => { // no bot asks
    const where = `/api/${api}/game/${path}`;
    return [`${method} ${where}`, [() => [where.replace('{}', 'Ab12Cd34').replace('{}', 'yes')], 401, 403, api === 'bot' ? 400 : status, 403]];
  }))),
};

test('every route has its line', () => assert.deepEqual([...routes].sort(), Object.keys(ROUTES).sort()));

test('every route as nobody, guest, another account, its token, and banned', async () => {
  const alice = await owner('Alice');
  const friend = await owner('Friend');
  await alice.post(`/api/rel/follow/${friend.name}`);
  const team = (await alice.post('/api/v1/teams', 'name=Alice’s team&entry=code&code=gambit')).json.id;
  const at = { alice, team, session: (await alice.get('/api/sessions')).json.sessions[0].id };
  const before = await own(alice);
  const guest = (await connect(server)).welcome.token;
  const outlaw = await owner('Outlaw');
  await admin('ban', 'Outlaw');
  let serial = 0;
  for (const [route, [aim, ...statuses]] of Object.entries(ROUTES)) {
    const mallory = await owner(`Mallory${LETTERS[serial % 20]}${LETTERS[Math.floor(serial++ / 20)]}`);
    const token = browser(server, { token: mallory.pass.token });
    const askers = [browser(server), browser(server, { token: guest }), mallory, token, outlaw];
    const [path, body, method = route.split(' ')[0]] = aim(at);
    // The browser's cookie ends with its session, so its token goes first.
    for (const i of [0, 1, 3, 2, 4]) {
      const answer = await askers[i].ask(method, path, body ?? (route.startsWith('GET') ? undefined : ''));
      assert.equal(answer.status, [...statuses, 403][i], `${route} as asker ${i}: ${answer.body.slice(0, 200)}`);
      assert.ok(!answer.body.includes('"secret":"Alice"'), `${route} tells Alice's settings`);
      assert.ok(!answer.body.includes(alice.pass.token), `${route} tells Alice's token`);
    }
    assert.deepEqual(await own(alice), before, `${route} changed what is Alice's`);
  }
});
