// people.test.mjs - games between two people, each in a browser of their own.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { desktop, pair, phone, playAll, withPeople } from './person.mjs';

const smallPhone = { ...phone, viewport: { width: 320, height: 560 } };

const scholars = [
  ['drag', 'e2e4', 'e4'],
  ['click', 'e7e5', 'e5'],
  ['keys', 'f1c4', 'Bc4'],
  ['drag', 'b8c6', 'Nc6'],
  ['click', 'd1h5', 'Qh5'],
  ['keys', 'g8f6', 'Nf6'],
];

for (const [name, device] of Object.entries({ desktop, 'small phone': smallPhone }))
  test(`every page links to every other and to a player, on a ${name}`, () =>
    withPeople(
      1,
      async ({ people: [one] }) => {
        await one.enter('/sign-up');
        await one.page.getByLabel('Username').fill('Cleo');
        await one.page.getByLabel('Password').fill('correct-horse');
        await one.page.locator('.sign form .primary').click();
        await one.page.locator('.self', { hasText: 'Cleo' }).waitFor({ state: 'attached' });
        for (const [link, path] of [
          ['Watch games', '/live'],
          ['Analysis board', '/analysis'],
          ['Play chess', '/'],
        ]) {
          await one.button('Menu').click();
          await one.page.locator('dialog').getByRole('link', { name: link }).click();
          await one.page.waitForURL(`**${path}`);
          await one.page.locator('dialog').waitFor({ state: 'detached' });
        }
        await one.enter('/editor');
        await one.button('Menu').click();
        await one.page.getByLabel('Find a player').fill('cleo');
        await one.page.keyboard.press('Enter');
        await one.page.getByRole('heading', { name: 'Cleo' }).waitFor();
        const wide = await one.page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(wide <= 0, `${wide} px beyond the screen`);
      },
      { options: [device] },
    ));

test('two players play to mate by drag, click and keyboard', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], scholars);
    await white.marked('last-move').nth(1).waitFor(); // the board is drawn a frame after the list of moves
    assert.equal(await white.marked('last-move').count(), 2);
    assert.equal(await black.page.locator('.clock.running').count(), 1);
    await white.drag('h5f7');
    for (const one of [white, black]) {
      await one.sees('Checkmate. White wins.');
      assert.equal((await one.hasMoves(7)).at(-1), 'Qxf7#');
      await one.marked('check').first().waitFor();
      assert.equal(await one.marked('check').count(), 1);
      assert.equal(await one.page.locator('.clock.running').count(), 0);
    }
    assert.match(await black.page.locator('main > p.spoken').textContent(), /White played Qxf7#/);

    const [download] = await Promise.all([
      white.page.waitForEvent('download'),
      white.button('PGN').click(),
    ]);
    const pgn = fs.readFileSync(await download.path(), 'utf8');
    assert.match(pgn, /\[Result "1-0"\]/);
    const moves = pgn.replaceAll(/\{[^}]*\}|\d+\.\.\./g, '').replaceAll(/\s+/g, ' ');
    assert.match(moves, /1\. e4 e5 2\. Bc4 Nc6 3\. Qh5 Nf6 4\. Qxf7# 1-0/);

    await white.button('Rematch').click();
    await black.sees(/offers a rematch/);
    await black.button('Accept').click();
    for (const one of [white, black]) await one.sees('No moves yet.');
    await black.page.locator('.cg-wrap.orientation-white').waitFor();
    await playAll([black, white], [['click', 'd2d4', 'd4']]);
  }));

test('a friend comes by a link, from a phone', () =>
  withPeople(
    2,
    async ({ server, people: [host, friend] }) => {
      await host.enter();
      await host.page.locator('.way', { hasText: 'Play a friend' }).click();
      await host.page.locator('.sides label', { hasText: 'White' }).click();
      await host.page.locator('dialog button.primary').click();
      await host.sees('Waiting for your friend');
      const url = await host.page.locator('.link input').inputValue();
      assert.match(url, new RegExp(`^http://127.0.0.1:${server.port}/challenge/\\w{12}$`));
      await host.button('Copy').click();
      await host.sees('Copied.');
      assert.equal(await host.page.evaluate(() => navigator.clipboard.readText()), url);

      await host.page.reload();
      await host.sees('Waiting for your friend');

      await friend.enter(new URL(url).pathname);
      await friend.sees(/challenges you to a game/);
      await friend.sees(/10\+5/);
      await friend.sees(/you play Black/);
      await friend.button('Play').click();
      await Promise.all([host.onBoard(), friend.onBoard()]);
      assert.equal(host.gameId(), friend.gameId());
      await friend.page.locator('.cg-wrap.orientation-black').waitFor();

      await playAll(
        [host, friend],
        [
          ['drag', 'e2e4', 'e4'],
          ['tap', 'c7c5', 'c5'],
        ],
      );
      const scrolls = await friend.page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      assert.equal(scrolls, false);

      await host.page.locator('.chat input').fill('Good luck!');
      await host.page.keyboard.press('Enter');
      await friend.sees('Good luck!');

      const taken = await (await friend.context.newPage()).goto(url);
      assert.equal(taken.status(), 200);
      await friend.context.pages()[1].getByText('no longer open').waitFor();
    },
    { options: [{}, { ...phone, colorScheme: 'dark' }] },
  ));

// What the two clocks show, the opponent's first.
const expectClocks = async (one, ...times) => {
  const clocks = one.page.locator('.player .clock');
  for (const [i, time] of times.entries()) await clocks.nth(i).getByText(time).waitFor();
};

