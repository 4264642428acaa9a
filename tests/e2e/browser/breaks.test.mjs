// breaks.test.mjs - reloads, a killed server and a lost line in the middle of a game lose nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pair, playAll, withPeople } from './person.mjs';

const opening = [
  ['click', 'e2e4', 'e4'],
  ['click', 'e7e5', 'e5'],
];

test('a reload comes back to the same game and seat', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening);
    await black.page.reload();
    await black.onBoard();
    await black.page.locator('.cg-wrap.orientation-black').waitFor();
    assert.deepEqual(await black.hasMoves(2), ['e4', 'e5']);
    await playAll(
      [white, black],
      [
        ['click', 'g1f3', 'Nf3'],
        ['click', 'b8c6', 'Nc6'],
      ],
      2,
    );
  }));

test('the lobby leads back to an unfinished game', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening);
    const game = white.gameId();
    await white.enter('/');
    await white.page.locator('.unfinished a').click();
    await white.onBoard();
    assert.equal(white.gameId(), game);
    assert.deepEqual(await white.hasMoves(2), ['e4', 'e5']);
  }));

test('kill -9 between and during moves: the game goes on by itself', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening);
    await server.kill();
    for (const one of [white, black]) await one.sees(/Connection lost/);
    // A move that is made meanwhile is shown, and arrives when the server is back.
    await white.drag('g1f3');
    await white.shows('f3', 'white knight');
    await server.start();
    for (const one of [white, black]) {
      await one.page.locator('.banner').waitFor({ state: 'detached', timeout: 20_000 });
      assert.deepEqual(await one.hasMoves(3), ['e4', 'e5', 'Nf3']);
    }
    await playAll([white, black], [['drag', 'b8c6', 'Nc6']], 3);
    await server.restart();
    await playAll(
      [white, black],
      [
        ['click', 'f1b5', 'Bb5'],
        ['click', 'a7a6', 'a6'],
      ],
      4,
    );
    await white.page.reload();
    await white.onBoard();
    assert.equal((await white.hasMoves(6)).length, 6);
  }));

test('clocks are not charged for the time that the server was down', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people, '1+0');
    await playAll([white, black], opening);
    await server.kill();
    await white.page.waitForTimeout(3000);
    await server.start();
    await white.page.locator('.banner').waitFor({ state: 'detached', timeout: 20_000 });
    const left = await white.page.locator('.clock').last().textContent();
    const seconds = Number(left.split(':')[1]) + 60 * Number(left.split(':')[0]);
    assert.ok(seconds >= 55, `white has ${left} left`);
  }));

test('a seek outlives a restart of the server', () =>
  withPeople(2, async ({ server, people: [first, second] }) => {
    await first.enter();
    await first.quick('3+2');
    await first.button('Only play a person').click();
    await first.sees('Waiting until somebody comes.');
    await server.restart();
    await first.page.locator('.banner').waitFor();
    await first.page.locator('.banner').waitFor({ state: 'detached', timeout: 20_000 });
    await second.enter();
    await second.quick('3+2');
    await Promise.all([first.onBoard(), second.onBoard()]);
    assert.equal(first.gameId(), second.gameId());
  }));
