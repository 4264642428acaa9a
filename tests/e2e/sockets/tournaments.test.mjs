// tournaments.test.mjs - tournaments over real sockets: made by HTTP, played on boards, told to those who watch, and
// the same after kill -9 at any moment.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runCastled, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { connect, playAll } from './player.mjs';

const SCOPES = 'tournament:write board:play challenge:write';
const form = fields => new URLSearchParams(fields).toString();
const API = '/api/v1/tournaments';

// Somebody with an account, who asks by HTTP and, once connected, plays on a WebSocket.
async function member(server, name) {
  const one = await lichess(server, name, { scopes: SCOPES });
  one.name = name;
  one.come = async () => (one.player = await connect(server, { token: one.token }));
  return one;
}

async function members(server, names) {
  const all = [];
  for (const name of names) all.push(await member(server, name));
  for (const one of all) await one.come();
  return all;
}

// A tournament as its organiser drives it.
async function make(organiser, fields) {
  const made = await organiser.post(API, form(fields));
  assert.equal(made.status, 201, made.body);
  const at = `${API}/${made.json.id}`;
  return {
    id: made.json.id,
    get: async path => (await organiser.get(at + (path ?? ''))).json,
    text: async path => (await organiser.get(at + path)).body,
    tries: fields => organiser.post(`${at}/acts`, form(fields)),
    async act(fields) {
      const answer = await organiser.post(`${at}/acts`, form(fields));
      assert.equal(answer.status, 200, `${JSON.stringify(fields)}: ${answer.body}`);
      return answer.json;
    },
    async joins(...people) {
      for (const one of people) {
        const answer = await one.post(`${at}/join`, '');
        assert.equal(answer.status, 200, answer.body);
      }
    },
  };
}

// Resigns for the loser of each board of the round; 'loser' picks 'white' or 'black'.
async function playRound(tournament, people, round, loser) {
  await until(async () => (await tournament.get()).round === round && (await tournament.get()).roundState !== 'paired', `round ${round} goes on`);
  const { boards } = await tournament.get(`/rounds/${round}`);
  for (const board of boards.filter(one => one.state === 'playing' && one.game)) {
    const side = loser(board);
    const one = people.find(each => each.name === board[side].name);
    await one.player.ok({ t: 'resign', game: board.game });
  }
  await until(async () => (await tournament.get(`/rounds/${round}`)).state === 'over', `round ${round} is over`);
  return (await tournament.get(`/rounds/${round}`)).boards;
}

const lower = names => board => (names.indexOf(board.white.name) < names.indexOf(board.black.name) ? 'black' : 'white');
const cycle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const BLITZ = { 'clock.limit': 300, 'clock.increment': 3, interval: 0, rated: 'false' };

