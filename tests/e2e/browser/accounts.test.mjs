// accounts.test.mjs - an account from its first day to its last, as seen by its owner in the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { castled, runCastled, takePort } from '../sockets/castled.mjs';
import { newPostOffice } from '../sockets/post_office.mjs';
import { pair, playAll, withPeople, withPeopleOn } from './person.mjs';

const password = 'correct-horse';

const sign = async (one, way, name, secret = password) => {
  await one.goto(`/sign-${way}`);
  await one.page.getByLabel('Username').fill(name);
  await one.page.getByLabel('Password').fill(secret);
  await one.page.locator('.sign form .primary').click();
};

const isIn = (one, name) =>
  one.page.locator('.head').getByRole('link', { name, exact: true }).waitFor();

// The lobby is another page than the one where that button was, which lives on until the lobby comes, and says itself that
// its player has been signed out.
const isOut = async one => {
  await one.page.locator('.tile:enabled').first().waitFor();
  await isIn(one, 'Sign in');
};

test('a guest signs up and keeps their game; signs out and in again', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await white.click('e2e4');
    await black.hasMoves(1);
    await sign(white, 'up', 'Alice');
    await isIn(white, 'Alice');
    await white.page.locator('.unfinished .small-game').click();
    await white.onBoard();
    await black.click('e7e5');
    await white.hasMoves(2);
    await white.click('g1f3');
    await black.hasMoves(3);

    await white.goto('/account');
    await white.button('Sign out').click();
    await isOut(white);
    await sign(white, 'in', 'Alice', 'wrong-horse');
    await white.sees('Wrong username or password.');
    await sign(white, 'in', 'alice');
    await isIn(white, 'Alice');
    white.forgive(/status of 401/);
  }));

test('a link of a letter or an invitation is opened in a tab that shows the form already', () =>
  withPeople(1, async ({ people: [one] }) => {
    await one.goto('/sign-in');
    await one.page.getByLabel('Username').waitFor();
    await one.goto(`/sign-in#confirm=${'a'.repeat(32)}`); // no other document, by itself
    await one.page.getByRole('button', { name: 'This is my address' }).waitFor();
    await one.goto('/sign-in#stop=a.b');
    await one.page.getByRole('button', { name: 'Stop reminders' }).waitFor();
    await one.goto('/sign-up');
    await one.page.getByLabel('Username').waitFor();
    await one.goto('/sign-up#invitation=abc');
    await one.sees('You have been invited');
  }));

test('a taken name is refused with a reason, and so is one that looks like it', () =>
  withPeople(2, async ({ server, people: [one, two] }) => {
    await sign(one, 'up', 'Alice');
    await isIn(one, 'Alice');
    await sign(two, 'up', 'A1ice');
    await two.sees('This username is taken, or too similar to one that is.');
    const closing = ['admin', '--data', server.directory, 'registration', 'closed'];
    assert.equal((await runCastled(closing)).code, 0);
    await sign(two, 'up', 'Bob');
    await two.sees('Registration is closed on this server.');
    two.forgive(/status of 40[39]/);
  }));

test('profiles: ratings, following, blocking', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    await sign(one, 'up', 'Alice');
    await isIn(one, 'Alice');
    await sign(two, 'up', 'Bob');
    await isIn(two, 'Bob');
    await two.goto('/@/Alice');
    await two.page.getByRole('heading', { name: 'Alice' }).waitFor();
    await two.button('Follow').click();
    await two.button('Unfollow').waitFor();
    await two.button('Block').click();
    await two.button('Unblock').waitFor();
    await two.button('Report').click();
    await two.page.getByLabel('What happened?').fill('She always wins.');
    await two.button('Send').click();
    await two.sees('Thank you. The operator will look into it.');
  }));

test('tokens are shown once and revoked; the account is ended', () =>
  withPeople(1, async ({ people: [one] }) => {
    await sign(one, 'up', 'Alice');
    await isIn(one, 'Alice');
    await one.goto('/account');
    await one.page.getByLabel('Description').fill('my bot');
    await one.page.getByLabel('bot:play').check();
    await one.button('Create token').click();
    const token = await one.page.locator('.account code').textContent();
    assert.match(token, /^tok_/);
    await one.button('Revoke').click();
    await one.button('Revoke').waitFor({ state: 'hidden' });
    await one.page
      .locator('form', { hasText: 'cannot be undone' })
      .getByLabel('Password')
      .fill(password);
    await one.button('Delete my account').click();
    await isOut(one);
  }));

test('a new password revokes all tokens except those that are kept', () =>
  withPeople(1, async ({ people: [one] }) => {
    await sign(one, 'up', 'Alice');
    await isIn(one, 'Alice');
    await one.goto('/account');
    await one.sees('You will be signed out everywhere else.');
    for (const name of ['my bot', 'my script']) {
      await one.page.getByLabel('Description').fill(name);
      await one.button('Create token').click();
      await one.page.locator('.account li', { hasText: name }).waitFor();
    }
    await one.sees(
      'You will be signed out everywhere else, and your API access tokens will stop working.',
    );
    await one.page.getByLabel('Current password').fill(password);
    await one.page.getByLabel(/^New password/).fill('battery-staple');
    await one.page.getByRole('checkbox', { name: 'my script' }).check();
    await one.button('Change password').click();
    await one.sees('Password changed. You have been signed out everywhere else.');
    await one.page.locator('.account li', { hasText: 'my bot' }).waitFor({ state: 'hidden' });
    await one.page.locator('.account li', { hasText: 'my script' }).waitFor();
  }));

