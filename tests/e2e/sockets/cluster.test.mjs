// cluster.test.mjs - several nodes as one server: clients of any node play each other, and when the node that has the games
// ends, in whichever way, another one takes them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';

import { castled, runCastled, until } from './castled.mjs';
import { missing, newCluster } from './cluster.mjs';
import { opera } from './games.mjs';
import { browser } from './http_client.mjs';
import { terminal } from './ics_terminal.mjs';
import { begin, lichess, openStream } from './lichess_client.mjs';
import { newLink } from './links.mjs';
import { catchUp, connect, pair, play, refusedHandshake } from './player.mjs';

const skip = missing && `${missing} is not installed`;
const CLOCK = { initial: 300_000, increment: 3000 };

let cluster;
before(async () => {
  if (!skip) cluster = await newCluster(2, { clocks: true, args: ['--ics', '0'] });
});
after(() => cluster?.close());

// { owner, front }: who has the games, and the other node, which is linked to it.
async function roles() {
  await until(() => cluster.owner(), 'a node has the games');
  const owner = cluster.owner();
  const front = cluster.nodes.find(node => node !== owner);
  await until(async () => (await gauge(front, 'cluster_links')) === 1, 'the other node is linked to it');
  return { owner, front };
}

const health = async node => JSON.parse((await browser(node).get('/healthz')).body);
const gauge = async (node, name) => Number(new RegExp(`^castled_${name} (\\d+)$`, 'm').exec(await node.metrics())[1]);
const admin = (node, ...words) => runCastled(['admin', '--data', node.directory, ...words]);

// Until that node has the games; how long that took from 'since' on, as a figure for the report.
async function takesOver(node, t, since, what) {
  await until(async () => (await gauge(node, 'cluster_owner')) === 1, `${what}: the other node has the games`);
  t.diagnostic(`${what}: the other node had the games after ${Math.round(performance.now() - since)} ms`);
}

// The same person again, at that node, with all that they lack of the game.
async function comeBack(player, node, game) {
  assert.equal(player.events(game)[0].seq, 1);
  const back = await connect(node, { token: player.welcome.token });
  assert.deepEqual(back.welcome.playing, [game]);
  await catchUp(player, back, game);
  return back;
}

// What the mover's clock has left once they moved, and how much of the game's time that took.
const spent = (before, after, color) => ({
  clock: before.clock[color] + CLOCK.increment - after.clock[color],
  time: after.at - before.at,
});

test('each node says what it is', { skip }, async () => {
  const { owner, front } = await roles();
  assert.equal((await health(front)).role, 'front');
  assert.equal((await health(owner)).role, 'owner');
  assert.equal(await gauge(owner, 'cluster_owner'), 1);
  assert.equal(await gauge(front, 'cluster_owner'), 0);
  assert.equal(await gauge(owner, 'cluster_epoch'), 1);
  assert.equal(await gauge(front, 'cluster_epoch'), 1);
  for (const node of [owner, front]) {
    assert.equal(await gauge(node, 'cluster_links'), 1);
    assert.equal(await gauge(node, 'cluster_bus'), 1);
  }
  const status = await admin(front, 'status');
  assert.equal(status.code, 0);
  assert.match(status.stdout, new RegExp(`a front of a cluster: ready\\ngames +on \\S+/${owner.letters()} \\(epoch 1\\)`));
  await until(async () => /^database +answers$/m.test((await admin(front, 'status')).stdout), 'the database answers the front');
  assert.ok((await health(front)).database_silence >= 0);
  front.cut('store');
  await until(async () => /^database +HAS NOT ANSWERED for \d+ s$/m.test((await admin(front, 'status')).stdout), 'it answers no more');
  await until(async () => (await health(front)).database_silence > 3000, 'nor for programs');
  front.mend();
  await until(async () => /^database +answers$/m.test((await admin(front, 'status')).stdout), 'it answers again');
  assert.match((await admin(owner, 'status')).stdout, /^cluster +this node has the games; 1 front is linked$/m);
  const refused = await admin(front, 'notice', 'Hello');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, new RegExp(`^This castled is a front.*: \\S+/${owner.letters()}$`, 'm'));
  assert.equal((await admin(front, 'health')).stdout, 'ready\n');
});

