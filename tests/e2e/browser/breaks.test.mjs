// breaks.test.mjs - reloads, a killed server and a lost connection in the middle of a game lose nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { get } from '../sockets/castled.mjs';
import { connect } from '../sockets/player.mjs';
import { lineTo } from './line.mjs';
import { pair, person, playAll, tabOf, withPeople } from './person.mjs';

// The seconds of a clock as it is shown: "4:57", "0:09.4".
const seconds = text => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

const opening = [
  ['click', 'e2e4', 'e4'],
  ['click', 'e7e5', 'e5'],
];

test('after a reload and from the lobby the player is back in the same game and seat', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening);
    await black.page.reload();
    await black.onBoard();
    await black.page.locator('.cg-wrap.orientation-black').waitFor();
    assert.deepEqual(await black.hasMoves(2), ['e4', 'e5']);
    const game = white.gameId();
    await white.enter('/');
    await white.page.locator('.unfinished a').click();
    await white.onBoard();
    assert.equal(white.gameId(), game);
    assert.deepEqual(await white.hasMoves(2), ['e4', 'e5']);
    await playAll(
      [white, black],
      [
        ['click', 'g1f3', 'Nf3'],
        ['click', 'b8c6', 'Nc6'],
      ],
      2,
    );
  }));

test('kill -9 between and during moves: the game continues by itself', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people);
    await playAll([white, black], opening);
    await server.kill();
    for (const one of [white, black]) await one.sees(/Connection lost/);
    // A move made meanwhile is shown, and arrives when the server is back.
    await white.drag('g1f3');
    await white.shows('f3', 'white knight');
    await server.start();
    for (const one of [white, black]) {
      await one.page.locator('.banner').waitFor({ state: 'detached' });
      assert.deepEqual(await one.hasMoves(3), ['e4', 'e5', 'Nf3']);
    }
    await playAll([white, black], [['drag', 'b8c6', 'Nc6']], 3);
    await server.restart();
    await playAll(
      [white, black],
      [
        ['click', 'f1b5', 'Bb5'],
        ['click', 'a7a6', 'a6'],
      ],
      4,
    );
    await white.page.reload();
    await white.onBoard();
    assert.equal((await white.hasMoves(6)).length, 6);
  }));

test('clocks are not charged for the time that the server was down', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people, '10+0');
    await playAll([white, black], opening);
    await server.kill();
    await white.sees(/Connection lost/);
    server.clock.add(500_000);
    await server.start();
    await white.page.locator('.banner').waitFor({ state: 'detached' });
    const left = await white.page.locator('.clock').last().textContent();
    assert.ok(seconds(left) >= 300, `white has ${left} left`);
  }));

test('a seek outlives a restart of the server', () =>
  withPeople(2, async ({ server, people: [first, second] }) => {
    await first.enter();
    await first.quick('3+2');
    await first.button('Only play a person').click();
    await first.sees('Waiting until somebody joins.');
    // The banner may be gone again once the restart is done.
    await Promise.all([first.page.locator('.banner').waitFor(), server.restart()]);
    await first.page.locator('.banner').waitFor({ state: 'detached' });
    await second.enter();
    await second.quick('3+2');
    await Promise.all([first.onBoard(), second.onBoard()]);
    assert.equal(first.gameId(), second.gameId());
  }));

// One who looks for an opponent over a line that can be broken, as another knows who has not sought one yet.
const withSeeker = body =>
  withPeople(1, async ({ server, browser, people: [other] }) => {
    const line = await lineTo(server);
    try {
      const one = await person(browser, line);
      await Promise.all([one.enter(), other.enter()]);
      await one.quick('5+3');
      await other.page.locator('.seeks').getByText('5+3 · Blitz · Casual').waitFor();
      await body({ line, one, other });
      one.expectNoFaults();
    } finally {
      line.close();
    }
  }, { args: ['--fallback', 'never'], slow: false });

// The browser has found a network: time to check whether the connection is still alive.
const looksAtLine = one => one.page.evaluate(() => dispatchEvent(new Event('online')));

test('a player who is paired while the line is silent comes to the board', () =>
  withSeeker(async ({ line, one, other }) => {
    line.hush();
    await other.quick('5+3');
    await other.onBoard();
    await looksAtLine(one);
    await one.page.locator('.banner').waitFor();
    line.mend();
    await one.onBoard();
    assert.equal(one.gameId(), other.gameId());
  }));

test('a search that is cancelled on a dead line ends as soon as there is another line', () =>
  withSeeker(async ({ line, one, other }) => {
    line.forget();
    await one.button('Cancel').click();
    await looksAtLine(one);
    await other.sees('Nobody is waiting.');
  }));

