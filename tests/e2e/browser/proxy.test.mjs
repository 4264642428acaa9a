// proxy.test.mjs - a browser behind an nginx that has nothing but proxy_pass: neither Host nor anything else tells the
// server what the browser asked for.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { patience, withCastled } from '../sockets/castled.mjs';
import { host, name, withBareNginx, without } from '../sockets/proxies.mjs';
import { launch } from './person.mjs';

let browser;
before(async () => (browser = await launch(`--host-resolver-rules=MAP ${name} ${host}`)));
after(() => browser.close());

async function withPage(body) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
  context.setDefaultTimeout(patience);
  await body(await context.newPage(), context);
  await context.close();
}

const signUp = () =>
  fetch('/api/account', { method: 'POST', body: new URLSearchParams({ name: 'Alice', password: 'correct-horse' }) })
    .then(({ status }) => status);

for (const tls of [true, false])
  test(`a page by ${tls ? 'https' : 'http'} connects, and a player who signs in stays signed in`, { skip: without.nginx }, () =>
    withCastled({}, server =>
      withBareNginx(server, ({ port }) =>
        withPage(async (page, context) => {
          const here = `${tls ? 'https' : 'http'}://${name}:${port}/`;
          await page.goto(here);
          await page.locator('.tile:enabled').first().waitFor();
          assert.equal(await page.evaluate(signUp), 201);
          await page.reload();
          await page.locator('.tile:enabled').first().waitFor();
          await page.getByText('Alice').first().waitFor();
          const names = (await context.cookies(here)).map(cookie => cookie.name);
          for (const kept of ['castled_page', 'castled_session'])
            assert.ok(names.includes(tls ? `__Host-${kept}` : kept), `${names}`);
          assert.ok(names.every(each => each.startsWith('__Host-') === tls), `${names}`);
        }), { tls })));
