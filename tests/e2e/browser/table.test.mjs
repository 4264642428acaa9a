// table.test.mjs - what belongs to the board of a game: claims, links to a position, stepping, spectators.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pair, person, phone, playAll, withPeople } from './person.mjs';

const foolsMate = [
  ['type', 'f3', 'f3'],
  ['type', 'e5', 'e5'],
  ['type', 'g4', 'g4'],
  ['type', 'Qh4#', 'Qh4#'],
];

// A finger that is put down, moved across and lifted, as a touch screen reports it.
async function swipe(one, from, to) {
  const line = await one.context.newCDPSession(one.page);
  const touch = (type, points) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
  await line.detach();
}

test('a draw is claimed with the intended move', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1'];
    await playAll(
      [white, black],
      knights.map(san => ['type', san, san]),
    );
    assert.equal(await white.button('Claim with next move').count(), 0);
    await black.button('Claim with next move').click();
    await black.click('e7e5');
    await black.sees('That move does not allow a draw claim. Nothing was played.');
    await black.shows('e7', 'black pawn');
    await black.button('Claim with next move').click();
    await black.sees(/It will not be played/);
    await black.click('f6g8');
    for (const one of [white, black]) {
      await one.sees('Draw by threefold repetition.');
      assert.equal((await one.sans()).length, 7);
    }
  }));

test('a link leads to a position as it was shown; "back" does not go through all of them', () =>
  withPeople(3, async ({ server, people: [first, second, guest] }) => {
    const [white, black] = await pair([first, second]);
    await playAll([white, black], foolsMate);
    await black.sees('Checkmate. Black wins.');
    const { page } = black;
    const game = black.gameId();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    await page.waitForURL(new RegExp(`/${game}/black#1$`));
    await black.button('Link').click();
    await black.sees('Copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, `http://127.0.0.1:${server.port}/${game}/black#1`);

    await guest.enter(new URL(link).pathname + new URL(link).hash);
    await guest.onBoard();
    await guest.page.locator('.cg-wrap.orientation-black').waitFor();
    await guest.shows('f3', 'white pawn');
    await guest.shows('e7', 'black pawn');
    await guest.page.keyboard.press('ArrowRight');
    await guest.shows('e5', 'black pawn');
    await guest.page.waitForURL(/#2$/);

    await page.goBack();
    await page.locator('.tile:enabled').first().waitFor();

    // Also right after a step, when the address has not followed yet: then it stays the lobby's.
    await page.goForward();
    await black.onBoard();
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      history.back();
    });
    await page.locator('.tile:enabled').first().waitFor();
    // A later timer of the same length ends after that of the address.
    await page.evaluate(() => new Promise(done => setTimeout(done, 300)));
    assert.equal(new URL(page.url()).pathname, '/');
  }));

test('a finger steps through the game, and still moves pieces', () =>
  withPeople(
    2,
    async ({ people }) => {
      const [white, black] = await pair(people);
      const one = white;
      const { x, y, width } = await one.page.locator('cg-board').boundingBox();
      const at = (column, row) => ({
        x: x + ((column + 0.5) * width) / 8,
        y: y + ((row + 0.5) * width) / 8,
      });
      // A swipe that starts on an own piece is a move.
      await swipe(one, at(4, 6), at(4, 4));
      await one.shows('e4', 'white pawn');
      await black.hasMoves(1);
      await black.tap('e7e5');
      await one.hasMoves(2);
      await swipe(one, at(1, 3), at(5, 3));
      await one.shows('e7', 'black pawn');
      await swipe(one, at(5, 3), at(1, 3));
      await one.shows('e5', 'black pawn');
      // Up and down, or a short way, means nothing.
      await swipe(one, at(3, 2), at(3, 5));
      await swipe(one, at(3, 3), { x: at(3, 3).x + 20, y: at(3, 3).y });
      await one.shows('e5', 'black pawn');
      assert.deepEqual(await black.sans(), ['e4', 'e5']);
    },
    { options: [phone, phone] },
  ));

