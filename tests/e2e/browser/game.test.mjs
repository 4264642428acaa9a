// game.test.mjs - the page of a game: clocks, what follows the game, downloads, and what a phone does.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { lineTo } from './line.mjs';
import { member, pair, person, phone, playAll, withPeople } from './person.mjs';

const opening = [
  ['click', 'e2e4', 'e4'],
  ['click', 'e7e5', 'e5'],
];

const resign = async one => {
  await one.confirm('Resign');
  await one.page.locator('.result').waitFor();
};

const address = one => new URL(one.page.url()).pathname;

test('a first-time visitor gets to the second game with one tap; then there is a score', () =>
  withPeople(2, async ({ people }) => {
    const players = await pair(people);
    await playAll(players, opening);
    const first = address(people[0]);
    await resign(players[0]);
    assert.equal(await people[0].page.locator('.score').count(), 0);
    await players[1].page.locator('.result').waitFor();
    for (const one of people) await one.button('New opponent').click();
    for (const one of people) {
      await one.page.waitForFunction(
        before =>
          /^\/[0-9A-Za-z]{8}/.test(location.pathname) &&
          !location.pathname.startsWith(before) &&
          document.querySelector('.board cg-board piece'),
        first,
      );
      await one.page.locator('.summary', { hasText: '5+3' }).waitFor();
    }
    assert.equal(address(people[0]).slice(0, 9), address(people[1]).slice(0, 9));
    const isWhite = await people[0].page.locator('.board .orientation-white').count();
    const again = isWhite ? people : [people[1], people[0]];
    await playAll(again, opening);
    await resign(again[0]);
    for (const one of people)
      assert.match(
        await one.page.locator('.score').textContent(),
        /against .*: (1 – 1|2 – 0|0 – 2)/,
      );
  }));

test('whoever is about to abort as the opponent moves is not about to resign', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening.slice(0, 1));
    await white.button('Abort').click();
    await white.page.locator('.armed', { hasText: 'Abort game' }).waitFor();
    await black.click('e7e5');
    await white.hasMoves(2);
    assert.equal(await white.page.locator('.armed').count(), 0);
    await white.button('Resign').waitFor();
  }));

test('the player’s clock stops when the move is sent, before the server answers', () =>
  withPeople(1, async ({ server, browser, people: [other] }) => {
    const line = await lineTo(server);
    try {
      const one = await person(browser, line);
      const players = await pair([one, other]);
      await playAll(players, opening);
      const mine = one.page.locator('.player .clock').last();
      const [mover] = players;
      if (mover !== one) {
        await mover.click('g1f3');
        await one.hasMoves(3);
      }
      await one.page.locator('.player:last-child .clock.running').waitFor();
      line.hush();
      await one.click(mover === one ? 'g1f3' : 'b8c6');
      await one.page.locator('.player:last-child .clock:not(.running)').waitFor();
      assert.equal(await one.page.locator('.clock.running').count(), 0);
      assert.match(await mine.textContent(), /^\d:\d\d/);
      line.mend();
      await other.hasMoves(mover === one ? 3 : 4);
      await one.page.locator('.player:first-child .clock.running').waitFor();
    } finally {
      line.close();
    }
  }));

test('the saved game is the server’s, with its clocks; the title says who plays', () =>
  withPeople(2, async ({ people }) => {
    const players = await pair(people);
    await playAll(players, opening);
    const [white, black] = players;
    await white.page.waitForFunction(() => /^Your turn · .+ vs .+ · castled$/.test(document.title));
    await black.page.waitForFunction(() => /^White to move · .+ vs .+/.test(document.title));
    await resign(white);
    const [file] = await Promise.all([
      white.page.waitForEvent('download'),
      white.page.getByRole('button', { name: 'PGN' }).first().click(),
    ]);
    const pgn = fs.readFileSync(await file.path(), 'utf8');
    for (const part of [/%clk/, /\[ECO "/, /\[Date "20/]) assert.match(pgn, part);
    await white.button('Analyse').click();
    await white.page.waitForFunction(() =>
      document.querySelector('.share textarea')?.value.includes('%clk'),
    );
    await white.page.waitForFunction(() => /^Analysis.* vs .+/.test(document.title));
    await white.goto('/');
    await white.page.waitForFunction(() => document.title === 'Play chess · castled');
  }));

test('a muted player stays muted after a reload', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await black.button('Mute').click();
    await black.button('Unmute').waitFor();
    await black.page.reload();
    await black.button('Unmute').waitFor();
    await white.page.locator('.chat form input').fill('Can you hear me?');
    await white.page.keyboard.press('Enter');
    await white.sees('Can you hear me?');
    await white.click('e2e4');
    await black.hasMoves(1);
    assert.equal(await black.page.getByText('Can you hear me?').count(), 0);
  }));

test('muting on one device applies on the other; rating changes are shown to players who come back after a game', () =>
  withPeople(1, async ({ server, browser, people: [watcher] }) => {
    const ann = await member(browser, server, 'Ann');
    const bob = await member(browser, server, 'Bob');
    const players = await pair([ann, bob]);
    const elsewhere = await member(browser, server, 'Ann', ann.session);
    await elsewhere.enter(address(ann));
    await elsewhere.button('Mute').waitFor();
    await ann.button('Mute').click();
    await elsewhere.button('Unmute').waitFor();
    await elsewhere.page.reload();
    await elsewhere.button('Unmute').click();
    await ann.button('Mute').waitFor();
    await playAll(players, opening);
    await resign(players[0]);
    const changes = one => one.page.locator('.result p.figures:not(.score)');
    await changes(ann).nth(1).waitFor();
    const told = await changes(ann).allTextContents();
    // A first game between newcomers: 1500 to 1741 and 1258 on lichess, and gains in blitz count 1.005 times.
    assert.match(told.join(), /1743\? \(\+243\)/);
    assert.match(told.join(), /1259\? \(−241\)/);
    await elsewhere.page.reload();
    await watcher.enter(address(ann));
    for (const one of [elsewhere, watcher]) await changes(one).nth(1).waitFor();
    assert.deepEqual(await changes(elsewhere).allTextContents(), told);
    assert.match((await changes(watcher).allTextContents()).join(), /Ann.*Bob|Bob.*Ann/);
    for (const one of [ann, bob, elsewhere]) one.expectNoFaults();
  }));

test('a phone vibrates, and its screen stays on until the game is over', () =>
  withPeople(
    2,
    async ({ people }) => {
      for (const one of people)
        await one.page.addInitScript(() => {
          window.felt = 0;
          window.locks = 0;
          navigator.vibrate = () => Boolean(++window.felt);
          Object.defineProperty(navigator, 'wakeLock', {
            value: {
              request: async () => {
                window.locks++;
                return { release: async () => window.locks-- };
              },
            },
          });
        });
      const players = await pair(people);
      const [white, black] = players;
      for (const one of people) await one.page.waitForFunction(() => window.locks === 1);
      await white.tap('e2e4');
      await black.hasMoves(1);
      await black.tap('e7e5');
      await white.hasMoves(2);
      for (const one of people) await one.page.waitForFunction(() => window.felt > 0);
      await resign(white);
      for (const one of people) await one.page.waitForFunction(() => window.locks === 0);
    },
    { options: [phone, phone] },
  ));
