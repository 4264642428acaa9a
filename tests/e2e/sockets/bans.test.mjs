// bans.test.mjs - a ban of an account or of an address ends whatever is open to them, of every kind, and nothing of others.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';

import { castled, runCastled, until } from './castled.mjs';
import { writeGames } from './exports_games.mjs';
import { browser } from './http_client.mjs';
import { terminal } from './ics_terminal.mjs';
import { begin, lichess } from './lichess_client.mjs';
import { pair } from './player.mjs';

const COLLECTION = '/api/games/user/Collector?moves=true';

let server, white, black, game, round, tour;

const admin = async (...words) => {
  const { code, stdout, stderr } = await runCastled(['admin', '--data', server.directory, ...words]);
  assert.equal(code, 0, stdout + stderr);
  return stdout;
};

before(async () => {
  server = await castled({ args: ['--archive-after', 'never', '--ics', '0'] }).start();
  await server.stop();
  await writeGames(server.directory, 'Collector');
  await server.start();
  const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
  tour = (await owner.post('/api/v1/broadcasts', 'name=City')).json.id;
  round = (await owner.post(`/api/v1/broadcasts/${tour}/rounds`, 'name=One')).json.id;
  [white, black] = [await lichess(server, 'Whitey'), await lichess(server, 'Blacky')];
  await Promise.all([white.events(), black.events()]);
  game = (await begin(white, black)).id;
});
after(() => server.remove());

// An answer without end, or one that is not read; 'ended' is true when it came whole and false when it was cut.
const open = (path, { method = 'GET', body = '', token, localAddress, isRead = true } = {}) =>
  new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    if (method === 'POST') headers['content-length'] = Buffer.byteLength(body);
    const request = http.request({ host: '127.0.0.1', port: server.port, path, method, headers, localAddress, agent: false }, response => {
      const stream = { path, status: response.statusCode, isOver: false, response, close: () => request.destroy() };
      stream.ended = new Promise(done => response.on('close', () => done(response.complete)));
      response.on('close', () => (stream.isOver = true)).on('error', () => {});
      if (isRead) response.resume();
      resolve(stream);
    });
    request.on('error', reject);
    request.end(body);
  });

// Streams that anybody may open.
const STREAMS = () => [
  [`/api/stream/game/${game}`],
  ['/api/stream/games-by-users', { method: 'POST', body: 'whitey,blacky' }],
  ['/api/stream/games/mine', { method: 'POST', body: game }],
  ['/api/tv/feed'],
  ['/api/tv/blitz/feed'],
  [`/api/stream/broadcast/round/${round}.pgn`],
  [`/api/stream/broadcast/tour/${tour}.pgn`],
];

const openAll = async (streams, how) => {
  const all = [];
  for (const [path, more] of streams) {
    all.push(await open(path, { ...more, ...how }));
    assert.equal(all.at(-1).status, 200, path);
  }
  return all;
};

async function allEnd(streams) {
  for (const stream of streams) await until(() => stream.isOver, `${stream.path} has ended`);
}

// Those that are open stay open: the server has answered somebody since.
async function goOn(streams) {
  assert.equal((await browser(server).get('/healthz')).status, 200);
  for (const stream of streams) assert.equal(stream.isOver, false, stream.path);
}

test('a ban of an account ends its streams, whichever they are, and those of nobody else', async () => {
  const bot = await lichess(server, 'Outlaw', { scopes: 'challenge:read challenge:write board:play' });
  const own = [['/api/stream/event'],
    ['/api/board/seek', { method: 'POST', body: 'rated=false&time=60&increment=0' }],
    ['/api/challenge/whitey', { method: 'POST', body: 'keepAliveStream=true&clock.limit=300&clock.increment=2' }]];
  const theirs = await openAll([...STREAMS(), ...own], { token: bot.token });
  const others = await openAll(STREAMS(), { token: white.token });
  await admin('ban', 'Outlaw');
  await allEnd(theirs);
  for (const stream of theirs) assert.equal(await stream.ended, true, `${stream.path} has ended whole`);
  for (const [path, how] of STREAMS()) assert.equal((await open(path, { ...how, token: bot.token })).status, 403, path);
  await goOn(others);
  others.forEach(stream => stream.close());
});

test('a ban of a guest ends their streams', async () => {
  const { white: guest } = await pair(server);
  const streams = await openAll(STREAMS(), { token: guest.welcome.token });
  await admin('ban', guest.welcome.you.id, '1h');
  await allEnd(streams);
});

test('a ban of an address ends its streams, with and without a token, and what its viewers see', async () => {
  const viewers = [[`/api/game/${game}/events`]];
  const localAddress = '127.0.0.61';
  const theirs = [
    ...await openAll([...STREAMS(), ...viewers], { localAddress }),
    ...await openAll(STREAMS(), { localAddress, token: white.token }),
  ];
  const others = await openAll([...STREAMS(), ...viewers], { localAddress: '127.0.0.62' });
  assert.match(await admin('ban-address', localAddress, '1h'), new RegExp(`streams and exports: ${2 * STREAMS().length}\\.`));
  await allEnd(theirs);
  for (const [path, how] of [...STREAMS(), ...viewers]) assert.equal((await open(path, { ...how, localAddress })).status, 403, path);
  await goOn([...others]);
  assert.equal((await white.get('/api/account')).status, 200, 'the account itself is not banned');
  others.forEach(stream => stream.close());
});

// As many as an address may have; none is read, so that all are under way.
test('a ban cuts off exports: those of an account, and those of an address', async () => {
  const collector = await lichess(server, 'Hoarder');
  const byToken = { token: collector.token, localAddress: '127.0.0.63', isRead: false };
  const byAddress = { localAddress: '127.0.0.64', isRead: false };
  const exportsOf = async how => [await open(COLLECTION, how), await open(COLLECTION, how)];
  const [theirs, others] = [await exportsOf(byToken), await exportsOf(byAddress)];
  for (const each of [...theirs, ...others]) assert.equal(each.status, 200);
  await admin('ban', 'Hoarder');
  theirs.forEach(each => each.response.resume());
  for (const each of theirs) assert.equal(await each.ended, false, 'it is cut off');
  await goOn(others);
  assert.match(await admin('ban-address', '127.0.0.64'), /connections: 0, streams and exports: 2\./);
  others.forEach(each => each.response.resume());
  for (const each of others) assert.equal(await each.ended, false, 'it is cut off');
});

test('a ban of an address ends what it has at the ICS port, before and after the login', async () => {
  const localAddress = '127.0.0.65';
  const guest = await terminal(server, { localAddress });
  const atLogin = await terminal(server, { localAddress, login: false });
  await atLogin.until('login: ');
  const other = await terminal(server, { localAddress: '127.0.0.66', login: false });
  await other.until('login: ');
  await admin('ban-address', localAddress);
  await atLogin.until('banned from this server');
  await Promise.all([guest.closed, atLogin.closed]);
  other.type('guest');
  await other.until('Press return');
  other.socket.destroy();
});
