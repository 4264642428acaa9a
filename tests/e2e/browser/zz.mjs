import { withPeople, phone } from './person.mjs';
import { test } from 'node:test';
for (const [n, o, lang] of [['d', {}, 'en'], ['p', phone, 'de']]) test(n, () => withPeople(1, async ({ people: [one] }) => {
  await one.goto('/analysis'); await one.onBoard();
  const pgn = one.page.getByLabel('PGN', { exact: true }).first();
  await pgn.fill('1. e4 {A good move, with a comment that is long enough to wrap} e5 (1... c5) (1... e6 2. d4) *');
  await one.page.locator('.share .row button').first().click();
  await one.page.locator('.tree .move').nth(2).click();
  await one.page.keyboard.press('c'); await one.page.keyboard.type('The Sicilian');
  await one.page.screenshot({ path: `/tmp/an-${n}.png`, fullPage: true });
}, { options: [{ ...o, locale: lang }] }));