test('the win can be claimed against a player who has lost a queen and left', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people);
    await playAll(
      [white, black],
      [...opening, ['click', 'g1f3', 'Nf3'], ['click', 'd8g5', 'Qg5'], ['click', 'f3g5', 'Nxg5']],
    );
    await black.context.close();
    await server.passUntil(white.sees(/Your opponent left the game\. You can claim victory in \d+ s/));
    await white.page.locator('.who.away').waitFor();
    await server.pass(14_000);
    // The server says again who is present, and what can be claimed.
    const watcher = await connect(server);
    await watcher.ok({ t: 'watch', game: white.gameId() });
    await server.passUntil(white.button('Claim victory').waitFor());
    await white.confirm('Claim victory', 'Yes, claim');
    await white.sees('Black left the game. White wins.');
    await watcher.close();
  }));

// One of two players has a connection that can be cut; 'prepare' is called for their page before anything is shown.
async function withLine(body, prepare = () => {}) {
  await withPeople(1, async ({ server, browser, people: [other] }) => {
    const line = await lineTo(server);
    try {
      const one = await person(browser, line);
      await one.page.addInitScript(prepare);
      const [white, black] = await pair([one, other]);
      await playAll([white, black], opening);
      await body({ line, one, other, isWhite: one === white });
      one.expectNoFaults();
    } finally {
      line.close();
    }
  });
}

test('a cut connection and a lost cookie: moves before and after the gap arrive', () =>
  withLine(async ({ line, one, other, isWhite }) => {
    await one.context.clearCookies();
    line.cut();
    await one.sees(/Connection lost/);
    const chat = one.page.locator('.chat input');
    await chat.fill('Still there?');
    await chat.press('Enter');
    const field = await one.page.waitForFunction(
      notice => document.body.innerText.includes(notice) && { value: document.querySelector('.chat input').value },
      'Not sent: there is no connection right now.',
    );
    assert.equal((await field.jsonValue()).value, 'Still there?'); // as soon as that can be seen
    if (isWhite) {
      await one.click('g1f3');
      await one.hasMoves(3);
    } else {
      await other.click('g1f3');
      await other.hasMoves(3);
    }
    line.mend();
    for (const each of [one, other]) assert.deepEqual(await each.hasMoves(3), ['e4', 'e5', 'Nf3']);
    await playAll(isWhite ? [one, other] : [other, one], [['click', 'b8c6', 'Nc6']], 3);
    await chat.press('Enter');
    await other.page.locator('.chat li', { hasText: 'Still there?' }).waitFor();
    assert.equal(await chat.inputValue(), '');
    await one.page.reload();
    await one.button('Resign').waitFor();
  }));

test('a silent connection is noticed, and replaced by itself', () =>
  withLine(async ({ line, one, other, isWhite }) => {
    line.hush();
    if (isWhite) await one.click('g1f3');
    else await other.click('g1f3');
    await looksAtLine(one);
    await one.page.locator('.banner').waitFor();
    line.mend();
    await one.page.locator('.banner').waitFor({ state: 'detached' });
    for (const each of [one, other]) assert.deepEqual(await each.hasMoves(3), ['e4', 'e5', 'Nf3']);
    assert.equal(await one.page.locator('.notices li').count(), 0);
  }),
);

test('a move that arrived, but whose answer was lost, is not played twice', () =>
  withLine(async ({ line, one, other, isWhite }) => {
    const [white, black] = isWhite ? [one, other] : [other, one];
    if (!isWhite) await playAll([white, black], [['click', 'g1f3', 'Nf3']], 2);
    const heard = other.hasMoves(isWhite ? 3 : 4);
    await one.click(isWhite ? 'g1f3' : 'b8c6');
    await heard;
    line.cut();
    line.mend();
    await one.page.locator('.banner').waitFor({ state: 'detached' });
    if (isWhite) await playAll([white, black], [['click', 'b8c6', 'Nc6']], 3);
    for (const each of [white, black])
      assert.deepEqual(await each.hasMoves(4), ['e4', 'e5', 'Nf3', 'Nc6']);
  }));

// Without the pongs of its connection, which it asks for after some seconds.
const withoutSigns = () => {
  const later = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => (ms >= 2500 ? 0 : later(act, ms, ...more));
};

test('after sleep the connection is new and the clock is right', () =>
  withLine(async ({ line, one, other, isWhite }) => {
    line.forget();
    // What a page notices of its sleep: its own clock stood still, the wall clock did not.
    await one.page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() - 100_000;
    });
    await (isWhite ? one : other).click('g1f3');
    for (const each of [one, other]) await each.hasMoves(3);
    const clocks = each => each.page.locator('.clock.running').textContent();
    const [mine, theirs] = (await Promise.all([clocks(one), clocks(other)])).map(seconds);
    assert.ok(Math.abs(mine - theirs) <= 50, `${mine} and ${theirs} s`);
  }, withoutSigns));

