/* The texts of the pages of tournaments: a catalogue of its own in each language, fetched with those pages. */

import { useEffect, useState } from 'preact/hooks';

import { languageInUse } from '..';
import type { AnyKey, Catalogue, ValuesOf } from '../catalogue';
import { english } from '../en';
import { englishLater } from '../enLater';
import { type Values, formatPattern } from '../pattern';
import type { LanguageTag } from '../tag';
import { englishTournaments } from './en';

const all: Record<string, string> = { ...english, ...englishLater, ...englishTournaments };

const catalogues: Record<LanguageTag, () => Promise<Catalogue>> = {
  en: async () => englishTournaments,
  de: async () => (await import('./de')).germanTournaments,
  fr: async () => (await import('./fr')).frenchTournaments,
  es: async () => (await import('./es')).spanishTournaments,
  ar: async () => (await import('./ar')).arabicTournaments,
};

/** Adds them to the language in use; those that cannot be fetched are said in English. */
export async function fetchTournamentTexts(): Promise<void> {
  const language = languageInUse();
  const catalogue = await catalogues[language.tag]().catch(() => ({}));
  Object.assign(language.messages, catalogue);
}

/** For a page that stays while another language is chosen. */
export function useTournamentTexts(): void {
  const { tag } = languageInUse();
  const [, show] = useState<LanguageTag>(tag);
  useEffect(() => {
    void fetchTournamentTexts().then(() => show(tag));
  }, [tag]);
}

/** The text of a key that was put together. */
export function sayKey(key: string, values: Values = {}): string {
  const language = languageInUse();
  const messages: Partial<Record<string, string>> = language.messages;
  return formatPattern(messages[key] ?? all[key] ?? key, values, language);
}

export const hasText = (key: string): boolean => Object.hasOwn(all, key);

export const say = <K extends AnyKey>(key: K, ...[values]: ValuesOf<K>): string =>
  sayKey(key, values);

/** Points with halves, a tie-break or another number, as the language writes it. */
export const sayNumber = (n: number): string =>
  new Intl.NumberFormat(languageInUse().locale, { maximumFractionDigits: 2 }).format(n);

/** 4½, as players write points. */
export function sayPoints(points: number): string {
  const whole = Math.trunc(points);
  if (points === whole || points * 2 !== Math.trunc(points * 2)) return sayNumber(points);
  return `${whole === 0 ? '' : whole}½`;
}
