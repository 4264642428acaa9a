import { afterEach, expect, test } from 'vitest';

import { sanIn, sanLabel, sanWords } from '../../src/game/notation';
import { speak } from '../../src/text';
import { englishLanguage, fetchLanguage } from '../../src/text/language';

afterEach(() => speak(englishLanguage));

// K Q R B N as FIDE's national federations write them.
test.each([
  ['en', 'Kd2 Qd2 Rd2 Bd2 Nd2', 'Kd2 Qd2 Rd2 Bd2 Nd2'],
  ['de', 'Kd2 Qd2 Rd2 Bd2 Nd2', 'Kd2 Dd2 Td2 Ld2 Sd2'],
  ['fr', 'Kd2 Qd2 Rd2 Bd2 Nd2', 'Rd2 Dd2 Td2 Fd2 Cd2'],
  ['es', 'Kd2 Qd2 Rd2 Bd2 Nd2', 'Rd2 Dd2 Td2 Ad2 Cd2'],
  ['de', 'e8=Q+ exd5 O-O-O b8=N', 'e8=D+ exd5 O-O-O b8=S'],
  ['ar', 'N1f3', 'ح\u200e1f3'],
] as const)('in %s %s is %s', async (tag, san, wanted) => {
  speak(await fetchLanguage(tag));
  expect(sanIn('local', san)).toBe(wanted);
  expect(sanIn('english', san)).toBe(san);
});

test('figurines have an accessible name in letters', async () => {
  speak(await fetchLanguage('de'));
  expect(sanIn('figurines', 'Nbxd7+')).toBe('♘bxd7+');
  expect(sanLabel('figurines', 'Nbxd7+')).toBe('Sbxd7+');
  expect(sanLabel('local', 'Nbxd7+')).toBeUndefined();
  expect(sanWords('english', 'Nf6')).toBe('Nf6');
});