test('two pages in one game: what one does the other shows, and only one move is played', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people);
    const second = await tabOf(white.context, server);
    await second.goto(`/${white.gameId()}`);
    await second.onBoard();
    await playAll([white, black], opening);
    await second.click('g1f3');
    for (const each of [white, black, second])
      assert.deepEqual(await each.hasMoves(3), ['e4', 'e5', 'Nf3']);
    await white.click('f1c4');
    await second.click('f1b5');
    await black.click('b8c6');
    const fifth = (await black.hasMoves(5))[4];
    const [, late] = fifth === 'Bc4' ? [white, second] : [second, white];
    await late.sees(/Move not played|Too late/);
    for (const each of [white, black, second]) assert.equal((await each.hasMoves(5))[4], fifth);
    second.expectNoFaults();
  }));

test('a game that starts does not take the player away from another page, it only says so', () =>
  withPeople(2, async ({ server, people: [one, two] }) => {
    const busy = await tabOf(one.context, server);
    await busy.goto('/analysis');
    await busy.onBoard();
    await busy.click('d2d4');
    const [white, black] = await pair([one, two]);
    const link = busy.page.getByRole('link', { name: 'Your game has started' });
    await link.waitFor();
    await busy.shows('d4', 'white pawn');
    await link.click();
    await busy.onBoard();
    assert.equal(busy.gameId(), white.gameId());
    await white.click('e2e4');
    await black.hasMoves(1);
    await busy.hasMoves(1);
    busy.expectNoFaults();
  }));

