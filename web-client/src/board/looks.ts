/* Boards and pieces other than the default ones, fetched when the player has chosen them. */

import './boards.css';

import type { Settings } from '../settings/settings';

type Pieces = Settings['pieces'];

const sets: Record<Exclude<Pieces, 'classic'>, () => Promise<unknown>> = {
  letters: () => import('./pieces/letters.css'),
  outline: () => import('./pieces/outline.css'),
  simple: () => import('./pieces/simple.css'),
  contrast: () => import('./pieces/contrast.css'),
};

/** Until it has been fetched, or if it cannot be, the default pieces are shown. */
export const loadPieces = async (name: Pieces): Promise<unknown> =>
  name === 'classic' ? undefined : sets[name]();
