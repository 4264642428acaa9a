// notifications.test.mjs - a player who is looking at something else is notified of games, moves and challenges; a click
// leads there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { patience } from '../sockets/castled.mjs';
import { tabOf, withPeople } from './person.mjs';

// The headless browser shows no notifications.
process.env.CHROMIUM ??= '/usr/bin/chromium';

const kept = { serviceWorkers: 'allow', permissions: ['notifications'] };

// The page believes that it is hidden, or visible again.
const look = (one, away) =>
  one.page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);

// Waits until the other tabs know of this one that it is visible, or that it no longer is.
const knownAs = (one, visible) =>
  one.page.waitForFunction(
    wanted =>
      navigator.locks.request('castled.test', async () => {
        const { held } = await navigator.locks.query();
        const own = held.find(({ name }) => name === 'castled.test').clientId;
        return held.some(({ name, clientId }) => name === 'castled.seen' && clientId === own) === wanted;
      }),
    visible,
    { polling: 20 },
  );

// Each tab keeps what it has shown, in storage that all tabs share. Chromium can't be asked again and again: what it has stored but
// not yet displayed when getNotifications looks, it takes for something that was closed, and never lists it.
const remembersShown = () => {
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  prototype.showNotification = async function (title, options) {
    await showNotification.call(this, title, options);
    localStorage.setItem('test.shown', `${localStorage.getItem('test.shown') ?? ''}${options.body}\n`);
  };
};
const shown = one => one.page.evaluate(() => localStorage.getItem('test.shown') ?? '');

// What the notifications on the screen say.
const onScreen = one =>
  one.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ body }) => body).join('\n');
  });

// Waits until one says so, which is on the screen then.
async function told(one, wanted) {
  const until = Date.now() + patience;
  const says = said => said.split('\n').some(body => wanted.test(body));
  for (let said; !says((said = await shown(one))); ) {
    assert.ok(Date.now() < until, `said: ${said}`);
    await pause(20); // a background tab draws nothing that could be waited for
  }
  const said = await onScreen(one);
  assert.ok(says(said), `on the screen: ${said}`);
}

// Like a click on the newest one: a headless browser has nothing to click on.
const click = async one => {
  const [worker] = one.context.serviceWorkers();
  await worker.evaluate(async () => {
    const notification = (await registration.getNotifications()).at(-1);
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
};

async function clickLeadsTo(one, game) {
  await click(one);
  await one.onBoard();
  assert.equal(one.gameId(), game);
}

// As a push message shows it.
const push = (one, game) =>
  one.context.serviceWorkers()[0].evaluate(path => registration.showNotification('Your turn', { data: { path } }), `/${game}`);

// Turns notifications on.
async function wantsNotifications(one) {
  await one.context.addInitScript(remembersShown);
  await one.enter();
  await one.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await one.enter('/settings');
  await one.page.locator('.setting', { hasText: 'Notify me' }).getByText('On').click();
  await one.page.locator('.home').click();
}

async function seek(one) {
  await one.quick('5+3');
  await one.sees('Looking for an opponent');
}

// A game of both, one of whom has a service worker.
async function begin(one, other) {
  await one.enter();
  await one.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await other.enter();
  await seek(one);
  await other.quick('5+3');
  await Promise.all([one.onBoard(), other.onBoard()]);
}

const isWhite = one => one.page.locator('.board .orientation-white').count();

test('about a new game and its moves while another page is open; a click leads to the game', () =>
  withPeople(
    2,
    async ({ people: [one, other] }) => {
      await wantsNotifications(one);
      await other.enter();
      await seek(one);
      await look(one, true);
      await other.quick('5+3');
      await Promise.all([one.onBoard(), other.onBoard()]);
      await told(one, /^Your game has started/);
      if (await isWhite(one)) {
        await one.click('e2e4');
        await other.hasMoves(1);
      }
      await one.page.locator('.gear').click();
      await one.sees('Notify me');
      await other.click((await isWhite(other)) ? 'e2e4' : 'e7e5');
      await told(one, /^.+ played e[45]\. It is your turn\.$/);
      assert.equal(new URL(one.page.url()).pathname, '/settings');
      await clickLeadsTo(one, other.gameId());
    },
    { options: [kept, {}] },
  ));

test('a click on a push message leads to its game, also where the page shows no notifications of its own', () =>
  withPeople(
    2,
    async ({ people: [one, other] }) => {
      await begin(one, other);
      await one.page.locator('.gear').click();
      await one.sees('Notify me');
      await push(one, other.gameId());
      await clickLeadsTo(one, other.gameId());
    },
    { options: [kept, {}] },
  ));

test('a click leads to its game at once where the page was just loaded', () =>
  withPeople(
    2,
    async ({ people: [one, other] }) => {
      await begin(one, other);
      await push(one, other.gameId());
      await one.page.goto(one.address('/settings'), { waitUntil: 'domcontentloaded' });
      await clickLeadsTo(one, other.gameId());
    },
    { options: [kept, {}] },
  ));

test('about nothing while a tab of this site is visible, and about the end of the game when none is', () =>
  withPeople(
    2,
    async ({ server, people: [one, other] }) => {
      await wantsNotifications(one);
      await other.enter();
      const second = await tabOf(one.context, server);
      await second.enter('/settings');
      await one.page.bringToFront();
      await seek(one);
      await second.page.bringToFront();
      await knownAs(second, true);
      await look(one, true);
      await other.quick('5+3');
      await other.onBoard();
      await one.page.waitForURL(`**/${other.gameId()}`);
      assert.equal(await shown(one), '');
      assert.equal(await onScreen(one), '');
      await look(second, true);
      await knownAs(second, false);
      await other.confirm('Abort', 'Abort game');
      await told(one, /^Your game against .+ is over\.$/);
    },
    { options: [kept, {}] },
  ));