test('a castled by itself loads neither the library of PostgreSQL nor that of NATS', { skip }, async t => {
  const loaded = server => {
    const maps = fs.readFileSync(`/proc/${server.child.pid}/maps`, 'latin1');
    return ['libpq.so', 'libnats.so'].filter(library => maps.includes(library));
  };
  const single = await castled().start();
  t.after(() => single.remove());
  assert.deepEqual(loaded(single), []);
  assert.deepEqual(loaded((await roles()).owner), ['libpq.so', 'libnats.so']);
});

test('a limit of an address holds for all nodes together', { skip }, async t => {
  const limited = await newCluster(2, { limits: 'on', args: ['--limit', 'import=2/86400', '--ics', '0', '--limit', 'ics-logins=2'] });
  t.after(() => limited.close());
  const [one, other] = limited.nodes;
  const { token } = (await connect(one)).welcome;
  const statuses = [];
  for (const [node, move] of [[one, 'e4'], [other, 'd4'], [other, 'c4'], [one, 'b4']]) {
    const pgn = `[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. ${move} 1-0\n`;
    statuses.push((await browser(node, { token }).post('/api/import', { pgn })).status);
  }
  assert.deepEqual(statuses, [200, 200, 429, 429]);

  const silent = [await terminal(one, { login: false }), await terminal(other, { login: false })];
  for (const each of silent) await each.until('login: ');
  for (const node of [one, other])
    await (await terminal(node, { login: false })).until('Too many connections from your address have not signed in');
  for (const line of ['guest', '']) silent[0].type(line);
  await silent[0].until('fics% ');
  await terminal(other);
});

test('a front describes the API by itself, as the owner does', { skip }, async () => {
  const { owner, front } = await roles();
  for (const path of ['/api', '/api/openapi.json', '/api/style.css']) {
    const { body, headers } = await browser(owner).get(path);
    const asked = await gauge(owner, 'http_requests_total');
    const there = await browser(front).get(path);
    assert.equal(there.status, 200);
    assert.equal(there.body, body);
    for (const name of ['content-type', 'cache-control', 'access-control-allow-origin']) assert.equal(there.headers[name], headers[name], name);
    assert.equal(await gauge(owner, 'http_requests_total'), asked + 1, 'the owner was asked for its metrics only');
  }
  assert.equal((await browser(front, { token: 'cst_unknown' }).get('/api')).status, 401);
});

// The statuses of as many requests, each on a connection of its own, that are sent at one instant.
async function askAtOnce(node, count, request) {
  const sockets = await Promise.all(Array.from({ length: count }, async () => {
    const socket = net.connect(node.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }));
  const statuses = sockets.map(async socket => {
    let status;
    socket.on('data', bytes => (status ??= Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString('latin1'))[1])));
    await once(socket, 'close');
    return status;
  });
  for (const socket of sockets) socket.write(request);
  return Promise.all(statuses);
}

