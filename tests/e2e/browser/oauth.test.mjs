// oauth.test.mjs - an app of another site gets a player's token: the whole flow in a browser, from the app's page and back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';

import { withPeople } from './person.mjs';

const password = 'correct-horse';

// What the app's page does, as those that are written for Lichess do: the proof is kept while the browser is away.
const script = `
  const base64url = bytes =>
    btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const host = new URLSearchParams(location.search).get('host') ?? sessionStorage.host;
  const client_id = 'a-test', redirect_uri = location.origin + '/back?kept=1';
  async function ask() {
    sessionStorage.host = host;
    sessionStorage.verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionStorage.verifier));
    location.assign(host + '/oauth?' + new URLSearchParams({
      response_type: 'code', client_id, redirect_uri, scope: 'board:play preference:read', state: 'mine',
      code_challenge_method: 'S256', code_challenge: base64url(new Uint8Array(hash)),
    }));
  }
  async function finish(code) {
    const made = await fetch(host + '/api/token', { method: 'POST', body: new URLSearchParams({
      grant_type: 'authorization_code', code, code_verifier: sessionStorage.verifier, client_id, redirect_uri }) });
    const { access_token: token } = await made.json();
    const headers = { authorization: 'Bearer ' + token };
    const { username } = await (await fetch(host + '/api/account', { headers })).json();
    const gone = await fetch(host + '/api/token', { method: 'DELETE', headers });
    const after = await fetch(host + '/api/account', { headers });
    document.body.textContent = [username, made.status, gone.status, after.status].join(' ');
  }
  const came = new URLSearchParams(location.search);
  if (came.has('code') && came.get('state') === 'mine' && came.get('kept') === '1') finish(came.get('code'));
  else if (came.has('error')) document.body.textContent = came.get('error') + ' ' + came.get('state');
  else ask();
`;

async function withApp(body) {
  const app = http.createServer((request, response) => {
    const isPage = request.url.startsWith('/start') || request.url.startsWith('/back');
    response.writeHead(isPage ? 200 : 204, { 'content-type': 'text/html' });
    response.end(isPage ? `<!doctype html><title>App</title><body><script>${script}</script></body>` : '');
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  try {
    await body(`http://127.0.0.1:${app.address().port}`);
  } finally {
    app.closeAllConnections();
    app.close();
  }
}

test('a person signs up on the way, authorises an app, and it revokes its token', () =>
  withPeople(1, ({ people: [one] }) =>
    withApp(async app => {
      await one.page.goto(`${app}/start?host=${one.address('')}`);
      await one.sees(`a-test (${app}) wants to use your account. Sign in to decide.`);
      await one.button('Sign up').click();
      await one.page.getByLabel('Username').fill('Alice');
      await one.page.getByLabel('Password').fill(password);
      await one.page.locator('.sign form .primary').click();
      await one.sees('a-test wants to use your account Alice. It could:');
      const granted = await one.page.locator('.oauth li').allTextContents();
      assert.deepEqual(granted, ['Read your settings', 'Play games as you']);
      assert.equal(await one.page.locator('.oauth .site').textContent(), app);
      await one.button('Authorise').click();
      await one.page.waitForURL(`${app}/back**`);
      await one.sees('Alice 200 204 401');
      one.forgive(/401/);
    }),
  ));

test('a person cancels, and the app is told; no redirect goes where a script would run', () =>
  withPeople(1, ({ people: [one] }) =>
    withApp(async app => {
      await one.goto('/sign-up');
      await one.page.getByLabel('Username').fill('Bob');
      await one.page.getByLabel('Password').fill(password);
      await one.page.locator('.sign form .primary').click();
      await one.page.locator('.head').getByRole('link', { name: 'Bob', exact: true }).waitFor();
      await one.page.goto(`${app}/start?host=${one.address('')}`);
      await one.page.getByRole('link', { name: 'Cancel' }).click();
      await one.page.waitForURL(`${app}/back**`);
      await one.sees('access_denied mine');
      await one.goto('/oauth?response_type=code&client_id=x&redirect_uri=javascript:alert(1)');
      await one.sees('The app’s request is not valid');
      assert.equal(await one.page.locator('main a').count(), 0);
      await one.goto(`/oauth?client_id=x&redirect_uri=${encodeURIComponent(`${app}/back`)}`);
      await one.sees('response_type required');
      assert.equal(new URL(one.page.url()).pathname, '/oauth', 'nobody is sent on by themselves');
      await one.page.getByRole('link', { name: 'Back to the app' }).click();
      await one.sees('invalid_request null');
      one.forgive(/400/);
    }),
  ));

test('a program sends its user to a pre-filled form, as on Lichess', () =>
  withPeople(1, async ({ people: [one] }) => {
    await one.goto(
      '/account/oauth/token/create?scopes[]=challenge:write&scopes[]=board:play&description=Prefilled+by+a+board',
    );
    await one.button('Sign up').click();
    await one.page.getByLabel('Username').fill('Carol');
    await one.page.getByLabel('Password').fill(password);
    await one.page.locator('.sign form .primary').click();
    await one.page.locator('.scopes input').first().waitFor();
    assert.equal(await one.page.getByLabel('Description').inputValue(), 'Prefilled by a board');
    const ticked = await one.page.locator('.scopes input:checked').evaluateAll(boxes => boxes.map(({ value }) => value));
    assert.deepEqual(ticked, ['challenge:write', 'board:play']);
    await one.button('Create token').click();
    assert.match(await one.page.locator('.account code').textContent(), /^tok_/);
    const made = one.page.locator('.account li', { hasText: 'Prefilled by a board' });
    await made.getByText('Send, accept and decline challenges').waitFor();
    await made.getByRole('button', { name: 'Revoke' }).click();
    await made.waitFor({ state: 'hidden' });
    one.forgive(/40[13]/);
  }));
