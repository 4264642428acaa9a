// openapi.test.mjs - the description of the HTTP API is whole and true: it has every route of the tables of routes and no other,
// says who may ask as they do, and what the server answers is as it says. The other answers are those of examples.test.mjs.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { castled, runCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { begin, lichess } from './lichess_client.mjs';
import { checkAnswer, checkValue, description, operations } from './openapi.mjs';

const read = path => fs.readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const plain = path => path.replaceAll(/\{\w+\}/g, '{}');

// The rows of routes.c and lichess_routes.c.
const rows = ['api/internal/routes.c', 'lichess/internal/lichess_routes.c'].flatMap(table =>
  [...read(`server/${table}`).matchAll(/\{HTTP_([A-Z]+),\s*"([^"]+)",\s*([A-Z_ |]+),\s*([A-Z_ |0]+),/g)].map(m => ({
    route: `${m[1]} ${m[2]}`,
    who: m[3].split('|').map(word => word.trim()),
    scopes: m[4].trim(),
  })),
);
// Answered by server/viewers, which has no table.
const elsewhere = ['GET /api/game/{}/events'];

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

test('every route is described, and every described route exists', () => {
  assert.ok(rows.length >= 70);
  const described = operations.map(({ method, path }) => `${method} ${plain(path)}`);
  assert.deepEqual(described.sort(), [...rows.map(({ route }) => route), ...elsewhere].sort());
});

test('the scopes are the existing ones', () => {
  const scopes = [...read('server/accounts/scope.h').matchAll(/X\(\w+, "([a-z:]+)", \d+\)/g)].map(m => m[1]);
  assert.deepEqual(description.components.schemas.Scope.enum, scopes);
  assert.deepEqual(Object.keys(description.components.securitySchemes.oauth.flows.authorizationCode.scopes), scopes);
  const page = /export const scopes = \[([^\]]*)\]/.exec(read('web-client/src/people/user.ts'))[1];
  assert.deepEqual([...page.matchAll(/'([a-z:]+)'/g)].map(m => m[1]), scopes, 'the form for a new token');
});

test('who may ask is described as the routes have it', () => {
  const words = new Map([...read('server/accounts/scope.h').matchAll(/X\((\w+), "([a-z:]+)", \d+\)/g)].map(m => [`SCOPE_${m[1]}`, [m[2]]]));
  words.set('0', []);
  for (const [, name, sum] of read('server/accounts/scope.h').matchAll(/(SCOPES_\w+) = ([A-Z_ |]+),/g))
    if (!words.has(name)) words.set(name, sum.split('|').flatMap(word => words.get(word.trim()) ?? []));
  for (const { route, who, scopes } of rows) {
    const { operation } = operations.find(({ method, path }) => `${method} ${plain(path)}` === route);
    const isOpen = who.includes('ANYBODY') || who.includes('WHO_NOBODY');
    const has = (...names) => names.some(name => who.includes(name));
    const security = isOpen ? [{}] : [
      ...(has('ACCOUNTS', 'PERSONS', 'WHO_BROWSER') ? [{ cookie: [] }] : []),
      ...(!has('ACCOUNTS', 'PERSONS', 'WHO_TOKEN') ? []
        : scopes === '0' ? [{ token: [] }]
        : words.get(scopes).map(scope => ({ token: [scope] }))),
    ];
    const sorted = list => list.map(each => JSON.stringify(each)).sort();
    assert.deepEqual(sorted(operation.security), sorted(security), route);
  }
});

test('the description is OpenAPI 3.1: all that it refers to is there, and each place of a path is a parameter', async () => {
  const { status, headers, json } = await browser(server).get('/api/openapi.json');
  assert.deepEqual([status, headers['content-type']], [200, 'application/json']);
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.deepEqual(json, JSON.parse(JSON.stringify(description)), 'the parts of the source');
  assert.match(json.openapi, /^3\.1\.\d+$/);
  const references = [...JSON.stringify(json).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(m => m[1]);
  for (const reference of new Set(references))
    assert.ok(reference.split('/').reduce((at, part) => at?.[part], json), `${reference} is missing`);
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length, 'an operationId is there twice');
  const tags = json.tags.map(({ name }) => name);
  for (const { method, path, operation } of operations) {
    assert.ok(operation.tags.every(tag => tags.includes(tag)), path);
    const parameters = (operation.parameters ?? []).map(each => (each.$ref ? json.components.parameters[each.$ref.split('/').pop()] : each));
    const places = parameters.filter(each => each.in === 'path').map(({ name }) => name);
    assert.deepEqual(places.sort(), [...path.matchAll(/\{(\w+)\}/g)].map(m => m[1]).sort(), `${method} ${path}`);
  }
});

