// lobby.test.mjs - who waits, who plays, and what they say, as others see it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { newDirectory } from '../sockets/castled.mjs';
import { connect } from '../sockets/player.mjs';
import { pair, playAll, tabOf, withPeople } from './person.mjs';

// The list of seeks is sent at most once in so many ms, the first change at once.
const listEvery = 1000;

test('an open seek is seen by others and accepted with one tap', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    await one.enter();
    await two.enter();
    await one.sees('Nobody is waiting.');
    await two.page.locator('.tile', { hasText: 'Custom' }).click();
    await two.page.locator('.game-form .primary').click();
    await two.sees('Looking for an opponent');
    const seek = one.page.locator('.seeks li').first();
    await seek.getByText('5+3 · Blitz · Casual').waitFor();
    await seek.getByRole('button', { name: 'Play' }).click();
    await Promise.all([one.onBoard(), two.onBoard()]);
    assert.equal(one.gameId(), two.gameId());
  }));

test('a player who waits in one tab and opens another still waits, and no longer once the first is closed', () =>
  withPeople(2, async ({ server, people: [one, two] }) => {
    await one.enter();
    await one.quick('5+3');
    await one.sees('Looking for an opponent');
    const tab = await tabOf(one.context, server);
    await tab.enter();
    await two.enter();
    await two.page.locator('.seeks').getByText('5+3 · Blitz · Casual').waitFor();
    await one.page.close();
    await two.sees('Nobody is waiting.');

    await tab.quick('5+3');
    await tab.sees('Looking for an opponent');
    const third = await tabOf(one.context, server);
    await third.enter();
    await two.quick('5+3');
    await Promise.all([tab.onBoard(), two.onBoard()]);
    assert.equal(tab.gameId(), two.gameId());
  }, { args: ['--fallback', 'never'], slow: false }));

test('an open seek shows its conditions, and a player who cannot join is told why', () =>
  withPeople(1, async ({ server, people: [one] }) => {
    const seeker = await connect(server);
    const clock = { initial: 60_000, kind: 'delay', delay: 35_000 };
    const open = rating => seeker.ok({ t: 'seek', clock, color: 'white', fallback: null, rating });
    await open([1600, 1800]);
    await one.enter();
    const seeks = one.page.locator('.seeks li');
    await seeks.getByText('you play Black · ratings 1600 to 1800').waitFor();
    await seeks.getByText('Outside the rating range (yours: 1500)').waitFor();
    assert.equal(await seeks.getByRole('button').count(), 0);
    await open([1400, 1500]);
    await server.pass(listEvery);
    await seeks.getByText('ratings 1400 to 1500').waitFor();
    await seeks.getByRole('button', { name: 'Play' }).click();
    await one.onBoard();
    await one.page.locator('.board .orientation-black').waitFor();

    // A clock with a delay is shown waiting, and for how long.
    const game = one.gameId();
    await seeker.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await one.hasMoves(1);
    await one.click('e7e5');
    await one.hasMoves(2);
    await seeker.ok({ t: 'move', game, ply: 2, uci: 'g1f3' });
    await one.hasMoves(3);
    const mine = one.page.locator('.timer', { has: one.page.locator('.clock.running') });
    await mine
      .locator('.delay')
      .getByText(/^[1-3]?\d$/)
      .waitFor();
    assert.equal(await mine.locator('.clock').textContent(), '1:00');
    seeker.socket.close();
  }));

test('a double tap on a time control presses no button of the card that comes under the finger', () =>
  withPeople(1, async ({ people: [one] }) => {
    await one.enter();
    await one.page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const button = document.querySelector('.waiting button');
        if (!button) return;
        observer.disconnect();
        button.click();
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    await one.quick('5+3');
    await one.button('Only play a person').click();
    await one.sees('Waiting until somebody joins.');
  }));

test('the form sends a rating range, and remembers it when it is opened again', () =>
  withPeople(2, async ({ server, people: [one, other] }) => {
    await Promise.all([one.enter(), other.enter()]);
    const form = one.page.locator('.game-form');
    const lowest = form.getByLabel('Opponent’s rating from');
    const open = () => one.page.locator('.tile', { hasText: 'Custom' }).click();
    await open();
    await lowest.fill('15'); // the stops are any, 600, 700, ...
    assert.equal(await lowest.getAttribute('aria-valuetext'), '2000');
    await form.getByText('Black', { exact: true }).click();
    await form.locator('.primary').click();
    await one.sees('ratings 2000 to 4000');
    await one.button('Only play a person').click();
    // A player without a rating counts as 1500.
    await other.sees('ratings 2000 to 4000');
    await other.sees('Outside the rating range (yours: 1500)');
    await one.button('Cancel').click();
    await server.pass(listEvery);
    await other.sees('Nobody is waiting.');

    await open();
    assert.equal(await lowest.getAttribute('aria-valuetext'), '2000');
    await lowest.fill('9');
    await form.locator('.primary').click();
    await one.sees('ratings 1400 to 4000');
    await server.pass(listEvery);
    await other.page.locator('.seeks').getByRole('button', { name: 'Play' }).click();
    await Promise.all([one.onBoard(), other.onBoard()]);
    assert.equal(await one.page.locator('.board .orientation-black').count(), 1);
  }));

test('the ping is shown as a number and bars', () =>
  withPeople(1, async ({ people: [one] }) => {
    const late = 320;
    await one.page.routeWebSocket('**/ws', socket => {
      const server = socket.connectToServer();
      server.onMessage(text =>
        JSON.parse(text).t === 'pong'
          ? setTimeout(() => socket.send(text), late)
          : socket.send(text),
      );
    });
    await one.enter();
    const lag = one.page.locator('.head .lag');
    await lag.locator('.bars-1, .bars-2').waitFor();
    assert.ok(parseInt(await lag.textContent()) >= late);
  }));