test('a Swiss tournament: joined, paired, played, told, and ended; a kill in the middle of a round loses nothing', () =>
  withCastled({}, async server => {
    const names = ['Anna', 'Bodo', 'Cleo', 'Dirk', 'Ezra'];
    let people = await members(server, names);
    const tournament = await make(people[0], { name: 'Club evening', format: 'swiss', rounds: 3, initial: 'white', ...BLITZ });
    await tournament.joins(...people);
    const watcher = await connect(server);
    await watcher.ok({ t: 'tournament_watch', tournament: tournament.id });
    const snapshot = await watcher.kind('tournament');
    assert.deepEqual([snapshot.tournament.players, snapshot.standings.total, snapshot.round.boards], [5, 5, []]);
    await tournament.act({ act: 'start' });

    // All have the same rating: by C.04.3 the upper half meets the lower half, and the last has the bye.
    const [first, second, bye] = await playRound(tournament, people, 1, lower(names));
    assert.deepEqual([first.white.name, first.black.name], ['Anna', 'Cleo']);
    assert.deepEqual([second.white.name, second.black.name], ['Dirk', 'Bodo'], 'the second has the other colour');
    assert.deepEqual([bye.white.name, bye.black, bye.result], ['Ezra', null, 'bye']);
    const led = await people[2].player.kind('tournament_game');
    assert.deepEqual([led.tournament, led.game, led.color, led.opponent.name, led.round], [tournament.id, first.game, 'black', 'Anna', 1]);
    const update = await watcher.next(m => m.t === 'tournament_update' && m.boards.some(board => board.board === first.board && board.result === '1-0'), () => 'the result');
    assert.equal(update.tournament, tournament.id);

    await until(async () => (await tournament.get()).roundState === 'playing', 'round 2 goes on');
    const before = await tournament.get('/rounds/2');
    const log = await tournament.text('/log');
    await server.kill();
    await server.start();
    for (const one of people) await one.come();
    assert.deepEqual(await tournament.get('/rounds/2'), before, 'the same boards, with the same games');
    assert.equal(await tournament.text('/log'), log);
    for (const one of people.filter(each => before.boards.some(board => board.game && [board.white.name, board.black.name].includes(each.name))))
      assert.equal(one.player.welcome.playing.length, 1, 'their game goes on, once');

    await playRound(tournament, people, 2, lower(names));
    await playRound(tournament, people, 3, lower(names));
    await until(async () => (await tournament.get()).status === 'finished', 'it ends by itself');
    const { rows, total, tiebreaks } = await tournament.get('/standings');
    assert.deepEqual([total, tiebreaks], [5, ['BH/C1', 'BH', 'SB', 'DE']]);
    assert.equal(rows[0].name, 'Anna');
    assert.equal(rows.reduce((sum, row) => sum + row.points, 0), 3 * 3, 'three points a round: two games and a bye');
    const pairs = new Set();
    for (const row of rows)
      for (const cell of row.rounds.filter(each => each.opponent))
        pairs.add([row.player, cell.opponent].sort().join('-'));
    assert.equal(pairs.size, 6, 'nobody met twice');
    const games = (await tournament.text('/games.pgn')).match(/^\[Result /gm);
    assert.equal(games.length, 6);
    const report = await tournament.text('/report.trf');
    assert.match(report, /^012 Club evening/m);
    assert.deepEqual(report.match(/^2[012]2 .*(?=\r$)/gm), ['202 BH/C1,BH,SB,DE', '212 PTS,BH/C1,BH,SB,DE', '222 300+3'], 'FIDE, TRF26');
    assert.doesNotMatch(await tournament.text('/report.trf?format=16'), /^2[012]2 /m);
  }));

test('exports of games are as far behind as the organiser says, also when they have ended', () =>
  withCastled({ slow: true }, async server => {
    const [anna, bodo] = await members(server, ['Anna', 'Bodo']);
    const tournament = await make(anna, { name: 'Late', format: 'swiss', rounds: 1, initial: 'white', rated: 'false', 'clock.limit': 10800, 'clock.increment': 0, delayMinutes: 10 });
    assert.equal((await tournament.tries({ act: 'settings', delayMoves: 51 })).json.code, 'bad_field');
    await tournament.joins(anna, bodo);
    await tournament.act({ act: 'start' });
    const { game, color } = await anna.player.kind('tournament_game');
    const table = color === 'white' ? { game, white: anna.player, black: bodo.player } : { game, white: bodo.player, black: anna.player };
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'];
    await playAll(table, moves);
    const at = `${API}/${tournament.id}/games.pgn`;
    const shown = async (path = at) => (await browser(server).get(path)).body.split('\n\n')[1].replaceAll('\n', ' ').trim();
    // All other ways to the same game, each as the moves that it shows; pictures only where the page is built.
    const guest = browser(server);
    const movesOf = pgn => pgn.split('\n\n')[1].replaceAll('\n', ' ').trim();
    const picture = async path => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : null;
    };
    const elsewhere = async () => {
      const json = (await guest.get(`/game/export/${game}`, { accept: 'application/json' })).json;
      const page = await picture(`/${game}`);
      return {
        one: movesOf((await guest.get(`/game/export/${game}?clocks=false&opening=false`)).body),
        json: [json.moves, json.status],
        ids: movesOf((await guest.post('/api/games/export/_ids', game, { 'content-type': 'text/plain' })).body),
        user: movesOf((await guest.get('/api/games/user/Anna?ongoing=true')).body),
        file: movesOf((await guest.get(`/api/game/${game}.pgn`)).body.replaceAll(/ ?\{[^}]*\}( \d+\.\.\.)?/g, '')),
        frames: page === null ? null : (await picture(`/game/${game}.gif`)).split('\x21\xf9\x04').length - 1,
        head: page === null ? null : /og:description" content="[^"]*casual\. ([^"]*)"/.exec(page)[1],
      };
    };
    const withPage = (await picture('/')) !== null;
    const expect = async (exported, ended, file, frames, head) =>
      assert.deepEqual(await elsewhere(), { one: exported, json: [exported.replaceAll(/\d+\. | ?(\*|1-0)$/g, ''), ended ? 'resign' : 'started'], ids: exported,
        user: exported, file, frames: withPage ? frames : null, head: withPage ? head : null });
    assert.equal(await shown(), '*', 'nothing yet');
    await expect('*', false, '*', 1, 'Move 1, White to play.');
    assert.match((await anna.get(at)).body, /a6 \*/, 'but to its players');
    for (const path of [`/game/export/${game}`, `/api/game/${game}.pgn`]) assert.match((await anna.get(path)).body, /a6 .*\*/, path);
    await server.pass(11 * 60_000);
    assert.equal(await shown(), '1. e4 e5 2. Nf3 *', 'three plies behind, as all exports');
    await expect('1. e4 e5 2. Nf3 *', false, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *', 7, 'Move 4, White to play.');
    await tournament.act({ act: 'settings', delayMoves: 2 });
    assert.equal(await shown(), '1. e4 e5 *');
    await expect('1. e4 e5 *', false, '1. e4 e5 *', 3, 'Move 2, White to play.');
    await table.black.ok({ t: 'resign', game });
    await until(async () => (await tournament.get()).status === 'finished', 'it is over');
    assert.equal(await shown(), '1. e4 e5 *', 'the end is not told before its time');
    assert.equal(await shown(`/api/swiss/${tournament.id}/games`), '1. e4 e5 *');
    await expect('1. e4 e5 *', false, '1. e4 e5 *', 3, 'Move 2, White to play.');
    await server.pass(11 * 60_000);
    assert.equal(await shown(), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0');
    await expect('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0', true, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0', 7, 'White won by resignation after 3 moves.');
  }));

test('a round robin by hand: paired, changed, taken back, results entered, corrected and annulled by an arbiter, with warnings', () =>
  withCastled({}, async server => {
    const [organiser, arbiter, clerk, player] = await members(server, ['Olga', 'Arno', 'Carl', 'Pia']);
    const tournament = await make(organiser, { name: 'Hall', format: 'roundrobin', pairing: 'manual', ...BLITZ });
    for (const [user, role] of [['Arno', 'arbiter'], ['Carl', 'results']]) await tournament.act({ act: 'role', user, role });
    for (const [i, name] of ['One', 'Two', 'Three', 'Four'].entries()) await tournament.act({ act: 'add', name, guest: true, rating: 1500 - i, federation: 'GER' });
    const as = async (one, fields) => {
      const { status, json } = await one.post(`${API}/${tournament.id}/acts`, form(fields));
      return status === 200 ? 'ok' : json.code;
    };
    assert.equal(await as(arbiter, { act: 'start' }), 'not_allowed');
    assert.equal(await as(organiser, { act: 'start' }), 'ok');
    assert.equal(await as(clerk, { act: 'pair' }), 'not_allowed');
    assert.equal(await as(arbiter, { act: 'pair' }), 'ok');
    await until(async () => (await tournament.get()).roundState === 'paired');
    // FIDE C.05, annex 1, for four players: 1-4 2-3.
    const pairs = round => round.boards.map(board => `${board.white.player}-${board.black.player}`).join(' ');
    assert.equal(pairs(await tournament.get('/rounds/1')), '1-4 2-3');
    assert.equal(await as(arbiter, { act: 'boards', boards: '4-1' }), 'confirm', 'two would be left out');
    assert.equal(await as(arbiter, { act: 'boards', boards: '4-1 4-2' }), 'bad_field');
    const { seq } = await tournament.get();
    assert.equal(await as(arbiter, { act: 'boards', boards: '4-1 2-3', seen: seq }), 'ok');
    assert.equal(await as(organiser, { act: 'boards', boards: '1-4 3-2', seen: seq }), 'changed', 'two arbiters at once');
    assert.equal(await as(arbiter, { act: 'unpair' }), 'ok');
    assert.equal(await as(arbiter, { act: 'pair' }), 'ok');
    await until(async () => (await tournament.get()).roundState === 'paired');
    assert.equal(await as(arbiter, { act: 'round' }), 'ok');
    const [one, two] = (await tournament.get('/rounds/1')).boards.map(board => board.board);
    assert.equal(await as(player, { act: 'result', board: one, result: '1-0' }), 'not_allowed');
    assert.equal(await as(clerk, { act: 'result', board: one, result: '1-0' }), 'ok');
    assert.equal(await as(clerk, { act: 'result', board: one, result: '0-1', reason: 'typo' }), 'not_allowed', 'a clerk corrects nothing');
    assert.equal(await as(arbiter, { act: 'result', board: one, result: '0-1' }), 'reason');
    assert.equal(await as(arbiter, { act: 'result', board: one, result: '0-1', reason: 'both agree' }), 'ok');
    assert.equal(await as(arbiter, { act: 'annul', board: two, reason: 'wrong colours' }), 'ok');
    const rows = (await tournament.get('/standings')).rows;
    assert.deepEqual(rows.map(row => [row.name, row.points]).filter(row => row[1]), [['Four', 1]]);
    const lines = (await tournament.text('/log')).trim().split('\n').map(line => JSON.parse(line));
    assert.deepEqual(lines.map(line => line.seq), lines.map((line, i) => i + 1), 'gapless');
    assert.deepEqual(lines.filter(line => line.reason === 'both agree').map(line => [line.byName, line.board, line.result]), [['Arno', one, '0-1']]);
  }));

test('boards are set anew so often and no more, then the round stays as it is and is played', () =>
  withCastled({}, async server => {
    const PLAYERS = 500, EACH = 40; // TOURNEY_DROPPED_EACH
    const [olga] = await members(server, ['Olga']);
    const tournament = await make(olga, { name: 'Hall', format: 'swiss', pairing: 'manual', rounds: 3, ...BLITZ });
    const names = Array.from({ length: PLAYERS }, (_, i) => `Player ${i},${1000 + i}`);
    const imported = await olga.post(`${API}/${tournament.id}/players.csv`, `name,rating\n${names.join('\n')}\n`, { 'content-type': 'text/csv' });
    assert.equal(imported.json.added, PLAYERS, imported.body);
    await tournament.act({ act: 'start' });
    await tournament.act({ act: 'pair' });
    await until(async () => (await tournament.get()).roundState === 'paired', 'round 1 is paired');
    const boards = Array.from({ length: PLAYERS / 2 }, (_, i) => `${2 * i + 1}-${2 * i + 2}`).join(' ');
    for (let time = 0; time < PLAYERS * EACH / (PLAYERS / 2); time++) await tournament.act({ act: 'boards', boards, confirm: true });
    for (const fields of [{ act: 'boards', boards, confirm: true }, { act: 'unpair' }]) {
      const { status, json } = await tournament.tries(fields);
      assert.deepEqual([status, json.code], [400, 'too_often'], json.error);
    }
    const round = await tournament.get('/rounds/1');
    assert.deepEqual(round.boards.map(({ white, black }) => `${white.player}-${black.player}`).join(' '), boards);
    assert.equal(round.boards[0].board, PLAYERS * EACH + 1, 'numbers are never given twice');
    await tournament.act({ act: 'round' });
    await tournament.act({ act: 'result', board: round.boards[0].board, result: '1-0' });
    const { rows } = await tournament.get('/standings?nb=1000');
    assert.deepEqual([rows.length, rows[0].player, rows[0].rounds[0].result], [PLAYERS, 1, '1']);
    await server.kill();
    await server.start();
    assert.equal((await tournament.tries({ act: 'unpair', confirm: true })).json.code, 'too_often', 'nor after a restart');
    assert.equal((await tournament.get('/rounds/1')).boards.length, PLAYERS / 2);
  }));

test('whoever joins and leaves without end is refused, also after a restart, until the desk admits them', () =>
  withCastled({}, async server => {
    const [organiser, stranger] = [await member(server, 'Olga'), await member(server, 'Stan')];
    const tournament = await make(organiser, { name: 'Announced', format: 'swiss', ...BLITZ });
    const at = `${API}/${tournament.id}`;
    for (let i = 0; i < 20; i++) {
      assert.equal((await stranger.post(`${at}/join`, '')).status, 200);
      assert.equal((await stranger.post(`${at}/withdraw`, '')).status, 200);
    }
    for (const restarts of [true, false]) {
      const { status, json } = await stranger.post(`${at}/join`, '');
      assert.deepEqual([status, json.code], [400, 'too_often'], json.error);
      assert.equal((await stranger.get(at)).json.me.whyNot.code, 'too_often');
      if (!restarts) break;
      await server.kill();
      await server.start();
    }
    await tournament.act({ act: 'readmit', player: 1 });
    assert.equal((await tournament.get()).players, 1);
  }));

test('a clock that is set back by an hour delays neither the next round nor an arena', () =>
  withCastled({ slow: true }, async server => {
    const people = await members(server, ['Anna', 'Bodo']);
    const swiss = await make(people[0], { name: 'Swiss', format: 'swiss', rounds: 3, ...BLITZ, interval: 60 });
    for (const name of ['One', 'Two', 'Three', 'Four']) await swiss.act({ act: 'add', name, guest: true });
    await swiss.act({ act: 'start' });
    await until(async () => (await swiss.get()).roundState === 'playing', 'round 1 goes on');
    for (const { board } of (await swiss.get('/rounds/1')).boards) await swiss.act({ act: 'result', board, result: '1-0' });
    const arena = await make(people[0], { name: 'Arena', format: 'arena', minutes: 60, 'clock.limit': 300, rated: 'false' });
    await arena.joins(...people);
    await arena.act({ act: 'start' });
    await until(async () => (await arena.get()).boardsLeft === 1, 'the two play');

    server.clock.setForward(-3600_000);
    await server.pass(1000);
    const { now, nextRoundAt } = await swiss.get();
    assert.ok(nextRoundAt > now && nextRoundAt <= now + 60_000, `${nextRoundAt - now} ms`);
    await people[0].player.ok({ t: 'resign', game: (await arena.get('/rounds/0')).boards[0].game });
    await until(async () => (await arena.get()).stats.games === 1, 'the game is over');
    await server.pass(3000);
    await until(async () => (await arena.get()).boardsLeft === 1, 'the two play again');
    await server.pass(60_000);
    await until(async () => (await swiss.get()).round === 2 && (await swiss.get()).roundState === 'playing', 'round 2 goes on');
  }));

test('pairing is refused while it is paused, and when there is none, the tournament says so until something changes', () =>
  withCastled({}, async server => {
    const organiser = await member(server, 'Olga');
    const tournament = await make(organiser, { name: 'By hand', format: 'swiss', rounds: 3, pairing: 'manual', ...BLITZ });
    for (const name of ['One', 'Two']) await tournament.act({ act: 'add', name, guest: true });
    await tournament.act({ act: 'start', confirm: true });
    await tournament.act({ act: 'pair' });
    await until(async () => (await tournament.get()).roundState === 'paired', 'round 1 is paired');
    await tournament.act({ act: 'round' });
    const { boards } = await tournament.get('/rounds/1');
    await tournament.act({ act: 'result', board: boards[0].board, result: '1-0' });
    await tournament.act({ act: 'pause' });
    const refused = await tournament.tries({ act: 'pair' });
    assert.deepEqual([refused.status, refused.json.code], [400, 'wrong_time'], refused.body);
    await tournament.act({ act: 'resume' });
    const watcher = await connect(server);
    await watcher.ok({ t: 'tournament_watch', tournament: tournament.id });
    assert.equal((await watcher.kind('tournament')).tournament.noPairing, false);
    await tournament.act({ act: 'pair' });
    await watcher.next(m => m.t === 'tournament_update' && m.noPairing, () => 'the two have met');
    const after = await tournament.get();
    assert.deepEqual([after.noPairing, after.roundState, after.status], [true, 'over', 'started']);
    await tournament.act({ act: 'add', name: 'Three', guest: true, confirm: true });
    assert.equal((await tournament.get()).noPairing, false);
    await tournament.act({ act: 'pair' });
    await until(async () => (await tournament.get()).roundState === 'paired', 'round 2 is paired');
  }));

// All that anybody can see of one that is over.
async function everythingOf(page, id) {
  const parts = ['', '/players', '/standings', '/rounds/1', '/crosstable', '/log', '/report.trf', '/standings.csv'];
  const answers = await Promise.all(parts.map(part => page.get(`${API}/${id}${part}`)));
  return answers.map(({ status, body }) => [status, body.replace(/"now":\d+/, '')]);
}

test('tournaments that have ended are there for ever, however many others end, and whoever cancels theirs by the hundred', () =>
  withCastled({}, async server => {
    const [organiser, stranger] = [await member(server, 'Olga'), await member(server, 'Stan')];
    const page = browser(server);
    const made = async (one, fields) => (await one.post(API, form({ format: 'swiss', ...BLITZ, ...fields }))).json.id;
    const finished = async name => {
      const id = await made(organiser, { name, rounds: 1, pairing: 'manual' });
      await organiser.post(`${API}/${id}/players.csv`, 'name,rating\nOne,1700\nTwo,1600\n', { 'content-type': 'text/csv' });
      for (const fields of [{ act: 'start', confirm: true }, { act: 'pair' }]) await organiser.post(`${API}/${id}/acts`, form(fields));
      await until(async () => (await page.get(`${API}/${id}`)).json.roundState === 'paired', 'the round is paired');
      for (const fields of [{ act: 'round' }, { act: 'result', board: 1, result: '1-0' }, { act: 'finish', reason: 'played' }])
        assert.equal((await organiser.post(`${API}/${id}/acts`, form(fields))).status, 200);
      return id;
    };
    const cancelled = async name => {
      const id = await made(stranger, { name });
      assert.equal((await stranger.post(`${API}/${id}/acts`, form({ act: 'cancel', reason: 'x' }))).status, 200);
      return id;
    };
    const inTens = async (count, one) => {
      const ids = [];
      while (ids.length < count) ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => one(`No ${ids.length + i}`)))));
      return ids;
    };
    const club = await finished('Club championship');
    const expected = await everythingOf(page, club);
    assert.ok(expected.every(([status]) => status === 200));
    const spam = await inTens(510, cancelled);
    assert.deepEqual(await everythingOf(page, club), expected);
    await server.kill();
    await server.start();
    assert.deepEqual(await everythingOf(page, club), expected, 'after a restart');
    assert.deepEqual((await page.get(API)).json.finished.map(one => one.id), [club]);
    assert.equal((await page.get(`${API}/${spam[0]}`)).json.status, 'cancelled', 'read again');

    await inTens(510, finished);
    assert.deepEqual(await everythingOf(page, club), expected, 'it has gone from memory');
    await server.kill();
    await server.start();
    const watcher = await connect(server);
    await watcher.ok({ t: 'tournament_watch', tournament: club });
    assert.equal((await watcher.kind('tournament')).tournament.name, 'Club championship');
    assert.deepEqual(await everythingOf(page, club), expected, 'after another restart');
    const leader = async () => (await page.get(`${API}/${club}/standings`)).json.rows[0].name;
    const first = await leader();
    assert.equal((await organiser.post(`${API}/${club}/acts`, form({ act: 'result', board: 1, result: '0-1', reason: 'wrong', confirm: true }))).status, 200);
    assert.notEqual(await leader(), first, 'it can be corrected');
    assert.equal((await page.get(`/api/swiss/${club}`)).json.name, 'Club championship');
    assert.equal((await page.get(`${API}/Ab12Cd34`)).status, 404);
    await watcher.refused({ t: 'tournament_watch', tournament: 'Ab12Cd34' }, 'no_such_tournament');
  }));

