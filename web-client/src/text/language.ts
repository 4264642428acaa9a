/* The languages of the page. All but English are fetched when they are needed. */

import type { Catalogue, FirstKey } from './catalogue';
import { english } from './en';
import type { Formatting } from './pattern';
import { type LanguageTag, directionOf } from './tag';

export type Language = Formatting & {
  tag: LanguageTag;
  /** For Intl. */
  locale: string;
  dir: 'ltr' | 'rtl';
  /** Seconds with their tenths. */
  tenths: Intl.NumberFormat;
  /** Texts loaded later may be missing: later.ts then says them in English. */
  messages: Record<FirstKey, string> & Catalogue;
};

/** English fills the gaps of the catalogue. */
export function newLanguage(tag: LanguageTag, catalogue: Catalogue): Language {
  // Squares, clocks and moves are written with 0 to 9 everywhere: one page, one kind of digits.
  const locale = tag === 'ar' ? 'ar-u-nu-latn' : tag;
  return {
    tag,
    locale,
    dir: directionOf(tag),
    isolates: tag === 'ar',
    messages: { ...english, ...catalogue },
    numbers: new Intl.NumberFormat(locale),
    tenths: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    plurals: new Intl.PluralRules(locale),
  };
}

export const englishLanguage: Language = newLanguage('en', {});

const catalogues: Record<Exclude<LanguageTag, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de')).german,
  fr: async () => (await import('./fr')).french,
  es: async () => (await import('./es')).spanish,
  ar: async () => (await import('./ar')).arabic,
};

/** Rejects when it cannot be fetched. */
export const fetchLanguage = async (tag: LanguageTag): Promise<Language> =>
  tag === 'en' ? englishLanguage : newLanguage(tag, await catalogues[tag]());
