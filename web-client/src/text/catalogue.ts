/* What a catalogue is. English defines the keys. A language with a key that English does not have
 * does not compile; one that lacks a key falls back to English (README.md says how to list what
 * is missing). */

import type { english } from './en';
import type { englishLater } from './enLater';
import type { englishTournaments } from './tournaments/en';

/** Texts that are there from the first moment. */
export type FirstKey = keyof typeof english;
/** Texts that come with the parts of the page that are fetched later. */
export type LaterKey = keyof typeof englishLater;
export type TextKey = FirstKey | LaterKey;
/** Texts that come with the pages of tournaments, in every language. */
export type TournamentKey = keyof typeof englishTournaments;
export type AnyKey = TextKey | TournamentKey;

export type WholeCatalogue = Record<AnyKey, string>;
/** Of a language other than English. */
export type Catalogue = Partial<WholeCatalogue>;

type English = typeof english & typeof englishLater & typeof englishTournaments;

/* The arguments of a message, read by the compiler. Each brace changes between text and argument:
 * one that opens in text names an argument, one that opens in an argument begins a branch of
 * text. */

type Kind = 'text' | 'argument';
type Other<K extends Kind> = K extends 'text' ? 'argument' : 'text';

type Argument<Opened extends string> = Opened extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name}, plural,${string}`
    ? [Name, number]
    : Opened extends `${infer Name}, select,${string}`
      ? Name extends `${string}}${string}`
        ? [Inside, string | number]
        : [Name, string]
      : [Inside, string | number]
  : never;

type Arguments<
  Message extends string,
  In extends Kind = 'text',
> = Message extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? Arguments<`${Rest}{${After}`, Other<In>>
    : (In extends 'text' ? Argument<After> : never) | Arguments<After, Other<In>>
  : never;

/** The arguments that a text needs: for {n, plural, …} a number, written as the language writes it;
 * nothing for a text without arguments. */
export type ValuesOf<K extends AnyKey> = [Arguments<English[K]>] extends [never]
  ? []
  : [values: { [A in Arguments<English[K]> as A[0]]: A[1] }];

/** Those of some keys whose text has no arguments. */
export type Plain<K extends AnyKey> = K extends AnyKey
  ? ValuesOf<K> extends []
    ? K
    : never
  : never;