const DAY = 24 * 3600_000;

test('a new account has two tournaments, also after a restart, and more after a day; what nobody starts is cancelled after 30 days', () =>
  withCastled({ limits: 'on', slow: true }, async server => {
    const later = ms => (server.clock.setForward(ms), server.pass(1000));
    const [organiser] = await members(server, ['Olga']);
    const fields = form({ name: 'Some day', format: 'swiss', ...BLITZ });
    const made = [await organiser.post(API, fields), await organiser.post(API, fields)].map(answer => answer.json.id);
    for (const restarts of [true, false]) {
      const { status, json } = await organiser.post(API, fields);
      assert.deepEqual([status, json.code], [429, 'not_now'], json.error);
      if (!restarts) break;
      await server.kill();
      await server.start();
    }
    await later(DAY);
    const third = await make(organiser, { name: 'Later', format: 'swiss', ...BLITZ });
    const started = await make(organiser, { name: 'By hand', format: 'swiss', rounds: 2, pairing: 'manual', ...BLITZ });
    for (const name of ['One', 'Two', 'Three']) await started.act({ act: 'add', name, guest: true });
    await started.act({ act: 'start' });
    await later(29 * DAY + 3600_000);
    for (const id of made)
      await until(async () => (await organiser.get(`${API}/${id}`)).json.status === 'cancelled', 'nobody has started it');
    assert.equal((await third.get()).status, 'created', 'not yet');
    assert.equal((await started.get()).status, 'started');
    await later(335 * DAY);
    await until(async () => (await third.get()).status === 'cancelled', 'nobody has started it');
    assert.equal((await started.get()).status, 'started', 'not yet');
    await later(DAY);
    await until(async () => (await started.get()).status === 'finished', 'nothing was done for a year');
  }));