test('a friend is given more time; the odds survive kill -9 and a rematch', () =>
  withPeople(2, async ({ server, people: [host, friend] }) => {
    await host.enter();
    await host.page.locator('.way', { hasText: 'Play a friend' }).click();
    const form = host.page.locator('.game-form');
    await form.getByLabel('Different time for the opponent').check();
    // 1+0 against 5+3: the sliders' stops.
    const sliders = form.locator('input[type=range]');
    for (const [i, stop] of [4, 0, 9, 3].entries()) await sliders.nth(i).fill(String(stop));
    await form.getByText('(1+0 : 5+3 · Blitz)').waitFor();
    await form.locator('.sides label', { hasText: 'White' }).click();
    await form.locator('.primary').click();
    await host.sees('You have 1+0, your opponent has 5+3.');

    await friend.enter(new URL(await host.page.locator('.link input').inputValue()).pathname);
    await friend.sees(/^You have 5\+3, Guest-\w+ has 1\+0\.$/);
    await friend.button('Play').click();
    for (const one of [host, friend]) {
      await one.onBoard();
      await one.sees('1+0 : 5+3');
      await one.sees(/White has 1\+0, Black has 5\+3/);
    }
    await expectClocks(host, '5:00', '1:00');
    await server.restart();
    await friend.page.reload();
    await expectClocks(friend, '1:00', '5:00');

    await playAll(
      [host, friend],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
      ],
    );
    await friend.confirm('Resign');
    await host.button('Rematch').click();
    await friend.sees(/rematch/);
    await friend.button('Accept').click();
    for (const one of [host, friend]) await one.sees(/White has 5\+3, Black has 1\+0\./);
    await expectClocks(host, '5:00', '1:00');
  }));

test('offers are made, declined and accepted; a takeback takes back', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people, '10+5');
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
      ],
    );

    await white.confirm('Draw', 'Offer draw');
    await black.sees(/offers a draw/);
    await black.button('Decline').click();
    await white.sees('Draw offer declined.');

    await white.click('g1f3');
    await black.hasMoves(3);
    await white.confirm('Takeback', 'Propose a takeback');
    await black.sees(/proposes a takeback/);
    await black.button('Accept').click();
    for (const one of [white, black]) {
      await one.shows('g1', 'white knight');
      assert.deepEqual(await one.sans(), ['e4', 'e5']);
    }
    await playAll([white, black], [['drag', 'b1c3', 'Nc3']], 2);

    await black.confirm('Draw', 'Offer draw');
    await white.sees(/offers a draw/);
    await white.button('Accept').click();
    for (const one of [white, black]) await one.sees('Draw by agreement.');
    await black.button('New game').click();
    await black.page.locator('.tile:enabled').first().waitFor();
  }));

test('the third repetition may be claimed, and time may be given', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people, '10+0');
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    await playAll(
      [white, black],
      [...shuffle, ...shuffle].map(san => ['type', san, san]),
    );
    await white.button('15 s').click();
    await black.sees('Black was given 15 seconds.');
    await black.page.locator('.clock', { hasText: '10:1' }).waitFor();
    await white.sees('Threefold repetition');
    await white.confirm('Claim', 'Yes, claim');
    for (const one of [white, black]) await one.sees('Draw by threefold repetition.');
  }));

test('a game that has hardly begun may be aborted', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], [['click', 'e2e4', 'e4']]);
    await black.confirm('Abort', 'Abort game');
    for (const one of [white, black]) await one.sees('Game aborted.');
    await white.page.locator('.home').click();
    await white.page.locator('.tile:enabled').first().waitFor();
    assert.equal(await white.page.locator('.unfinished').count(), 0);
  }));

test('resigning takes two steps', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
      ],
    );
    await white.confirm('Resign', 'Cancel');
    await white.button('Resign').waitFor();
    assert.equal(await white.page.locator('.result').count(), 0);
    await white.confirm('Resign');
    for (const one of [white, black]) await one.sees('White resigned. Black wins.');
  }));

test('a spectator sees everything and can do nothing', () =>
  withPeople(3, async ({ people: [first, second, watcher] }) => {
    const [white, black] = await pair([first, second]);
    await playAll([white, black], [['click', 'e2e4', 'e4']]);
    await watcher.enter(`/${white.gameId()}`);
    await watcher.onBoard();
    await watcher.sees('You are watching');
    assert.deepEqual(await watcher.sans(), ['e4']);
    await watcher.drag('e7e5');
    assert.deepEqual(await watcher.sans(), ['e4']);
    await playAll([white, black], [['click', 'e7e5', 'e5']], 1);
    assert.deepEqual(await watcher.hasMoves(2), ['e4', 'e5']);
    assert.equal(await watcher.button('Resign').count(), 0);

    // Spectators chat among themselves.
    await watcher.page.locator('.chat input').fill('A quiet game');
    await watcher.page.keyboard.press('Enter');
    await watcher.page.locator('.chat li', { hasText: 'A quiet game' }).waitFor();
    await white.page.locator('.chat input').fill('Good luck');
    await white.page.keyboard.press('Enter');
    await black.page.locator('.chat li', { hasText: 'Good luck' }).waitFor();
    assert.equal(await black.page.locator('.chat li').count(), 1);
    assert.equal(await watcher.page.locator('.chat li').count(), 1);
  }));

test('on a server with preset messages nothing else can be said', () =>
  withPeople(
    2,
    async ({ people }) => {
      const [white, black] = await pair(people);
      await white.sees('Only preset messages are allowed here.');
      assert.equal(await white.page.locator('.chat input').count(), 0);
      await white.page.locator('.presets').getByRole('button', { name: 'Good luck' }).click();
      await black.page.locator('.chat li', { hasText: 'Good luck' }).waitFor();
    },
    { args: ['--quiet', 'on'] },
  ));
