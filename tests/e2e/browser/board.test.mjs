// board.test.mjs - what a player can do on the board, against an opponent who answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pair, playAll, withPeople } from './person.mjs';

test('legal destinations are shown, an illegal drop goes back, and the board works after it has moved on the page', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await white.press('g1');
    await white.marked('move-dest').first().waitFor();
    assert.equal(await white.marked('move-dest').count(), 2);
    await white.press('g1');
    await white.drag('g1g5');
    await white.shows('g1', 'white knight');
    await white.type('Ng5');
    await white.sees(/“Ng5” is not a move in this position/);
    await white.type('Nf3');
    await black.shows('f3', 'white knight');
    // Something appears above the board, which is now lower by more than a square.
    await black.page.evaluate(() => (document.body.style.paddingTop = '120px'));
    await black.click('e7e5');
    assert.deepEqual(await white.hasMoves(2), ['Nf3', 'e5']);
  }));

test('a premove waits for its turn, a cancelled one is gone', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await black.drag('e7e5');
    await black.marked('current-premove').first().waitFor();
    await white.click('e2e4');
    for (const one of [white, black]) assert.deepEqual(await one.hasMoves(2), ['e4', 'e5']);

    await black.click('d8h4');
    await black.marked('current-premove').first().waitFor();
    await black.press('a5');
    await black.marked('current-premove').first().waitFor({ state: 'hidden' });
    await white.click('g1f3');
    await black.hasMoves(3);
    await black.shows('d8', 'black queen');
    assert.equal((await black.sans()).length, 3);
  }));

test('a promotion is chosen, also in a premove', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'h2h4', 'h4'],
        ['click', 'g7g5', 'g5'],
        ['click', 'h4g5', 'hxg5'],
        ['click', 'g8f6', 'Nf6'],
        ['click', 'g5f6', 'gxf6'],
        ['click', 'a7a6', 'a6'],
        ['click', 'f6e7', 'fxe7'],
      ],
    );
    await white.click('e7d8');
    await white.page.locator('.promotion').waitFor();
    await white.button('rook').click();
    await white.marked('current-premove').first().waitFor();
    await black.click('h7h6');
    for (const one of [white, black]) {
      assert.equal((await one.hasMoves(9)).at(-1), 'exd8=R+');
      await one.shows('d8', 'white rook');
    }
    await playAll(
      [white, black],
      [
        ['click', 'e8d8', 'Kxd8'],
        ['click', 'a2a3', 'a3'],
      ],
      9,
    );
  }));

test('a promotion can be cancelled', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'h2h4', 'h4'],
        ['click', 'g7g5', 'g5'],
        ['click', 'h4g5', 'hxg5'],
        ['click', 'h7h6', 'h6'],
        ['click', 'g5h6', 'gxh6'],
        ['click', 'a7a6', 'a6'],
        ['click', 'h6h7', 'h7'],
        ['click', 'a6a5', 'a5'],
      ],
    );
    await white.drag('h7g8');
    await white.page.locator('.promotion').waitFor();
    await white.page.keyboard.press('Escape');
    await white.shows('h7', 'white pawn');
    await white.drag('h7g8');
    await white.button('knight').click();
    assert.equal((await black.hasMoves(9)).at(-1), 'hxg8=N');
  }));

test('castling by the king’s two steps and by the rook', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['type', 'Nf3', 'Nf3'],
        ['type', 'Nf6', 'Nf6'],
        ['type', 'g3', 'g3'],
        ['type', 'g6', 'g6'],
        ['type', 'Bg2', 'Bg2'],
        ['type', 'Bg7', 'Bg7'],
        ['drag', 'e1g1', 'O-O'],
        ['drag', 'e8h8', 'O-O'],
      ],
    );
    for (const one of [white, black]) {
      await one.shows('g1', 'white king');
      await one.shows('f8', 'black rook');
    }
  }));

test('stepping back with keys and clicks while a move comes in', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
        ['click', 'g1f3', 'Nf3'],
      ],
    );
    await white.page.keyboard.press('ArrowLeft');
    await white.shows('g1', 'white knight');
    await white.page.keyboard.press('Home');
    await white.shows('e2', 'white pawn');
    await black.click('b8c6');
    await white.hasMoves(4);
    await white.shows('e2', 'white pawn');
    await white.page.locator('.move', { hasText: 'e5' }).click();
    await white.shows('e5', 'black pawn');
    await white.shows('g1', 'white knight');
    await white.page.keyboard.press('End');
    await white.shows('c6', 'black knight');
    await white.page.keyboard.press('f');
    await white.page.locator('.cg-wrap.orientation-black').waitFor();
    await white.shows('c6', 'black knight');
  }));

test('captured pieces are shown', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'd7d5', 'd5'],
        ['click', 'e4d5', 'exd5'],
      ],
    );
    assert.equal(await white.page.locator('.captured piece.black.pawn').count(), 1);
    assert.equal(await white.page.locator('.captured').last().textContent(), '+1');
  }));
