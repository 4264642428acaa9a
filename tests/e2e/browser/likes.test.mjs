// likes.test.mjs - settings: they apply at once, at the board and after a reload.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pair, phone, playAll, settled, tabOf, withPeople } from './person.mjs';

const like = async (one, ...choices) => {
  await one.goto('/settings');
  for (const [group, choice] of choices)
    await one.page
      .getByRole('group', { name: group, exact: true })
      .getByText(choice, { exact: true })
      .click();
};

test('settings apply at once, after a reload, and without the server’s help', () =>
  withPeople(1, async ({ people: [one] }) => {
    await like(one, ['Colours', 'dark'], ['Board', 'walnut'], ['Pieces', 'letters']);
    const root = one.page.locator('html');
    for (const again of [false, true]) {
      if (again) await one.page.reload();
      await one.page.getByRole('heading', { name: 'Settings' }).waitFor();
      assert.equal(await root.getAttribute('data-scheme'), 'dark');
      assert.equal(await root.getAttribute('data-board'), 'walnut');
      assert.equal(await root.evaluate(html => getComputedStyle(html).colorScheme), 'dark');
    }
    await one.picture('settings');
  }));

test('tabs of a guest show the same settings, and none takes back what another has changed', () =>
  withPeople(1, async ({ server, people: [one] }) => {
    const other = await tabOf(one.context, server);
    for (const tab of [one, other]) {
      await tab.goto('/settings');
      await tab.page.getByRole('group', { name: 'Board', exact: true }).waitFor();
    }
    const picks = (tab, group, choice) =>
      tab.page.getByRole('group', { name: group, exact: true }).getByText(choice, { exact: true }).click();
    await picks(one, 'Colours', 'dark');
    await other.page.locator('html[data-scheme=dark]').waitFor();
    await picks(other, 'Board', 'walnut');
    await one.page.locator('html[data-board=walnut]').waitFor();
    await one.page.reload();
    await one.page.locator('html[data-scheme=dark][data-board=walnut]').waitFor();
    other.expectNoFaults();
  }));

test('each piece set and each board is fetched only when it is chosen', () =>
  withPeople(1, async ({ people: [one] }) => {
    const { page } = one;
    await one.enter();
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).join());
    assert.doesNotMatch(await fetched(), /(looks|outline|simple|contrast|letters)-/);
    const seen = new Set();
    for (const [words, name] of [
      ['classic', 'classic'],
      ['outlined', 'outline'],
      ['geometric', 'simple'],
      ['high contrast', 'contrast'],
    ]) {
      await like(one, ['Pieces', words]);
      await one.goto('/analysis');
      await one.onBoard();
      const image = () =>
        page.evaluate(
          () => getComputedStyle(document.querySelector('cg-board piece.knight')).backgroundImage,
        );
      if (name !== 'classic')
        await page.waitForFunction(
          set => performance.getEntriesByType('resource').some(r => r.name.includes(`/${set}-`)),
          name,
        );
      await page.waitForFunction(
        known =>
          !known.includes(
            getComputedStyle(document.querySelector('cg-board piece.knight')).backgroundImage,
          ),
        [...seen],
      );
      seen.add(await image());
      await one.picture(`pieces-${name}`);
    }
    assert.equal(seen.size, 4);
    const colours = new Set();
    for (const board of ['walnut', 'sea', 'slate', 'plum', 'coral', 'mint', 'night', 'contrast']) {
      await like(one, ['Board', board]);
      await page.waitForFunction(
        known =>
          !known.includes(getComputedStyle(document.documentElement).getPropertyValue('--square-dark')),
        [...colours, '#8ba08d'],
      );
      colours.add(
        await page.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--square-dark'),
        ),
      );
    }
    assert.equal(colours.size, 8);
    const shown = await page
      .locator('.choice [data-board]')
      .evaluateAll(names => names.map(name => getComputedStyle(name, '::before').backgroundImage));
    assert.equal(new Set(shown).size, 9);
  }));

test('where storage is denied only the memory is lost', () =>
  withPeople(1, async ({ people: [one] }) => {
    await one.page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    await like(one, ['Board', 'sea']);
    assert.equal(await one.page.locator('html').getAttribute('data-board'), 'sea');
    await one.page.reload();
    await one.page.getByRole('heading', { name: 'Settings' }).waitFor();
    assert.equal(await one.page.locator('html').getAttribute('data-board'), 'sage');
  }));

test('moves make sounds, if they are turned on, after the first touch', () =>
  withPeople(2, async ({ people }) => {
    for (const [i, one] of people.entries())
      await one.page.addInitScript(volume => {
        localStorage.setItem('castled.settings', JSON.stringify({ volume }));
        window.tones = 0;
        const { prototype } = AudioScheduledSourceNode;
        const start = prototype.start;
        prototype.start = function (...when) {
          window.tones++;
          return start.apply(this, when);
        };
      }, i * 50);
    const [white, black] = await pair(people);
    await white.click('e2e4');
    await people[1].page.waitForFunction(() => window.tones > 2);
    await black.hasMoves(1);
    assert.equal(await people[0].page.evaluate(() => window.tones), 0);
  }));

test('several premoves are shown and sent one per turn', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    for (const uci of ['g8f6', 'f6d5', 'd5f4']) {
      await black.drag(uci);
      await black.shows(uci.slice(2), 'black knight');
    }
    await black.marked('current-premove').nth(3).waitFor();
    await white.click('e2e3');
    await white.hasMoves(2);
    await white.click('a2a3');
    assert.deepEqual(await white.hasMoves(4), ['e3', 'Nf6', 'a3', 'Nd5']);
    await black.page.mouse.click(10, 300, { button: 'right' });
    await black.page.keyboard.press('Escape');
    await black.shows('d5', 'black knight');
    await white.click('a3a4');
    assert.equal((await black.hasMoves(5)).length, 5);
  }));

