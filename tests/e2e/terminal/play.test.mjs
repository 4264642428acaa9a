// play.test.mjs - "castled play" in a terminal of tmux and through a pipe. The screens are in screens/, and were read by
// people before they were kept; no move of the computer's is in them unless it was the only legal one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { test } from 'node:test';

import { newDirectory, runCastled, spawnCastled } from '../sockets/castled.mjs';
import { piped } from './piped.mjs';
import { terminal } from './tmux.mjs';

const BOTH = ['--side', 'both'];
// White to move has every reason to be refused; the position was made for it.
const REFUSALS = '7k/4P3/8/8/1b6/1N3N2/Pn1P3P/R3KB1R w KQ - 0 1';
// 1. Kf7 Kh7 (there is no other move) 2. Rh1#.
const MATE_IN_TWO = '7k/8/5K2/8/8/8/8/6R1 w - - 0 1';

// Types each line and waits for its answer and the next prompt: before that the keys would be echoed by the kernel.
async function playAll(screen, lines) {
  await screen.sees(/>\n$/);
  for (const [line, words] of lines) {
    screen.type(line);
    await screen.answers(words);
  }
}

test('a game of two people to mate', async t => {
  const screen = terminal(t, BOTH);
  await playAll(screen, [['f3', '1. f3'], ['e7e5', '1... e5'], ['g4', '2. g4'], ['Qh4', 'Checkmate']]);
  await screen.shows('mate');
  screen.type('quit');
  await screen.sees('ended with 0');
});

test('a draw by agreement, and one step back from it', async t => {
  const screen = terminal(t, BOTH);
  await playAll(screen, [['d4', '1. d4'], ['d5', '1... d5'], ['draw', 'White offers a draw'], ['accept', 'A draw by agreement']]);
  await screen.shows('draw');
  await playAll(screen, [['undo', /^> undo\n[^]*White>\n$/m], ['c4', '2. c4'], ['undo', /Black> undo\n[^]*White>\n$/]]);
  await screen.shows('undo');
});

test('every reason for which a move is refused', async t => {
  const screen = terminal(t, [...BOTH, '--fen', REFUSALS], { rows: 60 });
  await playAll(screen, [
    ['Nd4', 'ambiguous'], ['Qd4', 'no queen'], ['e4e5', 'e4 is empty'], ['h8g8', "it is White's turn"],
    ['h2h5', 'cannot go to h5'], ['f3d2', 'own pawn is there'], ['Nh8', 'No knight of White'],
    ['d3', "leaves White's king in check"], ['e8', 'what the pawn becomes'], ['h4=Q', 'last rank'],
    ['Nxe5', 'nothing to capture'], ['O-O', 'in the way'], ['O-O-O', 'through or into check'], ['xyzzy', 'neither a command'],
  ]);
  await screen.shows('refusals');
  await playAll(screen, [['h4', '1. h4'], ['O-O', 'no right to castle'], ['resgin', 'Did you mean "resign"?']]);
});

test('the computer is mated, and in check one must leave it', async t => {
  const screen = terminal(t, ['--fen', MATE_IN_TWO, '--level', '1']);
  await playAll(screen, [['Kf7', '1... Kh7'], ['Rh1', 'Checkmate: White wins. 1-0']]);
  await screen.shows('computer');
});

test('a terminal of twenty columns', async t => {
  const screen = terminal(t, [...BOTH, '--pieces', 'ascii'], { columns: 20, rows: 40 });
  await playAll(screen, [['e4', '1. e4'], ['d5', '1... d5'], ['exd5', '2. exd5'], ['Kd7', '2... Kd7'], ['Nd4', 'No knight']]);
  await screen.shows('narrow');
});

test('a line is edited, and earlier ones come back', async t => {
  const screen = terminal(t, BOTH, { rows: 60 });
  await screen.sees('White>');
  screen.press('e', '2', 'e', '5', 'BSpace', '4', 'Enter');
  await screen.answers('1. e4');
  await playAll(screen, [['undo', /Black> undo\n[^]*White>\n$/]]);
  screen.press('Up', 'Up', 'Enter');
  await screen.sees(/> undo[^]*1\. e4/);
});

test('clocks tick while a line is being typed', async t => {
  const screen = terminal(t, [...BOTH, '--time', '5+0']);
  await screen.sees('5:00 5:00 White>');
  await playAll(screen, [['e4', '1. e4'], ['e5', '1... e5']]);
  screen.press('N', 'f');
  await screen.sees(/^[0-4]:\d\d 5:00 White> Nf$/m);
  screen.press('3', 'Enter');
  await screen.sees('2. Nf3');
});

