/* Faults of a catalogue that the compiler does not see; checked when the page is
 * built. */

import { arabic } from './ar';
import type { AnyKey, Catalogue, WholeCatalogue } from './catalogue';
import { german } from './de';
import { english } from './en';
import { englishLater } from './enLater';
import { spanish } from './es';
import { french } from './fr';
import { type Part, parsePattern } from './pattern';
import type { LanguageTag } from './tag';
import { arabicTournaments } from './tournaments/ar';
import { germanTournaments } from './tournaments/de';
import { englishTournaments } from './tournaments/en';
import { spanishTournaments } from './tournaments/es';
import { frenchTournaments } from './tournaments/fr';

export const wholeEnglish: WholeCatalogue = {
  ...english,
  ...englishLater,
  ...englishTournaments,
};

type Branching = Exclude<Part, string | { name: string; by?: never }>;

const isBranching = (part: Part): part is Branching =>
  typeof part === 'object' && 'branches' in part;

/** A message's parts, including all its branches. */
const flat = (parts: Part[]): Part[] =>
  parts.flatMap(part =>
    isBranching(part) ? [part, ...[...part.branches.values()].flatMap(flat)] : [part],
  );

const listed = (names: Iterable<string>): string => [...new Set(names)].sort().join(' ');

const argumentsOf = (parts: Part[]): string =>
  listed(flat(parts).flatMap(part => (typeof part === 'string' ? [] : [part.name])));

const selected = (parts: Part[], name: string): string =>
  listed(
    flat(parts)
      .filter(isBranching)
      .filter(part => part.by === 'select' && part.name === name)
      .flatMap(part => [...part.branches.keys()]),
  );

function branchFault(part: Branching, model: Part[], locale: string): string | null {
  const has = listed([...part.branches.keys()].filter(key => !key.startsWith('=')));
  const needs =
    part.by === 'plural'
      ? listed(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
      : selected(model, part.name) || has;
  return has === needs ? null : `{${part.name}} has ${has}, and needs ${needs}`;
}

function messageFaults(text: string, original: string, locale: string): string[] {
  try {
    const [parts, model] = [parsePattern(text), parsePattern(original)];
    const [names, wanted] = [argumentsOf(parts), argumentsOf(model)];
    return [
      ...(names === wanted ? [] : [`speaks of {${names}}, English of {${wanted}}`]),
      ...flat(parts)
        .filter(isBranching)
        .flatMap(part => branchFault(part, model, locale) ?? []),
    ];
  } catch (error) {
    return [error instanceof SyntaxError ? error.message : String(error)];
  }
}

const keys = Object.keys(wholeEnglish) as AnyKey[];

/** Each text that is there parses, has the arguments of the English one and every plural the
 * language has. */
export const catalogueFaults = (catalogue: Catalogue, locale: string): string[] =>
  keys.flatMap(key => {
    const text = catalogue[key];
    return text === undefined
      ? []
      : messageFaults(text, wholeEnglish[key], locale).map(fault => `${locale}, ${key}: ${fault}`);
  });

export const missingFrom = (catalogue: Catalogue): AnyKey[] =>
  keys.filter(key => catalogue[key] === undefined);

export const catalogues: Record<LanguageTag, Catalogue> = {
  en: wholeEnglish,
  de: { ...german, ...germanTournaments },
  fr: { ...french, ...frenchTournaments },
  es: { ...spanish, ...spanishTournaments },
  ar: { ...arabic, ...arabicTournaments },
};

export const textFaults = (): string[] =>
  Object.entries(catalogues).flatMap(([tag, catalogue]) => catalogueFaults(catalogue, tag));

/** The texts that are shown in English although the page is in the player's language. */
export const missingTexts = (): string[] =>
  Object.entries(catalogues).flatMap(([tag, catalogue]) =>
    missingFrom(catalogue).map(key => `${tag} lacks ${key}: ${wholeEnglish[key]}`),
  );
