// languages.test.mjs - the page in the language of the visitor, and from right to left where that is the
// direction of the language.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { phone, withPeople } from './person.mjs';
import { mock, newTournament } from './tournamentMock.mjs';

const speaks = one =>
  one.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const turnsTo = (one, lang) => one.page.locator(`html[lang=${lang}]`).waitFor();
const choose = (one, name) =>
  one.page.locator('.setting').first().locator('label', { hasText: name }).click();

// Inside the page, as a link does.
const goTo = (one, target) =>
  one.page.evaluate(path => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, target);

test('Arabic runs from right to left, but not its boards, moves and clocks', () =>
  withPeople(
    2,
    async ({ people: [arab, german] }) => {
      await Promise.all([arab.enter(), german.enter()]);
      assert.deepEqual(await speaks(arab), ['ar', 'rtl']);
      assert.deepEqual(await speaks(german), ['de', 'ltr']);
      const home = await arab.page.locator('.home').boundingBox();
      assert.ok(home.x > 640, `the head begins at ${home.x}`);
      await german.quick('5+3');
      await german.sees(/Kommt niemand, spielst du in \d+ Sekunden? gegen den Computer\./);
      await arab.quick('5+3');
      await Promise.all([arab.onBoard(), german.onBoard()]);
      const isWhite = await arab.page.locator('.cg-wrap.orientation-white').count();
      const [white, black] = isWhite ? [arab, german] : [german, arab];
      // A mirrored board would take this for the queen's pawn.
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

test('moves have the piece letters of the language, or figurines; the PGN is English', () =>
  withPeople(
    2,
    async ({ people: [german, french] }) => {
      await Promise.all([german.enter(), french.enter()]);
      await german.quick('5+3');
      await german.page.locator('.waiting').waitFor();
      await french.quick('5+3');
      await Promise.all([german.onBoard(), french.onBoard()]);
      const isWhite = await german.page.locator('.cg-wrap.orientation-white').count();
      const [white, black] = isWhite ? [german, french] : [french, german];
      // As each types it, and as each reads it.
      const knight = one => (one === german ? 'S' : 'C');
      await white.type(`${knight(white)}f3`);
      for (const one of [white, black])
        assert.deepEqual(await one.hasMoves(1), [`${knight(one)}f3`]);
      await black.type('Nc6');
      for (const one of [white, black])
        assert.deepEqual(await one.hasMoves(2), [`${knight(one)}f3`, `${knight(one)}c6`]);
      assert.match(await german.page.locator('main > p.spoken').textContent(), /Nc6/);
      const game = new URL(german.page.url()).pathname;

      await german.goto('/settings');
      const chosen = german.page.getByRole('group', { name: 'Figuren in Zügen' });
      await chosen.getByText('Figurinen').click();
      await german.goto(game);
      assert.deepEqual(await german.hasMoves(2), ['♘f3', '♘c6']);
      await german.page.getByRole('button', { name: 'Sf3' }).waitFor();
      const [file] = await Promise.all([
        german.page.waitForEvent('download'),
        german.page.locator('.acts .act').last().click(),
      ]);
      const pgn = fs.readFileSync(await file.path(), 'utf8').replaceAll(/\s*\{[^}]*\}/g, '');
      assert.match(pgn, /1\. Nf3 (1\.\.\. )?Nc6/);
      await german.goto('/analysis');
      await german.onBoard();
      await german.click('g1f3');
      await german.page.locator('.tree .move', { hasText: '♘f3' }).waitFor();
      assert.match(await german.page.locator('.share textarea').inputValue(), /1\. Nf3/);
    },
    { options: [{ locale: 'de-DE' }, { locale: 'fr-FR' }] },
  ));

test('a language is chosen, survives a reload, and is reset again', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.goto('/settings');
      await me.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      await me.page.evaluate(() => (window.sameDocument = true));
      await choose(me, 'Español');
      await me.page.getByRole('heading', { name: 'Preferencias' }).waitFor();
      assert.deepEqual(await speaks(me), ['es', 'ltr']);
      assert.equal(await me.page.evaluate(() => window.sameDocument), true);
      await me.page.reload();
      await me.page.getByRole('heading', { name: 'Preferencias' }).waitFor();
      await choose(me, 'el del navegador');
      await me.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      assert.deepEqual(await speaks(me), ['de', 'ltr']);
      await goTo(me, '/');
      await me.page.locator('.tiles li:last-child .tile').click();
      const increment = me.page.locator('dialog input[type=range]').nth(1);
      await increment.fill('1');
      await me.sees('1 Sekunde');
      await increment.fill('2');
      await me.sees('2 Sekunden');
    },
    { options: [{ locale: 'de' }] },
  ));

