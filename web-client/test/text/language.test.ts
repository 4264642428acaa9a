import { afterEach, describe, expect, test } from 'vitest';

import { refusalText, say, sayPiece, speak } from '../../src/text';
import { englishLanguage, fetchLanguage, newLanguage } from '../../src/text/language';
import { say as sayLater, sayText } from '../../src/text/later';
import { languageFor, languageTags } from '../../src/text/tag';

describe('the language', () => {
  test.each([
    ['system', [], 'en'],
    ['system', ['de-AT', 'en'], 'de'],
    ['system', ['nl', 'fr-CA', 'de'], 'fr'],
    ['system', ['AR-eg'], 'ar'],
    ['system', ['nl', 'arn', 'eng'], 'en'],
    ['es', ['de'], 'es'],
    ['en', ['de'], 'en'],
  ] as const)('is by %s, of %j, %s', (chosen, wanted, tag) =>
    expect(languageFor(chosen, wanted)).toBe(tag),
  );
});

describe('spoken', () => {
  afterEach(() => speak(englishLanguage));

  test('German has early and later texts in German, with its plurals', async () => {
    speak(await fetchLanguage('de'));
    expect(say('reload')).toBe('Neu laden');
    expect(sayLater('profile.games', { n: 1 })).toBe('1 Partie');
    expect(sayLater('profile.games', { n: 1200 })).toBe('1.200 Partien');
    expect(sayLater('notice.moretime', { side: 'black', n: 15 })).toBe(
      'Schwarz hat 15 Sekunden bekommen.',
    );
    expect(sayPiece('Q')).toBe('weiße Dame');
    expect(sayText(refusalText('stale', 'rematch'))).toBe('Es gibt schon eine Revanche.');
  });

  test('Arabic has six plurals, digits as on the board, and isolates foreign words', async () => {
    speak(await fetchLanguage('ar'));
    const games = [0, 1, 2, 3, 11, 100].map(n => sayLater('profile.games', { n }));
    expect(games).toEqual([
      'لا مباريات',
      'مباراة واحدة',
      'مباراتان',
      '3 مباريات',
      '11 مباراة',
      '100 مباراة',
    ]);
    expect(sayLater('offer.draw.theirs', { name: 'Ann' })).toBe('يعرض \u2068Ann\u2069 التعادل.');
  });

  test('missing texts are shown in English, with English plurals', () => {
    speak(newLanguage('ar', { reload: 'إغلاق' }));
    expect(say('reload')).toBe('إغلاق');
    expect(say('casual')).toBe('Casual');
    expect([1, 2, 3].map(n => sayLater('profile.games', { n }))).toEqual([
      '1 game',
      '2 games',
      '3 games',
    ]);
  });

  test.each(languageTags)('%s is fetched as itself', async tag => {
    const language = await fetchLanguage(tag);
    expect([language.tag, language.dir]).toEqual([tag, tag === 'ar' ? 'rtl' : 'ltr']);
    expect(language.plurals.resolvedOptions().locale).toMatch(new RegExp(`^${tag}`));
  });

  test('a piece or a code that nobody knows', () => {
    expect(sayPiece(null)).toBe('empty');
    expect(sayPiece('x')).toBe('empty');
    expect(sayText(refusalText('constructor'))).toBe('The server refused: constructor.');
  });
});
