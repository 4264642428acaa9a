/* What a player can type at the board: a move in SAN, UCI or numeric notation (ICCF), or a word. Pure. */

import type { Key } from '@lichess-org/chessground/types';

import type { Rules } from '../chess/rules';
import type { Msg } from '../dispatch';
import { say } from '../text/later';
import { isOver, lastStep } from './game';
import type { Notation } from './notation';
import { clocksText, crowdText, lastCaptureText, lastMoveText, piecesText } from './readout';
import { type Table, boardFen, isMyTurn } from './table';

/** The numeric notation of correspondence chess: file and rank of both squares, then the promotion. */
const figures = /^([1-8])([1-8])([1-8])([1-8])([1-4])?$/;
const files = 'abcdefgh';
const becomes = ['', 'q', 'r', 'b', 'n'];

/** "5254" is "e2e4"; null when it is not such a move. */
export function uciOfFigures(text: string): string | null {
  const [, file, rank, toFile, toRank, piece] = figures.exec(text) ?? [];
  if (!file || !rank || !toFile || !toRank) return null;
  return `${files[Number(file) - 1]}${rank}${files[Number(toFile) - 1]}${toRank}${becomes[Number(piece ?? 0)]}`;
}

const acts: Record<string, Msg> = {
  resign: { m: 'resigned' },
  abort: { m: 'aborted' },
  draw: { m: 'offered', kind: 'draw' },
  takeback: { m: 'offered', kind: 'takeback' },
  rematch: { m: 'offered', kind: 'rematch' },
  flip: { m: 'flipped' },
  zen: { m: 'settingToggled', setting: 'zen' },
  blindfold: { m: 'settingToggled', setting: 'blindfold' },
  help: { m: 'helpToggled', on: true },
};

const questions: Record<string, (table: Table, now: number) => string> = {
  clock: clocksText,
  who: crowdText,
  last: lastMoveText,
  capture: lastCaptureText,
  pieces: piecesText,
};

/** What a command does to the game. */
export const commandOf = (text: string): Msg | null => acts[text.toLowerCase()] ?? null;

const squares = /^([a-h][1-8])([a-h][1-8])[qrbn]?$/;

/** The two squares of a move that is typed before its turn. */
export function squaresOf(text: string): { orig: Key; dest: Key } | null {
  const [, orig, dest] = squares.exec(uciOfFigures(text) ?? text) ?? [];
  return orig && dest ? { orig: orig as Key, dest: dest as Key } : null;
}

/** A move that was typed with the letters of the player's language, in English. Other letters
 * stay, so that English ones are understood, too, unless they mean something else. */
export function englishSan(notation: Notation, text: string): string {
  if (notation !== 'local' || squares.test(text)) return text;
  const letters = say('notation.letters').replace(/[^\p{L} ]/gu, '').split(' ');
  // A small letter may be a file.
  return text.replace(/[^a-h]/g, sign => 'KQRBN'[letters.indexOf(sign.toUpperCase())] ?? sign);
}

/** A move in SAN as it would be if it were the player's turn. */
function sanAhead(table: Table, rules: Rules, text: string): { orig: Key; dest: Key } | null {
  const [men, , castling] = boardFen(table).split(' ');
  const fen = [men, table.seat === 'white' ? 'w' : 'b', castling, '- 0 1'].join(' ');
  const uci = rules.read(fen, text);
  return uci ? squaresOf(uci) : null;
}

/** Something to do, or something to read aloud. */
export type Meaning = { msg: Msg } | { words: string };

export function meaningOf(
  text: string,
  table: Table,
  rules: Rules,
  notation: Notation,
  now: number,
): Meaning {
  const msg = commandOf(text);
  if (msg) return { msg };
  const question = questions[text.toLowerCase()];
  if (question) return { words: question(table, now) };
  if (isOver(table.game)) return { words: say('error.game_over') };
  const move = englishSan(notation, text);
  if (!isMyTurn(table)) {
    const ahead = squaresOf(move) ?? sanAhead(table, rules, move);
    return ahead ? { msg: { m: 'premoved', ...ahead } } : { words: say('error.not_your_turn') };
  }
  const uci = rules.read(lastStep(table.game).fen, uciOfFigures(move) ?? move);
  return uci ? { msg: { m: 'played', uci } } : { words: say('error.unreadable', { text }) };
}

const bare = (san: string): string => san.replace(/[+#]$/, '');

/** The move is complete and no longer move begins like it: there is no need to wait for Enter. */
export function isCompleteMove(rules: Rules, fen: string, text: string): boolean {
  if (text.length < 2 || !rules.read(fen, text)) return false;
  const names = rules.moves(fen).flatMap(uci => [uci, bare(rules.play(fen, uci)?.san ?? uci)]);
  return !names.some(
    name => name.length > text.length && name.toLowerCase().startsWith(text.toLowerCase()),
  );
}
