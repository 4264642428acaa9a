import { afterEach, expect, test } from 'vitest';

import { speak } from '../../src/text';
import { englishLanguage, fetchLanguage } from '../../src/text/language';
import { refusedText } from '../../src/text/refusal';

afterEach(() => speak(englishLanguage));

const refused = (status: number, code: string, words = '') =>
  refusedText({ ok: false, status, code, words });

test('a refusal is worded by its code, else by its status, else by the server', async () => {
  speak(await fetchLanguage('de'));
  expect(refused(409, 'name_taken', 'taken')).toBe(
    'Dieser Benutzername ist vergeben oder einem vergebenen zu ähnlich.',
  );
  expect(refused(404, '', 'Player not found.')).toBe('Nicht gefunden oder nicht mehr verfügbar.');
  expect(refused(404, 'of_tomorrow')).toBe('Nicht gefunden oder nicht mehr verfügbar.');
  expect(refused(400, '', 'name: is missing')).toBe('Der Server hat abgelehnt: name: is missing');
  expect(refused(500, '')).toBe('Der Server hat abgelehnt: 500');
  expect(refused(0, '')).toBe('Der Server hat nicht geantwortet. Versuch es noch einmal.');
});
