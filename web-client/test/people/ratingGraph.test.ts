import { expect, test } from 'vitest';

import { drawingOf } from '../../src/people/ratingGraph';
import type { RatingHistory } from '../../src/people/user';

test('points are placed by day and rating', () => {
  const history: RatingHistory = [
    {
      name: 'Blitz',
      points: [
        [2026, 0, 1, 1500],
        [2026, 0, 11, 1600],
      ],
    },
    { name: 'Chess960', points: [[2026, 0, 6, 1550]] },
    {
      name: 'Antichess',
      points: [
        [2026, 0, 1, 1],
        [2026, 0, 2, 2],
      ],
    },
  ];
  const drawing = drawingOf(history);
  expect(drawing?.lines.map(({ perf }) => perf)).toEqual(['blitz']);
  expect(drawing).toMatchObject({ least: 1475, most: 1625 });
  expect(drawing?.lines[0]?.marks).toEqual([
    { at: new Date('2026-01-01'), rating: 1500, x: 0, y: 150 },
    { at: new Date('2026-01-11'), rating: 1600, x: 600, y: 30 },
  ]);
});

test('a single day is not drawn', () => {
  expect(drawingOf([])).toBeNull();
  expect(drawingOf([{ name: 'Blitz', points: [[2026, 0, 1, 1500]] }])).toBeNull();
});
