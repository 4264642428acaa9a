import { describe, expect, test } from 'vitest';

import { catalogueFaults, missingFrom, textFaults, wholeEnglish } from '../../src/text/faults';

const withText = (text: string) => ({ ...wholeEnglish, 'seek.computerIn': text });

test('no language has faults', () => expect(textFaults()).toEqual([]));

test('missing texts are listed, and are not faults', () => {
  const { close, ...rest } = wholeEnglish;
  expect(missingFrom(rest)).toEqual(['close']);
  expect(missingFrom(wholeEnglish)).toEqual([]);
  expect(catalogueFaults({ close }, 'de')).toEqual([]);
});

describe('faults', () => {
  test.each([
    ['de', 'in {n} s'],
    ['de', '{n, plural, one {in # Sekunde} other {in # Sekunden}}'],
    ['ar', '{n, plural, =0 {0} zero {0} one {1} two {2} few {3} many {4} other {5}}'],
  ])('none in %s: %s', (locale, text) =>
    expect(
      catalogueFaults(withText(text), locale).filter(fault => fault.includes('seek.computerIn')),
    ).toEqual([]),
  );

  test.each([
    ['de', 'in {m} s', 'speaks of {m}, English of {n}'],
    ['de', 'gleich', 'speaks of {}, English of {n}'],
    ['de', '{n, plural, other {#}}', '{n} has other, and needs one other'],
    ['fr', '{n, plural, one {#} other {#}}', '{n} has one other, and needs many one other'],
    ['de', '{n, plural, one {#} few {#} other {#}}', '{n} has few one other, and needs one other'],
    ['de', 'in {n', 'not understood from character 5 on: in {n'],
  ])('in %s: %s', (locale, text, fault) =>
    expect(catalogueFaults(withText(text), locale)).toContain(
      `${locale}, seek.computerIn: ${fault}`,
    ),
  );

  test('a choice that English does not have', () => {
    const text = '{side, select, weiss {Weiß} other {Schwarz}} spielte {san}';
    const catalogue = { ...wholeEnglish, 'spoken.move': text };
    expect(catalogueFaults(catalogue, 'en')).toEqual([
      'en, spoken.move: {side} has other weiss, and needs other white',
    ]);
  });
});
