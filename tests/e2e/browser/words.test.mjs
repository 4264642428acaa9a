// words.test.mjs - refusals are shown in words, and the page obeys its policy.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { get } from '../sockets/castled.mjs';
import { pair, playAll, withPeople } from './person.mjs';

test('unknown addresses say so and lead back', () =>
  withPeople(1, async ({ people: [me] }) => {
    for (const [path, words] of [
      ['/Zz99Zz99', 'Game not found.'],
      ['/challenge/Zz9999999999', 'This challenge is no longer open.'],
    ]) {
      await me.goto(path);
      await me.sees(words);
      await me.page.getByText('Back to the lobby').click();
      await me.page.locator('.tile:enabled').first().waitFor();
    }
  }));

test('an offer made too soon is refused in words', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
      ],
    );
    await white.confirm('Draw', 'Offer draw');
    await black.button('Decline').click();
    await white.sees('Draw offer declined.');
    await white.confirm('Draw', 'Offer draw');
    await white.sees(/You have only just offered a draw/);
  }));

test('a clock without any time cannot be chosen', () =>
  withPeople(1, async ({ people: [me] }) => {
    await me.enter();
    await me.page.locator('.tile', { hasText: 'Custom' }).click();
    const sliders = me.page.locator('dialog input[type=range]');
    await sliders.nth(0).fill('0');
    await sliders.nth(1).fill('0');
    await me.sees('Set some time on the clock.');
    assert.equal(await me.page.locator('dialog button.primary').isDisabled(), true);
    await me.page.keyboard.press('Escape');
    await me.page.locator('dialog').waitFor({ state: 'detached' });
  }));

test('the page, its files and its policy', () =>
  withPeople(1, async ({ server, people: [me] }) => {
    const page = await get(server.port, '/', { 'accept-encoding': 'identity' });
    assert.match(page.headers['content-type'], /^text\/html/);
    assert.match(page.headers['content-security-policy'], /script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(
      page.headers['content-security-policy'],
      /unsafe-inline|unsafe-eval'.*'unsafe-eval'/,
    );
    const paths = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(m => m[1]);
    assert.ok(paths.length >= 3, page.body);
    for (const path of paths) {
      const file = await get(server.port, path, { 'accept-encoding': 'br' });
      assert.equal(file.status, 200, path);
      assert.match(file.headers['cache-control'], /immutable/);
    }
    await me.enter();
  }));
