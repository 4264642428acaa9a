import { expect, test } from 'vitest';

import { rowsOf } from '../../src/game/moveList';
import { startFen } from '../world';

test('moves are in pairs with their numbers', () =>
  expect(rowsOf(['e4', 'e5', 'Nf3'], startFen)).toEqual([
    {
      number: 1,
      cells: [
        { ply: 1, san: 'e4' },
        { ply: 2, san: 'e5' },
      ],
    },
    { number: 2, cells: [{ ply: 3, san: 'Nf3' }] },
  ]));

test('a game that Black begins opens with a gap', () =>
  expect(rowsOf(['Kd7', 'Kd2'], '4k3/8/8/8/8/8/8/4K3 b - - 0 12')).toEqual([
    {
      number: 12,
      cells: [
        { ply: 0, san: '…' },
        { ply: 1, san: 'Kd7' },
      ],
    },
    { number: 13, cells: [{ ply: 2, san: 'Kd2' }] },
  ]));

test('no moves, no rows', () => expect(rowsOf([], startFen)).toEqual([]));
