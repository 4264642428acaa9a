// operators.test.mjs - the operators' page: reports appear as they come, acts are done and undone, a warning reaches whom it is for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runCastled, withCastled } from '../sockets/castled.mjs';
import { browser as client } from '../sockets/http_client.mjs';
import { codeOf, step } from '../sockets/totp.mjs';
import { launch, person } from './person.mjs';

test('an operator decides on a report, mutes and takes it back, and warns', async () => {
  await withCastled({}, async server => {
    const [boss, bob] = [client(server), client(server)];
    await boss.post('/api/account', { name: 'Boss', password: 'correct-horse' });
    await bob.post('/api/account', { name: 'Bob', password: 'correct-horse' });
    await runCastled(['admin', '--data', server.directory, 'operator', 'Boss']);
    const browser = await launch();
    try {
      const come = ({ cookie: value }) => {
        const cookie = { name: 'castled_session', value, domain: '127.0.0.1', path: '/' };
        return person(browser, server, { storageState: { cookies: [cookie] } });
      };
      const [one, rude] = [await come(boss), await come(bob)];
      const press = (within, name) =>
        one.page.locator(`section:has(#${within})`).getByRole('button', { name }).click();
      await one.goto('/admin');
      await one.page.locator('.operator-figures .figures').first().waitFor();
      const isBeside = label => {
        const [box, text] = [...label.children].map(each => each.getBoundingClientRect());
        return box.right <= text.left && box.top < text.bottom && text.top < box.bottom;
      };
      assert.ok(await one.page.locator('section:has(#operator-webhooks) .switch').first().evaluate(isBeside));
      await bob.post('/api/report/Boss', { reason: 'other', text: 'They are too strict.' });
      await one.page.getByText('They are too strict.').waitFor();
      await press('operator-reports', 'Close report');
      await one.page.getByText('No report is open.').waitFor();

      await one.page.getByLabel('Username or id').first().fill('Bob');
      await press('operator-person', 'Show');
      await press('operator-person', 'Mute for 7 days');
      await one.page.getByText('Bob is now muted.').waitFor();
      await press('operator-acts', 'Undo: mute');
      await one.page.getByText('Bob is no longer muted.').waitFor();
      await one.confirm('Ban', 'Yes, do it');
      await one.page.getByText('Bob is now banned.').waitFor();
      await press('operator-acts', 'Undo: ban');
      await one.page.getByText('Bob is no longer banned.').waitFor();

      await rude.goto('/');
      await rude.page.locator('.tile:enabled').first().waitFor();
      await one.page.locator('section:has(#operator-person)').getByLabel('Warning').fill('Be kind.');
      // What is being typed stays when the lists are fetched again.
      await bob.post('/api/report/Boss', { reason: 'other', text: 'They are much too strict.' });
      await one.page.getByText('They are much too strict.').waitFor();
      await press('operator-person', 'Warn');
      await rude.page.getByText('Warning from the operators: Be kind.').waitFor();
      one.expectNoFaults();
      rude.expectNoFaults();
    } finally {
      await browser.close();
    }
  });
});

test('an operator sets up a second factor, signs in with it, and turns it off', async () => {
  await withCastled({}, async server => {
    const boss = client(server);
    await boss.post('/api/account', { name: 'Boss', password: 'correct-horse' });
    await runCastled(['admin', '--data', server.directory, 'operator', 'Boss']);
    const browser = await launch();
    try {
      const cookie = { name: 'castled_session', value: boss.cookie, domain: '127.0.0.1', path: '/' };
      const one = await person(browser, server, { storageState: { cookies: [cookie] } });
      const panel = one.page.locator('section:has(#operator-second)');
      await one.goto('/admin');
      await panel.getByRole('button', { name: 'Set up' }).click();
      await panel.getByRole('img', { name: 'QR code with the key' }).waitFor();
      const secret = (await panel.locator('.operator-key').innerText()).replaceAll(' ', '');
      await panel.getByLabel('Code of your').fill('000');
      await panel.getByRole('button', { name: 'Turn on' }).click();
      await panel.getByText('That code is wrong').waitFor();
      // It is good for half a minute longer than its own; each code is computed when it is typed.
      const now = Date.now();
      await panel.getByLabel('Code of your').fill(codeOf(secret, now));
      await panel.getByRole('button', { name: 'Turn on' }).click();
      await panel.locator('.operator-codes li').first().waitFor();
      const codes = await panel.locator('.operator-codes li').allInnerTexts();
      assert.equal(codes.length, 8);

      await one.context.clearCookies();
      await one.goto('/sign-in');
      await one.page.getByLabel('Username').fill('Boss');
      await one.page.getByLabel('Password').fill('correct-horse');
      await one.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await one.page.getByLabel('Code of your').fill(codeOf(secret, Math.max(now + step, Date.now())));
      await one.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
      await one.page.locator('.tile:enabled').first().waitFor();

      await one.goto('/admin');
      await panel.getByRole('button', { name: 'Turn off' }).click();
      await panel.getByLabel('Code of your').fill(codes[0]);
      await panel.getByRole('button', { name: 'Turn off' }).click();
      await panel.getByRole('button', { name: 'Set up' }).waitFor();
      // The browser itself reports that these were refused.
      assert.deepEqual(
        one.faults.filter(fault => !/status of 40[13]/.test(fault)),
        [],
      );
    } finally {
      await browser.close();
    }
  });
});