test('accounts of one address have their share of the tournaments, and others theirs', () =>
  withCastled({ limits: 'on', args: ['--limit', 'address-tournaments=3', '--trusted-proxy', '127.0.0.1'] }, async server => {
    const people = await members(server, ['Olga', 'Pia', 'Quin']);
    const fields = form({ name: 'Some day', format: 'swiss', ...BLITZ });
    const first = await make(people[0], { name: 'Some day', format: 'swiss', ...BLITZ });
    for (const who of [0, 1]) assert.equal((await people[who].post(API, fields)).status, 201);
    const { status, json } = await people[2].post(API, fields);
    assert.deepEqual([status, json.code], [429, 'not_now'], json.error);
    const elsewhere = await people[2].post(API, fields, { 'x-forwarded-for': '192.0.2.7' });
    assert.equal(elsewhere.status, 201, elsewhere.body);
    await first.act({ act: 'cancel', reason: 'nobody comes' });
    assert.equal((await people[2].post(API, fields)).status, 201);
  }));

test('an arena: three players never wait long, points are those of lichess, and those who leave are not paired', () =>
  withCastled({}, async server => {
    const names = ['Anna', 'Bodo', 'Cleo'];
    const people = await members(server, names);
    const tournament = await make(people[0], { name: 'Quick', format: 'arena', minutes: 60, 'clock.limit': 300, rated: 'false' });
    await tournament.joins(...people);
    await tournament.act({ act: 'start' });
    const rows = async () => new Map((await tournament.get('/standings')).rows.map(row => [row.name, row]));
    while ((await rows()).get('Anna').games < 3) {
      await until(async () => (await tournament.get('/rounds/0')).boards.some(board => board.state === 'playing'), 'a game begins');
      for (const board of (await tournament.get('/rounds/0')).boards.filter(each => each.state === 'playing')) {
        const loser = board[lower(names)(board)].name;
        await people.find(one => one.name === loser).player.ok({ t: 'resign', game: board.game });
        await until(async () => (await tournament.get('/rounds/0')).boards.some(each => each.board === board.board && each.result), 'its result');
      }
    }
    const anna = (await rows()).get('Anna');
    // lila, ArenaSheet: a win is worth 2, and 4 after two wins.
    assert.deepEqual([anna.sheet.slice(0, 3), anna.points, anna.fire, anna.rank], [[2, 2, 4], 8, true, 1]);
    for (const one of people.slice(0, 2)) assert.equal((await one.post(`${API}/${tournament.id}/withdraw`, '')).status, 200);
    assert.equal((await rows()).get('Anna').status, 'paused');
    assert.equal((await people[1].post(`${API}/${tournament.id}/join`, '')).status, 200, 'and comes back');
    await until(async () => (await tournament.get('/rounds/0')).boards.some(board => board.state === 'playing'), 'the two who are left play');
    const [board] = (await tournament.get('/rounds/0')).boards;
    assert.deepEqual([board.white.name, board.black.name].sort(), ['Bodo', 'Cleo']);
    assert.equal((await tournament.tries({ act: 'finish' })).json.code, 'confirm', 'a game goes on');
    await tournament.act({ act: 'finish', confirm: 'true' });
    const { status, winner, podium } = await tournament.get();
    assert.deepEqual([status, winner.name, podium.map(row => row.rank)], ['finished', 'Anna', [1, 2, 3]]);
  }));

test('an arena waits for those in the middle of a game, and for nobody whose other games can wait', () =>
  withCastled({ slow: true }, async server => {
    const [anna, bodo, cleo] = await members(server, ['Anna', 'Bodo', 'Cleo']);
    const challenge = async (one, other, clock) => {
      const { challenge } = await one.player.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
      return (await other.player.ok({ t: 'accept', challenge })).game;
    };
    await challenge(anna, cleo, { days: 3 });
    for (const clock of [null, { initial: 300_000, increment: 0 }]) await anna.player.ok({ t: 'challenge', to: 'computer', level: 1, clock, color: 'white' });
    const blitz = { game: await challenge(bodo, cleo, { initial: 600_000, increment: 0 }), white: bodo.player, black: cleo.player };
    await playAll(blitz, cycle.slice(0, 2));
    const tournament = await make(cleo, { name: 'Quick', format: 'arena', minutes: 60, 'clock.limit': 300, rated: 'false' });
    await tournament.joins(anna, bodo);
    await tournament.act({ act: 'start' });
    for (let looks = 0; looks < 5; looks++) await server.pass(2000);
    assert.deepEqual((await tournament.get('/rounds/0')).boards, [], 'Bodo is in the middle of a game');
    await cleo.player.ok({ t: 'resign', game: blitz.game });
    await server.passUntil(Promise.all([anna, bodo].map(one => one.player.kind('tournament_game'))));
  }));

// An arena of two, whose first game has begun: who has which colour.
async function arenaGame(server, people, fields) {
  const tournament = await make(people[0], { name: 'Quick', format: 'arena', minutes: 60, 'clock.limit': 180, 'clock.increment': 2, rated: 'false', ...fields });
  await tournament.joins(...people);
  await tournament.act({ act: 'start' });
  await until(async () => (await tournament.get('/rounds/0')).boards.some(board => board.state === 'playing'), 'a game begins');
  const board = (await tournament.get('/rounds/0')).boards.find(each => each.state === 'playing');
  const of = color => people.find(one => one.name === board[color].name);
  return { tournament, board, game: board.game, white: of('white'), black: of('black') };
}

