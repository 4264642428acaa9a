// person.mjs - a player with a browser of their own on the real page of a real server.
//
// Anything the page complains about (console, uncaught errors, violations of the content security policy)
// fails the test: call expectNoFaults at its end, or let withPeople do it. CASTLED_PAGE_SLOWNESS=10 gives each page a tenth
// of its processor: what fails then waits for a time, or loses what a quick person does.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { patience, takePort, until, withCastled } from '../sockets/castled.mjs';
import { browser as client } from '../sockets/http_client.mjs';
import { newPages } from './pages.mjs';

const slowness = Number(process.env.CASTLED_PAGE_SLOWNESS ?? 1);
const here = path.dirname(fileURLToPath(import.meta.url));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const desktop = { viewport: { width: 1280, height: 800 } };
export const phone = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

// Complaints of the browser itself, and what else is said of requests that a test breaks.
const brokenLine = new RegExp(
  [
    // While the server is away: nobody listens, or the connection is closed before, within or after an answer.
    'WebSocket connection to .* failed',
    'net::ERR_(CONNECTION|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)',
    // When a page is left while it starts. Of a request that fails otherwise, the browser says why, too.
    'Response body loading was aborted',
    '^TypeError: Failed to fetch',
    'Service Worker registration blocked',
  ].join('|'),
);

// Headless Chromium starts and draws with half the work.
const browserPath = () =>
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(each => fs.existsSync(each));

export const launch = (...more) => chromium.launch({ executablePath: browserPath(), args: [...flags, ...more] });

function collectFaults(page) {
  const faults = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !brokenLine.test(message.text()))
      faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', error => faults.push(`uncaught: ${error.stack ?? error}`));
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && hostname !== '127.0.0.1')
      faults.push(`a request to ${request.url()}`);
  });
  return faults;
}

// Whether the server has answered everything that the page has asked it.
function answersOf(page) {
  const open = new Map(); // the ids of requests without an answer, by socket
  page.on('websocket', socket => {
    const asked = new Set();
    open.set(socket, asked);
    socket.on('framesent', ({ payload }) => {
      const { id } = JSON.parse(payload);
      if (id !== undefined) asked.add(id);
    });
    socket.on('framereceived', ({ payload }) => {
      const { t, id } = JSON.parse(payload);
      if (t === 'ok' || t === 'error') asked.delete(id);
    });
    socket.on('close', () => open.delete(socket));
  });
  page.on('close', () => open.clear());
  return () => [...open.values()].every(asked => asked.size === 0);
}

// Waits until the last change is on the screen.
export const settled = page =>
  page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

