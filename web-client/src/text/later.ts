/* All texts, for the parts of the page that are fetched when they are first shown: importing this
 * file also loads the rest of English. */

import { type Text, languageInUse } from '.';
import type { Plain, TextKey, ValuesOf } from './catalogue';
import { english } from './en';
import { englishLater } from './enLater';
import { formatPattern } from './pattern';

/** The key of a text without arguments. */
export type PlainKey = Plain<TextKey>;

const all = { ...english, ...englishLater };

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(all, key);

export function say<K extends TextKey>(key: K, ...[values]: ValuesOf<K>): string {
  const language = languageInUse();
  return formatPattern(language.messages[key] ?? all[key], values ?? {}, language);
}

/** A refusal in the most precise text that there is for the request; a code that the page does not know
 * is named. */
export function exactKey({ key, values }: Text): TextKey {
  if (key !== 'error.other') return key;
  const { code = '', asked = '' } = values ?? {};
  const known = [`error.${asked}.${code}`, `error.${code}`];
  return known.find(isTextKey) ?? key;
}

export function sayText(text: Text): string {
  const key = exactKey(text);
  const language = languageInUse();
  return formatPattern(language.messages[key] ?? all[key], text.values ?? {}, language);
}

const dated = (at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(languageInUse().locale, options).format(at);

export const sayDate = (at: number): string => dated(at, { dateStyle: 'medium' });

export const sayInstant = (at: number): string =>
  dated(at, { dateStyle: 'medium', timeStyle: 'short' });

/** A percentage. */
export const sayPercent = (percent: number): string =>
  new Intl.NumberFormat(languageInUse().locale, { style: 'percent' }).format(percent / 100);

export const sayList = (items: string[]): string =>
  new Intl.ListFormat(languageInUse().locale, { type: 'unit' }).format(items);
