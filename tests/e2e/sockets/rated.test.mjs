// rated.test.mjs - accounts play rated games: changes are sent, shown over HTTP, stored; and blocked players do not meet.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { castled, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { connect } from './player.mjs';

let home;
before(async () => (home = await castled().start()));
after(() => home.remove());

const clock = { initial: 60_000, increment: 0 };

async function account(name, server = home) {
  const page = browser(server);
  const came = await page.post('/api/account', { name, password: 'correct-horse-battery' });
  assert.equal(came.status, 201, came.body);
  const arrive = () =>
    connect(server, {
      headers: { cookie: `castled_session=${page.cookie}`, origin: `http://127.0.0.1:${server.port}` },
    });
  return { page, arrive, player: await arrive() };
}

async function play(white, black, moves) {
  await white.ok({ t: 'seek', clock, rated: true, color: 'white', fallback: null });
  await black.ok({ t: 'seek', clock, rated: true, color: 'black', fallback: null });
  const { game } = await white.kind('start');
  for (const [ply, uci] of moves.entries())
    await (ply % 2 ? black : white).ok({ t: 'move', game, ply, uci });
  return game;
}

test('a rated game is counted, sent and shown, also after a restart', async () => {
  const ann = await account('Ann');
  const bob = await account('Bob');
  assert.deepEqual(ann.player.welcome.you.ratings, {});
  const game = await play(ann.player, bob.player, ['e2e4', 'e7e5']);
  await bob.player.ok({ t: 'resign', game });
  const rated = await ann.player.kind('rated');
  // A first win between newcomers: 1500 to 1741 and 1258 on lichess, and gains in bullet count 1.015 times.
  assert.deepEqual(rated, {
    t: 'rated',
    game,
    category: 'bullet',
    white: { before: 1500, after: 1745, provisional: true },
    black: { before: 1500, after: 1259, provisional: true },
  });
  // Players and spectators who come later are told, too.
  const late = await ann.arrive();
  const spectator = await connect(home);
  for (const each of [late, spectator]) {
    await each.ok({ t: 'watch', game });
    await each.kind('game');
    assert.deepEqual(await each.kind('rated'), rated);
  }
  const crosstable = await ann.page.get('/api/crosstable/Ann/bob');
  assert.deepEqual(crosstable.json, { users: { ann: 1, bob: 0 }, nbGames: 1 });
  for (const path of ['Ann/a"b', 'Ann/ann', 'Ann/0123456789012345678901234'])
    assert.ok([400, 404].includes((await ann.page.get(`/api/crosstable/${encodeURI(path)}`)).status), path);
  await home.kill();
  await home.start();
  const came = await ann.page.get('/api/user/Bob');
  const { rd, prog, ...bullet } = came.json.perfs.bullet;
  assert.deepEqual(bullet, { games: 1, rating: 1259, prov: true });
  assert.ok(Math.abs(rd - 396) <= 1, `${rd}`);
  assert.equal(prog, 0);
  const history = (await ann.page.get('/api/user/ann/rating-history')).json;
  const { points } = history.find(each => each.name === 'Bullet');
  const today = new Date();
  assert.equal(points.length, 1);
  assert.equal(points[0][3], 1745);
  assert.ok(Math.abs(Date.UTC(points[0][0], points[0][1], points[0][2]) - today) < 2 * 86_400_000);
  const again = await ann.arrive();
  assert.deepEqual(again.welcome.you.ratings, { bullet: { rating: 1745, provisional: true, games: 1 } });
  await again.ok({ t: 'watch', game });
  assert.deepEqual(await again.kind('rated'), rated);
});

test('a blocked player is not paired, and cannot challenge', async () => {
  const cid = await account('Cid');
  const dan = await account('Dan');
  assert.equal((await cid.page.post('/api/rel/block/Dan')).status, 200);
  const seek = { t: 'seek', clock: { initial: 180_000, increment: 1000 }, fallback: null };
  const { seek: open } = await cid.player.ok(seek);
  await dan.player.ok(seek);
  assert.equal((await dan.player.ask({ t: 'accept', seek: open })).code, 'forbidden');
  assert.equal((await dan.player.ask({ t: 'challenge', to: 'user', name: 'Cid', clock })).code, 'forbidden');
  const { challenge } = await cid.player.ok({ t: 'challenge', to: 'link', clock });
  assert.equal((await dan.player.ask({ t: 'accept', challenge })).code, 'forbidden');
  assert.equal((await cid.page.post('/api/rel/unblock/Dan')).status, 200);
  await dan.player.ok({ t: 'accept', challenge });
});

test('an account that was offline finds its challenge when it comes', async () => {
  const eve = await account('Eve');
  const fay = await account('Fay');
  fay.player.close();
  await eve.player.ok({ t: 'challenge', to: 'user', name: 'fay', clock, rated: true });
  const back = await fay.arrive();
  const { challenge } = await back.kind('challenge');
  await back.ok({ t: 'decline', challenge, reason: 'later' });
  const declined = await eve.player.next(m => m.t === 'challenge' && m.state === 'declined');
  assert.equal(declined.reason, 'later');
});

test('the operator reverts the rating changes of a game', async () => {
  const gil = await account('Gil');
  const hal = await account('Hal');
  const game = await play(gil.player, hal.player, ['d2d4', 'd7d5']);
  await hal.player.ok({ t: 'resign', game });
  await gil.player.kind('rated');
  const bullet = async name => (await gil.page.get(`/api/user/${name}`)).json.perfs.bullet;
  assert.equal((await bullet('Gil')).rating, 1745);
  const said = await promisify(execFile)(process.env.CASTLED_BINARY, [
    'admin', '--data', home.directory, 'takeback', game,
  ]);
  assert.match(said.stdout, /of the 2 players/);
  await until(async () => (await bullet('Gil')).games === 0, 'the game is not counted');
  assert.equal((await bullet('Gil')).rating, 1500);
  assert.equal((await bullet('Hal')).rating, 1500);
});

test('without ratings every game is casual, whatever was asked for', () =>
  withCastled({ args: ['--preset', 'family'] }, async server => {
    const [ivy, jon] = [await account('Ivy', server), await account('Jon', server)];
    assert.equal(ivy.player.welcome.casual, true);
    assert.equal(ivy.player.welcome.fallback, 3_000);
    // A seek, also one that meets a seek for a casual game.
    await ivy.player.ok({ t: 'seek', clock, rated: true, color: 'white', fallback: null });
    await jon.player.ok({ t: 'seek', clock, rated: false, color: 'black', fallback: null });
    const { game } = await ivy.player.kind('start');
    await ivy.player.ok({ t: 'watch', game });
    assert.equal((await ivy.player.kind('game')).rated, false);
    for (const [player, ply, uci] of [[ivy, 0, 'e2e4'], [jon, 1, 'e7e5']]) await player.player.ok({ t: 'move', game, ply, uci });
    await jon.player.ok({ t: 'resign', game });
    await ivy.player.kind('end');
    assert.deepEqual((await ivy.arrive()).welcome.you.ratings, {});
    // A challenge, which a guest may then accept, and a tournament.
    await ivy.player.ok({ t: 'challenge', to: 'link', clock, rated: true });
    const { challenge, rated } = await ivy.player.kind('challenge');
    assert.equal(rated, false);
    await (await connect(server)).ok({ t: 'accept', challenge });
    const made = await ivy.page.post('/api/v1/tournaments', 'format=arena&name=Evening&rated=true');
    assert.equal(made.json?.rated, false, made.body);
  }));