test('a player is challenged from their profile, and accepts in the lobby', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    await sign(one, 'up', 'Alice');
    await isIn(one, 'Alice');
    await sign(two, 'up', 'Bob');
    await isIn(two, 'Bob');
    await two.goto('/@/Alice');
    await two.button('Challenge').click();
    await two.page.locator('.game-form').getByText('Rated', { exact: true }).click();
    await two.page.locator('.game-form .primary').click();
    await one.sees('Bob challenges you to a game');
    await one.page.getByLabel('Reason for declining').selectOption('tooFast');
    await one.button('Decline').click();
    await two.sees('Alice declined your challenge: too fast.');
    await two.button('Challenge').click();
    await two.page.locator('.game-form').getByText('Rated', { exact: true }).click();
    await two.page.locator('.game-form .primary').click();
    await one.button('Accept').click();
    await Promise.all([one.onBoard(), two.onBoard()]);
    await one.sees(/· Rated/);
    await one.button('Bob').click();
    await one.button('Follow').click();
    await one.button('Unfollow').waitFor();
    await one.button('Close').click();
    const isWhite = await one.page.locator('.cg-wrap.orientation-white').count();
    await playAll(isWhite ? [one, two] : [two, one], [
      ['click', 'e2e4', 'e4'],
      ['click', 'e7e5', 'e5'],
    ]);
    await one.confirm('Resign');
    await two.sees(/Your rating: \d+\? \(\+\d+\)/);
    await one.page.locator('.home').click();
    const friends = one.page.getByRole('region', { name: 'Friends online' });
    await friends.getByRole('link', { name: 'Bob' }).waitFor();
    await friends.getByRole('link', { name: 'Everyone you follow' }).click();
    await one.page.getByRole('region', { name: 'Following' }).getByText('online').waitFor();
    await one.button('Unfollow').click();
    await one.sees('You do not follow anyone yet.');
    await one.goto('/@/Bob');
    await one.page.locator('.games li').first().waitFor();
    await one.page.getByLabel('Result').selectOption('lost');
    await one.sees('No finished games.');
    assert.equal(new URL(one.page.url()).search, '?result=lost');
    await one.goto('/@/Bob?result=won&opponent=Alice');
    await one.page.locator('.games li').first().waitFor();
    assert.equal(await one.page.getByLabel('Result').inputValue(), 'won');
  }));

test('settings go into a new account, and from there to another browser and back', () =>
  withPeople(2, async ({ people: [one, two] }) => {
    const has = (who, board) =>
      who.page.waitForFunction(name => document.documentElement.dataset.board === name, board);
    const choose = (who, name) => who.page.locator('.choice label', { hasText: name }).click();
    const kept = who =>
      who.page.waitForResponse(
        answer => answer.request().method() === 'PUT' && /account\/settings$/.test(answer.url()),
      );
    await one.goto('/settings');
    await choose(one, 'walnut');
    const first = kept(one);
    await sign(one, 'up', 'Alice');
    await first;
    await sign(two, 'in', 'Alice');
    await has(two, 'walnut');
    await two.goto('/settings');
    const second = kept(two);
    await choose(two, 'plum');
    assert.equal((await second).status(), 200);
    await one.goto('/settings');
    await has(one, 'plum');
  }));

test('an address is confirmed by a link, reminders are chosen, and a forgotten password is set by another link', async () => {
  const office = await newPostOffice({ mode: 'plain' });
  const port = await takePort();
  const base = `http://127.0.0.1:${port}`;
  const server = castled({ args: ['--public-url', base, '--smtp', office.url, '--mail-from', 'chess@club.example'] });
  server.port = port;
  // As a link in a letter is opened: in a page that is not there yet.
  const visit = async (one, path) => {
    await one.goto('/analysis');
    await one.goto(path);
  };
  const open = async (one, word) => {
    const [, path] = new RegExp(`^${base}(/sign-in#${word}=\\w+)$`, 'm').exec(office.newest().text);
    await visit(one, path);
    return path;
  };
  try {
    await server.start();
    await withPeopleOn(server, 1, async ({ people: [one] }) => {
      await sign(one, 'up', 'Anna');
      await isIn(one, 'Anna');
      await one.goto('/settings');
      await one.page.getByLabel('E-mail address').fill('anna@club.example');
      await one.page.getByLabel('Password').fill(password);
      await one.button('Save address').click();
      await one.sees('Open the link in the letter to anna@club.example');
      await office.has(1);
      await open(one, 'confirm');
      await one.button('This is my address').click();
      await one.sees('The address has been confirmed.');
      await one.goto('/settings');
      await one.sees('Your address: anna@club.example');
      const saved = one.page.waitForResponse(response => response.url().endsWith('/api/mail/reminders'));
      await one.page.getByLabel('Remind me of my turn').selectOption('12');
      assert.equal((await saved).status(), 200);

      await one.goto('/account');
      await one.button('Sign out').click();
      await isOut(one);
      await one.goto('/sign-in');
      await one.button('Forgotten your password?').click();
      await one.page.getByLabel('Username or e-mail address').fill('Anna');
      await one.button('Send link').click();
      await one.sees('a link is on its way');
      await office.has(2);
      const path = await open(one, 'recover');
      await one.page.getByRole('heading', { name: 'New password for Anna' }).waitFor();
      await one.page.getByLabel('New password').fill('battery-staple');
      await one.button('Set password').click();
      await isIn(one, 'Anna');
      await visit(one, path);
      await one.sees('This link has expired, or has been used already.');
      one.forgive(/status of 404/);
    });
  } finally {
    await server.remove();
    office.close();
  }
});
