// proxy.test.mjs - a browser at the page behind nginx that has nothing but proxy_pass: neither Host nor anything else
// tells the server what the browser asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chromium } from 'playwright-core';

import { patience, withCastled } from '../sockets/castled.mjs';
import { host, name, withBareNginx, without } from '../sockets/proxies.mjs';
import { flags } from './person.mjs';

async function withPage(body) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, `--host-resolver-rules=MAP ${name} ${host}`],
  });
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
    context.setDefaultTimeout(patience);
    await body(await context.newPage(), context);
  } finally {
    await browser.close();
  }
}

const signUp = () =>
  fetch('/api/account', { method: 'POST', body: new URLSearchParams({ name: 'Alice', password: 'correct-horse' }) })
    .then(({ status }) => status);

for (const tls of [true, false])
  test(`a page by ${tls ? 'https' : 'http'} gets in, and whoever signs in stays so`, { skip: without.nginx }, () =>
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
          const names = (await context.cookies(here)).map(cookie => cookie.name).sort();
          const prefix = tls ? '__Host-' : '';
          assert.deepEqual(names, [`${prefix}castled_page`, `${prefix}castled_session`]);
        }), { tls })));
