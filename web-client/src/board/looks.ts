/* Boards and pieces beside the usual ones, fetched when the player has chosen one. */

import './boards.css';

import type { Settings } from '../settings/settings';

type Pieces = Settings['pieces'];

const sets: Record<Exclude<Pieces, 'classic'>, () => Promise<unknown>> = {
  letters: () => import('./pieces/letters.css'),
  outline: () => import('./pieces/outline.css'),
  simple: () => import('./pieces/simple.css'),
  contrast: () => import('./pieces/contrast.css'),
};

/** Until it is there, or when it cannot be loaded, the pieces are the usual ones. */
export const loadPieces = async (name: Pieces): Promise<unknown> =>
  name === 'classic' ? undefined : sets[name]();
