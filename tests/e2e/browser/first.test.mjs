// first.test.mjs - what a first visit costs until the player can play: bytes, and no layout shifts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { desktop, pair, phone, playAll, withPeople } from './person.mjs';

// All that is fetched before anybody can play, as it goes over the network.
const mostBytes = 60_000;

async function visit(one) {
  const came = [];
  one.page.on('requestfinished', request => came.push(request));
  await one.page.addInitScript(() => {
    window.shifts = [];
    new MutationObserver((changes, observer) => {
      if (!document.querySelector('.tile:enabled')) return;
      window.playable = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true });
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push(
          `${value.toFixed(4)}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80))}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await one.enter();
  await one.page.waitForLoadState('networkidle');
  const later = await one.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > window.playable)
      .map(({ name }) => name),
  );
  return Promise.all(
    came.map(async request => ({
      path: new URL(request.url()).pathname,
      bytes: (await request.sizes()).responseBodySize,
      isFirst: !later.includes(request.url()),
    })),
  );
}

test('a first visit fetches at most 60 kB, all of it compressed and cacheable', () =>
  withPeople(1, async ({ people: [one] }) => {
    const answers = [];
    one.page.on('response', response => answers.push(response));
    const files = await visit(one);
    for (const { path, bytes, isFirst } of files)
      console.log(`${String(bytes).padStart(6)} ${path}${isFirst ? '' : ' (later)'}`);
    const sum = files.reduce((bytes, file) => bytes + (file.isFirst ? file.bytes : 0), 0);
    console.log(`${String(sum).padStart(6)} until one can play`);
    assert.ok(files.length >= 4 && files.every(({ bytes }) => bytes > 0));
    assert.ok(sum <= mostBytes, `${sum} bytes`);
    for (const answer of answers) {
      const { pathname } = new URL(answer.url());
      if (!pathname.startsWith('/assets/')) continue;
      const headers = await answer.allHeaders();
      assert.match(headers['cache-control'], /max-age=31536000, immutable/, pathname);
      if (!pathname.endsWith('.svg')) assert.equal(headers['content-encoding'], 'br', pathname);
    }
  }));

const expectStill = async one =>
  assert.deepEqual(await one.page.evaluate(() => window.shifts), [], one.page.url());

// The first visit is a guest's, on later visits they have a game there.
for (const [name, device] of Object.entries({ desktop, phone }))
  test(`nothing shifts while lobby, game and analysis load, on a ${name}`, () =>
    withPeople(
      2,
      async ({ people: [one, other] }) => {
        await visit(one);
        await expectStill(one);
        const players = await pair([one, other]);
        const moves = [
          ['click', 'e2e4', 'e4'],
          ['click', 'e7e5', 'e5'],
        ];
        await playAll(players, moves);
        await one.page.goto(one.address('/'));
        await one.page.locator('.unfinished .mini piece').first().waitFor();
        for (const [path, there] of [
          ['/', '.unfinished .mini piece'],
          [await one.page.locator('.unfinished a').getAttribute('href'), '.chat'],
          ['/analysis', '.share'],
        ]) {
          await one.page.goto(one.address(path));
          await one.page.locator(there).first().waitFor();
          await one.page.waitForLoadState('networkidle');
          await expectStill(one);
        }
      },
      { options: [device] },
    ));

test('the heading is there before the page is, in the player’s language', () =>
  withPeople(
    1,
    async ({ people: [one] }) => {
      let letGo;
      const held = new Promise(done => (letGo = done));
      await one.page.route('**/assets/index-*.js', async route => {
        await held;
        await route.continue();
      });
      await one.page.goto(one.address('/'), { waitUntil: 'commit' });
      const heading = one.page.getByRole('heading', { name: 'Schach spielen' });
      await heading.waitFor();
      const before = await heading.boundingBox();
      assert.equal(await one.page.locator('html').getAttribute('lang'), 'de');
      assert.equal(await one.page.locator('.tile').count(), 0);
      letGo();
      await one.page.locator('.tile:enabled').first().waitFor();
      assert.deepEqual(await heading.boundingBox(), before);
    },
    { options: [{ locale: 'de-DE' }] },
  ));
