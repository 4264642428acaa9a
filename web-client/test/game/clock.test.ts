import { describe, expect, test } from 'vitest';

import {
  type Clock,
  clockText,
  controlText,
  gameTime,
  isLow,
  laterAxis,
  remaining,
  speedOf,
  stageAfter,
  delayLeft,
  termsOf,
  textLasts,
} from '../../src/game/clock';
import type { Control } from '../../src/net/wire';

describe('clockText', () => {
  test.each([
    [0, '0:00.0'],
    [1, '0:00.1'],
    [99, '0:00.1'],
    [100, '0:00.1'],
    [101, '0:00.2'],
    [9_900, '0:09.9'],
    [9_950, '0:10'],
    [10_000, '0:10'],
    [10_001, '0:11'],
    [59_001, '1:00'],
    [60_000, '1:00'],
    [300_000, '5:00'],
    [299_999, '5:00'],
    [3_599_001, '1:00:00'],
    [3_723_000, '1:02:03'],
    [10_800_000, '3:00:00'],
    [86_399_000, '23:59:59'],
    [86_400_000, '1d 00:00'],
    [259_199_000, '2d 23:59'],
  ])('%i ms reads %s', (ms, text) => expect(clockText(ms)).toBe(text));

  test('stays right for as long as textLasts says and changes after it', () => {
    for (const ms of [10, 100, 101, 5_432, 9_999, 10_000, 10_001, 61_234, 3_600_000]) {
      const lasts = textLasts(ms);
      expect(clockText(ms - lasts + 1)).toBe(clockText(ms));
      if (ms > lasts) expect(clockText(ms - lasts)).not.toBe(clockText(ms));
    }
  });
});

test('a delay is shown running out, and only on the clock that waits', () => {
  const clock: Clock = {
    ...{ initial: 300_000, kind: 'delay', delay: 3000, white: 300_000, black: 300_000 },
    ...{ at: 5000, running: 'white', stands: 3000 },
  };
  const axis = { at: 5000, now: 100 };
  expect(delayLeft(clock, 'white', axis, 1100)).toBe(2000);
  expect(delayLeft(clock, 'white', axis, 9100)).toBe(0);
  expect(delayLeft(clock, 'black', axis, 1100)).toBe(0);
  expect(remaining(clock, 'white', axis, 3100)).toBe(300_000);
  expect(remaining(clock, 'white', axis, 4100)).toBe(299_000);
});

describe('remaining', () => {
  const clock: Clock = {
    initial: 60_000,
    increment: 0,
    white: 40_000,
    black: 50_000,
    at: 10_000,
    running: 'white',
  };
  const axis = { at: 10_000, now: 500 };

  test('runs down for the side to move and stands still for the other', () => {
    expect(remaining(clock, 'white', axis, 1500)).toBe(39_000);
    expect(remaining(clock, 'black', axis, 1500)).toBe(50_000);
  });

  test('never goes below zero, nor above what the server said', () => {
    expect(remaining(clock, 'white', axis, 100_000)).toBe(0);
    expect(remaining(clock, 'white', { at: 9_000, now: 500 }, 500)).toBe(40_000);
  });

  test('stands still during a delay', () => {
    const delayed = { ...clock, stands: 3000 };
    expect(remaining(delayed, 'white', axis, 3500)).toBe(40_000);
    expect(remaining(delayed, 'white', axis, 4500)).toBe(39_000);
  });

  test('counts from the event, not from when it arrived', () => {
    expect(remaining(clock, 'white', { at: 12_000, now: 500 }, 500)).toBe(38_000);
  });
});

test('the axis that is further ahead is kept: messages can only be late', () => {
  const axis = { at: 1000, now: 0 };
  expect(laterAxis(axis, 1400, 500)).toBe(axis);
  expect(gameTime(laterAxis(axis, 1600, 500), 700)).toBe(1800);
});