test('the opening is named, and each move has its time', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    // The names depend on the lists that the server was built with.
    const asked = [];
    const names = { e2e4: 'Open', 'e2e4,c7c5': 'Sicilian Defence' };
    await white.page.route('**/api/opening?*', route => {
      const moves = new URL(route.request().url()).searchParams.get('moves');
      asked.push(moves);
      const name = names[moves];
      return route.fulfill({ json: { opening: name ? { eco: 'B20', name, ply: 2 } : null } });
    });
    await playAll(
      [white, black],
      [
        ['type', 'e4', 'e4'],
        ['type', 'c5', 'c5'],
      ],
    );
    await white.page.locator('.opening', { hasText: 'Sicilian Defence' }).waitFor();
    await white.page.keyboard.press('ArrowUp');
    await white.page.locator('.opening').filter({ hasText: /^$/ }).waitFor();
    await white.page.keyboard.press('ArrowDown');
    await white.page.locator('.opening', { hasText: 'Sicilian' }).waitFor();
    await playAll([white, black], [['type', 'Nf3', 'Nf3']], 2);
    assert.equal(new Set(asked).size, asked.length, 'a line is asked for once');
    // Once the server has it.
    await white.page.waitForFunction(() => /^\d+\.\d s$/.test(document.querySelectorAll('.moves .move')[2].title));
    assert.equal(await white.page.locator('.moves .move').nth(2).getAttribute('data-took'), null);
    await white.confirm('Resign');
    await white.page.waitForFunction(() =>
      /^\d+\.\d s$/.test(document.querySelectorAll('.move')[2].dataset.took),
    );
    // A page that did not see the game asks how long the moves took.
    await black.page.reload();
    await black.hasMoves(3);
    await black.page.waitForFunction(() =>
      /^\d+\.\d s$/.test(document.querySelectorAll('.move')[2].dataset.took),
    );
  }));

test('spectators are counted, and named on request', () =>
  withPeople(2, async ({ server, browser, people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], foolsMate.slice(0, 2));
    const watcher = await person(browser, server);
    await watcher.enter('/sign-up');
    await watcher.page.getByLabel('Username').fill('Wanda');
    await watcher.page.getByLabel('Password').fill('correct-horse');
    await watcher.page.locator('main button.primary').click();
    await watcher.page.locator('.tile:enabled').first().waitFor();
    await watcher.enter(`/${white.gameId()}`);
    const list = white.page.locator('.watchers');
    await list.waitFor();
    assert.equal(await list.getByText('Wanda').isVisible(), false);
    await list.locator('summary').focus();
    await white.page.keyboard.press('Enter');
    await list.getByText('Wanda').waitFor();
    watcher.expectNoFaults();
  }));

test('a move that the server refuses is visibly taken back', () =>
  withPeople(2, async ({ people }) => {
    let refused = 0;
    // The page's moves are changed on their way into illegal ones.
    for (const one of people)
      await one.page.routeWebSocket('**/ws', socket => {
        const server = socket.connectToServer();
        socket.onMessage(text => {
          const isFirst = JSON.parse(text).t === 'move' && refused++ === 0;
          server.send(isFirst ? text.replace('"e2e4"', '"e2e5"') : text);
        });
      });
    const [white, black] = await pair(people);
    await white.click('e2e4');
    await white.sees('Illegal move: it was taken back.');
    await white.shows('e2', 'white pawn');
    assert.deepEqual(await white.sans(), []);
    await white.click('e2e4');
    assert.deepEqual(await black.hasMoves(1), ['e4']);
  }));

test('a board whose side parts cannot be fetched can still be played on', () =>
  withPeople(2, async ({ people }) => {
    await people[0].page.route('**/assets/besideBoard-*.js', route => route.abort());
    const [white, black] = await pair(people);
    await people[0].sees(/This part of the page could not be loaded/);
    assert.equal(await people[0].page.locator('.missing').count(), 1);
    await people[0].page.route('**/assets/plainBoard-*.js', route => route.abort());
    await people[0].button('Turn on the board for screen readers').focus();
    await people[0].page.keyboard.press('Enter');
    await people[0].page.locator('.missing').nth(1).waitFor();
    assert.equal(await people[0].page.locator('main').count(), 1);
    await white.click('e2e4');
    await black.hasMoves(1);
    await black.click('e7e5');
    await white.hasMoves(2);
    // The browser complains that the files did not come.
    people[0].faults.splice(0);
  }));

test('the tab shows when it is the player’s turn', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await white.page.waitForFunction(() => document.title.startsWith('Your turn'));
    assert.doesNotMatch(await black.page.title(), /Your turn/);
    const dots = 'link[rel=icon][href*=iconTurn]';
    await white.page.locator(dots).waitFor({ state: 'attached' });
    assert.equal(await black.page.locator(dots).count(), 0);
    await white.click('e2e4');
    await black.page.waitForFunction(() => document.title.startsWith('Your turn'));
    await black.page.locator(dots).waitFor({ state: 'attached' });
    await white.page.locator(dots).waitFor({ state: 'detached' });
    await white.page.waitForFunction(() => !document.title.startsWith('Your turn'));
  }));