// With a token the owner is asked, who answers 200 KB to each: more than a link takes at once.
test('hundreds of long answers at a front break nothing: a game there goes on', { skip }, async t => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(front), await connect(owner)]);
  const { token } = (await connect(front)).welcome;
  let ply = 0;
  const flood = askAtOnce(front, 400, `GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
  const others = Array.from({ length: 5 }, () => browser(front, { localAddress: '127.0.0.7' }).get('/api/account'));
  for (; ply < 4; ply++) await play(table, ply, opera[ply]);
  const statuses = await flood;
  const count = status => statuses.filter(each => each === status).length;
  t.diagnostic(`${count(200)} were answered, ${count(503)} with 503`);
  assert.equal(count(200) + count(503), 400);
  assert.ok(count(200) > 0);
  for (const other of others) assert.equal((await other).status, 401);
  for (; ply < 6; ply++) await play(table, ply, opera[ply]);
  assert.equal(await gauge(owner, 'cluster_links'), 1);
  assert.doesNotMatch(owner.stderr, /does not take what it is sent/);
  await table.white.ok({ t: 'resign', game: table.game });
});

test('somebody at the ICS port of one node plays somebody on the page of another', { skip }, async () => {
  const { owner, front } = await roles();
  const [ann, page] = [await terminal(front), await connect(owner)];
  await page.ok({ t: 'lobby' });
  await ann.says('seek 5 3 white', /Your seek has been posted with index \d+\./);
  const { seeks } = await page.next(m => m.t === 'lobby' && m.seeks.length === 1, () => 'the seek');
  await page.ok({ t: 'accept', seek: seeks[0].seek });
  assert.equal((await ann.board()).white, ann.name);
  const { game } = await page.kind('game');
  await ann.says('e4', '', 1);
  assert.equal((await page.kind('move')).uci, 'e2e4');
  await page.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
  assert.equal((await ann.board(board => board.turn === 'W' && board.words !== 'none')).san, 'e5');
  await ann.says('resign', '');
  assert.equal((await page.kind('end')).winner, 'black');
  ann.type('quit');
  await ann.until('Thank you for playing here.');
  await ann.closed;
});

test('clients of two nodes play each other, and others watch and ask by HTTP at either', { skip }, async () => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(owner), await connect(front)]);
  const watchers = await Promise.all([connect(owner), connect(front)]);
  for (const watcher of watchers) await watcher.ok({ t: 'watch', game: table.game, since: 0 });
  const stream = openStream(front, `/api/stream/game/${table.game}`);
  for (let ply = 0; ply < 6; ply++) await play(table, ply, opera[ply]);
  await stream.next(line => line.lm === opera[5], 'the last move');
  await table.white.ok({ t: 'resign', game: table.game });
  await stream.end();
  for (const watcher of watchers) await watcher.next(m => m.t === 'end' && m.game === table.game);
  const texts = watcher => watcher.texts.filter(text => JSON.parse(text).seq > 0 && JSON.parse(text).t !== 'game');
  assert.equal(texts(watchers[0]).length, 7);
  assert.deepEqual(texts(watchers[1]), texts(watchers[0]));

  const page = browser(front);
  assert.equal((await page.post('/api/account', { name: 'Annie', password: 'correct-horse' })).status, 201);
  const me = await page.get('/api/account');
  assert.equal(me.json.username, 'Annie');
  const there = browser(owner);
  there.cookie = page.cookie;
  assert.deepEqual((await there.get('/api/account')).json, me.json);
});

test('a node whose clock is wrong is not ready, and does not take the games, until it is right', { skip }, async () => {
  const { owner, front } = await roles();
  const epoch = await gauge(front, 'cluster_epoch');
  const table = await pair(owner, { clock: CLOCK }, [await connect(owner), await connect(front)]);
  const isOff = async (node, off) => (await node.isReady()) === !off;
  // Of what the database answers late a node knows that much less.
  const isAbout = (seconds, found) => assert.ok(found && Math.abs(Number(found[1]) - seconds) < 10, `${seconds}: ${found}`);

  front.clock.setForward(180_000);
  await until(() => isOff(front, true), 'the front is not ready');
  isAbout(180, /^this node's clock is (\d+) s ahead of the database's$/.exec((await health(front)).reason));
  isAbout(180, [, await gauge(front, 'cluster_clock_off_seconds')]);
  assert.match((await admin(front, 'health')).stderr, /^not ready: this node's clock is \d+ s ahead of/m);
  await play(table, 0, opera[0]);

  await owner.stop();
  await owner.start(); // nobody else has taken them meanwhile
  assert.equal(await gauge(owner, 'cluster_owner'), 1);
  assert.equal(await gauge(owner, 'cluster_epoch'), epoch + 1);

  front.clock.setForward(-180_000);
  await until(() => isOff(front, false), 'the front is ready again');
  await until(() => /until that is right[^]*this node's clock is right again/.test(front.stderr), 'it says so');
  assert.equal((await health(front)).reason, undefined);

  owner.clock.setForward(-60_000);
  await until(() => isOff(owner, true), 'the owner is not ready');
  isAbout(60, /^this node's clock is (\d+) s behind the database's$/.exec((await health(owner)).reason));
  assert.match((await admin(owner, 'health')).stderr, /^not ready: this node's clock is/m);
  const white = await comeBack(table.white, front, table.game);
  const black = await comeBack(table.black, owner, table.game);
  await play({ ...table, white, black }, 1, opera[1]);
  await white.ok({ t: 'resign', game: table.game });
  owner.clock.setForward(60_000);
  await until(() => isOff(owner, false), 'the owner is ready again');
});

test('who floods a front is read only as fast as the owner takes it, and loses nothing', { skip }, async () => {
  const COUNT = 10_000;
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(front), await connect(front)]);
  const flooder = await connect(front);
  flooder.socket._socket.cork(); // so that hundreds arrive at once
  for (let c = 0; c < COUNT; c++) flooder.send({ t: 'ping', c });
  flooder.socket._socket.uncork();
  for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
  await flooder.next(m => m.t === 'pong' && m.c === COUNT - 1);
  const heard = flooder.messages.filter(m => m.t === 'pong').map(m => m.c);
  assert.deepEqual(heard, Array.from({ length: COUNT }, (_, c) => c));
  assert.ok((await gauge(front, 'cluster_held_total')) > 0);
  await table.white.ok({ t: 'resign', game: table.game });
});

test('the node with the games is killed: the other has them, no move is lost, no clock is charged', { skip }, async t => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(owner), await connect(front)]);
  let last;
  for (let ply = 0; ply < 5; ply++) last = await play(table, ply, opera[ply]);
  // Somebody challenges black through the other node, and the answer is lost on its way.
  const link = await newLink(front, Math.random);
  const asker = await connect({ port: link.port });
  const request = { t: 'challenge', to: 'user', user: table.black.welcome.you.id, clock: null, key: 'once' };
  link.stall('far');
  asker.send(request);
  const { challenge } = await table.black.kind('challenge');
  const begun = performance.now();
  await owner.kill();
  assert.equal(await table.black.closed, 1012);
  await table.white.closed;
  await takesOver(front, t, begun, 'kill -9');
  const down = performance.now() - begun;
  const white = await comeBack(table.white, front, table.game);
  const black = await comeBack(table.black, front, table.game);
  const next = await play({ ...table, white, black }, 5, opera[5]);
  const { clock, time } = spent(last, next, 'black');
  assert.ok(time + down / 2 < performance.now() - begun + 100, `of ${down} ms without a node ${time} ms were counted`);
  assert.ok(clock <= time, `black was charged ${clock} ms of ${time}`);

  // The same request again does nothing, at the node that has taken over and through the other one.
  link.close();
  const again = [await connect(front, { token: asker.welcome.token })];
  assert.equal((await again[0].ok(request)).challenge, challenge);
  await owner.start();
  assert.equal((await health(owner)).role, 'front');
  again.push(await connect(owner, { token: asker.welcome.token }));
  assert.equal((await again[1].ok(request)).challenge, challenge);
  await black.settle();
  for (const player of [...again, black])
    assert.deepEqual(player.messages.filter(m => m.t === 'challenge').map(m => m.challenge), [challenge]);
  const spectator = await connect(owner);
  await spectator.ok({ t: 'watch', game: table.game, since: 0 });
  await play({ ...table, white, black }, 6, opera[6]);
  await spectator.next(m => m.t === 'move' && m.ply === 7);
  await white.ok({ t: 'resign', game: table.game });
});

// Three of its clients are to move: one comes back at once and moves, the flag of one would fall before the owner notices, one
// is at the ICS port.
test('a front is killed: its clients come back by the other node, and none of them is charged for it', { skip }, async t => {
  const { owner, front } = await roles();
  const quick = await pair(owner, { clock: CLOCK }, [await connect(front), await connect(owner)]);
  for (let ply = 0; ply < 3; ply++) await play(quick, ply, opera[ply]);
  const short = await pair(owner, { clock: { initial: 1000 } }, [await connect(front), await connect(owner)]);
  await play(short, 0, opera[0]);
  const ann = await terminal(front);
  await ann.says('seek 5 3 white', /posted with index \d+\./);
  const page = await connect(owner);
  await page.ok({ t: 'seek', clock: CLOCK, color: 'black', fallback: null });
  const { game } = await page.kind('game');
  await ann.says('e4', '', 1);
  const begun = performance.now();
  await page.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
  const replied = await page.next(m => m.t === 'move' && m.ply === 2);
  await ann.board(board => board.san === 'e5');
  const last = await play(quick, 3, opera[3]);
  await front.kill();
  const connected = performance.now() - begun;
  await short.black.ok({ t: 'move', game: short.game, ply: 1, uci: opera[1] }); // white's clock runs from here on

  // The owner notices after 2 s. It counts from the last word of that front, which may have been on its way for a while.
  const expectCharge = (what, left, before, there = connected) => {
    const charged = before - left;
    t.diagnostic(`${what}: white was connected for ${Math.round(there)} ms, and charged ${charged} ms`);
    assert.ok(charged < there + 1000 && left > 0, `${what}: ${charged} ms were charged of ${Math.round(there)}`);
  };
  const expectPause = (what, pause, before) => {
    assert.equal(pause?.t, 'pause', what);
    expectCharge(what, pause.clock.white, before);
  };
  const white = await comeBack(quick.white, owner, quick.game);
  const backAt = performance.now();
  await play({ ...quick, white }, 4, opera[4]);
  const thought = performance.now() - backAt;
  // When a word of that front comes after white does, white was away for less than it took to arrive: no time is lost.
  const next = quick.black.events(quick.game).find(m => m.seq === last.seq + 1);
  if (next.t === 'pause') expectPause('back at once', next, last.clock.white);
  else expectCharge('back before its last word', next.clock.white - CLOCK.increment, last.clock.white, connected + thought);
  const isPause = id => m => ['pause', 'end'].includes(m.t) && m.game === id;
  expectPause('with little time', await short.black.next(isPause(short.game)), 1000);
  expectPause('at the ICS port', await page.next(isPause(game)), replied.clock.white);
  await ann.closed;
  const back = await terminal(owner, { login: [ann.token] });
  await page.next(m => m.t === 'resume' && m.game === game);
  await back.says('resign', '');
  await short.black.ok({ t: 'resign', game: short.game });
  await white.ok({ t: 'resign', game: quick.game });
  back.close();
  await front.start();
});

test('a front is killed: a program whose streams were there is not charged for it', { skip }, async t => {
  const { owner, front } = await roles();
  const [program, person] = [await lichess(front, 'Program', { bot: true }), await lichess(owner, 'Opponent')];
  await Promise.all([program.events(), person.events()]);
  const game = await begin(program, person, { 'clock.limit': 60, 'clock.increment': 0 });
  for (const [i, uci] of opera.slice(0, 3).entries()) {
    await (i % 2 ? person : program).play(game.id, `move/${uci}`);
    await Promise.all([game.one, game.other].map(stream => stream.state(line => line.moves.endsWith(uci))));
  }
  const begun = performance.now();
  await person.play(game.id, `move/${opera[3]}`);
  const last = await game.one.state(line => line.moves.endsWith(opera[3]));
  await front.kill();
  const connected = performance.now() - begun;
  await until(async () => (await gauge(owner, 'cluster_links')) === 0, 'the owner knows that its link is broken');
  const backAt = performance.now();
  const back = openStream(owner, `/api/bot/game/stream/${game.id}`, { token: program.token });
  await back.type('gameFull');
  const api = browser(owner, { token: program.token });
  assert.equal((await api.post(`/api/bot/game/${game.id}/move/${opera[4]}`)).status, 200);
  const next = await game.other.state(line => line.moves.endsWith(opera[4]));
  const charged = last.wtime - next.wtime;
  const all = connected + performance.now() - backAt;
  t.diagnostic(`the program had a stream for ${Math.round(all)} ms, and was charged ${charged} ms`);
  // As of anybody: its clock counts from the front's last word, which was at most a second before.
  assert.ok(charged < all + 1000, `${charged} ms were charged of ${Math.round(all)}`);
  await person.play(game.id, 'resign');
  await front.start();
});

test('the node with the games is stopped: the other has them at once', { skip }, async t => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(owner), await connect(front)]);
  for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
  const begun = performance.now();
  const stopped = owner.stop();
  assert.equal(await table.black.closed, 1012);
  const waiting = browser(front).get('/api/account'); // asked while nobody has the games
  await takesOver(front, t, begun, 'SIGTERM');
  assert.equal((await waiting).status, 401);
  await stopped;
  const white = await comeBack(table.white, front, table.game);
  const black = await comeBack(table.black, front, table.game);
  await play({ ...table, white, black }, 3, opera[3]);
  await white.ok({ t: 'resign', game: table.game });
  await owner.start();
});

// By another program; of a castled that hangs PostgreSQL is told to end the transaction.
for (const [what, sql] of [
  ['the lock of whoever takes the games', 'SELECT pg_advisory_xact_lock(7166478)'],
  ['leases', 'SELECT count(*) FROM (SELECT 1 FROM castled.leases FOR UPDATE) AS locked'],
])
  test(`${what} that somebody keeps: a front says so, and takes the games when it can`, { skip }, async () => {
    const { owner, front } = await roles();
    owner.child.asked = true;
    const said = front.stderr.length;
    owner.child.kill('SIGKILL');
    await owner.child.closed;
    const letGo = await cluster.postgres.hold(sql);
    await until(() => /the games cannot be taken: .*(is making its tables|a transaction of another castled)/.test(front.stderr.slice(said)), 'it says what is in its way');
    assert.equal((await health(front)).role, 'front');
    await letGo();
    await until(async () => (await gauge(front, 'cluster_owner')) === 1, 'it has the games');
    await owner.start();
  });

test('the bus is gone when the nodes start: one has the games and serves, the other says why it does not, and serves when the bus is there', { skip }, async () => {
  const { owner, front } = await roles();
  await front.stop();
  await owner.stop();
  await cluster.bus.kill();
  await owner.start();
  assert.equal(await front.spawn(), true);
  await until(async () => (await health(front)).reason === 'the bus cannot be reached', 'the other node says that it lacks the bus');
  assert.equal(await front.isReady(), false);
  for (const node of [owner, front]) await until(() => /the bus cannot be reached: /.test(node.stderr), 'its log says so');
  const table = await pair(owner, { clock: CLOCK });
  await play(table, 0, opera[0]);

  await cluster.bus.start();
  await until(front.isReady, 'the other node is ready');
  const watcher = await connect(front);
  await watcher.ok({ t: 'watch', game: table.game });
  await play(table, 1, opera[1]);
  assert.equal((await watcher.next(m => m.t === 'move' && m.ply === 2)).uci, opera[1]);
  await table.white.ok({ t: 'resign', game: table.game });
});

test('a node that was away while another took the games says nothing any more, and is a front when started again', { skip }, async t => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK }, [await connect(owner), await connect(front)]);
  for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
  const begun = performance.now();
  owner.suspend();
  table.white.send({ t: 'move', game: table.game, ply: 3, uci: opera[3] }); // not white's turn: refused, if it is answered
  await takesOver(front, t, begun, 'SIGSTOP');
  const before = table.white.messages.length;
  owner.child.asked = true;
  owner.goOn();
  const [code] = await owner.child.closed;
  assert.equal(code, 75, owner.stderr);
  assert.match(owner.stderr, /another castled has taken over|another node has the games now/);
  await table.white.closed;
  assert.deepEqual(table.white.messages.slice(before).filter(m => m.t === 'move'), []);
  const white = await comeBack(table.white, front, table.game);
  const black = await comeBack(table.black, front, table.game);
  await play({ ...table, white, black }, 3, opera[3]);
  await white.ok({ t: 'resign', game: table.game });
  await owner.start();
  assert.equal((await health(owner)).role, 'front');
});

// The node with the games is cut off from all others, but not from its clients, until another one has the games.
test('a node that may have lost the games lets nobody in, and answers nothing that may have changed', { skip }, async t => {
  const { owner, front } = await roles();
  const table = await pair(owner, { clock: CLOCK });
  await play(table, 0, opera[0]);
  const script = /(?:src|href)="([^"]+\.js)"/.exec((await browser(owner).get('/')).body)?.[1];
  const begun = performance.now();
  owner.child.asked = true;
  owner.cut('store', 'bus');
  await takesOver(front, t, begun, 'cut off from everything');
  const white = await comeBack(table.white, front, table.game);
  const black = await comeBack(table.black, front, table.game);
  await play({ ...table, white, black }, 1, opera[1]);
  assert.equal((await refusedHandshake(owner, { headers: { authorization: `Bearer ${white.welcome.token}` } })).status, 503);
  for (const path of [`/api/games/${table.game}`, `/api/game/${table.game}`, '/', `/game/${table.game}`])
    assert.equal((await browser(owner).get(path)).status, 503, path);
  const line = await terminal(owner, { login: false });
  await line.until('The games cannot be reached right now.');
  if (script) assert.equal((await browser(owner).get(script)).status, 200, script);
  assert.equal((await health(owner)).status, 'not ready');
  assert.equal(await gauge(owner, 'cluster_owner'), 1, 'it has not heard of it');
  owner.mend();
  const [code] = await owner.child.closed;
  assert.equal(code, 75, owner.stderr);
  await white.ok({ t: 'resign', game: table.game });
  await owner.start();
});

// White is at the front, and to move. cut() parts them from the games; back() waits until they can come back to 'node'. Then they move, and of
// all that time only what they had a connection for may have been charged.
async function expectNoCharge(t, { owner, front, node, cut, back, what }) {
  const table = await pair(owner, { clock: CLOCK }, [await connect(front), await connect(owner)]);
  for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
  const begun = performance.now();
  const last = await play(table, 3, opera[3]);
  cut();
  const cutAt = performance.now();
  assert.equal(await table.white.closed, 1012);
  await back(cutAt);
  const backAt = performance.now();
  const white = await comeBack(table.white, node, table.game);
  const black = await comeBack(table.black, node, table.game);
  const next = await play({ ...table, white, black }, 4, opera[4]);
  const charged = spent(last, next, 'white').clock;
  const connected = cutAt - begun + performance.now() - backAt;
  t.diagnostic(`${what}: white had no connection for ${Math.round(backAt - cutAt)} ms, and was charged ${charged} ms`);
  assert.ok(charged <= connected + 50, `white was charged ${charged} ms of ${Math.round(connected)}`);
  await white.ok({ t: 'resign', game: table.game });
}

// Under a clock of the tests' own, NATS's library does not notice that a server is silent.
describe('with the clock of the system', () => {
  before(async () => {
    if (skip) return;
    await cluster.close();
    cluster = await newCluster(2);
  });

  test('the node with the games alone loses the bus: nobody at another node is charged for it', { skip }, async t => {
    const { owner, front } = await roles();
    owner.child.asked = true;
    await expectNoCharge(t, {
      owner, front, node: front,
      what: 'the owner without the bus',
      cut: () => owner.cut('bus'),
      async back(since) {
        await takesOver(front, t, since, 'without the bus');
        const [code] = await owner.child.closed;
        assert.equal(code, 75, owner.stderr);
      },
    });
    owner.mend();
    await owner.start();
  });

  test('another node alone loses the bus: its players come back elsewhere, and are not charged for it', { skip }, async t => {
    const { owner, front } = await roles();
    await expectNoCharge(t, {
      owner, front, node: owner,
      what: 'a front without the bus',
      cut: () => front.cut('bus'),
      back: () => until(async () => (await gauge(owner, 'cluster_links')) === 0, 'the owner knows that its link is broken'),
    });
    front.mend();
    await roles();
  });
});