test('berserk: half of the time and no increment for one more point, told to all, the same after a kill; who may not is refused', () =>
  withCastled({}, async server => {
    const people = await members(server, ['Anna', 'Bodo']);
    const { tournament, board, game, white, black } = await arenaGame(server, people, {});
    const spectator = await connect(server);
    await spectator.ok({ t: 'watch', game });
    const snapshot = await spectator.kind('game');
    assert.deepEqual([snapshot.tournament, snapshot.berserk], [{ id: tournament.id, name: 'Quick', berserk: true }, undefined]);
    assert.equal((await white.player.next(m => m.t === 'tournament_game' && m.game === game)).berserk, true);
    await spectator.refused({ t: 'tournament_berserk', game }, 'not_a_player');
    await black.player.ok({ t: 'tournament_berserk', game });
    await black.player.refused({ t: 'tournament_berserk', game }, 'not_now');
    const told = await spectator.kind('moretime');
    // lila: 180 s are at least 40 increments of 2 s, so they are halved.
    assert.deepEqual([told.by, told.given, told.berserk, told.clock], ['white', -90000, true, { white: 180000, black: 90000 }]);
    await white.player.ok({ t: 'move', game, ply: 0, uci: cycle[0] });
    await white.player.refused({ t: 'tournament_berserk', game }, 'not_now');
    await black.player.ok({ t: 'move', game, ply: 1, uci: cycle[1] });

    await server.restart();
    for (const one of people) await one.come();
    const again = await connect(server);
    await again.ok({ t: 'watch', game });
    const kept = await again.kind('game');
    assert.deepEqual([kept.berserk, kept.clock.black, kept.tournament.id], [['black'], 90000, tournament.id]);
    assert.equal((await tournament.get('/rounds/0')).boards.find(each => each.board === board.board).black.berserk, true);
    const mover = ply => (ply % 2 ? black : white);
    for (let ply = 2; ply < 14; ply++) await mover(ply).player.ok({ t: 'move', game, ply, uci: ['e2e4', 'e7e5', 'b1c3', 'b8c6', 'f1c4', 'f8c5', 'd2d3', 'd7d6', 'c1g5', 'h7h6', 'g5h4', 'g7g5'][ply - 2] });
    const last = await again.next(m => m.t === 'move' && m.ply === 14);
    assert.ok(last.clock.black <= 90000, 'no increment');
    await white.player.ok({ t: 'resign', game });
    await until(async () => (await tournament.get('/standings')).rows.find(row => row.name === black.name).games === 1, 'it counts');
    const row = (await tournament.get('/standings')).rows.find(each => each.name === black.name);
    // lila, ArenaSheet: two points, and one for berserk.
    assert.deepEqual([row.sheet, row.points, row.berserks], [[3], 3, 1]);
    const log = (await tournament.text('/log')).trim().split('\n').map(line => JSON.parse(line));
    assert.deepEqual(log.filter(line => line.act === 'berserk').map(line => [line.byName, line.board]), [[black.name, board.board]]);
    assert.equal((await tournament.get()).stats.berserks, 1);
  }));