test('a page shows it without a script', async () => {
  for (const path of ['/api', '/api/']) {
    const { status, headers, body } = await browser(server).get(path);
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
    assert.match(headers['content-security-policy'], /style-src 'self'/);
    assert.doesNotMatch(body, /<script|style=|\son\w+=/);
    for (const { operation } of operations) assert.ok(body.includes(`<details id="${operation.operationId}">`), operation.operationId);
    for (const [, name] of body.matchAll(/href="#(\w+)"/g)) assert.ok(body.includes(`id="${name}"`), `#${name}`);
  }
  const style = await browser(server).get('/api/style.css');
  assert.deepEqual([style.status, style.headers['content-type']], [200, 'text/css']);
});

// The operations that were answered with 2xx, and with an error.
const answered = { good: new Set(), bad: new Set() };
const check = (method, path, answer) => {
  const { operationId } = checkAnswer(method, path, answer);
  answered[answer.status < 400 ? 'good' : 'bad'].add(operationId);
};

const checking = ask => async (method, path, body, extra) => {
  const answer = await ask(method, path, body, extra);
  check(method, path, answer);
  return answer;
};

// Like an account of lichess_client.mjs, each answer of which is checked.
async function checked(name, how) {
  const one = await lichess(server, name, how);
  one.ask = checking(one.ask);
  one.page.ask = checking(one.page.ask);
  one.get = (path, extra) => one.ask('GET', path, undefined, extra);
  one.post = (path, body = '', extra) => one.ask('POST', path, body, extra);
  return one;
}

const checkStream = (path, stream, method = 'GET') => {
  stream.read();
  const lines = stream.lines.filter(Boolean);
  assert.ok(lines.length > 0, path);
  for (const line of lines) answered.good.add(checkValue(method, path, 200, 'application/x-ndjson', line).operationId);
};

