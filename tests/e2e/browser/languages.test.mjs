// languages.test.mjs - the page in the language of whoever looks at it, and the other way round where it is
// written so.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withPeople } from './person.mjs';

const speaks = one =>
  one.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const choose = (one, name) =>
  one.page.locator('.setting').first().locator('label', { hasText: name }).click();

// Inside the page, as a link does it.
const goTo = (one, target) =>
  one.page.evaluate(path => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, target);

test('Arabic runs from right to left, its boards, moves and clocks do not', () =>
  withPeople(
    2,
    async ({ people: [arab, german] }) => {
      await Promise.all([arab.enter(), german.enter()]);
      assert.deepEqual(await speaks(arab), ['ar', 'rtl']);
      assert.deepEqual(await speaks(german), ['de', 'ltr']);
      const home = await arab.page.locator('.home').boundingBox();
      assert.ok(home.x > 640, `the head begins at ${home.x}`);
      await german.quick('5+3');
      await german.sees(/Kommt niemand, spielt in \d+ Sekunden? der Computer gegen dich\./);
      await arab.quick('5+3');
      await Promise.all([arab.onBoard(), german.onBoard()]);
      const isWhite = await arab.page.locator('.cg-wrap.orientation-white').count();
      const [white, black] = isWhite ? [arab, german] : [german, arab];
      // A board that was turned round would take this for the queen's pawn.
      await white.click('e2e4');
      await black.hasMoves(1);
      await black.click('c7c5');
      assert.deepEqual(await white.hasMoves(2), ['e4', 'c5']);
      for (const part of ['.board', '.moves', '.steps', '.clock'])
        assert.equal(
          await arab.page
            .locator(part)
            .first()
            .evaluate(e => getComputedStyle(e).direction),
          'ltr',
          part,
        );
      const [first, last] = await arab.page.locator('.steps .act').evaluateAll(buttons => {
        const xs = buttons.map(button => button.getBoundingClientRect().x);
        return [xs[0], xs[3]];
      });
      assert.ok(first < last, 'the newest move is to the right');
      await german.sees('Remis');
      await arab.sees('تعادل');
    },
    { options: [{ locale: 'ar' }, { locale: 'de-AT' }] },
  ));

test('a language is chosen, stays over a reload, and is let go again', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.goto('/settings');
      await me.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      await me.page.evaluate(() => (window.sameDocument = true));
      await choose(me, 'Español');
      await me.page.getByRole('heading', { name: 'Ajustes' }).waitFor();
      assert.deepEqual(await speaks(me), ['es', 'ltr']);
      assert.equal(await me.page.evaluate(() => window.sameDocument), true);
      await me.page.reload();
      await me.page.getByRole('heading', { name: 'Ajustes' }).waitFor();
      await choose(me, 'el del navegador');
      await me.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      assert.deepEqual(await speaks(me), ['de', 'ltr']);
      await goTo(me, '/');
      await me.page.locator('.tiles li:last-child .tile').click();
      const increment = me.page.locator('dialog input[type=range]').nth(1);
      await increment.fill('1');
      await me.sees('1 Sekunde je Zug');
      await increment.fill('2');
      await me.sees('2 Sekunden je Zug');
    },
    { options: [{ locale: 'de' }] },
  ));

test('a language that the page does not speak is English', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.enter();
      assert.deepEqual(await speaks(me), ['en', 'ltr']);
      await me.sees('Play chess');
    },
    { options: [{ locale: 'nl-NL' }] },
  ));
