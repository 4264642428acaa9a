// takeover.test.mjs - another server takes over in the middle of a game (SIGUSR2): the page shows its banner for about a second, and the
// game goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withManaged } from '../sockets/managed.mjs';
import { pair, playAll, withPeopleOn } from './person.mjs';

// The times between which the page had its banner, by its own clock.
const watchBanner = page => page.evaluate(() => {
  window.banners = [];
  let since = null;
  new MutationObserver(() => {
    const isThere = document.querySelector('.banner') !== null;
    if (isThere && since === null) since = performance.now();
    if (!isThere && since !== null) window.banners.push(performance.now() - since);
    if (!isThere) since = null;
  }).observe(document.body, { childList: true, subtree: true });
});

test('players notice a banner, and play on', () =>
  withManaged({ args: ['--fallback', 'never'] }, server => withPeopleOn(server, 2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], [['click', 'e2e4', 'e4'], ['click', 'e7e5', 'e5']]);
    for (const one of people) await watchBanner(one.page);
    for (let ply = 2; ply < 6; ply += 2) {
      const lines = [[['click', 'g1f3', 'Nf3'], ['click', 'b8c6', 'Nc6']], [['click', 'f1b5', 'Bb5'], ['click', 'a7a6', 'a6']]];
      const shown = people.map(one => one.page.waitForFunction(count => window.banners.length >= count, ply / 2));
      await server.replace();
      await Promise.all(shown);
      await playAll([white, black], lines[ply / 2 - 1], ply);
    }
    assert.equal((await white.hasMoves(6)).length, 6);
    const times = (await Promise.all(people.map(one => one.page.evaluate(() => window.banners)))).flat();
    console.log(`    the banner was shown for ${times.map(ms => `${ms.toFixed(0)} ms`).join(', ')}`);
    await white.enter('/settings');
    await white.sees(/^castled \d+\.\d+\.\d+$/);
  })));