test('answers to bots and boards are as described', async () => {
  const bot = await checked('Botty', { bot: true });
  const board = await checked('Annie');
  for (const one of [bot, board]) await one.events();
  const game = await begin(board, bot);
  const watcher = board.stream(`/api/stream/game/${game.id}`);
  const asPost = { method: 'POST' };
  const followed = [
    ['POST', '/api/stream/games-by-users', board.stream('/api/stream/games-by-users?withCurrentGames=true', { ...asPost, body: 'annie,botty' })],
    ['POST', '/api/stream/games/mine', board.stream('/api/stream/games/mine', { ...asPost, body: game.id })],
    ['GET', '/api/tv/feed', board.stream('/api/tv/feed')],
  ];
  for (const stream of [watcher, ...followed.map(([, , each]) => each)]) await stream.opened();
  const { get, post } = { get: board.get, post: board.post };
  await get('/api/account/playing');
  await get('/api/account');
  await get('/api/tv/channels');
  await get('/api/tv/best');
  await get('/api/tv/best', { accept: 'application/x-ndjson' });
  await post('/api/stream/games/mine/add', game.id, { 'content-type': 'text/plain' });
  for (const [i, uci] of ['e2e4', 'e7e5', 'g1f3'].entries())
    assert.equal((await (i % 2 ? bot : board).post(`/api/${i % 2 ? 'bot' : 'board'}/game/${game.id}/move/${uci}`)).status, 200);
  await game.one.state(s => s.moves === 'e2e4 e7e5 g1f3');
  for (const [, path, stream] of followed) await stream.next(line => (line.d ?? line).id === game.id, path);
  await post(`/api/board/game/${game.id}/chat`, { room: 'player', text: 'Hello' });
  await game.other.type('chatLine');
  for (const path of ['chat', 'draw/yes', 'draw/no', 'takeback/yes', 'takeback/no', 'claim-victory', 'claim-draw', 'berserk', 'move/a1a8'])
    await board.ask(path === 'chat' ? 'GET' : 'POST', `/api/board/game/${game.id}/${path}`, path === 'chat' ? undefined : '');
  for (const path of ['chat', 'draw/no', 'takeback/no', 'claim-victory', 'claim-draw'])
    await bot.ask(path === 'chat' ? 'GET' : 'POST', `/api/bot/game/${game.id}/${path}`, path === 'chat' ? undefined : '');
  await post(`/api/board/game/${game.id}/resign`);
  await game.one.state(s => s.status === 'resign');
  await bot.event.type('gameFinish');
  await watcher.end();
  checkStream('/api/stream/event', bot.event);
  checkStream('/api/stream/event', board.event);
  checkStream(`/api/board/game/stream/${game.id}`, game.one);
  checkStream(`/api/bot/game/stream/${game.id}`, game.other);
  checkStream(`/api/stream/game/${game.id}`, watcher);
  for (const [method, path, stream] of followed) {
    checkStream(path, stream, method);
    stream.close();
  }
  const json = { accept: 'application/json' };
  const lines = { accept: 'application/x-ndjson' };
  for (const [path, extra] of [
    [`/game/export/${game.id}`], [`/game/export/${game.id}`, json], [`/api/game/${game.id}.pgn`],
    ['/api/games/user/Annie'], ['/api/games/user/Annie', lines], ['/api/games'], ['/api/crosstable/Annie/Botty'],
    ['/api/users/status?ids=Annie,Botty'], ['/api/bot/online'], ['/api/bot'], ['/api/bot?nb=1'], ['/api/user/Botty'], ['/api/user/Botty/rating-history'],
    ['/api/player'], ['/api/player/top/10/blitz'], ['/api/opening?moves=e2e4,c7c5'],
  ])
    await get(path, extra);
  await post('/api/users', 'annie,botty', { 'content-type': 'text/plain' });
  await post('/api/games/export/_ids', game.id, { 'content-type': 'text/plain', ...lines });
  await post('/api/import', { pgn: '1. e4 e5 1-0' });
  const terms = { 'clock.limit': 300, 'clock.increment': 2, color: 'white' };
  const challenge = (await post('/api/challenge/Botty', terms)).json.id;
  await get('/api/challenge');
  await get(`/api/challenge/${challenge}/show`);
  await post(`/api/challenge/${challenge}/cancel`);
  const declined = (await post('/api/challenge/Botty', { ...terms, days: null })).json.id;
  await bot.event.next(line => line.type === 'challenge' && line.challenge.id === declined, 'the challenge');
  await bot.post(`/api/challenge/${declined}/decline`, { reason: 'later' });
  await board.event.type('challengeDeclined');
  checkStream('/api/stream/event', board.event);
  const club = await checked('Club', { scopes: 'challenge:bulk' });
  const pairs = { players: `${board.token}:${bot.token}`, 'clock.limit': 300, 'clock.increment': 3 };
  const bulk = (await club.post('/api/bulk-pairing', pairs)).json.id;
  await club.get('/api/bulk-pairing');
  await club.get(`/api/bulk-pairing/${bulk}`);
  await club.get(`/api/bulk-pairing/${bulk}/games`, lines);
  await club.post(`/api/bulk-pairing/${bulk}/start-clocks`);
  await club.ask('DELETE', `/api/bulk-pairing/${bulk}`);
  await post('/api/challenge/open', terms);
  const computer = await post('/api/challenge/ai', { ...terms, level: 1 });
  await post(`/api/board/game/${computer.json.id}/abort`);
  await post('/api/board/seek', { time: 'x' });
  await post('/api/token/test', board.token, { 'content-type': 'text/plain' });
});

