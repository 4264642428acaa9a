import { describe, expect, test } from 'vitest';

import {
  type FormValues,
  controlOf,
  formFault,
  newForm,
  opponentOf,
  setupOf,
  startsOf,
  strengthStops,
} from '../../src/lobby/newGame';
import type { Control, Engine } from '../../src/net/wire';

const form = (change: Partial<FormValues> = {}): FormValues => ({
  ...newForm({ way: 'friend', to: null, fen: null }),
  ...change,
});

const fish: Engine = {
  name: 'fish',
  title: 'Fish 1',
  strength: { by: 'rating', least: 1320, most: 1490 },
  chess960: false,
};
const always = () => true;
const never = () => false;

describe('the clock that is asked for', () => {
  test.each<[Partial<FormValues>, Control]>([
    [
      { pace: 'clock', initial: 60_000, perMove: 2000 },
      { initial: 60_000, increment: 2000 },
    ],
    [
      { pace: 'clock', bonus: 'bronstein', initial: 60_000, perMove: 2000 },
      { initial: 60_000, kind: 'bronstein', delay: 2000 },
    ],
    [
      { pace: 'clock', bonus: 'delay', initial: 0, perMove: 5000 },
      { initial: 0, kind: 'delay', delay: 5000 },
    ],
    [
      { initial: 60_000, perMove: 2000, odds: true, oddsInitial: 30_000, oddsPerMove: 0 },
      { initial: 60_000, increment: 2000, odds: { initial: 30_000, increment: 0 } },
    ],
    [
      { initial: 60_000, perMove: 2000, bonus: 'delay', odds: true, oddsInitial: 0 },
      { initial: 60_000, kind: 'delay', delay: 2000, odds: { initial: 0, delay: 3000 } },
    ],
    // The same time for both is no odds, and strangers get the same time.
    [
      { initial: 300_000, perMove: 3000, odds: true },
      { initial: 300_000, increment: 3000 },
    ],
    [
      { way: 'people', initial: 60_000, perMove: 0, odds: true },
      { initial: 60_000, increment: 0 },
    ],
    // With stages there are no odds.
    [
      { initial: 5_400_000, perMove: 30_000, stages: 'two', moves: 40, odds: true, oddsInitial: 0 },
      {
        initial: 5_400_000,
        increment: 30_000,
        moves: 40,
        stages: [{ initial: 1_800_000, increment: 30_000 }],
      },
    ],
    [
      { bonus: 'delay', initial: 60_000, perMove: 3000, stages: 'three', moves2: 10, initial3: 0, perMove3: 1000 },
      {
        initial: 60_000,
        kind: 'delay',
        delay: 3000,
        moves: 40,
        stages: [
          { moves: 10, initial: 1_800_000, delay: 30_000 },
          { initial: 0, delay: 1000 },
        ],
      },
    ],
    [
      { initial: 9_000_000, perMove: 0, stages: 'again' },
      { initial: 9_000_000, increment: 0, moves: 40 },
    ],
    [{ pace: 'days', days: 3, stages: 'two' }, { days: 3 }],
    [{ pace: 'days', days: 3, odds: true }, { days: 3 }],
    [{ pace: 'days', days: 3 }, { days: 3 }],
    [{ pace: 'none' }, null],
  ])('%o is %o', (change, control) => expect(controlOf(form(change))).toEqual(control));
});

describe('terms that cannot be played are refused with a reason', () => {
  test.each<[Partial<FormValues>, (fen: string) => boolean, string | null]>([
    [{}, always, null],
    [{ initial: 0, perMove: 0 }, always, 'noTime'],
    [{ initial: 60_000, perMove: 0, bonus: 'delay' }, always, 'noDelay'],
    [{ initial: 60_000, perMove: 0 }, always, null],
    [{ odds: true, oddsInitial: 0, oddsPerMove: 0 }, always, 'noTime'],
    [{ odds: true, oddsPerMove: 0, bonus: 'delay' }, always, 'noDelay'],
    [{ way: 'people', odds: true, oddsInitial: 0, oddsPerMove: 0 }, always, null],
    [{ pace: 'days', initial: 0, perMove: 0 }, always, null],
    [{ start: 'fromPosition', fen: 'nonsense' }, never, 'position'],
    [{ start: 'fromPosition', fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' }, always, null],
    [{ way: 'computer', start: 'chess960', engine: 'fish' }, always, 'engine960'],
    [{ way: 'computer', start: 'chess960' }, always, null],
  ])('%o', (change, isLegal, fault) =>
    expect(formFault(form(change), [fish], isLegal)).toBe(fault),
  );
});

test('games from a position are casual, with friends and computers', () => {
  const fen = ' 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ';
  expect(setupOf(form({ start: 'fromPosition', fen, rated: true }))).toEqual({
    clock: { initial: 600_000, increment: 5000 },
    variant: 'fromPosition',
    fen: fen.trim(),
    color: 'random',
  });
  expect(startsOf(form({ way: 'people' }))).toEqual(['standard', 'chess960']);
  expect(setupOf(form({ rated: true }))).toMatchObject({ variant: 'standard', rated: true });
});

test('games with time odds are casual', () => {
  expect(setupOf(form({ odds: true, rated: true })).rated).toBeUndefined();
  expect(setupOf(form({ odds: true, pace: 'days', rated: true })).rated).toBe(true);
});

test('an engine’s strengths go up by 50 rating points, or step by step, to its best', () => {
  expect(strengthStops(fish)).toEqual([1320, 1370, 1420, 1470, 1490]);
  expect(strengthStops({ ...fish, strength: { by: 'step', least: 0, most: 3 } })).toEqual([
    0, 1, 2, 3,
  ]);
  expect(strengthStops({ ...fish, strength: null })).toEqual([]);
});

test('our own computer is asked for by level, another by name', () => {
  expect(opponentOf(form({ level: 7 }))).toEqual({ level: 7 });
  expect(opponentOf(form({ engine: 'fish' }))).toEqual({ engine: 'fish' });
  expect(opponentOf(form({ engine: 'fish', strength: 1370 }))).toEqual({
    engine: 'fish',
    strength: 1370,
  });
});
