/* What a token may do, in plain words. */

import { type PlainKey, say } from '../text/later';
import { scopes } from './user';

const isScope = (word: string): word is (typeof scopes)[number] =>
  (scopes as readonly string[]).includes(word);

/** A word that the page does not know is shown as it is. */
export const scopeText = (word: string): string =>
  isScope(word) ? say(`scope.${word}` satisfies PlainKey) : word;

/** The same of a list with commas, as tokens have it. */
export const scopesText = (words: string): string[] =>
  words === '' ? [say('scope.none')] : words.split(',').map(scopeText);
