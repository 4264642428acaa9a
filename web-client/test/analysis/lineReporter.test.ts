import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Action } from '../../src/analysis/analysis';
import { lineReporter } from '../../src/analysis/lineReporter';
import type { Info } from '../../src/engine/engine';
import { startFen } from '../world';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const info = (depth: number): Info => ({
  line: 1,
  depth,
  score: { cp: 10 * depth },
  bound: 'exact',
  selectiveDepth: depth,
  chances: { win: 0, draw: 1, loss: 0 },
  hashfull: 0,
  elapsed: 0,
  nodes: 0,
  moves: ['e2e4'],
});

function listen() {
  const depths: number[] = [];
  const act = (action: Action): void => {
    if (action.a === 'said') depths.push(...action.lines.map(line => line.depth));
  };
  return { depths, ...lineReporter(startFen, act) };
}

test('the newest of many reports is passed on when the engine falls silent', () => {
  const { depths, tell } = listen();
  for (const depth of [1, 2, 3, 4]) tell(info(depth));
  expect(depths).toEqual([1]);
  vi.runAllTimers();
  expect(depths).toEqual([1, 4]);
});

test('nothing is reported after it was stopped', () => {
  const { depths, tell, stop } = listen();
  for (const depth of [1, 2]) tell(info(depth));
  stop();
  vi.runAllTimers();
  expect(depths).toEqual([1]);
});
