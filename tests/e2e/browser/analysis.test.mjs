// analysis.test.mjs - the analysis board with the engine in the browser, the review of a game, the editor.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, pair as pairSockets } from '../sockets/player.mjs';
import { member, pair, phone, playAll, withPeople } from './person.mjs';

const mateInOne = '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1';

const analyse = async (one, target = '/analysis') => {
  await one.goto(target);
  await one.onBoard();
};

const engine = one => one.page.getByLabel('Engine', { exact: true }).last();
const tree = one => one.page.locator('.tree .move');

test('the engine finds a mate, and its line can be played', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one, `/analysis?fen=${encodeURIComponent(mateInOne)}`);
    await engine(one).check();
    const best = one.page.locator('.lines li').first();
    await best.getByText('#1').waitFor();
    await best.getByRole('button', { name: 'Ra8#' }).click();
    await one.shows('a8', 'white rook');
    assert.deepEqual(await tree(one).allTextContents(), ['Ra8#']);
    await one.page.getByRole('img', { name: '#1' }).first().waitFor();
  }));

test('several lines are shown, deeper and deeper, and the engine stops at once', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one);
    await engine(one).check();
    await one.page.getByLabel('Lines').selectOption('3');
    await one.page.locator('.lines li').nth(2).waitFor();
    await one.page.waitForFunction(() => {
      const depth = /depth (\d+)/.exec(document.querySelector('.engine').textContent);
      return Number(depth?.[1]) >= 8;
    });
    await engine(one).uncheck();
    await one.page.locator('.lines').waitFor({ state: 'hidden' });
    await one.drag('e2e4');
    await one.shows('e4', 'white pawn');
    await one.click('e7e5');
    await one.shows('e5', 'black pawn');
    await one.page.keyboard.press('ArrowLeft');
    await one.shows('e7', 'black pawn');
    await one.click('c7c5');
    await tree(one).nth(2).waitFor();
    assert.deepEqual(await tree(one).allTextContents(), ['e4', 'e5', 'c5']);
    await one.page.getByRole('button', { name: 'Make main line' }).click();
    await one.page.waitForFunction(
      () => document.querySelectorAll('.tree .move')[1].textContent === 'c5',
    );
    assert.deepEqual(await tree(one).allTextContents(), ['e4', 'c5', 'e5']);
  }));

test('arrows and circles are drawn, stay with their position and are in the PGN', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one);
    const { page } = one;
    const pgn = page.getByLabel('PGN', { exact: true }).first();
    const arrows = page.locator('.cg-shapes line');
    const { x, y, width } = await page.locator('cg-board').boundingBox();
    const at = (column, row) => [x + ((column + 0.5) * width) / 8, y + ((row + 0.5) * width) / 8];
    const draw = async (from, to) => {
      await page.mouse.move(...from);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...to, { steps: 3 });
      await page.mouse.up({ button: 'right' });
    };
    await draw(at(6, 7), at(5, 5));
    await arrows.first().waitFor();
    await one.click('e2e4');
    await tree(one).first().waitFor();
    await arrows.first().waitFor({ state: 'detached' });
    await page.waitForFunction(() =>
      document.querySelector('.share textarea').value.includes('{[%cal Gg1f3]} 1. e4 *'),
    );
    await page.keyboard.press('ArrowLeft');
    await arrows.first().waitFor();

    await pgn.fill('{Begin here} 1. d4 {[%csl Rd5][%clk 0:05:00] the square} d5 $14 *');
    await one.button('Load').click();
    await one.sees('Begin here');
    await one.sees('the square');
    assert.doesNotMatch(await page.locator('.tree').textContent(), /%clk/);
    assert.match(await pgn.inputValue(), /\[%clk 0:05:00\]/);
    assert.deepEqual(await tree(one).allTextContents(), ['d4', 'd5⩲']);
    await tree(one).first().click();
    await page.locator('.cg-shapes circle').waitFor();
  }));

