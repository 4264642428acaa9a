import { describe, expect, test } from 'vitest';

import type { Board, Crosstable, Row, Tournament, Update } from '../../src/net/tournaments';
import { sayPoints } from '../../src/text/tournaments';
import { between, matchesOf } from '../../src/tournaments/crosstable';
import { changedFields, fieldsOf, formFault, formOf, newForm, noEdits, savedForm, withSaved, withTyped } from '../../src/tournaments/form';
import { placesByName } from '../../src/tournaments/pairings';
import {
  dissolved,
  exchanged,
  isWhole,
  pairingOf,
  printPairing,
  seated,
  turned,
} from '../../src/tournaments/pairing';
import { areRowsUnsure, isRoundUnsure, mergedBoards, mergedRows, viewOf, withTournament, withUpdate } from '../../src/tournaments/view';
import { fromHome, kindsOf, matchColumns, pagesOf, rowsOf } from '../../src/tournaments/wallPages';

const row = (player: number, rank: number, points = 0): Row => ({
  rank,
  player,
  tpn: player,
  user: null,
  name: `P${player}`,
  rating: null,
  points,
  tiebreaks: [],
  games: 0,
  performance: null,
  status: 'active',
  rounds: [],
  sheet: null,
  fire: null,
  berserks: null,
});

const seat = (player: number) => ({ player, user: null, name: `P${player}`, rating: null, points: 0 });
const board = (n: number, white: number, black: number | null, more: Partial<Board> = {}): Board => ({
  board: n,
  table: n,
  round: 1,
  state: 'playing',
  white: seat(white),
  black: black === null ? null : seat(black),
  game: null,
  result: null,
  by: null,
  match: null,
  ...more,
});

describe('the standings', () => {
  test('a changed row takes its new rank, the others keep theirs', () => {
    const rows = mergedRows([row(1, 1), row(2, 2), row(3, 3)], [row(3, 1, 1), row(1, 2), row(2, 3)], 3);
    expect(rows.map(({ player }) => player)).toEqual([3, 1, 2]);
  });

  test('rows beyond the total are gone', () =>
    expect(mergedRows([row(1, 1), row(2, 2)], [], 1)).toEqual([row(1, 1)]));

  test('who fell out of the first fifty leaves the list, which is then looked up', () => {
    const before = Array.from({ length: 50 }, (_, i) => row(i + 1, i + 1));
    const rows = mergedRows(before, [row(60, 50, 9)], 60);
    expect(rows).toHaveLength(50);
    expect(rows.at(-1)?.player).toBe(60);
    expect(rows.some(({ player }) => player === 50)).toBe(false);
    const view = { ...viewOf(tournament(), 0), rows: before };
    expect(areRowsUnsure(view, update({ rows: [row(60, 50, 9)], total: 60 }))).toBe(true);
    expect(areRowsUnsure(view, update({ rows: [row(5, 1, 9)], total: 60 }))).toBe(false);
    expect(areRowsUnsure(view, update({ rows: [row(60, 50, 9)], total: 50 }))).toBe(false);
  });

  test('equals share a rank', () =>
    expect(mergedRows([row(1, 1), row(2, 1)], [row(3, 1)], 3).map(({ player }) => player)).toEqual([1, 2, 3]));
});

describe('boards', () => {
  test('of a round are in the order of their tables, of an arena the newest first', () => {
    const boards = [board(1, 1, 2), board(2, 3, 4)];
    const changed = [board(2, 3, 4, { result: '1-0' }), board(3, 5, 6)];
    expect(mergedBoards(boards, changed, false).map(each => [each.board, each.result])).toEqual([
      [1, null],
      [2, '1-0'],
      [3, null],
    ]);
    expect(mergedBoards(boards, changed, true).map(each => each.board)).toEqual([3, 2, 1]);
  });
});

const tournament = (more: Partial<Tournament> = {}): Tournament =>
  ({
    id: 'Ab12Cd34',
    name: 'T',
    format: 'swiss',
    status: 'started',
    round: 1,
    rounds: 5,
    roundState: 'playing',
    now: 1000,
    players: 4,
    ...more,
  }) as Tournament;

