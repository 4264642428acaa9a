/* What the tests need: the rules as the page loads them, and messages as the server writes
 * them. */

import fs from 'node:fs';

import type { Color } from '../src/chess/fen';
import { type Rules, rulesOf } from '../src/chess/rules';
import type { Person, Snapshot } from '../src/net/wire';

const build =
  process.env.CASTLED_PAGE_BUILD ?? new URL('../../build/page', import.meta.url).pathname;

/** Where the C side's files for the page lie. */
export const made = (name: string): string => `${build}/${name}`;

export async function loadRules(): Promise<Rules> {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(made('rules.wasm')));
  return rulesOf(instance);
}

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const person = (id: string): Person => ({ id, name: `Guest-${id}`, rating: null, guest: true });

export const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  t: 'game',
  game: 'Ab12Cd34',
  seq: (change.moves ?? []).length,
  at: 1000,
  turn: (change.moves ?? []).length,
  variant: 'standard',
  fen: startFen,
  moves: [],
  white: person('w'),
  black: person('b'),
  rated: false,
  clock: { initial: 300_000, increment: 3000, white: 300_000, black: 300_000, running: null },
  firstMove: 30_000,
  offers: [],
  status: 'started',
  winner: null,
  ...change,
});

export const personOf: Record<Color, string> = { white: 'w', black: 'b' };