test('signed out in another page: says so, and how to continue', () =>
  withPeople(1, async ({ server, people: [ann] }) => {
    await ann.enter('/sign-up');
    await ann.page.getByLabel('Username').fill('Ann');
    await ann.page.getByLabel('Password').fill('correct-horse');
    await ann.button('Sign up').click();
    await ann.page.locator('.self', { hasText: 'Ann' }).waitFor();
    await ann.page.locator('.way', { hasText: 'Play the computer' }).click();
    await ann.page.locator('dialog button.primary').click();
    await ann.onBoard();
    const second = await tabOf(ann.context, server);
    await second.enter('/account');
    await second.button('Sign out').click();
    await ann.sees('You were signed out and are only watching. Sign in to continue as Ann.');
    await ann.sees('You are watching');
    await ann.page.locator('.banner a').click();
    await ann.page.getByLabel('Password').fill('correct-horse');
    await ann.page.getByLabel('Username').fill('Ann');
    await ann.button('Sign in').click();
    await ann.page.locator('.unfinished a').click();
    await ann.button('Abort').waitFor();
    // The page came back with its old cookie while that was being taken from it, and then as a guest.
    ann.forgive(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  }));

const forbidLine = one =>
  one.page.addInitScript(() => {
    window.WebSocket = class {
      constructor() {
        throw new DOMException('forbidden', 'SecurityError');
      }
    };
  });

test('a browser that blocks what the page needs gets an explanation', () =>
  withPeople(3, async ({ people: [lineless, ruleless, placeless] }) => {
    // A guest, whom the server knows: no account, but not banned either.
    await lineless.enter();
    await forbidLine(lineless);
    await lineless.goto('/');
    await lineless.sees(/The server refuses the connection/);
    await lineless.page.goto('about:blank');

    await ruleless.page.addInitScript(() => delete window.WebAssembly);
    await ruleless.goto('/');
    await ruleless.sees(/blocks WebAssembly/);
    // The rules, which it cannot run, are fetched in vain, which the browser of a slow machine has time to complain about.
    await ruleless.page.goto('about:blank');
    ruleless.forgive(/WebAssembly is not defined|preloaded using link preload but not used/);

    await placeless.page.addInitScript(() => {
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    });
    for (const path of ['/', '/settings', '/analysis', '/editor', '/live', '/account', '/sign-in'])
      await placeless.goto(path).then(() => placeless.page.locator('main').waitFor());
    await placeless.sees(/This browser does not keep cookies/);
    await placeless.goto('/settings');
    await placeless.page.getByText('dark', { exact: true }).click();
    await placeless.page.locator('html[data-scheme=dark]').waitFor();
    // From /account, depending on how soon the connection made a guest.
    placeless.forgive(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  }));

test('a dead link says so and offers a way on', () =>
  withPeople(1, async ({ people: [one] }) => {
    for (const [path, words] of [
      ['/Ab12Cd34', 'Game not found.'],
      ['/analysis/Ab12Cd34', 'Game not found.'],
      ['/~b12Cd34', 'This game is not on this device.'],
      ['/challenge/Ch1234567890', 'This challenge is no longer open.'],
      ['/@/Nobody-There', 'Player not found.'],
      ['/no/such/page', 'Page not found.'],
      ['/Ab12Cd3', 'Page not found.'],
    ]) {
      await one.goto(path);
      await one.sees(words);
    }
    await one.page.getByRole('link', { name: 'Back to the lobby', exact: true }).click();
    await one.page.locator('.tile').first().waitFor();
    one.forgive(/404 \(Not Found\)/);
  }));

test('invalid positions and games are refused with a reason, where they were entered', () =>
  withPeople(1, async ({ people: [one] }) => {
    const alert = one.page.getByRole('alert');
    for (const [fen, words] of [
      ['nonsense', 'Invalid position.'],
      ['\u0007\u2654', 'Invalid position.'],
      ['8/8/8/8/8/8/8/8 w - - 0 1', 'Each side must have exactly one king.'],
      ['4k3/8/8/8/4R3/8/8/4K3 w - - 0 1', /the side not to move is in check/],
    ]) {
      const query = encodeURIComponent(fen);
      for (const place of ['analysis', 'editor']) {
        await one.goto(`/${place}?fen=${query}`);
        await alert.filter({ hasText: words }).waitFor();
      }
    }
    await one.goto('/analysis');
    const pgn = one.page.getByLabel('PGN', { exact: true }).first();
    for (const [text, words] of [
      ['hello', 'Invalid PGN.'],
      ['1. e4 '.repeat(300_000), /too long for one game/],
      ['1. e4 e5 2. Ke3', /“Ke3” after 2 moves is not valid/],
    ]) {
      await pgn.fill(text);
      await one.button('Load').click();
      await alert.filter({ hasText: words }).waitFor();
      if (text.length < 100 && text !== '1. e4 e5 2. Ke3')
        assert.equal(await pgn.inputValue(), text);
    }
  }));

test('when the API refuses or does not answer, the page says what to do', () =>
  withPeople(1, async ({ people: [one] }) => {
    let answer = { status: 429, body: '{"error":"Too many requests."}' };
    await one.page.route('**/api/user/*', route =>
      answer ? route.fulfill({ contentType: 'application/json', ...answer }) : route.abort(),
    );
    await one.goto('/@/Somebody');
    await one.sees('Too many requests. Wait a moment, then try again.');
    answer = null;
    await one.button('Try again').click();
    await one.sees('The server did not answer. Try again.');
    answer = { status: 200, body: '{"id":"somebody","username":"Somebody"}' };
    await one.button('Try again').click();
    await one.page.getByRole('heading', { name: 'Somebody' }).waitFor();
    // Neither as a guest nor as nobody at all.
    await one.enter();
    for (const status of [403, 401]) {
      const refused = one.page.waitForResponse('**/api/account');
      await one.goto('/account');
      assert.equal((await refused).status(), status);
      await one.sees('You are not signed in.');
      await one.page.goto('about:blank');
      await one.context.clearCookies();
      await forbidLine(one);
    }
    one.forgive(/Failed to load resource/);
  }));

// The policy for the pages' scripts, styles and connections, as the server sends it.
const shared =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; style-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

test('every answer carries the policy, and no page has an inline script or style', () =>
  withPeople(0, async ({ server }) => {
    const { body } = await get(server.port, '/');
    assert.doesNotMatch(body, /<style|style=|<script(?![^>]* src=)|\son\w+=|javascript:/);
    const own = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]);
    assert.ok(own.length >= 3 && own.every(target => target.startsWith('/')), own.join(' '));
    for (const target of [
      ...own,
      ...['/', '/Ab12Cd34', '/no/such/page', '/api/none', '/api/account', '/api/player'],
      ...['/healthz', '/metrics', '/ws', '/game/export/Ab12Cd34'],
    ]) {
      const { headers } = await get(server.port, target, { accept: 'text/html' });
      const policy = headers['content-security-policy'].split('; ');
      for (const directive of shared.split('; ')) assert.ok(policy.includes(directive), target);
      // The other headers give nothing away.
      for (const more of policy.filter(directive => !shared.includes(directive)))
        assert.match(more, /^[a-z]+-src '(self|none)'$/, target);
      assert.equal(headers['x-content-type-options'], 'nosniff', target);
      assert.equal(headers['cross-origin-embedder-policy'], 'require-corp', target);
    }
  }));