const update = (more: Partial<Update>): Update =>
  ({ t: 'tournament_update', tournament: 'Ab12Cd34', round: 1, roundState: 'playing', total: 4, rows: [], boards: [], ...more }) as Update;

test('a new round has only its own boards, and is looked up again while it may still change', () => {
  const view = {
    ...viewOf(tournament(), 5000),
    round: { round: 1, state: 'playing' as const, startedAt: 1, finishedAt: null, boards: [board(1, 1, 2)] },
  };
  expect(view.skew).toBe(4000);
  expect(isRoundUnsure(view, update({}))).toBe(false);
  const next = update({ round: 2, roundState: 'paired', boards: [board(9, 2, 1)] });
  expect(isRoundUnsure(view, next)).toBe(true);
  const after = withUpdate(view, next);
  expect(after.round?.boards.map(each => each.board)).toEqual([9]);
  expect([after.tournament.round, after.tournament.roundState, after.tournament.name]).toEqual([2, 'paired', 'T']);
});

test('an answer that is older than an update says what updates do not, and takes nothing back', () => {
  const fetched = (seq: number) => tournament({ seq, roundState: 'paired', description: 'Bring tea.' });
  const told = withUpdate(viewOf(tournament({ seq: 17, roundState: 'paired' }), 0), update({ seq: 19 }));
  const late = withTournament(told, fetched(18), 5);
  expect(late.tournament).toMatchObject({ seq: 19, roundState: 'playing', description: 'Bring tea.' });
  expect(late.fetchedSeq).toBe(18);
  expect(withTournament(told, fetched(20), 5).tournament).toMatchObject({ seq: 20, roundState: 'paired' });
});

describe('pairing by hand', () => {
  const start = pairingOf([board(1, 1, 2), board(2, 3, 4), board(3, 5, null, { result: 'bye' })], [1, 2, 3, 4, 5, 6]);

  test('begins with the boards, the bye, and who is left', () =>
    expect(start).toEqual({ boards: [[1, 2], [3, 4], [5, 0]], bench: [6] }));

  test('two players change places, also with the bench', () => {
    expect(printPairing(exchanged(start, { board: 0, side: 1 }, { board: 1, side: 0 }))).toBe('1-3 2-4 5-0');
    const changed = exchanged(start, { bench: 0 }, { board: 0, side: 0 });
    expect([printPairing(changed), changed.bench]).toEqual(['6-2 3-4 5-0', [1]]);
  });

  test('the bye stays behind the player who has it', () =>
    expect(printPairing(exchanged(start, { board: 2, side: 1 }, { board: 0, side: 0 }))).toBe('0-2 3-4 5-1'.replace('0-2', '2-0')));

  test('colours are turned, boards dissolved and made', () => {
    expect(printPairing(turned(start, 1))).toBe('1-2 4-3 5-0');
    expect(printPairing(turned(start, 2))).toBe('1-2 3-4 5-0');
    const less = dissolved(start, 2);
    expect(less).toEqual({ boards: [[1, 2], [3, 4]], bench: [6, 5] });
    expect(printPairing(seated(less))).toBe('1-2 3-4 6-5');
    expect(printPairing(seated({ boards: [], bench: [7] }))).toBe('7-0');
  });

  test('is not whole with an empty chair or two byes', () => {
    expect(isWhole(start)).toBe(true);
    expect(isWhole({ boards: [[1, null]], bench: [] })).toBe(false);
    expect(isWhole({ boards: [[1, 0], [2, 0]], bench: [] })).toBe(false);
  });
});

