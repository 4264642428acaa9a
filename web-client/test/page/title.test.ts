import { expect, test } from 'vitest';

import { titleOf } from '../../src/page/title';
import { parseRoute } from '../../src/route';
import { atBoard, page } from '../drive';

const at = (path: string): string => titleOf(page(path).model);

test('each page has its own', () => {
  const paths = ['/settings', '/live', '/people', '/leaderboard', '/device', '/account', '/editor'];
  const titles = [...paths, '/analysis', '/sign-in', '/sign-up', '/@/Ann', '/nowhere'].map(at);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toContain('Settings · castled');
  expect(titles).toContain('Ann · castled');
  expect(titles).toContain('Page not found · castled');
});

test('of a game says whose turn it is and who plays', () => {
  expect(titleOf(atBoard().model)).toBe('Your turn · Guest-w vs Guest-b · castled');
  expect(titleOf(atBoard({ moves: ['e2e4'] }).model)).toBe(
    'Black to move · Guest-w vs Guest-b · castled',
  );
  expect(titleOf(atBoard({ status: 'mate', winner: 'white' }).model)).toBe(
    'Game over · Guest-w vs Guest-b · castled',
  );
});

test('of its analysis names the players, too', () => {
  const self = atBoard({ status: 'mate', winner: 'white' });
  self.does({ m: 'navigated', to: parseRoute('/analysis/Ab12Cd34') });
  expect(titleOf(self.model)).toContain('Guest-w vs Guest-b · castled');
});
