// oauth.test.mjs - an app of another site gets a player's token: the whole flow in a browser, from the app's page and back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';

import { newProvider } from '../sockets/provider.mjs';
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
      one.forgive(/status of 401/);
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
      one.forgive(/status of 400/);
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
    one.forgive(/status of 40[13]/);
  }));

test('a person signs in with the club’s own accounts, chooses a username, and links another account', async () => {
  const provider = await newProvider({ secret: null });
  const args = ['--oidc-issuer', provider.issuer, '--oidc-client-id', provider.client, '--oidc-name', 'Our Club', '--outbound-ca', provider.ca];
  // The provider’s page, which sends its visitor back at once.
  const visit = async (one, subject, claims) => {
    await one.page.route(`${provider.issuer}/authorize**`, route => {
      const { redirect, state, code } = provider.signIn(route.request().url(), subject, claims);
      const back = `${redirect}?${new URLSearchParams({ state, code })}`;
      return route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${JSON.stringify(back)})</script>` });
    });
  };
  try {
    await withPeople(2, async ({ people: [one, other] }) => {
      await visit(one, 'id-1', { preferred_username: 'anna.schmidt' });
      await one.goto('/sign-in');
      await one.button('Sign in with Our Club').click();
      await one.sees('Choose a username for this place.');
      const name = one.page.getByLabel('Username');
      assert.equal(await name.inputValue(), 'anna-schmidt');
      await name.fill('Anna');
      await one.page.locator('.sign form .primary').click();
      await one.page.locator('.head').getByRole('link', { name: 'Anna', exact: true }).waitFor();
      assert.equal(new URL(one.page.url()).search, '', 'neither code nor state is left in the address');
      await one.goto('/account');
      await one.sees('Once you have a password, you can unlink Our Club.');
      assert.equal(await one.page.getByLabel('Current password').count(), 0);

      await other.goto('/sign-up');
      await other.page.getByLabel('Username').fill('Bob');
      await other.page.getByLabel('Password').fill(password);
      await other.page.locator('.sign form .primary').click();
      await other.page.locator('.head').getByRole('link', { name: 'Bob', exact: true }).waitFor();
      await visit(other, 'id-1');
      await other.goto('/account');
      await other.button('Link with Our Club').click();
      await other.sees('That sign-in belongs to another account.');
      await other.page.unroute(`${provider.issuer}/authorize**`);
      await visit(other, 'id-2');
      await other.goto('/account');
      await other.button('Link with Our Club').click();
      await other.sees('You can sign in with Our Club.');
      await other.button('Unlink Our Club').click();
      await other.button('Link with Our Club').waitFor();
      one.forgive(/status of 409/);
      other.forgive(/status of 409/);
    }, { args });
  } finally {
    provider.close();
  }
});