test('a transcript for a screen reader', async () => {
  const { code, said } = await piped(['--plain', '--fen', MATE_IN_TWO], [
    'pieces', 'board', 'Kf6e4', 'Kh8', 'Rg9', 'moves g1', 'f6f7', 'Rh1', 'fen', 'undo', 'resign', 'quit']);
  assert.equal(code, 0);
  assert.equal(said, fs.readFileSync(new URL('screens/plain.txt', import.meta.url), 'utf8'));
  assert.doesNotMatch(said, /[^\n\x20-\x7e]/);
});

test('lines in a pipe wait for the computer, and the end of the input ends it', async () => {
  const { code, said } = await piped(['--fen', MATE_IN_TWO, '--colors', 'off'], ['Kf7', 'Rh1']);
  assert.equal(code, 0);
  assert.match(said, /1\. Kf7[^]*1\.\.\. Kh7[^]*2\. Rh1#[^]*Checkmate: White wins\. 1-0/);
  const fifty = await piped(['--fen', '7k/8/5K2/8/8/8/8/6R1 w - - 98 60'], ['Kf7', 'draw']);
  assert.match(fifty.said, /A draw by the fifty-move rule\. 1\/2-1\/2/);
});

test('a game is saved once and loaded again', async () => {
  const file = `${newDirectory()}/game.pgn`;
  const saved = await piped([...BOTH, '--960', '0'], ['e4', 'e5', `save ${file}`, `save ${file}`, 'save /nowhere/x.pgn']);
  assert.match(saved.said, /game\.pgn: Saved\.[^]*It exists already[^]*No such file or directory/);
  const pgn = fs.readFileSync(file, 'utf8');
  assert.match(pgn, /\[Variant "Chess960"\]/);
  assert.match(pgn, /\[FEN "bbqnnrkr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/BBQNNRKR w (KQkq|HFhf) - 0 1"\]/);
  assert.match(pgn, /^1\. e4 e5 \*$/m);
  const loaded = await piped([...BOTH, '--load', file], ['fen', 'load /nowhere/x.pgn', 'quit']);
  assert.match(loaded.said, /Loaded, with 2 plies\. The game goes on\./);
  assert.match(loaded.said, /^bbqnnrkr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/BBQNNRKR w/m);
  assert.equal((await piped(['--load', '/nowhere/x.pgn'], [])).code, 1);
});

test('odd input is answered by a line', async () => {
  const { code, said } = await piped(BOTH, ['\xff\xfb\x01\x1b[A', 'x'.repeat(1_000_000), `e4${' '.repeat(2000)}`, 'e4\r']);
  assert.equal(code, 0);
  assert.equal(said.match(/The line is longer than 1024 bytes\./g).length, 2);
  assert.match(said, /^1\. e4$/m);
});

test('without UTF-8 pieces are letters, and nothing but ASCII is said', async () => {
  const { said } = await piped(BOTH, ['e4', 'e5', 'moves g1', 'pgn'], { LC_ALL: 'C' });
  assert.match(said, /^1 R N B Q K B N R /m);
  assert.doesNotMatch(said, /[^\n\x20-\x7e]/);
});

test('when nobody reads any more it ends, though the input goes on', async () => {
  const child = spawnCastled(['play', ...BOTH], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.once('data', () => child.stdout.destroy());
  child.stdin.on('error', () => {});
  const typing = setInterval(() => child.stdin.write('board\n'), 20);
  const [code] = await once(child, 'exit');
  clearInterval(typing);
  assert.equal(code, 0);
});

test('options that make no sense are refused', async () => {
  for (const [args, words] of [
    [['--level', '14'], /from 1 to 13/], [['--time', '5:3'], /5\+3/], [['--fen', '8/8 w'], /eight ranks/],
    [['--960', '960'], /0 to 959/], [['--side', 'red'], /white, black or both/], [['--seed', 'x'], /a number/],
    [['--time', '999'], /minutes/]]) {
    const { code, said } = await piped(args, []);
    assert.equal(code, 2, said);
    assert.match(said, words);
  }
});

test('--960 may stand alone, and is a position that is drawn', async () => {
  const { code, said } = await piped([...BOTH, '--960', '--plain', 'off'], ['fen']);
  assert.equal(code, 0, said);
  assert.match(said, /A game for two at this keyboard, Chess960, no clock\./);
  assert.equal((await piped([...BOTH, '--960', '518', '--plain'], ['pieces'])).said.match(/king e1, queen d1/g).length, 1);
});

test('castled help play', async () => {
  const { code, stdout } = await runCastled(['help', 'play']);
  assert.equal(code, 0);
  assert.match(stdout, /^usage: castled play[^]*--level N[^]*moves \[SQUARE\]/);
  assert.equal(stdout, (await runCastled(['play', '--help'])).stdout);
});