test('a file of several games is opened, and a game is chosen; a null move passes the turn', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one);
    const { page } = one;
    const game = (white, moves) => `[Event "Cup"]\n[White "${white}"]\n[Black "M\xfcller"]\n\n${moves}\n\n`;
    const file = game('Ann', '1. e4 -- 2. d4 *') + game('Ben', '1. c4 *');
    await page.locator('input[type=file]').setInputFiles({
      name: 'cup.pgn',
      mimeType: 'application/x-chess-pgn',
      buffer: Buffer.from(file, 'latin1'),
    });
    await one.sees('2 games');
    assert.deepEqual(await tree(one).allTextContents(), ['e4', '--', 'd4']);
    const second = page.getByRole('button', { name: 'Ben – Müller' });
    await second.click();
    await page.locator('.game-choice [aria-current]', { hasText: 'Ben' }).waitFor();
    assert.deepEqual(await tree(one).allTextContents(), ['c4']);
    await page.getByRole('button', { name: 'Ann – Müller' }).click();
    await tree(one).nth(1).click();
    await one.drag('d2d4');
    await one.shows('d4', 'white pawn');
    await engine(one).check();
    await page.locator('.lines li').first().waitFor();
  }));

test('a comment is written, changed and deleted with keys, and is in the PGN; a variation moves up', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one);
    const { page } = one;
    const { keyboard } = page;
    const pgn = page.getByLabel('PGN', { exact: true }).first();
    const comment = page.getByLabel('Comment on this position');
    const load = async text => {
      await pgn.fill(text);
      await one.button('Load').click();
    };
    await load('1. e4 e5 (1... c5) (1... e6 2. d4) *');
    await keyboard.press('ArrowRight');
    await keyboard.press('c');
    await keyboard.type('best } by test');
    await one.sees('best ) by test');
    assert.match(await pgn.inputValue(), /1\. e4 \{best \) by test\} 1\.\.\. e5/);
    await keyboard.press('Enter');
    await keyboard.press('ArrowRight');
    assert.equal(await comment.inputValue(), '');
    await keyboard.press('c');
    await keyboard.type('open');
    await keyboard.press('Escape');
    const kept = await pgn.inputValue();
    await load('*');
    await page.locator('.tree .comment').first().waitFor({ state: 'detached' });
    await load(kept);
    await one.sees('best ) by test');
    await one.sees('open');
    await tree(one).nth(1).click();
    await comment.fill('');
    await page.getByText('open', { exact: true }).waitFor({ state: 'detached' });

    const moves = ['e4', 'e5', 'c5', 'e6', 'd4'];
    assert.deepEqual(await tree(one).allTextContents(), moves);
    await tree(one).nth(4).click();
    const becomes = async wanted => {
      await page.waitForFunction(
        text =>
          [...document.querySelectorAll('.tree .move')].map(m => m.textContent).join(' ') === text,
        wanted,
      );
    };
    await keyboard.press('u');
    await becomes('e4 e5 e6 d4 c5');
    await one.button('Promote variation').click();
    await becomes('e4 e6 e5 c5 d4');
    assert.ok(await one.button('Promote variation').isDisabled());
    await tree(one).nth(3).click();
    await keyboard.press('m');
    await becomes('e4 c5 e6 d4 e5');
    await keyboard.press('Delete');
    await becomes('e4 e6 e5 d4');
    await keyboard.press('?');
    await one.sees('write a comment');
  }));

test('moves of the engine’s line are shown on a small board before they are played', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one, `/analysis?fen=${encodeURIComponent(mateInOne)}`);
    await engine(one).check();
    const move = one.page.locator('.lines .move').first();
    await move.hover();
    await one.page.locator('.preview piece.white.rook').waitFor();
    await one.page.mouse.move(0, 0);
    await one.page.locator('.preview').waitFor({ state: 'detached' });
    await move.focus();
    await one.page.locator('.preview').waitFor();
    assert.deepEqual(await tree(one).allTextContents(), []);
  }));

test('games and positions are pasted; the page says what it does not understand', () =>
  withPeople(1, async ({ people: [one] }) => {
    await analyse(one);
    const pgn = one.page.getByLabel('PGN', { exact: true }).first();
    await pgn.fill('1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *');
    await one.button('Load').click();
    assert.deepEqual(await tree(one).allTextContents(), ['e4', 'e5', 'c5', 'Nf3', 'Nf3', 'Nc6']);
    await one.sees('good');
    await pgn.fill('1. e4 e5 2. Ke3');
    await one.button('Load').click();
    await one.sees('“Ke3” after 2 moves is not valid');
    const fen = one.page.getByLabel('FEN');
    await fen.fill('nonsense');
    await fen.press('Enter');
    await one.sees('Invalid position.');
    const download = one.page.waitForEvent('download');
    await one.button('Image').click();
    assert.equal((await download).suggestedFilename(), 'castled.svg');
  }));