test('a game in progress is a live mini board, and can be watched', () =>
  withPeople(3, async ({ server, people: [one, two, three] }) => {
    const [white, black] = await pair([one, two]);
    await playAll([white, black], [
      ['click', 'e2e4', 'e4'],
      ['click', 'e7e5', 'e5'],
    ]);
    await three.goto('/live');
    const small = three.page.locator('.live .mini').first();
    await server.passUntil(small.locator('square.last-move').first().waitFor({ state: 'attached' }));
    const before = await small.locator('square.last-move').first().getAttribute('style');
    await white.click('g1f3');
    await server.passUntil(three.page.waitForFunction(
      old => document.querySelector('.mini square.last-move')?.getAttribute('style') !== old,
      before,
    ));
    await small.click();
    await three.onBoard();
    await three.sees('You are watching');
    await server.passUntil(white.sees('1 spectator'));
  }));

test('preset messages are shown in words; a muted player is not heard', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const say = (one, preset) => one.page.locator('.presets button', { hasText: preset }).click();
    await say(white, 'GL');
    await black.page.locator('.chat li', { hasText: 'Good luck' }).waitFor();
    await black.button('Mute').click();
    await black.button('Unmute').waitFor();
    // What black says after it arrives after it.
    await black.page.locator('.chat input').fill('Hello');
    await black.page.keyboard.press('Enter');
    await white.page.locator('.chat li', { hasText: 'Hello' }).waitFor();
    await say(white, 'HF');
    await white.page.locator('.chat li', { hasText: 'Have fun' }).waitFor();
    await white.click('e2e4');
    await black.hasMoves(1);
    assert.equal(await black.page.locator('.chat li', { hasText: 'Have fun' }).count(), 0);
  }));

// An external engine that behaves as its name says.
function withEngine(body) {
  const program = path.join(newDirectory('castled-fakes-'), 'good');
  fs.symlinkSync(fileURLToPath(new URL('../../unit/fake_engine.sh', import.meta.url)), program);
  return withPeople(1, body, { args: ['--engine', `good=${program}`] });
}

test('an external engine is played from a pasted position, on a clock with a delay', () =>
  withEngine(async ({ people: [me] }) => {
    await me.enter();
    const form = me.page.locator('.game-form');
    const opponent = form.getByLabel('Opponent');
    // The engine is on the list once it has answered.
    while ((await opponent.count()) === 0) {
      await me.page.keyboard.press('Escape');
      await me.page.locator('.way', { hasText: 'Play the computer' }).click();
      await form.getByText('Strength').waitFor();
    }
    await opponent.selectOption('good');
    await form.getByText('about 2000').waitFor();
    await form.getByText('Real time').click();
    await form.getByLabel('Increment or delay').selectOption('delay');
    await form.getByText('Position', { exact: true }).click();
    await form.getByText('Paste a position as FEN').waitFor();
    await form.getByLabel('Position (FEN)').fill('4k3/8/8/8/8/8/4P3/8 w - - 0 1');
    await form.getByText('Each side must have exactly one king.').waitFor();
    assert.equal(await form.locator('.primary').isDisabled(), true);
    await form.getByLabel('Position (FEN)').fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await form.locator('.sides label', { hasText: 'White' }).click();
    await form.locator('.primary').click();
    await me.onBoard();
    await me.page.locator('.player', { hasText: 'good' }).waitFor();
    await me.sees(/10d5/);
    assert.equal(Object.keys(await me.pieces()).length, 3);
  }));

test('games in progress are continued from the lobby, which shows whose turn it is', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await white.click('e2e4');
    await black.hasMoves(1);
    await black.click('e7e5');
    await white.hasMoves(2);
    await black.page.locator('.home').click();
    const small = black.page.locator('.unfinished .small-game');
    await small.getByText('Their turn').waitFor();
    await white.click('g1f3');
    await small.getByText('Your turn').waitFor();
    await black.goto('/settings');
    await black.page.getByRole('link', { name: 'Your turn in 1 game' }).click();
    await black.onBoard();
    await black.click('b8c6');
    assert.deepEqual(await white.hasMoves(4), ['e4', 'e5', 'Nf3', 'Nc6']);
  }));

test('somebody who comes while the player of a game against the computer is in the lobby is offered there', () =>
  withPeople(1, async ({ server, people: [one] }) => {
    await one.enter();
    await one.quick('5+3');
    await one.onBoard();
    const alone = one.gameId();
    await one.page.locator('.home').click();
    await one.page.locator('.unfinished .small-game').waitFor();
    const other = await connect(server);
    const { you } = other.welcome;
    await other.ok({ t: 'seek', clock: { initial: 300_000, increment: 3000 }, fallback: null });
    await one.sees(`${you.name} is looking for the same game.`);
    await one.button('Play them instead').click();
    const { game } = await other.kind('start');
    await one.onBoard();
    assert.equal(one.gameId(), game);
    assert.notEqual(game, alone);
    await other.close();
  }, { args: ['--fallback', '0'], slow: false }));

test('two players of the computer are asked, and the first to accept brings both to the board', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    for (const each of [one, two]) await each.enter().then(() => each.quick('5+3'));
    for (const each of [one, two]) await each.sees(/is looking for the same game/);
    await one.button('Play them instead').click();
    await Promise.all([one.page, two.page].map(page => page.locator('.chat input').waitFor()));
    assert.equal(one.gameId(), two.gameId());
  }, { args: ['--fallback', '0'], slow: false }));

test('a player who waits sees who is online, and the typical wait', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    await pair([one, two], '3+0');
    await one.enter();
    await one.quick('3+0');
    await one.sees('2 online');
    await one.sees(/Typical wait: \d+ seconds?\./);
  }));
