/* A game as a file for the player to keep. */

import type { Game } from './game';
import { pgnOf } from './pgn';
import { saveFile } from './saveFile';

export const savePgn = (game: Game): void =>
  saveFile(
    `castled-${game.id}.pgn`,
    pgnOf(game, `${location.origin}/${game.id}`, new Date()),
    'application/x-chess-pgn',
  );
