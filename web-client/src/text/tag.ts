/* Which languages there are, and which one a player gets. */

/** Each by its own name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
} as const;

export type LanguageTag = keyof typeof languageNames;

export const languageTags = ['en', 'de', 'fr', 'es', 'ar'] as const satisfies LanguageTag[];

export const directionOf = (tag: LanguageTag): 'ltr' | 'rtl' => (tag === 'ar' ? 'rtl' : 'ltr');

/** The player's choice; or else the first of the browser's languages that the page has
 * ("de-AT" is German); or else English. */
export const languageFor = (
  chosen: 'system' | LanguageTag,
  wanted: readonly string[],
): LanguageTag =>
  chosen !== 'system'
    ? chosen
    : (wanted
        .map(tag => tag.toLowerCase().split('-')[0])
        .flatMap(tag => languageTags.filter(known => known === tag))[0] ?? 'en');