test('a game that goes on when its arena ends is played on by the same rules, and does not count', () =>
  withCastled({ slow: true }, async server => {
    const people = await members(server, ['Anna', 'Bodo']);
    const tournament = await make(people[0], { name: 'Short', format: 'arena', minutes: 5, 'clock.limit': 600, rated: 'false' });
    await tournament.joins(...people);
    await tournament.act({ act: 'start' });
    const { game, color } = await server.passUntil(people[0].player.kind('tournament_game'));
    const [white, black] = color === 'white' ? people : people.toReversed();
    await playAll({ game, white: white.player, black: black.player }, cycle.slice(0, 2));
    const watcher = await connect(server);
    await watcher.ok({ t: 'tournament_watch', tournament: tournament.id });
    await server.pass(300_000);
    const end = await server.passUntil(watcher.next(m => m.t === 'tournament_update' && m.status === 'finished'));
    assert.deepEqual(end.boards.map(({ game, state, result }) => [game, state, result]), [[game, 'over', null]]);
    const left = async () => {
      const { status, boardsLeft, me, stats } = await tournament.get();
      const { boards } = await tournament.get('/rounds/0');
      return [status, boardsLeft, me.game, stats.games, ...boards.map(board => [board.state, board.result])];
    };
    const expected = ['finished', 0, null, 0, ['over', null]];
    assert.deepEqual(await left(), expected);
    assert.doesNotMatch(await tournament.text('/games.pgn'), /^\[/m);
    await white.player.refused({ t: 'takeback', game }, 'forbidden');
    await server.restart();
    for (const one of people) await one.come();
    await white.player.refused({ t: 'takeback', game }, 'forbidden');
    await white.player.ok({ t: 'watch', game });
    await black.player.ok({ t: 'resign', game });
    await white.player.next(m => m.t === 'end' && m.game === game);
    assert.deepEqual(await left(), expected);
    await white.player.refused({ t: 'rematch', game }, 'forbidden');
  }));

test('no berserk where the setting is off, the increment is too long, or in other games', () =>
  withCastled({}, async server => {
    const people = await members(server, ['Anna', 'Bodo', 'Cleo', 'Dora']);
    for (const [fields, pair] of [[{ berserk: 'false' }, people.slice(0, 2)], [{ 'clock.limit': 60, 'clock.increment': 3 }, people.slice(2)]]) {
      const { game, white } = await arenaGame(server, pair, fields);
      assert.equal((await white.player.next(m => m.t === 'tournament_game' && m.game === game)).berserk, false);
      await white.player.refused({ t: 'tournament_berserk', game }, 'forbidden');
    }
  }));

test('the desk acts on games: time, stop, go on, adjourn, annul; by organiser and arbiter alone; stages; the same after a kill', () =>
  withCastled({}, async server => {
    const [organiser, arbiter, clerk, one, two] = await members(server, ['Olga', 'Arno', 'Carl', 'Uma', 'Vera']);
    const tournament = await make(organiser, { name: 'Long', format: 'roundrobin', cycles: 2, interval: 0, rated: 'false', 'clock.stages': '40/5400+30:1800+30' });
    const clock = { initial: 5400000, increment: 30000, moves: 40, stages: [{ initial: 1800000, increment: 30000 }] };
    assert.deepEqual([(await tournament.get()).clock, (await tournament.get()).settings.stages], [clock, '40/5400+30:1800+30']);
    assert.equal((await tournament.tries({ act: 'settings', 'clock.stages': '40/' })).json.field, 'clock.stages');
    assert.equal((await tournament.tries({ act: 'settings', days: 3 })).json.field, 'days');
    for (const [user, role] of [['Arno', 'arbiter'], ['Carl', 'results']]) await tournament.act({ act: 'role', user, role });
    await tournament.joins(one, two);
    await tournament.act({ act: 'start' });
    await until(async () => (await tournament.get()).roundState === 'playing');
    const [board] = (await tournament.get('/rounds/1')).boards;
    const white = [one, two].find(each => each.name === board.white.name);
    const black = white === one ? two : one;
    const { game } = board;
    const at = { board: board.board };
    const as = async (who, fields) => {
      const { status, json } = await who.post(`${API}/${tournament.id}/acts`, form(fields));
      return status === 200 ? 'ok' : json.code;
    };
    for (const act of [{ act: 'time', side: 'white', seconds: 60 }, { act: 'stop' }, { act: 'go_on' }, { act: 'adjourn' }, { act: 'annul', reason: 'x' }])
      for (const who of [clerk, one, two, await member(server, `No${act.act.replace('_', '')}`)])
        assert.equal(await as(who, { ...act, ...at }), 'not_allowed', `${act.act} by ${who.name}`);

    assert.equal(await as(arbiter, { act: 'time', side: 'white', seconds: 60, ...at }), 'ok');
    assert.equal(await as(organiser, { act: 'time', side: 'black', seconds: -300, reason: 'phone', ...at }), 'ok');
    for (const bad of [{ side: 'red', seconds: 5 }, { side: 'white', seconds: 0 }, { side: 'white', seconds: 86401 }, { side: 'white' }])
      assert.equal(await as(arbiter, { act: 'time', ...bad, ...at }), 'bad_field', JSON.stringify(bad));
    assert.equal(await as(arbiter, { act: 'time', side: 'black', seconds: -86400, ...at }), 'wrong_time', 'nothing would be left');
    assert.equal(await as(arbiter, { act: 'stop', board: 999 }), 'no_board');
    const spectator = await connect(server);
    await spectator.ok({ t: 'watch', game });
    const now = await spectator.kind('game');
    assert.deepEqual([now.clock.white, now.clock.black, now.clock.moves], [5460000, 5100000, 40]);
    assert.equal(await as(arbiter, { act: 'adjourn', ...at }), 'wrong_time', 'nobody has moved');
    assert.equal(await as(arbiter, { act: 'adjourn', until: 5, ...at }), 'bad_field');
    await white.player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await black.player.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
    assert.equal(await as(arbiter, { act: 'stop', ...at }), 'ok');
    assert.equal(await as(arbiter, { act: 'stop', ...at }), 'wrong_time');
    await white.player.refused({ t: 'move', game, ply: 2, uci: 'g1f3' }, 'not_now');
    const shown = async () => (await tournament.get('/rounds/1')).boards[0];
    assert.deepEqual([(await shown()).halted, (await shown()).until], ['stopped', null]);

    await server.restart();
    for (const each of [one, two]) {
      await each.come();
      await each.player.ok({ t: 'watch', game });
    }
    assert.equal((await shown()).halted, 'stopped');
    await white.player.refused({ t: 'move', game, ply: 2, uci: 'g1f3' }, 'not_now');
    assert.equal(await as(arbiter, { act: 'go_on', ...at }), 'ok');
    assert.equal((await shown()).halted, null);
    await white.player.ok({ t: 'move', game, ply: 2, uci: 'g1f3' });
    assert.equal(await as(organiser, { act: 'adjourn', ...at }), 'ok');
    await black.player.ok({ t: 'move', game, ply: 3, uci: 'b8c6' });
    assert.equal((await shown()).halted, 'adjourned');
    const told = (await tournament.text('/log')).replace(/"seed":"[0-9a-f]{16}"/, ''); // which may have b8c6 in it by chance
    assert.ok(!told.includes('b8c6'), 'a sealed move is told to nobody');
    await white.player.settle();
    assert.ok(!white.player.events(game).some(event => event.uci === 'b8c6'));
    assert.equal(await as(arbiter, { act: 'go_on', ...at }), 'ok');
    assert.equal((await white.player.next(m => m.t === 'move' && m.ply === 4)).uci, 'b8c6');
    // Adjourned until an instant, it goes on by itself.
    await until(async () => (await as(organiser, { act: 'adjourn', until: Date.now() + 1500, ...at })) === 'ok', 'an instant that is not over yet');
    await white.player.ok({ t: 'move', game, ply: 4, uci: 'f1c4' });
    assert.equal((await black.player.next(m => m.t === 'move' && m.ply === 5)).uci, 'f1c4');
    assert.deepEqual([(await shown()).halted, (await shown()).until], [null, null]);
    assert.equal(await as(arbiter, { act: 'annul', ...at }), 'reason');
    assert.equal(await as(arbiter, { act: 'annul', reason: 'wrong position', ...at }), 'confirm');
    assert.equal(await as(arbiter, { act: 'annul', reason: 'wrong position', confirm: 'true', ...at }), 'ok');
    assert.equal((await white.player.next(m => m.t === 'end' && m.game === game)).status, 'aborted');
    assert.equal(await as(arbiter, { act: 'stop', ...at }), 'wrong_time', 'it is over');
    const log = (await tournament.text('/log')).trim().split('\n').map(line => JSON.parse(line));
    const acts = log.filter(line => ['time', 'stop', 'go_on', 'adjourn', 'annul'].includes(line.act));
    assert.deepEqual(acts.map(line => [line.byName, line.act, line.side, line.seconds]), [
      ['Arno', 'time', 'white', 60], ['Olga', 'time', 'black', -300], ['Arno', 'stop', undefined, undefined], ['Arno', 'go_on', undefined, undefined],
      ['Olga', 'adjourn', undefined, undefined], ['Arno', 'go_on', undefined, undefined], ['Olga', 'adjourn', undefined, undefined], ['Arno', 'annul', undefined, undefined]]);
  }));

test('an arbiter reaches correspondence games that sleep: time, stop, a result, and all of them at once', () =>
  withCastled({ slow: true }, async server => {
    const people = await members(server, ['Olga', 'Uma', 'Vera', 'Wim', 'Xara']);
    const [organiser, ...players] = people;
    const tournament = await make(organiser, { name: 'By post', format: 'roundrobin', days: 3, interval: 0, rated: 'false' });
    await tournament.joins(...players);
    await tournament.act({ act: 'start' });
    await until(async () => (await tournament.get()).roundState === 'playing', 'round 1 goes on');
    const { boards } = await tournament.get('/rounds/1');
    const isAwake = async game => (await runCastled(['admin', '--data', server.directory, 'dump', game])).code === 0;
    // Nobody listens any more, and a minute later no game is in memory.
    const sleep = async () => {
      for (const one of players) await one.player.close();
      for (const { game } of boards) await until(async () => (await server.pass(30_000), !(await isAwake(game))), `${game} sleeps`);
    };
    for (const { game, white, black } of boards)
      for (const [ply, uci, { name }] of [[0, 'e2e4', white], [1, 'e7e5', black]])
        await players.find(each => each.name === name).player.ok({ t: 'move', game, ply, uci });
    await sleep();
    const [first, second] = boards.map(({ board, game }) => ({ board, game }));
    await tournament.act({ act: 'time', side: 'white', seconds: 7200, board: first.board });
    assert.ok(await isAwake(first.game));
    await tournament.act({ act: 'stop', board: first.board });
    assert.equal((await tournament.get('/rounds/1')).boards[0].halted, 'stopped');
    await tournament.act({ act: 'go_on', board: first.board });
    const spectator = await connect(server);
    await spectator.ok({ t: 'watch', game: first.game });
    assert.ok((await spectator.kind('game')).clock.white > 3 * 86_400_000, 'three days and nearly two hours');
    await spectator.close();
    await sleep();
    // A result ends the game as well, although nobody has it in memory.
    await tournament.act({ act: 'result', board: second.board, result: '1-0', reason: 'by telephone', confirm: 'true' });
    const player = await connect(server, { token: players.find(each => each.name === boards[1].white.name).token });
    await player.ok({ t: 'watch', game: second.game });
    assert.equal((await player.next(m => m.t === 'game' && m.game === second.game, () => 'the second game')).status, 'aborted');
    await player.refused({ t: 'move', game: second.game, ply: 2, uci: 'g1f3' }, 'game_over');
    await player.close();
    await sleep();
    await tournament.act({ act: 'cancel', reason: 'the club has closed', confirm: 'true' });
    const after = await connect(server);
    await after.ok({ t: 'watch', game: first.game });
    assert.equal((await after.next(m => m.t === 'game' && m.game === first.game, () => 'the first game')).status, 'aborted');
  }));

test('a tournament\'s game has no rematch, however it ended, also after a restart', () =>
  withCastled({}, async server => {
    const people = await members(server, ['Anna', 'Bodo']);
    const tournament = await make(people[0], { name: 'Both ways', format: 'roundrobin', cycles: 2, ...BLITZ });
    await tournament.joins(...people);
    await tournament.act({ act: 'start' });
    const [played] = await playRound(tournament, people, 1, () => 'white');
    await until(async () => (await tournament.get('/rounds/2')).state === 'playing', 'round 2 goes on');
    const [decided] = (await tournament.get('/rounds/2')).boards;
    await tournament.act({ act: 'result', board: decided.board, result: '1-0', confirm: 'true' });
    await until(async () => (await tournament.get()).status === 'finished', 'it ends');
    const games = [played.game, decided.game];
    for (const game of games) await people[1].player.refused({ t: 'rematch', game }, 'forbidden');
    await server.restart();
    const again = await people[1].come();
    for (const game of games) {
      await again.refused({ t: 'rematch', game }, 'forbidden');
      await again.ok({ t: 'watch', game });
      const { tournament: of } = await again.next(m => m.t === 'game' && m.game === game);
      assert.equal(of.id, tournament.id, 'so the page offers none');
    }
  }));

test('whoever is banned or deletes their account is withdrawn, also before the start', () =>
  withCastled({}, async server => {
    const names = ['Anna', 'Bodo', 'Cleo', 'Dora'];
    const people = await members(server, names);
    const [anna, , cleo, dora] = people;
    const robin = await make(anna, { name: 'All', format: 'roundrobin', ...BLITZ });
    const arena = await make(anna, { name: 'Quick', format: 'arena', 'clock.limit': 300, rated: 'false' });
    for (const tournament of [robin, arena]) await tournament.joins(...people);
    await arena.act({ act: 'start' });
    const simul = await make(cleo, { name: 'Simul', format: 'simul', 'clock.limit': 300, rated: 'false' });
    assert.equal((await cleo.page.delete('/api/account', 'password=correct-horse')).status, 200);
    const banned = await runCastled(['admin', '--data', server.directory, 'ban', 'Dora']);
    assert.equal(banned.code, 0, banned.stderr);
    await dora.player.closed;
    const statuses = async tournament => (await tournament.get('/players')).players.map(({ status }) => status);
    assert.deepEqual(await statuses(robin), ['active', 'active', 'withdrawn', 'withdrawn']);
    assert.deepEqual(await statuses(arena), ['active', 'active', 'paused', 'paused']);
    assert.equal((await anna.get(`${API}/${simul.id}`)).json.status, 'cancelled');
    const reasons = (await robin.text('/log')).trim().split('\n').map(line => JSON.parse(line)).filter(({ act }) => act === 'withdraw').map(({ by, player, reason }) => [by, player, reason]);
    assert.deepEqual(reasons, [[null, 3, 'the account was deleted'], [null, 4, 'banned from this server']]);
    await robin.act({ act: 'start' });
    await until(async () => (await robin.get()).round === 1, 'round 1 is paired');
    const { boards } = await robin.get('/rounds/1');
    assert.deepEqual(boards.map(({ white, black }) => [white.name, black?.name].sort()), [['Anna', 'Bodo']]);
  }));

test('whoever is banned while the server is down is withdrawn when it starts', () =>
  withCastled({}, async server => {
    const people = await members(server, ['Anna', 'Bodo', 'Cleo']);
    const robin = await make(people[0], { name: 'All', format: 'roundrobin', ...BLITZ });
    await robin.joins(...people);
    await server.stop();
    const banned = await runCastled(['admin', '--data', server.directory, 'ban', 'Bodo']);
    assert.equal(banned.code, 0, banned.stderr);
    for (const start of ['first', 'second']) {
      await server.start();
      await until(async () => (await robin.get('/players')).players[1].status === 'withdrawn', `Bodo is withdrawn at the ${start} start`);
      const reasons = (await robin.text('/log')).trim().split('\n').map(line => JSON.parse(line)).filter(({ act }) => act === 'withdraw').map(({ by, player, reason }) => [by, player, reason]);
      assert.deepEqual(reasons, [[null, 2, 'banned from this server']], 'once');
      await server.stop();
    }
  }));

test('a knock-out: byes for the first seeds, tie-break games when a match is level, and a winner', () =>
  withCastled({}, async server => {
    const [organiser] = await members(server, ['Olga']);
    const tournament = await make(organiser, { name: 'Cup', format: 'knockout', games: 1, tiebreakPairs: 0, ...BLITZ });
    for (const [name, rating] of [['Ann', 2000], ['Bob', 1900], ['Cid', 1800]])
      await tournament.act({ act: 'add', name, guest: 'true', rating });
    await tournament.act({ act: 'start' });
    const boards = async round => (await tournament.get(`/rounds/${round}`)).boards;
    await until(async () => (await tournament.get()).roundState === 'playing');
    const first = await boards(1);
    assert.deepEqual(first.map(board => [board.match, board.result, board.black && [board.white.name, board.black.name].sort()]), [[1, 'bye', null], [2, null, ['Bob', 'Cid']]]);
    await tournament.act({ act: 'result', board: first[1].board, result: '½-½' });
    await until(async () => (await boards(1)).length === 3, 'a game that decides');
    const decides = (await boards(1))[2];
    assert.deepEqual([decides.match, decides.tiebreak], [2, true]);
    await tournament.act({ act: 'result', board: decides.board, result: '1/2-1/2' }); // a draw wins for Black
    await until(async () => (await tournament.get()).round === 2, 'the final');
    const [final] = await boards(2);
    assert.deepEqual([final.white.name, final.black.name].sort(), ['Ann', decides.black.name].sort());
    await tournament.act({ act: 'result', board: final.board, result: final.white.name === 'Ann' ? '0-1' : '1-0' });
    await until(async () => (await tournament.get()).status === 'finished');
    const { rows } = await tournament.get('/standings');
    assert.deepEqual(rows.map(row => [row.rank, row.name]), [[1, decides.black.name], [2, 'Ann'], [3, decides.white.name]]);
  }));

// RFC 5545, 3.1: lines end with CRLF and have at most 75 octets; those that begin with a blank go on with the line before.
function readCalendar(text) {
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n/.test(text));
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
  const events = [];
  for (const [name, value] of lines)
    if (name === 'BEGIN' && value === 'VEVENT') events.push({});
    else if (events.length && name !== 'END') events.at(-1)[name] = value.replaceAll(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one));
  return { lines, events };
}

