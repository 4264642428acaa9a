// looks.test.mjs - every page fits every screen, and the board stays in place.
//
// With CASTLED_PICTURES=1 the pictures in tests/e2e are taken again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { desktop, pair, person, phone, playAll, settled, withPeople } from './person.mjs';

// Morphy's opera game up to the quiet before the storm.
const opera =
  'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O'.split(
    ' ',
  );

const screens = [
  { width: 320, height: 568 },
  { width: 390, height: 780 },
  { width: 780, height: 390 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

async function expectFits(one, screen) {
  await one.page.setViewportSize(screen);
  await settled(one.page); // the board follows the screen's size a frame later
  const where = `${screen.width} × ${screen.height}`;
  const wide = await one.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= screen.width, `${where}: the page is ${wide} wide`);
  const board = one.page.locator('cg-board');
  if ((await board.count()) === 0) return;
  const { x, y, width, height } = await board.boundingBox();
  assert.equal(width, height, where);
  assert.ok(x >= 0 && x + width <= screen.width, `${where}: the board is cut at the side`);
  assert.ok(y >= 0 && y + height <= screen.height, `${where}: the board is cut below`);
}

test('lobby, forms and game fit screens of six sizes', () =>
  withPeople(2, async ({ people: [first, second] }) => {
    await first.enter();
    for (const screen of screens) await expectFits(first, screen);
    await first.page.locator('.way', { hasText: 'Play the computer' }).click();
    for (const screen of screens) await expectFits(first, screen);
    await first.page.keyboard.press('Escape');
    await first.page.setViewportSize(desktop.viewport);
    await pair([first, second]);
    for (const screen of screens) await expectFits(first, screen);
  }));

test('nothing that appears moves the board', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people, '10+5');
    const place = () => white.page.locator('cg-board').boundingBox();
    const before = await place();
    await playAll(
      [white, black],
      [
        ['click', 'e2e4', 'e4'],
        ['click', 'e7e5', 'e5'],
      ],
    );
    await black.confirm('Draw', 'Offer draw');
    await white.sees(/offers a draw/);
    assert.deepEqual(await place(), before);
    await white.type('Qh7');
    await white.sees(/is not a move in this position/);
    assert.deepEqual(await place(), before);
    await server.kill();
    await white.sees(/Connection lost/);
    assert.deepEqual(await place(), before);
    await server.start();
    await white.page.locator('.banner').waitFor({ state: 'detached' });
    await white.confirm('Resign');
    await white.page.locator('.result').waitFor();
    assert.deepEqual(await place(), before);
  }));

test('the pictures of the README', { skip: !process.env.CASTLED_PICTURES }, () =>
  withPeople(2, async ({ server, browser, people }) => {
    await people[0].enter();
    await people[0].picture('lobby');
    const [white, black] = await pair(people, '10+5');
    await playAll(
      [white, black],
      opera.map(san => ['type', san, san]),
    );
    await white.page.locator('.chat input').fill('Good luck!');
    await white.page.keyboard.press('Enter');
    await black.sees('Good luck!');
    await black.page.locator('.chat input').fill('Have fun!');
    await black.page.keyboard.press('Enter');
    await white.sees('Have fun!');
    await white.page.locator('.chat input').blur();
    await white.page.mouse.move(0, 0);
    await white.sees('Philidor');
    await white.picture('game');
    await white.page.emulateMedia({ colorScheme: 'dark' });
    await white.picture('game-dark');

    const storage = await black.context.storageState();
    const held = await person(browser, server, {
      ...phone,
      colorScheme: 'dark',
      storageState: storage,
    });
    await held.goto(`/${white.gameId()}`);
    await held.sees('Philidor');
    await held.onBoard();
    await held.hasMoves(opera.length);
    await held.picture('phone');
    held.expectNoFaults();
  }),
);
