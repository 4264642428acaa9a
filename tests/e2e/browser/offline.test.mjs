// offline.test.mjs - without a server: the page opens, the computer plays in it, games are stored, versions don't mix.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { person, seesUpdate, withPeople } from './person.mjs';
import { withTwoVersions } from './twoVersions.mjs';

const kept = { serviceWorkers: 'allow' };

// Waits until the page and everything that the computer needs are on the device.
async function installed(me) {
  await me.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await me.goto('/settings');
  await me.sees('Ready: this page opens offline');
}

// Starts a game against the computer on this device, White against the weakest level.
async function beginHere(me, { chess960 = false } = {}) {
  await me.page.locator('.way', { hasText: 'Play the computer' }).click();
  await me.page.locator('dialog input[type=range]').first().fill('0');
  if (chess960) await me.page.locator('.choice label', { hasText: 'Chess960' }).click();
  await me.page.locator('.sides label', { hasText: 'White' }).click();
  const place = me.page.locator('.choice label', { hasText: 'On this device' });
  if (await place.count()) await place.click();
  await me.page.locator('dialog button.primary').click();
  await me.onBoard();
  assert.match(me.gameId(), /^~[0-9A-Za-z]{7}$/);
  return me.gameId();
}

test('the computer plays on the device; the game goes on after a reload', { timeout: 300_000 }, () =>
  withPeople(1, async ({ people: [me] }) => {
    await me.enter();
    const game = await beginHere(me);
    await me.click('e2e4');
    await me.hasMoves(2);
    const before = await me.sans();
    await me.page.reload();
    await me.onBoard();
    assert.deepEqual(await me.hasMoves(2), before);
    await me.click('d2d3');
    await me.hasMoves(4);
    await me.goto('/');
    await me.page.locator(`.unfinished a[href="/${game}"]`).click();
    await me.onBoard();
    await me.confirm('Resign');
    await me.sees(/Black wins/);
    // A link to one of its plies works, too.
    await me.page.keyboard.press('ArrowUp');
    await me.page.keyboard.press('ArrowRight');
    await me.page.waitForURL(new RegExp(`/${game}#1$`));
    await me.page.reload();
    await me.page.locator('.moves .move[aria-current]', { hasText: /^e4$/ }).waitFor();
    await me.shows('e2', null);
    await me.shows('d3', null);
    assert.match(me.page.url(), /#1$/);
    await me.button('Rematch').click();
    await me.page.locator('.cg-wrap.orientation-black').waitFor();
    await me.hasMoves(1);
  }),
);

test(
  'installed: it opens without a server, plays to the end, and the account gets the game',
  { timeout: 300_000 },
  () =>
    withPeople(
      1,
      async ({ server, people: [me] }) => {
        await me.goto('/sign-up');
        await me.page.getByLabel('Username').fill('Alice');
        await me.page.getByLabel('Password').fill('correct-horse');
        await me.page.locator('.sign form .primary').click();
        await me.page.locator('.head').getByRole('link', { name: 'Alice' }).waitFor();
        await installed(me);
        await server.stop();

        await me.goto('/');
        await me.sees('No connection to the server');
        await beginHere(me);
        await me.click('e2e4');
        await me.hasMoves(2);
        await me.page.reload();
        await me.onBoard();
        await me.hasMoves(2);
        await me.confirm('Resign');
        await me.sees(/Black wins/);

        await me.goto(`/editor?fen=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1')}`);
        await me.button('Play the computer').click();
        await me.page.locator('.sides label', { hasText: 'White' }).click();
        await me.page.locator('dialog button.primary').click();
        await me.onBoard();
        await me.click('a1a8');
        await me.sees(/Checkmate/);
        const mate = me.gameId();

        await server.start();
        await me.goto('/device');
        await me.page.locator('.head').getByRole('link', { name: 'Alice' }).waitFor();
        await me.page.locator('.device .games > li').nth(1).waitFor();
        const row = me.page.locator('.device .games > li', {
          has: me.page.locator(`a[href="/${mate}"]`),
        });
        await row.getByRole('button', { name: 'Save to my account' }).click();
        await row.getByRole('link', { name: 'Saved to your account' }).click();
        await me.onBoard();
        assert.deepEqual(await me.sans(), ['Ra8#']);
        await me.goto('/device');
        await row.getByRole('link', { name: 'Saved to your account' }).waitFor();
        assert.equal(await row.getByRole('button', { name: 'Save to my account' }).count(), 0);
        await me.confirm('Delete', 'Delete', me.page.locator('.device .games > li').first());
        await me.page.waitForFunction(
          () => document.querySelectorAll('.device .games > li').length === 1,
        );
      },
      { options: [kept] },
    ),
);

test(
  'a game on the device outlives the connection, and one is told when that is back',
  { timeout: 300_000 },
  () =>
    withPeople(1, async ({ server, people: [me] }) => {
      await me.enter();
      await beginHere(me);
      await me.click('e2e4');
      await me.hasMoves(2);
      await server.kill();
      await me.click('d2d3');
      await me.hasMoves(4);
      await server.start();
      await me.sees('Reconnected.');
      await me.click('c2c3'); // legal whatever the computer has played: it also answers Bb4+ and Qa5+
      await me.hasMoves(6);
    }),
);

// How far a version has come that should take over, for the message of a test that waited for it in vain.
const workersOf = page =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const states = ['active', 'waiting', 'installing'].map(kind => `${kind} ${registration?.[kind]?.state}`);
    return `${location.pathname} came by ${performance.getEntriesByType('navigation')[0]?.type}, worker: ${states.join(', ')}`;
  });

