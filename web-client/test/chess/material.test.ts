import { expect, test } from 'vitest';

import { materialOf } from '../../src/chess/fen';
import { startFen } from '../world';

test('at the start material is equal', () =>
  expect(materialOf(startFen)).toEqual({ more: { white: [], black: [] }, lead: 0 }));

test('only the difference is shown, strongest first', () =>
  expect(materialOf('rnb1kbnr/pppppppp/8/8/8/8/PPPP2PP/R1BQKBNR w KQkq - 0 1')).toEqual({
    more: { white: ['queen'], black: ['knight', 'pawn', 'pawn'] },
    lead: 4,
  }));

test('promoted pieces count', () =>
  expect(materialOf('4k3/8/8/8/8/8/8/Q2QK3 w - - 0 1')).toEqual({
    more: { white: ['queen', 'queen'], black: [] },
    lead: 18,
  }));
