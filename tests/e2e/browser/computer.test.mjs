// computer.test.mjs - the computer comes when nobody else does, and plays a game to its end.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Chess } from 'chess.js';

import { withPeople } from './person.mjs';

// It moves at once instead of taking as long as a person would.
const hasty = { args: ['--pace', 'machine'] };

const allowsMate = (board, move) => {
  board.move(move);
  const mates = board.moves().some(san => san.endsWith('#'));
  board.undo();
  return mates;
};

// Moves that end a game soon: those that allow mate at once, else the king walks towards the enemy.
function choose(board) {
  const moves = board.moves({ verbose: true });
  const forward = move => (board.turn() === 'w' ? 1 : -1) * (move.to[1] - move.from[1]);
  const worth = move => {
    if (allowsMate(board, move)) return 100;
    if (move.piece === 'k') return 20 + forward(move);
    return 'fg'.includes(move.from[0]) && move.piece === 'p' ? 10 + forward(move) : 0;
  };
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

// Plays typed moves until the game has ended; returns its SAN.
async function playOut(me) {
  const board = new Chess();
  const isWhite = (await me.page.locator('.cg-wrap.orientation-white').count()) > 0;
  for (;;) {
    const sans = await me.sans();
    for (const san of sans.slice(board.history().length)) board.move(san);
    if ((await me.page.locator('.result').count()) > 0) return me.sans();
    if ((board.turn() === 'w') === isWhite && !board.isGameOver()) {
      const { san } = choose(board);
      await me.type(san);
      await me.hasMoves(board.history().length + 1);
    } else
      await me.page.waitForFunction(
        known =>
          document.querySelector('.result') ||
          document.querySelectorAll('.moves .move:enabled').length > known,
        board.history().length,
      );
  }
}

describe('the computer', () => {
  test('a player waits, the computer comes, and the game is played to its end', () =>
      withPeople(
        1,
        async ({ server, people: [me] }) => {
          await me.enter();
          await me.quick('5+3');
          await me.sees(/If nobody joins, you will play the computer in \d+ seconds?\./);
          await server.pass(10_000);
          await me.onBoard();
          await me.page.locator('.player', { hasText: 'Computer' }).waitFor();
          const sans = await playOut(me);
          assert.ok(sans.length >= 4);
          await me.page.locator('.result strong').waitFor();
          const score = await me.page.locator('.result strong').textContent();
          assert.match(score, /^(1–0|0–1|½–½)$/);
          const game = me.gameId();
          await me.button('Rematch').click();
          await me.page.waitForURL(url => !url.pathname.startsWith(`/${game}`));
          await me.button('Abort').waitFor();
        },
        hasty,
      ));

  test('the countdown to the computer can be refused', () =>
    withPeople(2, async ({ server, people: [me, other] }) => {
      await me.enter();
      await me.quick('3+0');
      await me.button('Only play a person').click();
      await me.sees('Waiting until somebody joins.');
      await server.pass(11_000);
      await other.enter();
      await other.quick('3+0');
      await Promise.all([me.onBoard(), other.onBoard()]);
      assert.equal(me.gameId(), other.gameId());
    }));

  test('a seek is cancelled', () =>
    withPeople(2, async ({ people: [me, other] }) => {
      await me.enter();
      await me.quick('3+0');
      await me.sees('Looking for an opponent');
      await me.button('Cancel').click();
      await me.page.locator('.tile:enabled').first().waitFor();
      await other.enter();
      await other.quick('3+0');
      await other.sees('Looking for an opponent');
      // Any opponent would be found at once, before this is answered.
      await other.button('Cancel').click();
      await other.page.locator('.tile:enabled').first().waitFor();
      for (const one of [me, other])
        assert.equal(await one.page.locator('.board cg-board').count(), 0);
    }));

  test('a level, a colour and Chess960 are chosen; a takeback is granted', () =>
    withPeople(
      1,
      async ({ people: [me] }) => {
        await me.enter();
        await me.page.locator('.way', { hasText: 'Play the computer' }).click();
        await me.page.locator('dialog input[type=range]').first().fill('1');
        await me.sees('about 600');
        await me.page.locator('.choice label', { hasText: 'Chess960' }).click();
        await me.page.locator('.sides label', { hasText: 'Black' }).click();
        await me.page.locator('dialog button.primary').click();
        await me.onBoard();
        await me.page.locator('.cg-wrap.orientation-black').waitFor();
        await me.sees(/level 2 · 600/);
        await me.sees(/Chess960/);
        await me.hasMoves(1);
        await me.click('e7e6');
        await me.hasMoves(3);
        await me.confirm('Takeback', 'Propose a takeback');
        await me.page.waitForFunction(
          () => document.querySelectorAll('.move:enabled').length === 1,
        );
        await me.shows('e7', 'black pawn');
      },
      hasty,
    ));
});