export async function person(browser, server, options = {}) {
  const used = isUsual(options) && browser.usedPage?.();
  if (used) {
    await used.context().addCookies(options.storageState?.cookies ?? []);
    return personAt(used, server);
  }
  const context = await browser.newContext({
    ...desktop,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    // A page stored on the device would answer in the server's place.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patience);
  const one = await tabOf(context, server);
  if (isUsual(options)) await browser.keep?.(one);
  return one;
}

// Whether a page that somebody else has had would do, once it has their cookies.
const isUsual = ({ storageState, ...others }) =>
  Object.keys(others).length === 0 && !storageState?.origins?.length;

// A player with an account, or the same player on another device: with the cookie of the first.
export async function member(browser, server, name, cookie) {
  let session = cookie;
  if (!session) {
    const home = client(server);
    const answer = await home.post('/api/account', { name, password: 'correct-horse' });
    assert.equal(answer.status, 201, answer.body);
    session = home.cookie;
  }
  const cookies = [{ name: 'castled_session', value: session, domain: '127.0.0.1', path: '/' }];
  return { ...(await person(browser, server, { storageState: { cookies } })), session };
}

// Another page of a player who is there already.
export async function tabOf(context, server) {
  const page = await context.newPage();
  if (slowness > 1) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  }
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', event =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  return personAt(page, server);
}

function personAt(page, server) {
  const context = page.context();
  const faults = collectFaults(page);
  server.arrivals?.push(answersOf(page)); // a line to a server has none

  // Where a square is on the screen. One question to the page: a locator's bounding box takes six.
  const centre = async key => {
    await page.locator('.board cg-board').waitFor();
    return page.evaluate(([file, rank]) => {
      const { left, top, width } = document.querySelector('.board cg-board').getBoundingClientRect();
      const isWhite = document.querySelector('.board .orientation-white') !== null;
      const [column, row] = isWhite ? [file, 7 - rank] : [7 - file, rank];
      return { x: left + ((column + 0.5) * width) / 8, y: top + ((row + 0.5) * width) / 8 };
    }, [key.charCodeAt(0) - 97, Number(key[1]) - 1]);
  };

  // The board tells the page of a move from a timer of 1 ms: the page knows of it once a later timer has run. Where the
  // move has led to another document, there is nothing left to wait for.
  const isTold = () =>
    page.evaluate(() => new Promise(done => setTimeout(done, 2))).catch(error => {
      if (!/Execution context was destroyed/.test(error.message)) throw error;
    });

  const self = {
    page,
    context,
    faults,

    address: target => `http://127.0.0.1:${server.port}${target}`,
    goto: target => page.goto(self.address(target)),
    button: name => page.getByRole('button', { name, exact: true }),

    // The lobby is ready once its buttons are.
    async enter(target = '/') {
      await self.goto(target);
      if (target === '/') await page.locator('.tile:enabled').first().waitFor();
      return self;
    },

    quick: control => page.locator('.tile', { hasText: control }).first().click(),
    // The mini boards of the lobby are not for playing.
    onBoard: () => page.locator('.board cg-board piece').first().waitFor(),
    gameId: () => new URL(page.url()).pathname.slice(1),

    async press(key) {
      const { x, y } = await centre(key);
      await page.mouse.click(x, y);
    },

    // The ways of moving a piece; each takes a move as UCI.
    async drag(uci) {
      const from = await centre(uci.slice(0, 2));
      const to = await centre(uci.slice(2, 4));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
      await isTold();
    },
    async click(uci) {
      await self.press(uci.slice(0, 2));
      await self.press(uci.slice(2, 4));
      await isTold();
    },
    async tap(uci) {
      for (const key of [uci.slice(0, 2), uci.slice(2, 4)]) {
        const { x, y } = await centre(key);
        await page.touchscreen.tap(x, y);
      }
      await isTold();
    },
    async keys(uci) {
      const isWhite = await page.locator('.board .orientation-white').count();
      // Only the keyboard brings up the cursor, as for somebody who tabs through the page.
      await page.locator('.home').focus();
      while (!(await page.evaluate(() => document.activeElement.matches('.board-place'))))
        await page.keyboard.press('Tab');
      const cursor = page.locator('.board .spoken');
      for (const key of [uci.slice(0, 2), uci.slice(2, 4)]) {
        for (let i = 0; i < 16; i++) {
          const at = (await cursor.textContent()).slice(0, 2);
          if (at === key) break;
          const right = key[0] > at[0] === Boolean(isWhite);
          const up = key[1] > at[1] === Boolean(isWhite);
          if (key[0] !== at[0]) await page.keyboard.press(right ? 'ArrowRight' : 'ArrowLeft');
          else await page.keyboard.press(up ? 'ArrowUp' : 'ArrowDown');
        }
        await page.keyboard.press('Enter');
      }
      await page.locator('.board-place').blur();
      await isTold();
    },
    async type(move) {
      await page.locator('.entry input').fill(move);
      await page.keyboard.press('Enter');
    },

    sans: () => page.evaluate(() => [...document.querySelectorAll('.moves .move:enabled')].map(move => move.textContent)),
    async hasMoves(count) {
      await page.locator('.moves .move:enabled').nth(count - 1).waitFor({ state: 'attached' }).catch(async error => {
        const [sans, words] = [await self.sans(), await page.locator('body').innerText()];
        throw new Error(`${count} moves are not there, but ${sans.join(' ') || 'none'}: ${words}`, { cause: error });
      });
      return self.sans();
    },
    // The pieces on the board: "white pawn" by square, as the browser has them.
    pieces: () =>
      page.evaluate(() => {
        const isWhite = document.querySelector('.board .orientation-white') !== null;
        const size = document.querySelector('.board cg-board').clientWidth / 8;
        const found = {};
        for (const piece of document.querySelectorAll(
          '.board cg-board piece:not(.ghost):not(.fading)',
        )) {
          if (!piece.checkVisibility()) continue;
          const { e, f } = new DOMMatrix(getComputedStyle(piece).transform);
          const column = Math.round(e / size);
          const row = Math.round(f / size);
          const file = isWhite ? column : 7 - column;
          const rank = isWhite ? 8 - row : row + 1;
          found['abcdefgh'[file] + rank] = piece.className.split(' ').slice(0, 2).join(' ');
        }
        return found;
      }),
    // Waits until that piece is there; null: until the square is empty.
    async shows(key, piece) {
      const until = Date.now() + patience;
      for (;;) {
        const found = (await self.pieces())[key] ?? null;
        if (found === piece) return;
        assert.ok(Date.now() < until, `on ${key} stands ${found}, not ${piece}`);
        await settled(page);
      }
    },

    // Squares with that class of chessground's: 'last-move', 'check', 'move-dest', 'current-premove'.
    marked: mark => page.locator(`square.${mark}`).filter({ visible: true }),

    // Waits for a text that is visible somewhere on the page.
    sees: text => page.getByText(text).first().waitFor(),
    // Presses the button, then the one in its place that asks whether that was meant, or 'Cancel' beside it. The page takes these
    // away after 5 s: they are pressed by the page itself, as soon as they are there.
    async confirm(first, second = first, within = page) {
      const button = within.getByRole('button', { name: first, exact: true });
      await button.click({ trial: true });
      await button.evaluate((element, [name, limit]) => new Promise((done, fail) => {
        const place = element.parentElement;
        const press = () => {
          const sure = [...place.querySelectorAll('.primary, .danger, .armed .act')]
            .find(each => (each.ariaLabel ?? each.textContent.trim()) === name);
          if (!sure) return;
          observer.disconnect();
          sure.click();
          done();
        };
        const observer = new MutationObserver(press);
        observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
        element.click();
        setTimeout(() => fail(new Error(`there is no ${name}`)), limit);
      }), [second, patience]);
    },

    async picture(name) {
      if (process.env.CASTLED_PICTURES)
        await page.screenshot({ path: path.join(here, '..', `${name}.png`) });
    },
    // Complaints of the browser itself that a test expects.
    forgive(pattern) {
      faults.splice(0, faults.length, ...faults.filter(fault => !pattern.test(fault)));
    },
    expectNoFaults: () => assert.deepEqual(faults, []),
  };
  return self;
}

// One browser for all tests of a file, which costs less, and its pages are used again; a new one if it has died.
let running;
let pages;
let port;
async function theBrowser() {
  if (!(await running)?.isConnected()) {
    running = launch();
    pages = newPages();
  }
  return running;
}
after(async () => (await running)?.close());

// A server of its own, a browser, and that many people in it while 'body' runs. 'slow' as for castled(): unless a test says
// otherwise no flag falls, and nobody waits until the computer comes, however long it takes to find each other.
export async function withPeople(count, body, { args = [], options = [], slow = true } = {}) {
  port ??= await takePort();
  return withCastled({ slow, port, args: ['--threads', '1', ...args] }, server => withPeopleOn(server, count, body, options));
}

// When a test has failed: what all pages show, which tells more than what they did not.
export async function tellPages(contexts) {
  for (const page of contexts.flatMap(context => context.pages())) {
    const text = page.evaluate(() => `(${document.visibilityState}) ${document.body.innerText}`).catch(String);
    const shown = await Promise.race([text, pause(5000, 'nothing: it does not answer')]);
    console.log(`${page.url()} shows:\n${shown.slice(0, 2000)}\n`);
  }
}

// The same on a server that is there already.
export async function withPeopleOn(server, count, body, options = []) {
  const shared = await theBrowser();
  const contexts = [];
  const browser = {
    async newContext(how) {
      contexts.push(await shared.newContext(how));
      return contexts.at(-1);
    },
    keep: ({ context, page }) => pages.keep(context, page),
    usedPage() {
      const page = pages.take();
      if (page) contexts.push(page.context());
      return page;
    },
  };
  try {
    const people = [];
    for (let i = 0; i < count; i++) people.push(await person(browser, server, options[i]));
    await body({ server, browser, people });
    for (const one of people) one.expectNoFaults();
  } catch (error) {
    await tellPages(contexts);
    throw error;
  } finally {
    for (const context of contexts) await pages.giveBack(context, `http://127.0.0.1:${server.port}`);
  }
}

// Until the page that is stored on the device says that there is a newer one. Where the browser has given up fetching that, it
// looks again, which a page does by itself from time to time.
export const seesUpdate = ({ page }) =>
  until(async () => {
    if (await page.getByText('A new version of this page is available.').first().isVisible()) return true;
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => {}));
    return false;
  }, 'there is a new version');

// Two players who seek the same game; returns them in the order white, black.
export async function pair([first, second], control = '5+3') {
  await Promise.all([first.enter(), second.enter()]);
  await Promise.all([first.quick(control), second.quick(control)]);
  await Promise.all([first.onBoard(), second.onBoard()]);
  assert.equal(first.gameId(), second.gameId());
  const isWhite = await first.page.locator('.board .orientation-white').count();
  return isWhite ? [first, second] : [second, first];
}

// Plays moves in turn, each in the way named: [['drag', 'e2e4', 'e4'], …].
export async function playAll([white, black], moves, from = 0) {
  for (const [i, [way, uci, san]] of moves.entries()) {
    const ply = from + i;
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await mover[way](uci);
    for (const one of [mover, other]) assert.equal((await one.hasMoves(ply + 1))[ply], san);
  }
}
