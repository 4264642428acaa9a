import { describe, expect, test, vi } from 'vitest';

import type { Msg } from '../../src/dispatch';
import { parseRoute } from '../../src/route';
import { leadToBoard } from '../../src/tournaments/ownGame';
import { atBoard, game } from '../drive';

const begun = {
  t: 'tournament_game',
  tournament: 'Ab12Cd34',
  name: 'Club evening',
  format: 'swiss',
  round: 2,
  board: 14,
  game: 'q7ZtYkrD',
  color: 'white',
  opponent: { user: 'x', name: 'Ivan', rating: 1900 },
};

/** Where the page at that address is led. */
function ledTo(path: string, { table = atBoard().table, host = false } = {}): unknown {
  const asked: Msg[] = [];
  const shown = { route: parseRoute(path), table };
  leadToBoard(JSON.stringify({ ...begun, host }), shown, msg => asked.push(msg));
  return asked.map(msg => msg.m === 'navigated' && msg.to)[0];
}

const toBoard = { page: 'game', game: 'q7ZtYkrD' };

describe('when a round begins', () => {
  test.each(['/', '/leaderboard', '/@/Ada', '/live', '/tournaments', '/tournament/Ab12Cd34', '/tournament/Ab12Cd34/pairings'])(
    '%s leads to the board',
    path => expect(ledTo(path)).toEqual(toBoard),
  );

  test.each([
    '/analysis',
    '/analysis/Ab12Cd34',
    '/editor',
    '/settings',
    '/account',
    '/tournaments/new',
    '/team/Ab12Cd34',
    '/tournament/Ab12Cd34/desk',
    '/tournament/Ab12Cd34/wall',
  ])('%s stays', path => expect(ledTo(path)).toBeUndefined());

  test('a game of one’s own goes on, one that is over or watched does not hold', () => {
    const path = `/${game}`;
    expect(ledTo(path)).toBeUndefined();
    expect(ledTo(path, { table: atBoard({ status: 'resign', winner: 'black' }).table })).toEqual(toBoard);
    expect(ledTo(path, { table: { ...atBoard().table, seat: null } })).toEqual(toBoard);
  });

  test('the host of a simul is led to its boards, but not away from work', () => {
    const host = true;
    vi.stubGlobal('addEventListener', () => {});
    expect(ledTo('/', { host })).toEqual({ page: 'tournament', tournament: 'Ab12Cd34' });
    expect(ledTo('/tournament/Ab12Cd34', { host })).toBeUndefined();
    expect(ledTo('/analysis', { host })).toBeUndefined();
  });
});