// What the tests above have not asked for.
test('the other answers are as described', async () => {
  const one = await checked('Cara');
  const other = await checked('Dora', { bot: true });
  for (const each of [one, other]) await each.events();
  const { page } = one;
  const plain = { 'content-type': 'text/plain' };
  const asks = [
    ['GET', '/api'], ['GET', '/api/openapi.json'], ['GET', '/api/style.css'],
    ['GET', '/api/user/Cara/perf/blitz'], ['GET', '/api/user/Cara/perf/chess960'], ['GET', '/api/user/Cara/activity'],
    ['GET', '/api/games/user/Cara?ongoing=true'],
    ['GET', '/api/account/email'], ['GET', '/api/rel/following'],
  ];
  for (const [method, path] of asks) await page.ask(method, path);
  for (const path of ['/api/account/preferences', '/api/account/kid', '/api/account/settings']) await page.ask('GET', path);
  await page.ask('PUT', '/api/account/settings', { zen: 'on', scheme: 'dark', language: 'de' });
  const { json: preferences } = await page.ask('GET', '/api/account/preferences');
  assert.deepEqual([preferences.prefs.zen, preferences.prefs.dark, preferences.language], [1, true, 'de']);
  await page.ask('POST', '/api/account/kid?v=false', '');
  assert.equal((await page.ask('POST', '/api/account/kid?v=true', '')).status, 400);

  // What is played: a game with both, looked at from every side.
  const game = await begin(one, other);
  const more = [];
  for (const [i, uci] of ['e2e4', 'e7e5'].entries()) {
    await (i % 2 ? other : one).ask('POST', `/api/${i % 2 ? 'bot' : 'board'}/game/${game.id}/move/${uci}`, '');
    await game.one.state(s => s.moves.split(' ').length === i + 1);
  }
  await one.ask('GET', `/api/game/${game.id}/chat`);
  await other.ask('POST', `/api/bot/game/${game.id}/chat`, { room: 'player', text: 'Hi' });
  for (const path of ['draw/yes', 'takeback/yes']) await other.ask('POST', `/api/bot/game/${game.id}/${path}`, '');
  await one.ask('POST', `/api/board/game/${game.id}/draw/no`, '');
  await one.ask('POST', `/api/board/game/${game.id}/takeback/no`, '');
  await one.ask('POST', `/api/round/${game.id}/add-time/15`, '');
  assert.match((await one.ask('GET', '/api/games/user/Cara?ongoing=true&finished=false')).body, /\[White "Cara"\]/);
  await one.ask('POST', `/api/challenge/${game.id}/start-clocks?token1=${one.token}&token2=${other.token}`, '');
  await other.ask('POST', `/api/bot/game/${game.id}/resign`, '');
  await game.one.end();
  const perf = (await one.ask('GET', '/api/user/Cara/perf/blitz')).json;
  assert.deepEqual([perf.stat.count.all, perf.stat.count.win, perf.stat.resultStreak.win.max.v], [1, 1, 1]);
  assert.equal((await one.ask('GET', '/api/user/Cara/activity')).json[0].games.blitz.win, 1);
  for (const kind of ['bot', 'board']) {
    const [maker, taker] = kind === 'bot' ? [one, other] : [other, one];
    const { id } = (await maker.ask('POST', `/api/challenge/${taker.name}`, { 'clock.limit': 300, 'clock.increment': 0 })).json;
    await taker.event.next(line => line.type === 'challenge' && line.challenge.id === id, 'the challenge');
    await taker.ask('POST', `/api/challenge/${id}/accept`, '');
    await taker.event.next(line => line.type === 'gameStart' && line.game.id === id, 'gameStart');
    await taker.ask('POST', `/api/${kind}/game/${id}/abort`, '');
  }
  more.push((await one.ask('POST', '/api/challenge/open', { 'clock.limit': 300, 'clock.increment': 0 })).json.id);
  await one.ask('POST', `/api/challenge/${more[0]}/accept?color=white`, '');
  const tv = ['GET', '/api/tv/bot/feed'];
  const shown = await begin(one, other);
  for (const [i, uci] of ['e2e4', 'e7e5'].entries())
    await (i % 2 ? other : one).ask('POST', `/api/${i % 2 ? 'bot' : 'board'}/game/${shown.id}/move/${uci}`, '');
  const watching = one.stream(tv[1]);
  await watching.next(line => line.t === 'featured', 'the game');
  checkStream(tv[1], watching);
  watching.close();

  // People.
  for (const what of ['follow', 'unfollow', 'block', 'unblock']) await page.ask('POST', `/api/rel/${what}/Dora`, '');
  for (const what of ['following', 'blocking']) await page.ask('GET', `/api/rel/${what}`);
  await page.ask('POST', '/api/report/Dora', { reason: 'spam', text: 'They write too much.' });
  await page.ask('GET', '/api/sessions');
  await page.ask('GET', '/api/account/data');
  const token = (await page.ask('POST', '/api/tokens', { description: 'one', scopes: [] })).json;
  await page.ask('GET', '/api/tokens');
  await page.ask('DELETE', `/api/tokens/${token.id}`);
  // The example of RFC 8291, section 5.
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const device = (await page.ask('POST', '/api/push', { endpoint: 'https://push.example/1', p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' })).json;
  await page.ask('GET', '/api/push');
  await page.ask('DELETE', `/api/push/${device.id}`);
  await page.ask('GET', '/api/mail'); // mail.test.mjs does the rest, with a server that takes mail
  await page.ask('PUT', '/api/mail', { address: 'dora@club.example', password: 'correct-horse' });
  await page.ask('DELETE', '/api/mail');
  await page.ask('POST', '/api/mail/confirm', { token: 'x' });
  await page.ask('POST', '/api/mail/reminders', { hours: 12 });
  await page.ask('GET', '/api/mail/stop/x.y');
  await page.ask('POST', '/api/mail/stop/x.y', '');
  await page.ask('POST', '/api/recovery', { who: 'Dora' });
  for (const what of ['look', 'finish']) await page.ask('POST', `/api/recovery/${what}`, { token: 'x', password: 'correct-horse' });
  await one.ask('POST', '/api/users', 'cara', plain);
  const club = await checked('Organiser', { scopes: 'challenge:bulk' });
  assert.equal((await club.ask('POST', '/api/token/admin-challenge', { users: 'Cara', description: 'Cup' })).status, 403);
  assert.equal((await runCastled(['admin', '--data', server.directory, 'operator', 'Organiser', 'on'])).code, 0);
  const made = (await club.ask('POST', '/api/token/admin-challenge', { users: 'Cara,DORA', description: 'Cup' })).json;
  assert.deepEqual(Object.keys(made), ['cara', 'dora']);
  assert.equal((await browser(server, { token: made.cara }).get('/api/account')).json.username, 'Cara');
  const again = (await club.ask('POST', '/api/token/admin-challenge', { users: 'cara', description: 'Cup' })).json;
  assert.equal((await browser(server, { token: made.cara }).get('/api/account')).status, 401, 'the older one has ended');
  const paired = await club.ask('POST', '/api/bulk-pairing', { players: `${again.cara}:${made.dora}`, 'clock.limit': 300, 'clock.increment': 3, pairAt: Date.now() + 3_600_000 });
  await club.ask('DELETE', `/api/bulk-pairing/${paired.json.id}`);
  await club.ask('POST', '/api/token/admin-challenge', { users: 'nobody', description: 'Cup' });
  assert.equal((await runCastled(['admin', '--data', server.directory, 'operator', 'Cara'])).code, 0);
  assert.equal((await page.ask('POST', '/api/admin/mute', { word: ['Dora', '1h'] })).json.ok, true);
  assert.equal((await page.ask('GET', '/api/admin/acts')).json[0].act, 'mute');
  assert.equal((await page.ask('GET', '/api/oidc')).json.provider, null);
  await page.ask('POST', '/api/account/password', { old: 'correct-horse', new: 'another-horse' });
  await page.ask('DELETE', '/api/sessions');
  await page.ask('POST', '/api/session', { name: 'Cara', password: 'another-horse' });
  await page.ask('DELETE', '/api/session');
  for (const each of [one, other]) each.event.close();
});

// Answered well in other tests only: apps (oauth.test.mjs), the page's game by HTTP (viewers.test.mjs), accounts that end (people.test.mjs),
// claims (lichess.test.mjs), seeks, which have no answer but the end of the connection, signing up (each client of this file), the first operator, live figures (operators.test.mjs), second factors (second_factor.test.mjs),
// sign-in at a provider (oidc.test.mjs), e-mail (mail.test.mjs). And what is refused always.
const ELSEWHERE = [
  'showAuthorization', 'authorize', 'exchangeCode', 'endToken', 'followGame', 'endAccount', 'endSession', 'seek',
  'claimVictoryBot', 'claimDrawBot', 'claimVictoryBoard', 'claimDrawBoard', 'berserkBoard', 'signUp', 'becomeBot', 'becomeOperator',
  'offerSecondFactor', 'confirmSecondFactor', 'endSecondFactor', 'watchFigures',
  'beginAtProvider', 'finishAtProvider', 'unlinkProvider',
  'setMailAddress', 'removeMailAddress', 'confirmMailAddress', 'setReminders', 'stopReminders', 'forgetPassword', 'lookAtRecovery', 'recoverPassword',
];

test('no operation was left out, and each says what is wrong in the way that is described', async () => {
  const guest = browser(server);
  const here = operations.filter(({ operation: { tags } }) => !tags.includes('tournaments') && !tags.includes('teams') && !tags.includes('broadcasts')); // these are asked for in teams.test.mjs
  const missing = here.filter(({ operation: { operationId } }) => !answered.good.has(operationId)).map(({ method, path, operation }) => `${operation.operationId} (${method} ${path})`);
  assert.deepEqual(missing.filter(name => !ELSEWHERE.some(id => name.startsWith(`${id} `))), [], 'nobody has asked for these');
  for (const { method, path } of here) {
    const target = path.replaceAll(/\{\w+\}/g, '-');
    if (/stream|feed/.test(path)) continue;
    checkAnswer(method, target, await guest.ask(method, target, method === 'GET' ? undefined : '{'));
  }
});
