// site.test.mjs - a place of its operator's: below a path behind nginx, with a name, a colour, a logo, rules and a privacy notice;
// stored on the device, too; and no file of the page names anything outside.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { castled, get, newDirectory, takePort, withCastled } from '../sockets/castled.mjs';
import { host, name, withOurNginx, without, belowPath } from '../sockets/proxies.mjs';
import { launch, person, seesUpdate, tellPages } from './person.mjs';

const folder = newDirectory('castled-site-');
const file = (called, text) => {
  fs.writeFileSync(path.join(folder, called), text);
  return path.join(folder, called);
};

const brand = [
  '--site-name', 'Rook & Pawn',
  '--site-description', 'The <club> by the river.',
  '--site-color', '#7a2f6b',
  '--site-logo', file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/><script>document.title = "1"</script></svg>'),
  '--site-rules', file('rules.txt', 'House rules\nBe kind.\r\n\r\nNo <b>engines</b>.'),
  '--site-privacy', file('privacy.txt', 'Privacy\nNothing leaves this house.'),
];

// The accent of the page as the browser computes it.
const accentOf = page =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent)';
    return getComputedStyle(probe).color;
  });

async function withBrowser(flags, body) {
  const browser = await launch(...flags);
  try {
    await body(browser);
  } catch (error) {
    await tellPages(browser.contexts());
    throw error;
  } finally {
    await browser.close();
  }
}

test('below a path behind nginx: an account, a game, its links, a reload, all in the colours of the place', { skip: without.nginx }, () =>
  withCastled({ args: ['--public-url', `https://${name}/chess`, '--trusted-proxy', host, ...brand] }, server =>
    withOurNginx(server, ({ port }) =>
      withBrowser([`--host-resolver-rules=MAP ${name}:443 ${host}:${port}`], async browser => {
        const me = await person(browser, server, { ignoreHTTPSErrors: true });
        const outside = [];
        me.page.on('request', request => {
          const { origin, pathname, protocol } = new URL(request.url());
          if (protocol !== 'data:' && (origin !== `https://${name}` || !/^\/chess(\/|$)/.test(pathname))) outside.push(request.url());
        });
        const { page } = me;
        await page.goto(`https://${name}/chess`);
        await page.locator('.tile:enabled').first().waitFor();
        assert.match(await page.title(), /Rook & Pawn$/);
        await page.locator('.home', { hasText: 'Rook & Pawn' }).waitFor();
        assert.equal(await accentOf(page), 'rgb(122, 47, 107)');
        assert.match(await page.locator('.home .logo').evaluate(logo => getComputedStyle(logo).backgroundImage), /\/chess\/site-logo\.svg/);

        await page.goto(`https://${name}/chess/sign-up`);
        await page.getByRole('link', { name: 'The rules of this place' }).waitFor();
        await page.locator('input[name=name]').fill('Alice');
        await page.locator('input[name=password]').fill('correct-horse');
        await page.locator('form button.primary').click();
        await page.locator('.tile:enabled').first().waitFor();
        await page.locator('.self', { hasText: 'Alice' }).waitFor();
        assert.equal(new URL(page.url()).pathname, '/chess/');
        const cookies = await me.context.cookies(`https://${name}/chess/`);
        assert.ok(cookies.some(cookie => cookie.name === '__Secure-castled_session' && cookie.path === '/chess'), JSON.stringify(cookies));

        await page.locator('.way', { hasText: 'Play the computer' }).click();
        await page.locator('.sides label', { hasText: 'White' }).click();
        await page.locator('dialog button.primary').click();
        await me.onBoard();
        assert.match(page.url(), new RegExp(`^https://${name}/chess/[0-9A-Za-z]{8}`));
        await me.click('e2e4');
        await me.hasMoves(2);
        await page.reload();
        await me.onBoard();
        await me.hasMoves(2);
        await page.locator('.home').click();
        await page.locator('.tile:enabled').first().waitFor();
        assert.equal(new URL(page.url()).pathname, '/chess/');
        await page.goBack();
        await me.onBoard();

        await page.goto(`https://${name}/chess/@/Alice`);
        await page.locator('h1', { hasText: 'Alice' }).first().waitFor();
        await page.goto(`https://${name}/chess/rules`);
        await page.locator('h1', { hasText: 'House rules' }).waitFor();
        assert.deepEqual(await page.locator('p').allTextContents(), ['Rook & Pawn', 'Be kind.', 'No <b>engines</b>.']);
        await page.locator('a', { hasText: 'Rook & Pawn' }).click();
        await page.locator('.tile:enabled').first().waitFor();
        // By itself the logo is an image that may run nothing.
        await page.goto(`https://${name}/chess/site-logo.svg`);
        assert.notEqual(await page.title(), '1');
        assert.deepEqual(outside, []);
        await me.context.close();
      }), belowPath.nginx)));

test('stored on the device below a path, it opens without the server, and another look is another version', { timeout: 300_000 }, async () => {
  const port = await takePort();
  const start = async args => {
    const server = castled({ directory, args: ['--public-url', `http://127.0.0.1:${port}/chess`, ...args] });
    server.port = port;
    return server.start();
  };
  const directory = newDirectory();
  let server = await start(brand);
  await withBrowser([], async browser => {
    const me = await person(browser, server, { serviceWorkers: 'allow' });
    const { page } = me;
    const enter = async () => {
      await page.goto(`http://127.0.0.1:${port}/chess/`);
      await page.locator('.home').waitFor();
    };
    await enter();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.goto(`http://127.0.0.1:${port}/chess/settings`);
    await me.sees('Ready: this page opens offline');
    await server.stop();
    await enter();
    assert.match(await page.title(), /Rook & Pawn$/);
    assert.equal(await accentOf(page), 'rgb(122, 47, 107)');
    await page.reload();
    await page.locator('.home', { hasText: 'Rook & Pawn' }).waitFor();

    server = await start(['--site-name', 'The Other Club']);
    await enter();
    await seesUpdate(me);
    await me.button('Reload now').click();
    await page.locator('.home', { hasText: 'The Other Club' }).waitFor();
    await me.context.close();
  });
  await server.stop();
});

// Names of XML namespaces and of what the files were made with; nothing is fetched by them.
const harmless = [/^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink|1998\/Math\/MathML|1999\/xhtml|XML\/1998\/namespace|2000\/xmlns\/)/];

test('no file of the page names an address outside, but those of namespaces', () =>
  withCastled({}, async ({ port }) => {
    const worker = (await get(port, '/service_worker.js')).body;
    const files = ['/service_worker.js', '/embed.html', ...JSON.parse(/first:(\[.*?\])/.exec(worker)[1]), ...JSON.parse(/later:(\[.*?\])/.exec(worker)[1])];
    assert.ok(files.length > 50, files.join(' '));
    for (const each of files) {
      const answer = await get(port, each);
      assert.equal(answer.status, 200, each);
      assert.match(answer.headers['content-security-policy'], /default-src 'self';.*connect-src 'self';/, each);
      if (!/javascript|css|html|svg|json/.test(answer.headers['content-type'])) continue;
      const named = [...answer.body.matchAll(/(?:https?:)\/\/[a-z0-9.-]+\.[a-z]{2,}[^\s"'`)<>\\]*/gi)].map(([url]) => url);
      assert.deepEqual(named.filter(url => !harmless.some(kind => kind.test(url))), [], each);
    }
  }));
