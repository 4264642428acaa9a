/* The languages of the page. */

import type { Catalogue, FirstKey } from './catalogue';
import { english } from './en';
import type { Manner } from './message';

/** Each by its own name. */
export const languageNames = {
  en: 'English',
} as const;

export type LanguageTag = keyof typeof languageNames;

export type Language = Manner & {
  tag: LanguageTag;
  /** English has the rest of its words in later.ts. */
  messages: Record<FirstKey, string> & Partial<Catalogue>;
};

function newLanguage(tag: LanguageTag, messages: Language['messages']): Language {
  return {
    tag,
    isolates: false,
    messages,
    numbers: new Intl.NumberFormat(tag),
    plurals: new Intl.PluralRules(tag),
  };
}

export const englishLanguage: Language = newLanguage('en', english);