describe('the form', () => {
  const named = { ...newForm(), name: ' Club ' };

  test('of a Swiss sends what is needed, and nothing of other formats', () => {
    const fields = fieldsOf(named);
    expect(fields).toMatchObject({ name: 'Club', format: 'swiss', rounds: '7', 'clock.limit': '180', 'clock.increment': '2' });
    for (const name of ['minutes', 'cycles', 'games', 'days', 'startsAt', 'code']) expect(fields).not.toHaveProperty(name);
  });

  test('of an arena has no rounds and always a clock', () => {
    const fields = fieldsOf({ ...named, format: 'arena', pace: 'days' });
    expect(fields).toMatchObject({ minutes: '45', berserk: 'true', 'clock.limit': '180' });
    for (const name of ['rounds', 'interval', 'days']) expect(fields).not.toHaveProperty(name);
  });

  const long = { ...named, initial: 90 * 60_000, increment: 30_000 };

  /* PGN's standard of 1994, 9.6.1: moves/seconds, the fields separated by colons. */
  test.each([
    [{ ...long }, ''],
    [{ ...long, stages: 'again' as const }, '40/5400+30'],
    [{ ...long, stages: 'two' as const }, '40/5400+30:1800+30'],
    [{ ...long, stages: 'three' as const, increment: 0 }, '40/5400+0:20/1800+30:900+30'],
    [{ ...long, stages: 'two' as const, initial: 60_000 }, '40/60+30:1800+30'],
    [{ ...long, stages: 'two' as const, pace: 'days' as const }, ''],
  ])('its stages are written as in PGN %#', (values, text) =>
    expect(fieldsOf(values)['clock.stages']).toBe(text));

  test('stages without time are a fault, and an arena has none', () => {
    const empty = { ...long, stages: 'two' as const, initial2: 0, perMove2: 0 };
    expect(formFault(empty, 0)).toBe('noTime');
    expect(formFault({ ...empty, format: 'arena' }, 0)).toBe(null);
    expect(fieldsOf({ ...empty, format: 'arena' })).not.toHaveProperty('clock.stages');
  });

  test('stages of a tournament that exists are read into the form', () => {
    const clock = { initial: 5_400_000, increment: 30_000, moves: 36, stages: [{ initial: 600_000, increment: 5000 }] };
    const settings = { bots: false, guests: false, chat: true } as Tournament['settings'];
    const form = formOf(tournament({ clock, days: null, settings, startsAt: null, description: null, variant: 'standard' }));
    expect(form).toMatchObject({ stages: 'two', moves: 36, initial2: 600_000, perMove2: 5000 });
    expect(fieldsOf(form)['clock.stages']).toBe('36/5400+30:600+5');
    const again = tournament({ clock: { initial: 60_000, increment: 0, moves: 30 }, days: null, settings });
    expect(formOf(again).stages).toBe('again');
  });

  test('with guests its games are casual', () =>
    expect(fieldsOf({ ...named, guests: true })['rated']).toBe('false'));

  test.each([
    ['name', { name: ' ' }],
    ['noTime', { initial: 0, increment: 0 }],
    ['past', { starts: '2001-01-01T10:00' }],
    [null, { starts: '2999-01-01T10:00' }],
    [null, { pace: 'days' as const, initial: 0, increment: 0 }],
  ])('its fault is %s with %j', (fault, changed) =>
    expect(formFault({ ...named, ...changed }, Date.UTC(2026, 0, 1))).toBe(fault));

  test('after the start only what may still change is sent', () => {
    const changed = { ...named, name: 'Cup', rounds: 9, variant: 'chess960' as const };
    expect(changedFields(named, changed, true)).toEqual({ name: 'Cup', rounds: '9' });
    const late = { ...named, delayMoves: '2', delayMinutes: '15', playersMax: '8' };
    expect(changedFields(named, late, true)).toEqual({ delayMoves: '2', delayMinutes: '15' });
    expect(changedFields(named, changed, false)).toEqual({ name: 'Cup', rounds: '9', variant: 'chess960' });
  });
});