test('a finished game is reviewed', () =>
  withPeople(2, async ({ server, people }) => {
    const [white, black] = await pair(people);
    const game = white.gameId();
    await playAll(
      [white, black],
      [
        ['click', 'f2f3', 'f3'],
        ['click', 'e7e5', 'e5'],
        ['click', 'g2g4', 'g4'],
        ['click', 'd8h4', 'Qh4#'],
      ],
    );
    await black.button('Analyse').click();
    await black.page.getByRole('button', { name: 'Review the game' }).click();
    await black.page.locator('.report').waitFor();
    assert.equal(await black.page.locator('.move.blunder').textContent(), 'g4??');
    const rows = await black.page.locator('.report tbody tr').allTextContents();
    assert.match(rows[1], /^Black\d+%000$/);
    await black.picture('analysis');

    // With keys from move to move on the graph.
    const { page } = black;
    const chances = page.getByRole('slider', { name: 'Evaluation graph' });
    await chances.focus();
    await page.keyboard.press('ArrowLeft');
    await black.shows('d8', 'black queen');
    assert.match(await chances.getAttribute('aria-valuetext'), /^2\. g4 −#1$/);
    await page.waitForURL(/#3$/);

    // The page did not see how long the moves took, so it asks.
    await page.reload();
    await tree(black).nth(3).waitFor();
    assert.deepEqual(await tree(black).allTextContents(), ['f3', 'e5', 'g4', 'Qh4#']);
    assert.equal(await page.locator('.tree [aria-current]').textContent(), 'g4');
    const times = page.getByRole('slider', { name: 'Move times' });
    await times.focus();
    await page.keyboard.press('End');
    await black.shows('h4', 'black queen');
    assert.match(await times.getAttribute('aria-valuetext'), /^2… Qh4# \d+\.\d s$/);
    const link = page.getByLabel('Link', { exact: true });
    assert.equal(await link.inputValue(), `http://127.0.0.1:${server.port}/${game}/black#4`);
    await page.keyboard.press('Home');
    await black.click('e2e4');
    await page.waitForFunction(() =>
      document.querySelector('.share input').value.includes('/analysis?fen='),
    );
    await white.goto(new URL(await link.inputValue()).href.replace(/^https?:\/\/[^/]+/, ''));
    await white.onBoard();
    await white.shows('e4', 'white pawn');
  }));

for (const how of ['mouse', 'finger'])
  test(`pieces are dragged from square to square, off the board and out of the tray, by ${how}`, () =>
    withPeople(
      1,
      async ({ people: [one] }) => {
        await one.goto('/editor');
        const { page } = one;
        const fen = page.getByLabel('FEN', { exact: true });
        const middle = async place => {
          const { x, y, width, height } = await place.boundingBox();
          return { x: x + width / 2, y: y + height / 2 };
        };
        const square = key => page.locator(`[data-key=${key}]`);
        const session = await one.context.newCDPSession(page);
        const touch = (type, at) =>
          session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
        const drag = async (from, to) => {
          const [start, end] = [await middle(from), to.x === undefined ? await middle(to) : to];
          const halfway = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
          if (how === 'finger') {
            await touch('touchStart', start);
            await touch('touchMove', halfway);
            await touch('touchMove', end);
            await page.locator('.dragged piece').waitFor();
            await touch('touchEnd');
          } else {
            await page.mouse.move(start.x, start.y);
            await page.mouse.down();
            await page.mouse.move(halfway.x, halfway.y);
            await page.mouse.move(end.x, end.y);
            await page.locator('.dragged piece').waitFor();
            await page.mouse.up();
          }
          await page.locator('.dragged').waitFor({ state: 'detached' });
        };
        const begins = async board =>
          page.waitForFunction(
            wanted => document.querySelector('.editor input.figures').value.startsWith(wanted),
            board,
          );
        await fen.waitFor();
        await drag(square('e2'), square('e4'));
        await begins('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w');
        await drag(square('d1'), square('d7'));
        await begins('rnbqkbnr/pppQpppp/8/8/4P3/8/PPPP1PPP/RNB1KBNR w');
        await drag(square('b8'), { x: 3, y: 3 });
        await begins('r1bqkbnr/pppQpppp/8/8/4P3/8/PPPP1PPP/RNB1KBNR w');
        await drag(page.getByRole('button', { name: 'Black knight' }).last(), square('c6'));
        await begins('r1bqkbnr/pppQpppp/2n5/8/4P3/8/PPPP1PPP/RNB1KBNR w');
        // A press without a drag places the chosen tool's piece, as before.
        await square('a5').click();
        await begins('r1bqkbnr/pppQpppp/2n5/P7/4P3/8/PPPP1PPP/RNB1KBNR w');
      },
      { options: how === 'finger' ? [phone] : [{}] },
    ));

test('a position is set up by hand and played against the computer', () =>
  withPeople(
    1,
    async ({ people: [one] }) => {
      await one.goto('/editor');
      await one.button('Clear board').click();
      await one.sees('Each side must have exactly one king.');
      const put = async (piece, square) => {
        await one.page.locator('.palette').getByRole('button', { name: piece }).click();
        await one.page
          .locator('.squares')
          .getByRole('button', { name: new RegExp(`^${square} `) })
          .click();
      };
      await put('White king', 'e1');
      await put('Black king', 'e8');
      await put('White pawn', 'e2');
      const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
      assert.equal(await one.page.getByLabel('FEN').inputValue(), fen);
      await one.page.getByRole('button', { name: 'Play the computer' }).click();
      const chosen = one.page.locator('.game-form').getByLabel('Position (FEN)');
      assert.equal(await chosen.inputValue(), fen);
      await one.page.locator('.sides label').first().click();
      await one.page.locator('.game-form .primary').click();
      await one.page.waitForURL(/\/[0-9A-Za-z]{8}$/);
      await one.onBoard();
      await one.shows('e2', 'white pawn');
      await one.shows('d1', null);
    },
    { args: ['--pace', 'machine'] },
  ));

test('conditional moves: lines are saved on the board, kept secret, and played at once', () =>
  withPeople(0, async ({ server, browser }) => {
    const ann = await member(browser, server, 'Ann');
    const bob = await member(browser, server, 'Bob');
    const sockets = await Promise.all(
      [ann, bob].map(({ session }) =>
        connect(server, {
          headers: {
            cookie: `castled_session=${session}`,
            origin: `http://127.0.0.1:${server.port}`,
          },
        }),
      ),
    );
    const { game } = await pairSockets(server, { clock: { days: 3 } }, sockets);
    await Promise.all(sockets.map(socket => socket.close()));
    const move = async (one, uci, count) => {
      await one.click(uci);
      await one.button('Confirm').click();
      await one.hasMoves(count);
    };
    for (const one of [ann, bob]) {
      await one.enter(`/${game}`);
      await one.onBoard();
    }
    await move(ann, 'e2e4', 1);
    await ann.button('If…').click();
    await ann.page.waitForURL(`**/analysis/${game}*`);
    await ann.sees('No line saved.');
    assert.equal(await ann.page.locator('.engine .switch').count(), 0);
    const save = ann.button('Save this line');
    for (const uci of ['e7e5', 'g1f3', 'b8c6', 'f1b5']) await ann.click(uci);
    await save.click();
    await ann.sees('1 line saved.');
    assert.equal(await save.isEnabled(), false);
    for (let i = 0; i < 4; i++) await ann.page.keyboard.press('ArrowLeft');
    for (const uci of ['c7c5', 'g1f3']) await ann.click(uci);
    await save.click();
    await ann.sees('2 lines saved.');
    await ann.button('Remove this line').nth(1).click();
    await ann.sees('1 line saved.');
    await ann.page.reload();
    await ann.button('1… e5 2. Nf3 Nc6 3. Bb5').click();
    await ann.shows('b5', 'white bishop');

    await bob.hasMoves(1);
    await move(bob, 'e7e5', 3);
    assert.deepEqual(await bob.sans(), ['e4', 'e5', 'Nf3']);
    // The rest of the line, from the position that it has led to.
    await ann.button('2… Nc6 3. Bb5').waitFor();
    await ann.shows('f3', 'white knight');
    await ann.shows('b5', null);
    await bob.button('If…').click();
    await bob.sees('No line saved.');
    await bob.page.getByRole('link', { name: 'Back to the game' }).click();
    await bob.onBoard();
    await move(bob, 'b8c6', 5);
    await ann.sees('No line saved.');
    await ann.page.getByRole('link', { name: 'Back to the game' }).click();
    assert.deepEqual(await ann.hasMoves(5), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']);
    for (const one of [ann, bob]) one.expectNoFaults();
  }));