test('low time begins at an eighth of the time, at least ten seconds, at most a minute', () => {
  const of = (initial: number): Clock => ({
    initial,
    increment: 0,
    white: 0,
    black: 0,
    at: 0,
    running: null,
  });
  expect(isLow(of(60_000), 9_999)).toBe(true);
  expect(isLow(of(60_000), 10_000)).toBe(false);
  expect(isLow(of(240_000), 29_999)).toBe(true);
  expect(isLow(of(3_600_000), 60_000)).toBe(false);
  const odds: Clock = { ...of(3_600_000), odds: { color: 'black', initial: 60_000, increment: 0 } };
  expect(isLow(termsOf(odds, 'black'), 59_999)).toBe(false);
  expect(isLow(termsOf(odds, 'white'), 59_999)).toBe(true);
});

test.each<[Control, string, string]>([
  [{ initial: 300_000, increment: 3000 }, '5+3', 'blitz'],
  [{ initial: 30_000, increment: 0 }, '½+0', 'bullet'],
  [{ initial: 90_000, increment: 1000 }, '1½+1', 'bullet'],
  [{ initial: 60_000, increment: 0 }, '1+0', 'bullet'],
  [{ initial: 180_000, increment: 0 }, '3+0', 'blitz'],
  [{ initial: 600_000, increment: 0 }, '10+0', 'rapid'],
  [{ initial: 1_800_000, increment: 0 }, '30+0', 'classical'],
  [{ initial: 300_000, kind: 'bronstein', delay: 3000 }, '5b3', 'blitz'],
  [{ initial: 300_000, kind: 'delay', delay: 5000 }, '5d5', 'rapid'],
  [{ days: 3 }, '3d', 'correspondence'],
  // With odds the speed is that of the mean; White's comes first, or that of the player who asks.
  [
    { initial: 300_000, increment: 3000, odds: { initial: 60_000, increment: 0 } },
    '5+3 : 1+0',
    'blitz',
  ],
  [
    { initial: 300_000, increment: 0, odds: { color: 'black', initial: 30_000, increment: 0 } },
    '5+0 : ½+0',
    'bullet',
  ],
  [
    {
      initial: 300_000,
      kind: 'delay',
      delay: 3000,
      odds: { color: 'white', initial: 0, delay: 9000 },
    },
    '0d9 : 5d3',
    'blitz',
  ],
  [null, '∞', 'unlimited'],
  // In stages: the time for sixty moves (FIDE's Laws, A.1, B.1).
  [
    {
      initial: 5_400_000,
      increment: 30_000,
      moves: 40,
      stages: [{ initial: 1_800_000, increment: 30_000 }],
    },
    '40/90+30, 30+30',
    'classical',
  ],
  [{ initial: 60_000, increment: 0, moves: 20 }, '20/1+0', 'blitz'],
  [
    {
      initial: 60_000,
      kind: 'delay',
      delay: 1000,
      moves: 10,
      stages: [
        { moves: 50, initial: 60_000, delay: 2000 },
        { initial: 999_000, delay: 9000 },
      ],
    },
    '10/1d1, 50/1d2, 16.65d9',
    'blitz',
  ],
])('%o is written %s and is %s', (control, text, speed) => {
  expect(controlText(control)).toBe(text);
  expect(speedOf(control)).toBe(speed);
});

describe('stageAfter', () => {
  const match = {
    initial: 7_200_000,
    moves: 40,
    stages: [{ moves: 20, initial: 3_600_000 }, { initial: 900_000, increment: 30_000 }],
  };
  test.each([
    [0, 0, 40],
    [39, 0, 1],
    [40, 1, 20],
    [59, 1, 1],
    [60, 2, 0],
    [500, 2, 0],
  ])('after %i moves %i stages have been completed and %i moves are left', (made, begun, left) => {
    const after = stageAfter(match, made);
    expect([after.begun, after.left]).toEqual([begun, left]);
  });
  test('the last one is repeated when it has moves', () => {
    expect(stageAfter({ initial: 9_000_000, moves: 40 }, 119)).toMatchObject({ begun: 2, left: 1 });
    expect(stageAfter({ initial: 9_000_000 }, 119)).toMatchObject({ begun: 0, left: 0 });
  });
});