test('the tournaments as a calendar: times, words, links, and what is cancelled', () =>
  withCastled({ args: ['--site-name', 'Schach, Club'] }, async server => {
    const [organiser] = await members(server, ['Olga']);
    const start = Math.floor(Date.now() / 1000) * 1000 + 100 * 86_400_000;
    const description = 'Bring: boards; clocks, pens \\ paper.\nDoors open at six.';
    const name = `Evening; or: night, ${'é'.repeat(30)}`;
    const swiss = await make(organiser, { name, description, format: 'swiss', rounds: 5, interval: 60, startsAt: start, 'clock.limit': 300, 'clock.increment': 3 });
    const arena = await make(organiser, { name: 'Arena', format: 'arena', minutes: 45, startsAt: start + 1000, 'clock.limit': 180, 'clock.increment': 0 });
    await make(organiser, { name: 'By hand', format: 'roundrobin' });
    const ask = async () => readCalendar((await organiser.get('/api/v1/tournaments.ics')).body);
    const { lines, events } = await ask();
    assert.deepEqual(lines[0], ['BEGIN', 'VCALENDAR']);
    assert.deepEqual(lines.at(-1), ['END', 'VCALENDAR']);
    assert.ok(lines.some(([key, value]) => key === 'NAME' && value === 'Schach\\, Club'));
    assert.deepEqual(events.map(each => each.SUMMARY), ['Arena', name], 'what has no start yet is not there');
    const at = value => Date.parse(value.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    assert.equal(at(events[1].DTSTART), start);
    assert.equal(at(events[1].DTEND), start + 5 * (2 * (300 + 40 * 3) + 60) * 1000);
    assert.equal(at(events[0].DTEND) - at(events[0].DTSTART), 45 * 60_000);
    assert.equal(events[1].DESCRIPTION, `Swiss, 5 rounds, 300+3, rated\n\n${description}`);
    for (const [format, words] of [['simul', 'Simul, 300+3, casual'], ['teams', 'Teams, 300+3, casual'], ['roundrobin', 'Round robin, 300+3, casual'], ['knockout', 'Knock-out, 300+3, casual']]) {
      const more = format === 'teams' ? { rounds: 3, boards: 2 } : {};
      const { id } = await make(organiser, { name: `A ${format}`, format, rated: 'false', startsAt: start + 86_400_000, 'clock.limit': 300, 'clock.increment': 3, ...more });
      assert.equal((await ask()).events.find(each => each.UID.startsWith(id)).DESCRIPTION, words);
    }
    assert.equal(events[1].URL, `http://127.0.0.1:${server.port}/tournament/${swiss.id}`);
    assert.ok(events.every(each => each.STATUS === 'CONFIRMED' && each.UID.startsWith(each.URL.slice(-8))));
    await arena.act({ act: 'cancel', confirm: true });
    const after = (await ask()).events.find(each => each.UID === events[0].UID);
    assert.equal(after.STATUS, 'CANCELLED');
    assert.ok(Number(after.SEQUENCE) > Number(events[0].SEQUENCE));
  }));

test('a hostile report file is refused with row and column, and keeps nobody waiting', () =>
  withCastled({}, async server => {
    const [organiser] = await members(server, ['Olga']);
    const tournament = await make(organiser, { name: 'Open', format: 'swiss' });
    const trf = async text => (await organiser.ask('POST', `${API}/${tournament.id}/players.trf`, text, { 'content-type': 'text/plain' })).json;
    const player = (id, name, points, games = '') => `001 ${String(id).padStart(4)}      ${name.padEnd(33)} 2000 AUT${' '.repeat(25)}${points.padStart(3)}  ${String(id).padStart(3)}  ${games}`.trimEnd() + '\n';
    const two = player(1, 'Ada', '1.0', '   2 w 1') + player(2, 'Bob', '0.0', '   1 b 0');
    const many = two + Array.from({ length: 1998 }, (_, at) => player(at + 3, 'Ann', '0.0')).join('');
    const whole = line => `142 98\n${many}${line.repeat((2 ** 19 - many.length - 10) / line.length)}`;
    const wide = `310   1 Alpha                            ALP   2000    0.0    0.0   1 ${' '.repeat(2000)}   1\n`;
    for (const [text, row, why] of [
      [`142 98\n${two}${wide}`, 4, /column 1100: the line is too long/],
      [whole('250       0.5 001 999 0002 9999\n'), 2002, /column 19: there are more rounds/],
      [whole('250       0.5 001 098 0001 9999\n'), null, /more such records than players and rounds can need/],
      [whole('299 W         1.0\n'), null, /more such records than players and rounds can need/],
    ]) {
      const answer = await trf(text);
      assert.match(answer.error ?? 'taken', why);
      assert.equal(answer.code, 'file');
      if (row) assert.equal(answer.row, row);
    }
    assert.equal((await trf(many)).added, 2000);
  }));

test('players come by file, by link and by code; what is wrong is told with row and column; conditions hold', () =>
  withCastled({}, async server => {
    const [organiser, guest, other] = await members(server, ['Olga', 'Gero', 'Hans']);
    const tournament = await make(organiser, { name: 'Open', format: 'swiss', code: 'rook', list: 'Gero, Olga' });
    const at = `${API}/${tournament.id}`;
    const join = async (one, fields) => (await one.post(`${at}/join`, form(fields))).json.code ?? 'ok';
    assert.equal(await join(guest, {}), 'code');
    assert.equal(await join(other, { code: 'rook' }), 'not_listed');
    assert.equal(await join(guest, { code: 'rook' }), 'ok');
    assert.equal(await join(guest, { code: 'rook' }), 'joined');
    for (const one of [guest, browser(server)]) assert.equal((await one.get(at)).body.includes('rook'), false, 'the code is the organiser\'s');
    const { me } = await tournament.get();
    assert.deepEqual([me.code, me.list], ['rook', 'Gero, Olga']);
    assert.equal((await tournament.text('/log')).includes('rook'), false);
    const csv = async text => (await organiser.ask('POST', `${at}/players.csv`, text, { 'content-type': 'text/csv' })).json;
    assert.deepEqual(await csv('name,rating\nIda,1700\nJan,strong\n'), { error: 'row 3, column 5: this value is too long or wrong', code: 'file', row: 3, column: 5 });
    assert.deepEqual(await csv('name\n\u200b\n'), { error: 'row 2, column 1: the name cannot be seen', code: 'file', row: 2, column: 1 });
    assert.equal((await csv(`name\nIda\nJ${'\u0301'.repeat(5)}an\n`)).row, 3, 'no marks over the lines beside it');
    assert.equal((await csv('name\nJan\0Ida\n')).row, 2);
    assert.equal((await tournament.get()).players, 1, 'nothing was imported');
    assert.equal((await csv('name;rating;federation\nIda;1700;GER\n"Jan ""J""";1650;FRA\n=1+1;1600;\n＝1+1;1500;\n')).added, 4);
    const { players } = await tournament.get('/players');
    assert.deepEqual(players.map(one => [one.name, one.rating, one.federation]).slice(1, 3), [['Ida', 1700, 'GER'], ['Jan "J"', 1650, 'FRA']]);
    const cells = await tournament.text('/standings.csv');
    assert.match(cells, /^1,2,"Ida"/m);
    for (const cell of [',"Jan ""J""",', `,"'=1+1",`, `,"'＝1+1",`]) assert.ok(cells.includes(cell), cell);
    assert.equal((await guest.post(`${at}/acts`, form({ act: 'start' }))).status, 403);
    assert.equal((await guest.ask('POST', `${at}/players.csv`, 'name\nX\n', { 'content-type': 'text/csv' })).status, 403);
    // What is emptied is taken away.
    await tournament.act({ act: 'settings', description: 'Cake', ratingMax: 2000, playersMax: 30, startsAt: Date.now() + 86_400_000, delayMoves: 3 });
    await tournament.act({ act: 'settings', code: '', list: '', description: '', ratingMax: '', playersMax: '', startsAt: '', delayMoves: '' });
    const cleared = await tournament.get();
    assert.deepEqual([cleared.hasCode, cleared.me.code, cleared.settings.hasList, cleared.description, cleared.settings.ratingMax, cleared.playersMax, cleared.startsAt, cleared.settings.delayMoves],
      [false, null, false, '', null, null, null, null]);
    assert.equal(await join(other, {}), 'ok');
    const bad = async fields => (await organiser.post(API, form(fields))).json.field;
    for (const [fields, field] of [[{ format: 'swiss' }, 'name'], [{ name: 'x', format: 'swiss', rounds: 41 }, 'rounds'], [{ name: 'x', format: 'arena', rounds: 3 }, 'rounds'],
      [{ name: 'x', format: 'roundrobin', tiebreaks: 'BH' }, 'tiebreaks'], [{ name: 'x', format: 'arena', 'clock.limit': 0, 'clock.increment': 0 }, 'clock.limit']])
      assert.equal(await bad(fields), field, JSON.stringify(fields));
  }));

test('dates of birth and sex are told to organisers and arbiters alone, in lists, log and report', () =>
  withCastled({}, async server => {
    const [organiser, arbiter, results, pupil] = await members(server, ['Olga', 'Arne', 'Resi', 'Pia']);
    const tournament = await make(organiser, { name: 'School', format: 'swiss', pairing: 'manual', rated: 'false' });
    const at = `${API}/${tournament.id}`;
    await tournament.act({ act: 'role', user: 'Arne', role: 'arbiter' });
    await tournament.act({ act: 'role', user: 'Resi', role: 'results' });
    await tournament.joins(pupil);
    await tournament.act({ act: 'player', player: 1, birth: '2014/05/17', sex: 'w', federation: 'GER' });
    await tournament.act({ act: 'add', name: 'Kim', guest: 'true', birth: '2015/03/02', sex: 'm', rating: 900 });
    await tournament.act({ act: 'start', confirm: 'true' });
    const seen = async (one, path) => (await one.get(at + path)).body;
    const paths = ['', '/players', '/log', '/report.trf', '/report.trf?format=16', '/standings', '/standings.csv', '/crosstable'];
    for (const one of [browser(server), results, pupil])
      for (const path of paths) {
        const text = (await seen(one, path)).replace(one === pupil ? '2014/05/17' : '', '');
        assert.doesNotMatch(text, /201[45]\/|"sex":"m"|^001 +\d+ [mw]/m, `${one.name ?? 'nobody'} ${path}`);
      }
    for (const one of [organiser, arbiter])
      for (const path of ['/players', '/log', '/report.trf', '/report.trf?format=16']) {
        const text = await seen(one, path);
        assert.match(text, /2014\/05\/17/, `${one.name} ${path}`);
        assert.match(text, /"sex":"m"|^001 +\d+ m.*Kim/m, `${one.name} ${path}`);
      }
    const { player } = JSON.parse(await seen(pupil, '')).me;
    assert.deepEqual([player.birth, player.sex], ['2014/05/17', 'w'], 'their own');
    const log = (await seen(browser(server), '/log')).trim().split('\n').map(line => JSON.parse(line));
    assert.deepEqual(log.map(act => act.seq), log.map((_, i) => i + 1));
    assert.deepEqual(Object.keys(log.find(act => act.act === 'player').person), ['kind', 'user', 'name', 'federation']);
  }));
