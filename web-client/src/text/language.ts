/* The languages of the page. Each but English is fetched when it is wanted. */

import type { Catalogue, FirstKey } from './catalogue';
import { english } from './en';
import type { Manner } from './message';
import { type LanguageTag, directionOf } from './tag';

export type Language = Manner & {
  tag: LanguageTag;
  /** For Intl. */
  locale: string;
  dir: 'ltr' | 'rtl';
  /** Seconds with their tenths. */
  tenths: Intl.NumberFormat;
  /** English has the rest of its words in later.ts. */
  messages: Record<FirstKey, string> & Partial<Catalogue>;
};

function newLanguage(tag: LanguageTag, messages: Language['messages']): Language {
  // Squares, clocks and moves are written in 0 to 9 everywhere: one page, one kind of figures.
  const locale = tag === 'ar' ? 'ar-u-nu-latn' : tag;
  return {
    tag,
    locale,
    dir: directionOf(tag),
    isolates: tag === 'ar',
    messages,
    numbers: new Intl.NumberFormat(locale),
    tenths: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    plurals: new Intl.PluralRules(locale),
  };
}

export const englishLanguage: Language = newLanguage('en', english);

const catalogues: Record<Exclude<LanguageTag, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de')).german,
  fr: async () => (await import('./fr')).french,
  es: async () => (await import('./es')).spanish,
  ar: async () => (await import('./ar')).arabic,
};

/** Fails when it cannot be fetched. */
export const fetchLanguage = async (tag: LanguageTag): Promise<Language> =>
  tag === 'en' ? englishLanguage : newLanguage(tag, await catalogues[tag]());
