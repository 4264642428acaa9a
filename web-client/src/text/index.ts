/* The texts of the page in the language of the player. Those of enLater.ts are said by later.ts, which
 * is imported only by parts of the page that are fetched later, so that they do not delay the first
 * visit. */

import type { FirstKey, Plain, TextKey, ValuesOf } from './catalogue';
import { english } from './en';
import { type Language, englishLanguage } from './language';
import { type Values, formatPattern } from './pattern';

export type { FirstKey } from './catalogue';
/** The key of a text without arguments. */
export type PlainKey = Plain<FirstKey>;

/** A text with its arguments, put into words when it is shown, by sayText of later.ts. */
export type Text = { key: TextKey; values?: Values };

// The one mutable value: nearly every view needs the language, and should not have to be handed it. Only speak() sets
// it, and everything is shown again after that.
let inUse = englishLanguage;

export const languageInUse = (): Language => inUse;

/** From now on the page is in this language; what was shown before has to be shown again. */
export function speak(language: Language): void {
  inUse = language;
}

/** The text of a key that was put together. */
export const sayKey = (key: FirstKey, values: Values = {}): string =>
  formatPattern(inUse.messages[key], values, inUse);

export const say = <K extends FirstKey>(key: K, ...[values]: ValuesOf<K>): string =>
  sayKey(key, values);

export const isTextKey = (key: string): key is FirstKey => Object.hasOwn(english, key);

/** A time control or a score within a sentence: left to right even where the sentence is not. */
export const sayFigures = (text: string): string => (inUse.isolates ? `\u2066${text}\u2069` : text);

/** A piece by its letter in a FEN. */
export function sayPiece(letter: string | null): string {
  const key = `piece.${letter}`;
  return sayKey(isTextKey(key) ? key : 'piece.none');
}

/** What the server refused, put into words by sayText. */
export const refusalText = (code: string, asked = ''): Text => ({
  key: 'error.other',
  values: { code, asked },
});