describe('a field that was emptied', () => {
  const settings = { bots: false, guests: false, chat: true, pairing: 'manual', lateUntil: 2, ratingMax: 1800, delayMoves: 2 } as Tournament['settings'];
  const nextRoundAt = Date.UTC(2999, 0, 1, 10);
  const before = formOf(
    tournament({ status: 'created', settings, me: { code: 'sesame', list: null } as Tournament['me'], nextRoundAt, startsAt: nextRoundAt, playersMax: 20, rounds: 7, description: 'Cake.', variant: 'standard', days: null, clock: null }),
  );

  test('is sent empty, so that the server clears it; the usual last round of joining follows from the rounds', () => {
    const empty = { description: '', starts: '', ratingMax: '', playersMax: '', delayMoves: '', nextRound: '', lateUntil: '', code: '' };
    expect(changedFields(before, { ...before, ...empty }, false)).toEqual({
      description: '', startsAt: '', ratingMax: '', playersMax: '', delayMoves: '', nextRound: '', lateUntil: '3', code: '',
    });
    expect(changedFields(before, { ...before, lateUntil: '', rounds: 9 }, false)).toEqual({ rounds: '9', lateUntil: '4' });
  });

  test('is not sent where it was empty before, and after the start only if it may still change', () => {
    expect(changedFields(before, before, false)).toEqual({});
    expect(changedFields(before, { ...before, ratingMax: '', nextRound: '' }, true)).toEqual({ nextRound: '' });
  });

  test('the next round comes from the tournament, and goes back as the same instant', () => {
    expect(fieldsOf(before)['nextRound']).toBe(String(nextRoundAt));
    expect(fieldsOf({ ...before, pairing: 'auto' })).not.toHaveProperty('nextRound');
  });
});

type Cell = Crosstable['cells'][number];
const cell = (round: number, white: number, black: number, result: string | null, match: number | null = null): Cell => ({
  board: round,
  round,
  white,
  black,
  result,
  match,
});

test('results against each other, from both sides; an annulled game counts for nobody', () => {
  const cells = [cell(1, 1, 2, '1-0'), cell(2, 2, 1, '½-½'), cell(3, 1, 3, '0-1F'), cell(4, 1, 2, 'annulled')];
  expect([between(cells, 1, 2), between(cells, 2, 1), between(cells, 1, 3), between(cells, 3, 1)]).toEqual([
    '1½',
    '0½',
    '-',
    '+',
  ]);
});

test('the games of a match are added up, in the order of the bracket', () => {
  const matches = matchesOf([cell(1, 3, 4, '1-0', 2), cell(1, 1, 2, '½-½', 1), cell(1, 2, 1, '1-0', 1), cell(1, 4, 3, null, 2)]);
  expect(matches.map(({ players, score, isOver }) => [players, [...score], isOver])).toEqual([
    [[1, 2], [[1, 0.5], [2, 1.5]], true],
    [[3, 4], [[3, 1], [4, 0]], false],
  ]);
});

