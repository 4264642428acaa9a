// club_evening.test.mjs - a club's evening: an arena, a Swiss and a round robin at once, played over real sockets by random
// moves and resignations while the server is killed again and again. Nothing that anybody was told is lost, no round is paired twice, no
// game begins twice, and the log is what it was.
//
// CASTLED_SEED repeats a run; CASTLED_CLUB is how many play (default: 8), CASTLED_CLUB_KILLS how often it is killed (default: 2),
// CASTLED_CLUB_ROUNDS how many rounds the Swiss has (default: 3), CASTLED_CLUB_PAGES how many of the players sit before the page in
// Chromium (default: none; three are one in each tournament). They are led to their boards, and resign there.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runCastled, until, withCastled } from './castled.mjs';
import { seeded } from './games.mjs';
import { lichess } from './lichess_client.mjs';
import { connect } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const size = Number(process.env.CASTLED_CLUB ?? 8);
const kills = Number(process.env.CASTLED_CLUB_KILLS ?? 2);
const rounds = Number(process.env.CASTLED_CLUB_ROUNDS ?? 3);
const pages = Number(process.env.CASTLED_CLUB_PAGES ?? 0);
const API = '/api/v1/tournaments';
const form = fields => new URLSearchParams(fields).toString();

// Opens the page for some of each group in turn; a page whose player may not have heard of a game, since the server was killed, goes
// there by itself.
async function openPages(server, tournaments) {
  if (!pages) return { sitters: [], close: () => {} };
  const { launch, member } = await import('../browser/person.mjs');
  const browser = await launch();
  const sitters = [];
  for (let i = 0; i < pages; i++) {
    const { id, group } = tournaments[i % tournaments.length];
    const one = group.at(-1 - Math.floor(i / tournaments.length));
    await one.player.close();
    const sitter = await member(browser, server, one.name, one.page.cookie);
    await sitter.goto(`/tournament/${id}`);
    await sitter.page.getByRole('heading', { level: 1 }).waitFor();
    one.resigns = async game => {
      if (one.isLost) await sitter.goto(`/${game}`);
      else await sitter.page.waitForURL(url => url.pathname.startsWith(`/${game}`));
      one.isLost = false;
      await sitter.confirm('Resign');
    };
    sitters.push({ one, sitter });
  }
  return { sitters, close: () => browser.close() };
}

test(`${size} players, ${kills} kills, seed ${seed}`, () =>
  withCastled({}, async server => {
    const random = seeded(seed);
    const people = [];
    for (let i = 0; i < size; i++) people.push(await lichess(server, `Player${i}`, { scopes: 'tournament:write board:play' }));
    const come = async () => {
      for (const one of people) if (!one.resigns) one.player = await connect(server, { token: one.token });
    };
    await come();
    const organiser = people[0];
    const common = { 'clock.limit': 600, 'clock.increment': 3, rated: 'false' };
    const groups = [
      [{ name: 'Swiss', format: 'swiss', rounds, interval: 0 }, people.slice(0, size >> 1)],
      [{ name: 'Table', format: 'roundrobin', interval: 0 }, people.slice(size >> 1, (size >> 1) + Math.min(4, size >> 2))],
      [{ name: 'Arena', format: 'arena', minutes: 600 }, people.slice((size >> 1) + Math.min(4, size >> 2))],
    ];
    const tournaments = [];
    for (const [fields, group] of groups) {
      const { json } = await organiser.post(API, form({ ...common, ...fields }));
      assert.ok(json.id, JSON.stringify(json));
      const at = `${API}/${json.id}`;
      for (const one of group) assert.equal((await one.post(`${at}/join`, '')).status, 200);
      tournaments.push({ id: json.id, format: fields.format, group, get: async path => (await organiser.get(at + path)).json, log: async () => (await organiser.get(`${at}/log`)).body,
        act: async act => assert.equal((await organiser.post(`${at}/acts`, form(act))).status, 200) });
    }
    const { sitters, close } = await openPages(server, tournaments);
    for (const each of tournaments) await each.act({ act: 'start' });

    // Ends one game that goes on, by the resignation of one side; false when none does.
    const playOne = async () => {
      for (const { format, group, get } of tournaments) {
        const { round } = await get('');
        if (format !== 'arena' && !round) continue;
        const { boards } = await get(`/rounds/${format === 'arena' ? 0 : round}`);
        const board = boards.find(each => each.state === 'playing' && each.game);
        if (!board) continue;
        const { name } = random() < 0.5 ? board.white : board.black;
        const loser = group.find(one => one.name === name);
        if (loser.resigns) {
          await loser.resigns(board.game);
          await until(async () => (await get(`/rounds/${format === 'arena' ? 0 : round}`)).boards.find(each => each.board === board.board)?.state === 'over', 'the result');
          return true;
        }
        const answer = await loser.player.ask({ t: 'resign', game: board.game });
        assert.ok(answer.t === 'ok' || answer.code === 'game_over', JSON.stringify(answer));
        return true;
      }
      return false;
    };
    const isOver = async () => (await Promise.all(tournaments.slice(0, 2).map(async each => (await each.get('')).status))).every(status => status === 'finished');
    for (let kill = 0; kill < kills; kill++) {
      for (let i = 1 + Math.floor(random() * size); i > 0; i--) await playOne();
      const logs = [];
      for (const each of tournaments) logs.push(await each.log());
      await server.kill();
      await server.start();
      await come();
      for (const { one } of sitters) one.isLost = true;
      for (const [i, each] of tournaments.entries()) assert.ok((await each.log()).startsWith(logs[i]), 'an act that was told of is gone');
    }
    while (!(await isOver())) await until(async () => (await playOne()) || (await isOver()), 'a game goes on, or both are over');
    await tournaments[2].act({ act: 'finish', confirm: true });
    for (const { sitter } of sitters) assert.deepEqual(sitter.faults, []);
    await close();

    for (const { id, format, group, get, log } of tournaments) {
      const acts = (await log()).trim().split('\n').map(line => JSON.parse(line));
      assert.deepEqual(acts.map(act => act.seq), acts.map((act, i) => i + 1));
      const paired = acts.filter(act => act.act === 'pair').map(act => act.round).filter(Boolean);
      assert.deepEqual(paired, [...new Set(paired)], 'a round was paired twice');
      const games = acts.filter(act => act.act === 'pair').flatMap(act => act.boards.map(board => board.game)).filter(Boolean);
      assert.equal(new Set(games).size, games.length);
      const { rows } = await get('/standings');
      assert.equal(rows.length, group.length);
      if (format !== 'arena') // each board and each bye gives a point, and everybody is at one board of a round
        assert.equal(rows.reduce((sum, row) => sum + row.points, 0), (await get('/crosstable')).cells.length);
      const replay = await runCastled(['replay', id, '--data', server.directory]);
      assert.equal(replay.code, 0, replay.stderr);
      for (const row of rows) assert.ok(replay.stdout.includes(row.name));
    }
  }));
