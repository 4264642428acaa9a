// embed.test.mjs - a game and a board on pages of other sites: what they show, that no viewer becomes a guest, who may embed
// them, and the dialog that has the HTML for it.
//
// The other sites are servers on other addresses of this machine, which browsers take for other sites.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { after, before, test } from 'node:test';

import { castled, get, patience, withCastled } from '../sockets/castled.mjs';
import { foolsMate } from '../sockets/games.mjs';
import { pair, play, playAll } from '../sockets/player.mjs';
import { launch, person } from './person.mjs';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([castled().start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server.remove();
});

// A page of another site with this HTML, at that address of the machine; shown in a fresh browser.
async function withSite(html, body, host = '127.0.0.2') {
  const site = http.createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><title>blog</title><body>${html}`);
  });
  site.listen(0, host);
  await once(site, 'listening');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const faults = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', error => faults.push(String(error)));
  try {
    await page.goto(`http://${host}:${site.address().port}/`);
    await body({ page, context, faults, frame: page.frameLocator('iframe') });
  } finally {
    await context.close();
    site.closeAllConnections();
    site.close();
  }
}

const frameOf = (path, at = server, size = 'width="600" height="420"') =>
  `<iframe title="game" ${size} src="http://127.0.0.1:${at.port}${path}"></iframe>`;
const shownMove = (frame, san) => frame.locator('.embed-moves [aria-current]', { hasText: san }).waitFor();
const piece = (frame, kind) => frame.locator(`piece.${kind}`);

test('a page of another site shows a running game, and a move as it is played', async () => {
  const { game, white, black } = await pair(server);
  await play({ game, white, black }, 0, foolsMate[0]);
  const before = JSON.parse((await get(server.port, '/healthz')).body);
  await withSite(frameOf(`/embed/game/${game}`), async ({ frame, page, context, faults }) => {
    await shownMove(frame, 'f3');
    assert.equal(await piece(frame, 'white').count(), 16);
    assert.deepEqual(await frame.locator('.embed-player strong').allTextContents(), [black.welcome.you.name, white.welcome.you.name]);
    await white.next(m => m.t === 'crowd' && m.watchers === 1, () => 'a watcher');
    await playAll({ game, white, black }, foolsMate.slice(0, 3), 1);
    await shownMove(frame, 'g4');
    await frame.getByRole('button', { name: 'Previous move' }).click();
    await shownMove(frame, 'e5');
    await play({ game, white, black }, 3, foolsMate[3]);
    await frame.locator('.embed-moves .move', { hasText: 'Qh4#' }).waitFor();
    await shownMove(frame, 'e5'); // somebody who has stepped back stays there
    await frame.getByRole('button', { name: 'Latest move' }).click();
    await shownMove(frame, 'Qh4#');
    await frame.getByText('Checkmate. Black wins.').waitFor();
    const link = frame.getByRole('link');
    assert.equal(await link.getAttribute('href'), `/${game}/white`);
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.deepEqual(await context.cookies(), [], 'nobody became a guest');
    const embedded = page.frames().find(each => each.url().includes('/embed/'));
    await embedded.evaluate(axe);
    const found = await embedded.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    assert.deepEqual(faults, []);
  });
  assert.equal(before.status, 'ok');
});

test('its look is set by the address', async () => {
  const { game } = await pair(server);
  const path = `/embed/game/${game}/black?scheme=dark&board=walnut&pieces=outline&language=de&coordinates=none`;
  await withSite(frameOf(path), async ({ frame, faults }) => {
    await frame.locator('.orientation-black').waitFor();
    const root = frame.locator('html');
    assert.deepEqual(await root.evaluate(element => ({ ...element.dataset })), { scheme: 'dark', board: 'walnut', pieces: 'outline' });
    assert.equal(await root.getAttribute('lang'), 'de');
    assert.equal(await frame.locator('coords').count(), 0);
    assert.equal(await frame.getByRole('link').textContent(), 'Auf castled öffnen');
    assert.deepEqual(faults, []);
  });
});

test('a custom board, from a position and from a game', async () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1';
  await withSite(frameOf(`/embed/board?fen=${fen}&orientation=black`), async ({ frame }) => {
    await frame.locator('.orientation-black').waitFor();
    assert.equal(await frame.locator('piece').count(), 3);
  });
  const pgn = encodeURIComponent('[White "Ann"]\n[Black "Bob <b>"]\n[Result "0-1"]\n\n1. f3 e5 (1... d5 2. d4) 2. g4 Qh4# 0-1');
  for (const path of [`/embed/board?pgn=${pgn}`, `/embed/board#pgn=${pgn}`])
    await withSite(frameOf(path), async ({ frame, faults }) => {
      await shownMove(frame, 'Qh4#');
      assert.deepEqual(await frame.locator('.embed-player strong').allTextContents(), ['Bob <b>', 'Ann']);
      await frame.getByText('0-1').waitFor();
      assert.equal(await frame.locator('.embed-moves .move').count(), 4);
      assert.deepEqual(faults, []);
    });
});

test('it says what cannot be shown', async () => {
  const cases = [
    ['/embed/game/Zz99Zz99', 'Game not found.'],
    ['/embed/board?fen=8/8/8/8/8/8/8/8_w_-_-_0_1', 'Invalid position.'],
  ];
  for (const [path, words] of cases)
    await withSite(frameOf(path), async ({ frame }) => {
      await frame.getByRole('alert').waitFor();
      assert.equal(await frame.getByRole('alert').textContent(), words);
    });
});

test('only sites that the operator names may embed it, and no site may embed any other page', async () => {
  const answers = async (at, path, host) => {
    let shown;
    await withSite(frameOf(path, at), async ({ page }) => {
      await page.waitForLoadState('load');
      const [, inner] = page.frames();
      shown = !inner.url().startsWith('chrome-error:') && (await inner.locator('#page').count()) === 1;
    }, host);
    return shown;
  };
  assert.equal(await answers(server, '/embed/board'), true);
  assert.equal(await answers(server, '/'), false);
  await withCastled({ args: ['--embed-from', 'none'] }, async other => {
    assert.equal(await answers(other, '/embed/board'), false);
  });
});

test('the share dialog has the game\u2019s link, HTML that works elsewhere, and an animated picture', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, foolsMate);
  const { page, context, goto, button, expectNoFaults } = await person(browser, server);
  await goto(`/${game}`);
  await button('Share').click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const code = dialog.getByRole('textbox', { name: 'HTML to embed the game in a page' });
  await code.waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue(), `http://127.0.0.1:${server.port}/${game}/white`);
  await dialog.getByRole('button', { name: 'Copy: HTML to embed the game in a page' }).click();
  await dialog.getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await code.inputValue());
  const href = await dialog.getByRole('link', { name: 'Animated picture (GIF)' }).getAttribute('href');
  const frames = await page.evaluate(async path => {
    const data = await (await fetch(path)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    return decoder.tracks.selectedTrack.frameCount;
  }, href);
  assert.equal(frames, foolsMate.length + 1, 'a frame for each position, by the browser\u2019s own decoder');
  await button('Close').click();
  await dialog.waitFor({ state: 'detached' });
  await expectNoFaults();
  await context.close();
  await withSite(copied, async ({ frame }) => shownMove(frame, 'Qh4#'));
});