describe('the wall', () => {
  const boards = Array.from({ length: 30 }, (_, i) => board(i + 1, 2 * i + 1, 2 * i + 2, { game: i < 3 ? `Game000${i}` : null }));
  const view = { ...viewOf(tournament(), 0), round: { round: 1, state: 'playing' as const, startedAt: 1, finishedAt: null, boards } };
  const rows = Array.from({ length: 60 }, (_, i) => row(i + 1, i + 1));

  test('cuts long lists into pages that leave nobody out', () => {
    const pages = pagesOf({ view, rows, kinds: ['boards', 'names', 'live', 'standings'], isWide: true });
    const shown = (kind: string) => pages.filter(page => page.kind === kind).map(({ from, to }) => [from, to]);
    expect(shown('boards')).toEqual([[0, 12], [12, 24], [24, 30]]);
    expect(shown('names')).toEqual([[0, 24], [24, 48], [48, 60]]);
    expect(shown('live')).toEqual([[0, rowsOf(true, 'live')]]);
    expect(shown('standings')).toEqual([[0, 24], [24, 48], [48, 60]]);
  });

  const match = (n: number, size: number) => ({
    match: { match: n, home: null, away: { team: 2, name: 'B', gamePoints: 0, points: 0 }, over: false },
    boards: Array.from({ length: size }, (_, i) => board(100 * n + i, 1, 2, { match: n, table: 100 * n + i })),
  });
  const roundOf = (...parts: ReturnType<typeof match>[]) => ({
    matches: parts.map(part => part.match),
    boards: parts.flatMap(part => part.boards),
  });
  const columnsOf = (...sizes: number[]) =>
    matchColumns(roundOf(...sizes.map((size, i) => match(i + 1, size)))).map(parts =>
      parts.map(({ match: { match: n }, boards: [first, ...others] }) => [n, first?.table, others.length + 1]),
    );

  test('puts as many matches into a column as it has room for, and cuts a long one', () => {
    // Twelve rows: two matches of five boards with their teams fill a column, of six they do not fit.
    expect(columnsOf(5, 5, 5)).toEqual([[[1, 1, 5], [2, 1, 5]], [[3, 1, 5]]]);
    expect(columnsOf(5, 6)).toEqual([[[1, 1, 5]], [[2, 1, 6]]]);
    expect(columnsOf(20)).toEqual([[[1, 1, 11]], [[1, 12, 9]]]);
    const bye = match(1, 0);
    expect(matchColumns({ matches: [{ ...bye.match, away: null }], boards: [] })).toEqual([
      [{ match: { ...bye.match, away: null }, boards: [] }],
    ]);
  });

  test('of team matches has the matches and the teams, of others none', () => {
    const teams = Array.from({ length: 14 }, (_, i) => ({ team: i + 1 })) as NonNullable<Tournament['teams']>;
    const round = { round: 1, state: 'playing' as const, startedAt: 1, finishedAt: null, ...roundOf(...[1, 2, 3, 4, 5, 6, 7].map(n => match(n, 4))) };
    const ofTeams = { ...viewOf(tournament({ format: 'teams', teams }), 0), round };
    expect(kindsOf(ofTeams.tournament)).toEqual(['matches', 'names', 'live', 'teams', 'standings']);
    expect(kindsOf(tournament())).toEqual(['boards', 'names', 'live', 'standings']);
    expect(kindsOf(tournament({ format: 'arena', teams }))).toEqual(['boards', 'live', 'teams', 'standings']);
    const pages = pagesOf({ view: ofTeams, rows: [], kinds: ['boards', 'matches', 'teams'], isWide: true });
    expect(pages.map(({ kind, n, of, from, to }) => [kind, n, of, from, to])).toEqual([
      ['matches', 1, 2, 0, 2],
      ['matches', 2, 2, 2, 4],
      ['teams', 1, 2, 0, 11],
      ['teams', 2, 2, 11, 14],
    ]);
  });

  test.each([['1-0', '0-1'], ['½-½', '½-½'], ['0-1F', '1-0F'], ['½-0', '0-½'], ['annulled', 'annulled'], [null, null]])(
    'tells the result %s from the other side as %s',
    (result, fromAway) => expect(fromHome(board(1, 1, 2, { result })).result).toBe(fromAway),
  );

  test('names the match and its board to those who look for their own name', () => {
    const places = placesByName(roundOf(match(1, 2), match(2, 1)));
    expect(places.map(({ table, color }) => `${table} ${color}`)).toEqual(['1.1 white', '1.2 white', '2.1 white', '1.1 black', '1.2 black', '2.1 black']);
    expect(placesByName({ boards }).find(({ seat: { player } }) => player === 7)?.table).toBe('4');
  });

  test('has no page of what there is not', () =>
    expect(pagesOf({ view: viewOf(tournament({ status: 'created' }), 0), rows, kinds: ['boards', 'live', 'standings'], isWide: false })).toEqual([]));
});

test.each([
  [0, '0'],
  [0.5, '½'],
  [4.5, '4½'],
  [12, '12'],
])('%s points are written %s', (points, words) => expect(sayPoints(points)).toBe(words));

describe('edits of the settings', () => {
  const fetched = { ...newForm(), name: 'Cup', description: 'Bring cake.' };
  const typed = withTyped(noEdits, { name: 'Open', description: '' }, fetched);

  test('what was saved is shown until the server has it, then what the server has', () => {
    const saved = withSaved(typed, typed.typed, 18);
    expect(saved.typed).toEqual({});
    expect(savedForm(fetched, 17, saved)).toEqual({ ...fetched, name: 'Open', description: '' });
    const others = { ...fetched, name: 'Open', description: 'Bring tea.' };
    expect(savedForm(others, 18, saved)).toEqual(others);
  });

  test('what was typed while they were saved stays', () => {
    const during = withTyped(typed, { name: 'Open 2027' }, fetched);
    expect(withSaved(during, typed.typed, 18).typed).toEqual({ name: 'Open 2027' });
  });

  test('what is typed as the server has it is no edit', () =>
    expect(withTyped(typed, { name: 'Cup' }, fetched).typed).toEqual({ description: '' }));
});
