// simuls.test.mjs - a simul over real sockets: applied for, accepted, played on all boards at once by its host, whose server
// is killed in the middle; and tournament games between two levels of the computer.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { checkAnswer } from './openapi.mjs';
import { connect } from './player.mjs';

const API = '/api/v1/tournaments';
const form = fields => new URLSearchParams(fields).toString();

async function member(server, name) {
  const one = await lichess(server, name, { scopes: 'tournament:write board:play' });
  one.name = name;
  one.come = async () => (one.player = await connect(server, { token: one.token }));
  await one.come();
  return one;
}

const settings = { name: 'Simul', format: 'simul', 'clock.limit': 300, 'clock.increment': 3, rated: 'false', hostExtra: 600, hostExtraEach: 60 };

test('a simul: who applies, whom the host accepts, all boards at once, and the score; a kill in the middle loses nothing', () =>
  withCastled({}, async server => {
    const [hedda, anna, bodo, cleo] = await Promise.all(['Hedda', 'Anna', 'Bodo', 'Cleo'].map(name => member(server, name)));
    const rated = await hedda.post(API, form({ ...settings, rated: 'true' }));
    assert.deepEqual([rated.status, rated.json.field], [400, 'rated']);
    const made = await hedda.post(API, form(settings));
    assert.equal(made.status, 201, made.body);
    assert.deepEqual(made.json.host, { player: 1, title: null, rating: null, wins: 0, draws: 0, losses: 0, playing: 0 });
    const at = `${API}/${made.json.id}`;
    const get = async path => (await browser(server).get(at + path)).json;
    const act = (one, fields) => one.post(`${at}/acts`, form(fields));
    const does = async fields => assert.equal((await act(hedda, fields)).status, 200, JSON.stringify(fields));
    const refused = async (one, fields) => (await act(one, fields)).json.code;

    for (const one of [anna, bodo, cleo]) assert.equal((await one.post(`${at}/join`, '')).status, 200);
    assert.equal((await get('')).players, 3, 'the host is not counted');
    assert.equal(await refused(hedda, { act: 'start' }), 'wrong_time', 'nobody has been accepted');
    assert.equal(await refused(anna, { act: 'accept', player: 2 }), 'not_allowed');
    assert.equal((await hedda.post(`${at}/withdraw`, '')).json.code, 'host');
    await does({ act: 'accept', player: 2 });
    await does({ act: 'accept', player: 3 });
    await does({ act: 'add', level: 1 });
    assert.deepEqual((await get('/players')).players.map(one => one.accepted), [true, true, true, false, true]);
    await does({ act: 'start' });

    await until(async () => (await get('')).roundState === 'playing', 'the games go on');
    const { boards } = await get('/rounds/1');
    assert.equal(boards.length, 3, 'not with Cleo');
    assert.ok(boards.every(board => board.white.name === 'Hedda'));
    const of = name => boards.find(board => board.black.name === name).game;
    const computer = boards.find(board => !['Anna', 'Bodo'].includes(board.black.name)).game;
    await hedda.player.ok({ t: 'watch', game: of('Anna') });
    const { clock } = await hedda.player.next(m => m.t === 'game' && m.game === of('Anna'), () => 'the game');
    assert.deepEqual([clock.initial, clock.odds], [300_000, { color: 'white', initial: 300_000 + 600_000 + 3 * 60_000, increment: 3000 }]);
    const led = await hedda.player.next(m => m.t === 'tournament_game' && m.game === of('Anna'), () => 'where the host is led');
    assert.deepEqual([led.host, led.format], [true, 'simul']);
    const simuls = async () => {
      const answer = await browser(server).ask('GET', '/api/simul');
      checkAnswer('GET', '/api/simul', answer);
      return answer.json;
    };
    const [running] = (await simuls()).started;
    assert.deepEqual([running.id, running.fullName, running.host.name, running.host.online, running.nbPairings, running.nbApplicants, running.isRunning],
      [made.json.id, 'Simul simul', 'Hedda', true, 3, 0, true]);
    assert.match(running.host.gameId, /^\w{8}$/);
    assert.equal((await anna.player.kind('tournament_game')).host, undefined);

    for (const game of [of('Anna'), of('Bodo'), computer]) await hedda.player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await hedda.player.next(m => m.t === 'move' && m.game === computer && m.ply === 2, () => 'the computer answers');
    await anna.player.ok({ t: 'move', game: of('Anna'), ply: 1, uci: 'e7e5' });
    const log = (await browser(server).get(`${at}/log`)).body;
    await server.kill();
    await server.start();
    for (const one of [hedda, anna, bodo]) await one.come();
    assert.equal((await browser(server).get(`${at}/log`)).body, log);
    assert.equal(hedda.player.welcome.playing.length, 3, 'all boards go on');
    assert.equal((await hedda.get(at)).json.host.playing, 3);

    await bodo.player.ok({ t: 'move', game: of('Bodo'), ply: 1, uci: 'c7c5' });
    await bodo.player.ok({ t: 'resign', game: of('Bodo') });
    await hedda.player.ok({ t: 'resign', game: of('Anna') });
    await until(async () => (await get('')).host.playing === 1, 'one board is left');
    const spectator = await connect(server);
    await spectator.ok({ t: 'watch', game: of('Anna') });
    assert.deepEqual((await spectator.kind('game')).tournament, { id: made.json.id, name: 'Simul', berserk: false }, 'a game that is over names it, too');
    assert.equal((await get('')).status, 'started');
    await hedda.player.ok({ t: 'resign', game: computer });
    await until(async () => (await get('')).status === 'finished', 'it ends with the last game');
    const { host, winner, podium } = await get('');
    assert.deepEqual([host.wins, host.draws, host.losses, host.playing, winner, podium], [1, 0, 2, 0, null, null]);
    assert.deepEqual((await get('/standings')).rows.map(row => [row.name, row.points]).filter(([name]) => name !== 'Cleo').at(0), ['Hedda', 1]);

    const listed = await browser(server).get(`${API}?format=simul&status=finished`);
    assert.deepEqual(listed.json.finished.map(one => [one.id, one.host.wins]), [[made.json.id, 1]]);
    assert.deepEqual((await simuls()).finished.map(one => [one.id, one.isFinished, one.host.gameId]), [[made.json.id, true, undefined]]);
    await hedda.post(API, form(settings));
    const pending = async who => (await who.get('/api/simul')).json.pending.length;
    assert.deepEqual([await pending(hedda), await pending(browser(server)), (await simuls()).created.length], [1, 0, 1]);
    assert.deepEqual((await browser(server).get(`${API}?format=swiss`)).json.finished, []);
  }));

test('two levels of the computer play each other in a tournament', () =>
  withCastled({}, async server => {
    const hedda = await member(server, 'Hedda');
    const made = await hedda.post(API, form({ name: 'Levels', format: 'roundrobin', rated: 'false', 'clock.limit': 60, 'clock.increment': 1 }));
    const at = `${API}/${made.json.id}`;
    for (const fields of [{ act: 'add', level: 1 }, { act: 'add', level: 2 }, { act: 'start' }])
      assert.equal((await hedda.post(`${at}/acts`, form(fields))).status, 200, JSON.stringify(fields));
    const boards = async () => (await hedda.get(`${at}/rounds/1`)).json.boards ?? [];
    await until(async () => (await boards())[0]?.game, 'their game');
    const [{ game }] = await boards();
    await hedda.player.ok({ t: 'watch', game });
    await hedda.player.next(m => m.game === game && (m.ply >= 4 || m.moves?.length >= 4), () => 'moves of both');
  }));
