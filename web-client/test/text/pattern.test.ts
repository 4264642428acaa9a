/* Some examples are those of ICU's user guide, "Formatting Messages", and of the reference of
 * MessageFormat, with the results given there; their names say so. */

import { describe, expect, test } from 'vitest';

import { formatPattern, parsePattern } from '../../src/text/pattern';

const manner = (locale: string, isolates = false) => ({
  numbers: new Intl.NumberFormat(locale),
  plurals: new Intl.PluralRules(locale),
  isolates,
});

const english = manner('en');

const party =
  '{gender_of_host, select, ' +
  'female {{num_guests, plural, =0 {{host} does not give a party.} ' +
  '=1 {{host} invites {guest} to her party.} other {{host} invites {guest} and others to her party.}}} ' +
  'male {{num_guests, plural, =0 {{host} does not give a party.} ' +
  '=1 {{host} invites {guest} to his party.} other {{host} invites {guest} and others to his party.}}} ' +
  'other {{num_guests, plural, =0 {{host} does not give a party.} ' +
  '=1 {{host} invites {guest} to their party.} other {{host} invites {guest} and others to their party.}}}}';

const files =
  '{count, plural, =0 {There are no files.} one {There is one file on disk.} other {There are # files on disk.}}';

describe('the reference', () => {
  test.each([
    // MessageFormat, "The pattern": quoting
    ["I don't see it", {}, "I don't see it"],
    ["I said '{''Wow''}'", {}, "I said {'Wow'}"],
    ["This '{isn''t}' obvious", {}, "This {isn't} obvious"],
    ["'{'date'}' ''", {}, "{date} '"],
    // "Complex argument types"
    [
      party,
      { gender_of_host: 'female', num_guests: 1, host: 'Ann', guest: 'Bob' },
      'Ann invites Bob to her party.',
    ],
    [
      party,
      { gender_of_host: 'male', num_guests: 0, host: 'Al', guest: 'Bob' },
      'Al does not give a party.',
    ],
    [
      party,
      { gender_of_host: 'robot', num_guests: 5, host: 'R2', guest: 'Bob' },
      'R2 invites Bob and others to their party.',
    ],
    // PluralFormat
    [files, { count: 0 }, 'There are no files.'],
    [files, { count: 1 }, 'There is one file on disk.'],
    [files, { count: 12345 }, 'There are 12,345 files on disk.'],
    ["{n, plural, one {'#' is #} other {'#' are #}}", { n: 1 }, '# is 1'],
    ['# is no number here: {n}', { n: 3.5 }, '# is no number here: 3.5'],
  ])('%s', (text, values, said) => expect(formatPattern(text, values, english)).toBe(said));
});

const games = '{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}';

describe('plurals', () => {
  // Unicode CLDR, "Language Plural Rules"
  test.each([
    [
      'ar',
      [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111],
      'zero one two few few many many other other few many',
    ],
    ['de', [0, 1, 2, 1.5], 'other one other other'],
    ['fr', [0, 1, 1.5, 2, 1_000_000], 'one one one other many'],
    ['es', [0, 1, 2, 1_000_000], 'other one other many'],
  ])('%s', (locale, numbers, said) => {
    const kinds = numbers.map(n => formatPattern(games, { n }, manner(locale)));
    expect(kinds.join(' ')).toBe(said);
  });
});

describe('values', () => {
  test('numbers are written as in the language, words as they are', () => {
    const values = { n: 1234.5, rating: '1500' };
    expect(formatPattern('{n} {rating}', values, manner('de'))).toBe('1.234,5 1500');
  });

  test('words are isolated in a right-to-left language', () =>
    expect(formatPattern('{name} {n}', { name: 'Ann', n: 2 }, manner('en', true))).toBe(
      '\u2068Ann\u2069 2',
    ));

  test('a missing argument is visible, and inherited properties are not arguments', () => {
    expect(formatPattern('{name} of {place}', { name: 'Ann' }, english)).toBe('Ann of {place}');
    const text = '{x, select, a {A} other {?}}';
    expect(formatPattern(text, { x: 'constructor' }, english)).toBe('?');
  });
});

describe('malformed messages', () => {
  test.each([
    '{',
    '}',
    '{name',
    'a {0 } } b',
    '{n, plural, one {1}}',
    '{n, plural, one {1} other {2}',
    '{n, number}',
    '{n, plural, one 1 other {2}}',
    '{}',
  ])('%s', text => {
    expect(() => parsePattern(text)).toThrow(SyntaxError);
    expect(formatPattern(text, { n: 1 }, english)).toBe(text);
  });
});
