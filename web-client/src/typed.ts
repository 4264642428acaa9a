/* What a player may type at the board: a move in SAN, UCI or figures (ICCF), or a word. */

import type { Key } from '@lichess-org/chessground/types';

import type { Msg } from './model';
import type { Rules } from './rules';

/** The figures of correspondence chess: file and rank of both squares, then what a pawn becomes. */
const figures = /^([1-8])([1-8])([1-8])([1-8])([1-4])?$/;
const files = 'abcdefgh';
const becomes = ['', 'q', 'r', 'b', 'n'];

/** "5254" is "e2e4"; null when it is no such move. */
export function uciOfFigures(text: string): string | null {
  const [, file, rank, toFile, toRank, piece] = figures.exec(text) ?? [];
  if (!file || !rank || !toFile || !toRank) return null;
  return `${files[Number(file) - 1]}${rank}${files[Number(toFile) - 1]}${toRank}${becomes[Number(piece ?? 0)]}`;
}

const words: Record<string, Msg> = {
  resign: { m: 'resigned' },
  abort: { m: 'aborted' },
  draw: { m: 'offered', kind: 'draw' },
  takeback: { m: 'offered', kind: 'takeback' },
  rematch: { m: 'offered', kind: 'rematch' },
  flip: { m: 'flipped' },
  help: { m: 'helped', on: true },
};

/** The act that a word asks for. */
export const wordAct = (text: string): Msg | null => words[text.toLowerCase()] ?? null;

const squares = /^([a-h][1-8])([a-h][1-8])[qrbn]?$/;

/** The two squares of a move that is typed before its turn. */
export function squaresOf(text: string): { orig: Key; dest: Key } | null {
  const [, orig, dest] = squares.exec(uciOfFigures(text) ?? text) ?? [];
  return orig && dest ? { orig: orig as Key, dest: dest as Key } : null;
}

const bare = (san: string): string => san.replace(/[+#]$/, '');

/** The move is whole and no longer one begins with it: there is no need to wait for Enter. */
export function isWhole(rules: Rules, fen: string, text: string): boolean {
  if (text.length < 2 || !rules.read(fen, text)) return false;
  const names = rules.moves(fen).flatMap(uci => [uci, bare(rules.play(fen, uci)?.san ?? uci)]);
  return !names.some(
    name => name.length > text.length && name.toLowerCase().startsWith(text.toLowerCase()),
  );
}
