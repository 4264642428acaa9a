// page_bench.mjs - how quick the page is in a real browser: a move on the screen, dragging, memory, the first paint.
//   node tests/bench/page_bench.mjs [GAMES]     200
//
// Each figure comes with the same one taken in the same run while the page has nothing to do: both contain the cost of
// the machine itself. Frames are counted by requestAnimationFrame.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { launch, person } from '../e2e/browser/person.mjs';
import { castled } from '../e2e/sockets/castled.mjs';
import { connect, pair, play } from '../e2e/sockets/player.mjs';

const { Chess } = createRequire(new URL('../e2e/', import.meta.url))('chess.js');

const games = Number(process.argv[2] ?? 200);
const frame = 1000 / 60;

const sorted = values => [...values].sort((a, b) => a - b);
const part = (values, share) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];
const told = (values, unit = '') =>
  [0.5, 0.99].map(share => `${Math.round(part(values, share) * 10) / 10}${unit}`).join(' and ');

// For every message with that "t" it records after how many frames and ms the board had changed and the browser had
// drawn it; for a message that changes nothing, when the next frame was drawn.
function watchFrames() {
  let frames = 0;
  const count = () => {
    frames++;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  window.seen = { move: [], pong: [] };
  let waiting = null;
  const drawn = ({ kind, at, frame }) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () =>
      window.seen[kind].push({ frames: Math.max(1, frames - frame), ms: performance.now() - at });
    channel.port2.postMessage(null);
  };
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const kind = /"t":"(move|pong)"/.exec(data)?.[1];
        if (!kind) return;
        const from = { kind, at: performance.now(), frame: frames };
        if (kind === 'move') waiting = from;
        else requestAnimationFrame(() => drawn(from));
      });
    }
  };
  new MutationObserver(changes => {
    const onBoard = changes.some(({ target }) => target.closest?.('cg-board'));
    if (!waiting || !onBoard) return;
    const from = waiting;
    waiting = null;
    // Inside a frame's callbacks it is this frame that will show it, otherwise the next one.
    if (frames > from.frame) drawn(from);
    else requestAnimationFrame(() => drawn(from));
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['style'],
  });
}

async function moveToScreen(server, browser) {
  const one = await person(browser, server);
  await one.page.addInitScript(watchFrames);
  const board = new Chess();
  const table = await pair(server);
  await one.goto(`/${table.game}`);
  await one.onBoard();
  for (let ply = 0; ply < 120 && !board.isGameOver(); ply++) {
    const moves = board.moves({ verbose: true });
    const { from, to, promotion = '', san } = moves[(ply * 7919) % moves.length];
    board.move(san);
    await play(table, ply, from + to + promotion);
    await sleep(40);
  }
  const { move, pong } = await one.page.evaluate(() => window.seen);
  await one.context.close();
  const [moves, idle] = [move, pong].map(list => list.map(({ ms }) => ms));
  console.log(`a move from the socket to the screen, ${moves.length} moves, half and 99 %:`);
  console.log(`  frames ${told(move.map(({ frames }) => frames))}, ms ${told(moves)}`);
  if (idle.length > 0) console.log(`  a message that changes nothing: ms ${told(idle)}`);
  console.log(`  bound: 1 frame (${frame.toFixed(1)} ms)`);
}

const countFrames = page =>
  page.evaluate(() => {
    window.at = [];
    const tick = now => {
      window.at.push(now);
      window.ticking = requestAnimationFrame(tick);
    };
    window.ticking = requestAnimationFrame(tick);
  });

const countedFrames = page =>
  page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.at.slice(1).map((now, i) => now - window.at[i]);
  });

// Moves the mouse over the board for two seconds.
async function wander(page, { x, y, width }) {
  await countFrames(page);
  const until = performance.now() + 2000;
  for (let i = 0; performance.now() < until; i++) {
    const angle = i / 15;
    await page.mouse.move(
      x + width * (0.5 + 0.4 * Math.sin(angle)),
      y + width * (0.5 + 0.4 * Math.cos(angle * 1.3)),
    );
  }
  return countedFrames(page);
}

const perSecond = gaps => (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);

