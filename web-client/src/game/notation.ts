/* Moves as the player likes to read and type them: with the letters of their language, with
 * English ones, or with figurines. PGN and what is read aloud stay as they are. */

import type { Settings } from '../settings/settings';
import { say } from '../text';

export type Notation = Settings['notation'];

const english = 'KQRBN';

const signsOf = (notation: Notation): readonly string[] =>
  notation === 'local'
    ? say('notation.letters').split(' ')
    : [...(notation === 'figurines' ? '♔♕♖♗♘' : english)];

/** "Nf3" is "Sf3" in German, or "♘f3". */
export function sanIn(notation: Notation, san: string): string {
  const signs = signsOf(notation);
  return san.replace(/[KQRBN]/g, letter => signs[english.indexOf(letter)] ?? letter);
}

/** In a sentence: letters, never figurines. */
export const sanWords = (notation: Notation, san: string): string =>
  sanIn(notation === 'english' ? notation : 'local', san);

/** The accessible name of a button with a move, where it differs from its text. */
export const sanLabel = (notation: Notation, san: string): string | undefined =>
  notation === 'figurines' ? sanWords(notation, san) : undefined;