test('a move is confirmed before it is sent', () =>
  withPeople(2, async ({ people }) => {
    for (const one of people) await like(one, ['Confirm moves', 'always']);
    const [white, black] = await pair(people);
    await white.click('e2e4');
    await white.sees('Play e4?');
    await white.page.locator('.offer').getByRole('button', { name: 'Cancel' }).click();
    await white.shows('e2', 'white pawn');
    await white.drag('d2d4');
    await white.page.locator('.offer').getByRole('button', { name: 'Confirm' }).click();
    assert.deepEqual(await black.hasMoves(1), ['d4']);
  }));

test('keys and the mouse wheel: stepping back, zen, blindfold, the list of keys', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const { page } = white;
    await playAll([white, black], [
      ['type', 'e4', 'e4'],
      ['type', '5755', 'e5'],
    ]);
    await page.locator('.entry input').blur();
    await page.keyboard.press('h');
    await white.shows('e7', 'black pawn');
    await page.keyboard.press('l');
    await white.shows('e5', 'black pawn');
    const { x, y } = await page.locator('cg-board').boundingBox();
    await page.mouse.move(x + 50, y + 50);
    await page.mouse.wheel(0, -100);
    await white.shows('e7', 'black pawn');
    await page.keyboard.press('j');
    await page.keyboard.press('z');
    await page.locator('.chat').waitFor({ state: 'hidden' });
    await page.keyboard.press('z');
    await page.locator('.chat').waitFor();
    await page.keyboard.press('b');
    await page.waitForFunction(
      () => !document.querySelector('cg-board piece').checkVisibility({ visibilityProperty: true }),
    );
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await white.sees('cancel premoves');
    await page.keyboard.press('Escape');
    await white.sees('e4');
  }));

test('a complete move needs no Enter, and words are commands', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const entry = one => one.page.locator('.entry input');
    await entry(white).pressSequentially('Nf3');
    assert.deepEqual(await black.hasMoves(1), ['Nf3']);
    await entry(black).pressSequentially('e7e5');
    await white.hasMoves(2);
    await white.type('clock');
    await white.page.locator('.entry p', { hasText: /White \d:\d\d, Black \d:\d\d/ }).waitFor();
    await white.type('who');
    await white.page.locator('.entry p', { hasText: /is here.*is here.*0 spectators/ }).waitFor();
    await entry(white).press('ArrowLeft');
    await white.shows('e7', 'black pawn');
    await entry(white).press('ArrowDown');
    await white.shows('e5', 'black pawn');
    await entry(black).fill('Nc6');
    await entry(black).press('Enter');
    await black.marked('current-premove').first().waitFor();
    await white.type('d4');
    assert.deepEqual(await black.hasMoves(4), ['Nf3', 'e5', 'd4', 'Nc6']);
    await white.type('resign');
    await black.sees(/resigned\./);
  }));

test('promotion to a queen without asking', () =>
  withPeople(1, async ({ people: [one] }) => {
    await like(one, ['Promote to a queen', 'always']);
    assert.equal(
      await one.page.evaluate(() => JSON.parse(localStorage.getItem('castled.settings')).autoQueen),
      'always',
    );
  }));

test('the board is made smaller at its corner, by pointer and by keys, and stays small', () =>
  withPeople(2, async ({ people }) => {
    const [{ page }] = await pair(people);
    const width = async () => (await page.locator('cg-board').boundingBox()).width;
    const handle = page.getByRole('slider', { name: 'Board size' });
    const whole = await width();
    const { x, y } = await handle.boundingBox();
    await page.mouse.move(x + 12, y + 12);
    await page.mouse.down();
    await page.mouse.move(x - 88, y - 88, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    const smaller = await width();
    assert.ok(smaller < whole - 60, `${whole}, then ${smaller} wide`);
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      before => document.querySelector('cg-board').clientWidth < before,
      smaller,
    );
    const smallest = await width();
    await page.reload();
    await page.locator('cg-board piece').first().waitFor();
    await page.waitForFunction(
      wanted => document.querySelector('cg-board').clientWidth === wanted,
      smallest,
    );
  }));

test('settings fit a phone', () =>
  withPeople(
    1,
    async ({ people: [one] }) => {
      await one.goto('/settings');
      await one.page.getByRole('heading', { name: 'Settings' }).waitFor();
      const wide = await one.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} pixels wide`);
      await one.picture('settings-phone');
    },
    { options: [phone] },
  ));

test('a board of buttons is turned on, asked and played on by keys alone', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const { page } = white;
    await page.getByRole('button', { name: 'Turn on the board for screen readers' }).focus();
    await page.keyboard.press('Enter');
    const said = page.locator('.plain-said');
    await page.getByRole('button', { name: 'e1 White king' }).focus();
    for (const key of ['n', 'n', 'n']) await page.keyboard.press(key);
    await page.keyboard.press('m');
    await page.waitForFunction(() => document.querySelector('.plain-said').textContent !== '');
    assert.equal(await said.textContent(), 'a3, c3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.deepEqual(await black.hasMoves(1), ['Nc3']);
    await page.keyboard.press('l');
    await page.getByText('White played Nc3').last().waitFor();
  }));