test('an update waits, mixes nothing, and is applied when the player says so', { timeout: 300_000 }, () =>
  withPeople(0, async ({ server, browser }) =>
    withTwoVersions(server, async ({ port, update }) => {
      const me = await person(browser, { port }, kept);
      const scripts = page => page.locator('script[type=module]').getAttribute('src');
      await me.enter();
      await me.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await me.page.reload();
      const old = await scripts(me.page);

      update();
      await seesUpdate(me);
      const other = await me.context.newPage();
      await other.goto(`http://127.0.0.1:${port}/`);
      assert.equal(await scripts(other), old);
      // A part that was never shown before, and which the server no longer has.
      await me.page.locator('.gear').click();
      await me.sees('Coordinates');
      await me.button('Reload now').click();
      for (const page of [me.page, other])
        await page
          .waitForFunction(before => document.querySelector('script[type=module]')?.getAttribute('src') !== before, old)
          .catch(async error => {
            error.message += `\n${await workersOf(me.page)}\n${await workersOf(other)}`;
            throw error;
          });
      await me.sees('Coordinates');
      assert.deepEqual(await me.page.evaluate(() => caches.keys()), ['castled-next']);
      me.expectNoFaults();
    }),
  ),
);

test('a page that is not stored says so when a part of its version is gone', { timeout: 300_000 }, () =>
  withPeople(0, async ({ server, browser }) =>
    withTwoVersions(server, async ({ port, update }) => {
      const me = await person(browser, { port });
      await me.enter();
      update();
      await me.page.locator('.gear').click();
      await me.sees('A new version of this page is available.');
      await me.button('Reload').click();
      await me.sees('Coordinates');
    }),
  ),
);

test('a server that comes back with another version of the page: it says so', () =>
  withPeople(0, async ({ server, browser }) =>
    withTwoVersions(server, async ({ port, update, hangUp }) => {
      const me = await person(browser, { port });
      await me.enter();
      hangUp();
      await me.page.locator('.banner').waitFor();
      await me.page.locator('.banner').waitFor({ state: 'detached' });
      assert.equal(await me.page.getByText('A new version of this page').count(), 0);
      update();
      hangUp();
      await me.sees('A new version of this page is available.');
      // Its banner cannot be fetched any more, and the text in its place says the same.
      await me.button('Reload').click();
      await me.page.locator('.tile:enabled').first().waitFor();
      assert.equal(await me.page.getByText('A new version of this page').count(), 0);
    }),
  ));

test('in a browser that saves data the player is asked before the computer is fetched', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
      await me.enter();
      await me.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await me.goto('/settings');
      await me.sees('Not downloaded, to save data.');
      await me.button('Download now').click();
      await me.sees('Ready: this page opens offline');
    },
    { options: [kept] },
  ));

test('the page can be installed', () =>
  withPeople(
    1,
    async ({ people: [me] }) => {
      await me.enter();
      const session = await me.context.newCDPSession(me.page);
      const { errors, data } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const manifest = JSON.parse(data);
      assert.equal(manifest.display, 'standalone');
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // Test browsers are like private windows, which install nothing.
      const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
      assert.deepEqual(others, []);
      for (const { src, sizes } of manifest.icons) {
        const size = await me.page.evaluate(async from => {
          const image = new Image();
          image.src = from;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }, src);
        assert.equal(size, sizes);
      }
    },
    { options: [kept] },
  ));