async function dragging(server, browser) {
  const one = await person(browser, server);
  await one.enter();
  const other = await connect(server);
  await other.ok({
    t: 'seek',
    clock: { initial: 300_000, increment: 3000 },
    fallback: null,
    color: 'black',
  });
  await one.quick('5+3');
  await one.onBoard();
  const place = await one.page.locator('cg-board').boundingBox();
  const line = await one.context.newCDPSession(one.page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const idle = await wander(one.page, place);
  await one.page.mouse.move(place.x + place.width * 0.56, place.y + place.width * 0.81);
  await one.page.mouse.down();
  const dragged = await wander(one.page, place);
  const isDragging = await one.page.locator('piece.dragging').count();
  await one.page.mouse.up();
  await one.context.close();
  other.close();
  if (!isDragging) throw new Error('nothing was dragged');
  console.log('frames a second with a CPU of a quarter, and the longest in ms:');
  for (const [what, gaps] of Object.entries({
    'a piece is dragged': dragged,
    'the mouse alone': idle,
  }))
    console.log(`  ${what}: ${perSecond(gaps).toFixed(1)}, ${Math.max(...gaps).toFixed(1)}`);
  console.log(
    `  as many as the mouse alone: ${(perSecond(dragged) / perSecond(idle)).toFixed(2)}; bound: 60 a second`,
  );
}

async function memory(server, browser) {
  const one = await person(browser, server);
  await one.enter();
  const [{ value }] = (await one.context.cookies()).filter(
    ({ name }) => name === 'castled_session',
  );
  const headers = { cookie: `castled_session=${value}`, origin: `http://127.0.0.1:${server.port}` };
  const self = await connect(server, { headers });
  const other = await connect(server);
  const line = await one.context.newCDPSession(one.page);
  await line.send('Performance.enable');
  const used = async () => {
    await line.send('HeapProfiler.collectGarbage');
    const { metrics } = await line.send('Performance.getMetrics');
    const of = wanted => metrics.find(({ name }) => name === wanted).value;
    return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
  const marks = {};
  for (let game = 1; game <= games; game++) {
    const table = await pair(server, {}, [self, other]);
    for (const [ply, uci] of ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'].entries())
      await play(table, ply, uci);
    await one.page.waitForFunction(
      id =>
        location.pathname === `/${id}` &&
        document.querySelectorAll('.moves .move:enabled').length === 6,
      table.game,
    );
    await other.ok({ t: 'resign', game: table.game });
    await one.page.locator('.result').waitFor();
    // It is the player who leaves a finished game, the next one's start does not.
    await one.page.locator('.home').click();
    for (const player of [self, other])
      player.messages.length = player.texts.length = player.seen = 0;
    if (game === Math.ceil(games / 10) || game === games) marks[game] = await used();
  }
  await one.context.close();
  const [early, late] = Object.entries(marks);
  console.log(
    `memory of one tab after ${early[0]} and ${late[0]} games, and how many times as much:`,
  );
  for (const kind of ['heap', 'nodes', 'listeners']) {
    const [a, b] = [early[1][kind], late[1][kind]];
    console.log(`  ${kind}: ${a} ${b} ${(b / a).toFixed(2)}`);
  }
}

// Lighthouse's slow 4G, as the browser applies it: a round trip of 150 ms, 1.6 Mbit/s.
async function firstSight(server, browser) {
  for (const slow of [false, true]) {
    const one = await person(browser, server, {
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
    });
    await one.page.addInitScript(() => {
      window.sight = { largest: 0, shift: 0 };
      const observe = (type, each) =>
        new PerformanceObserver(list => list.getEntries().forEach(each)).observe({
          type,
          buffered: true,
        });
      observe('largest-contentful-paint', ({ startTime }) => (window.sight.largest = startTime));
      observe('layout-shift', ({ value }) => (window.sight.shift += value));
    });
    const line = await one.context.newCDPSession(one.page);
    await line.send('Network.enable');
    if (slow) {
      const bytes = (1.6 * 1024 * 1024) / 8;
      const condition = {
        offline: false,
        latency: 150,
        downloadThroughput: bytes,
        uploadThroughput: bytes / 2,
      };
      await line.send('Network.emulateNetworkConditions', condition);
      await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    await one.enter();
    const playable = await one.page.evaluate(() => performance.now());
    await sleep(500);
    const { largest, shift } = await one.page.evaluate(() => window.sight);
    const where = slow
      ? 'on a slow phone (150 ms, 1.6 Mbit/s, a quarter of the CPU)'
      : 'unhindered';
    console.log(
      `first visit ${where}: largest paint ${largest.toFixed(0)} ms, playable ${playable.toFixed(0)} ms, shift ${shift.toFixed(4)}`,
    );
    await one.context.close();
  }
}

const server = await castled({ args: ['--threads', '1'] }).start();
const browser = await launch();
for (const bench of [firstSight, moveToScreen, dragging, memory]) await bench(server, browser);
await browser.close();
await server.remove();
process.exit(0);