test('in a language that it does not have, the page is English', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.enter();
      assert.deepEqual(await speaks(me), ['en', 'ltr']);
      await me.sees('Play chess');
    },
    { options: [{ locale: 'nl-NL' }] },
  ));

test('when a language cannot be fetched the page says so, and stays in the one it has', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.page.route(/\/assets\/(fr|es)-[^/]*\.js$/, route => route.abort());
      await me.enter();
      await me.sees('Your language could not be loaded; the page stays in this one.');
      await me.sees('Play chess');
      await goTo(me, '/settings');
      await choose(me, 'Deutsch');
      await turnsTo(me, 'de');
      await choose(me, 'Español');
      await me.sees(/^Deine Sprache konnte nicht geladen werden/);
      assert.deepEqual(await speaks(me), ['de', 'ltr']);
      const others = me.faults.filter(fault => !/net::ERR_FAILED/.test(fault));
      assert.deepEqual(others, []);
      me.faults.length = 0;
    },
    { options: [{ locale: 'fr' }] },
  ));

const places = {
  '/': '.tile:enabled',
  '/settings': '.settings .choice',
  '/editor': '.squares',
  '/analysis': '.tree',
  '/sign-up': '.sign input',
  '/leaderboard': '.profile .card p.soft',
  '/live': '.live h1',
  '/Zz99Zz99': '.missing h1',
};

// Texts that are keys or lack an argument.
const rawTexts = page =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('body *')].flatMap(element => [
      ...[...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
      ...['aria-label', 'title', 'placeholder', 'aria-valuetext'].map(
        name => element.getAttribute(name) ?? '',
      ),
    ]);
    const isRaw = text =>
      /\{\w+[,}]|undefined|\bNaN\b/.test(text) || /^[a-z]\w*(\.\w+)+$/.test(text.trim());
    return texts.filter(isRaw);
  });

test('no page shows a key or lacks an argument in any language, and none is wider than a phone', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.enter('/');
      for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
        await me.page.evaluate(
          chosen => localStorage.setItem('castled.settings', JSON.stringify({ language: chosen })),
          language,
        );
        await me.page.reload();
        await turnsTo(me, language);
        for (const [target, there] of Object.entries(places)) {
          await goTo(me, target);
          await me.page.locator(there).first().waitFor();
          assert.deepEqual(await rawTexts(me.page), [], `${language} ${target}`);
          const wide = await me.page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= phone.viewport.width, `${language} ${target} is ${wide} wide`);
        }
      }
    },
    { options: [phone] },
  ));

test('a tournament and its desk are in the language of the visitor, in Arabic from right to left', () =>
  withPeople(
    2,
    async ({ people: [arab, german] }) => {
      for (const one of [arab, german]) {
        await mock(one, newTournament());
        await one.goto('/tournament/Ab12Cd34/desk');
        await one.page.locator('.desk-boards button').first().click();
        await one.page.locator('.act-dialog').waitFor();
      }
      await german.sees('Uhren der Partie');
      await arab.sees('ساعتا المباراة');
      assert.deepEqual(await speaks(arab), ['ar', 'rtl']);
      const english = await arab.page.locator('.act-dialog').evaluate(dialog => dialog.innerText.match(/[a-z]{3,} [a-z]{3,}/i)?.[0]);
      assert.equal(english, undefined, 'no English words');
      await goTo(german, '/tournaments');
      await german.page.getByRole('heading', { name: 'Turniere' }).first().waitFor();
      for (const one of [arab, german]) one.expectNoFaults();
    },
    { options: [{ locale: 'ar' }, { locale: 'de-AT' }] },
  ));
