/* What can be read from a FEN without knowing the rules: whose move it is, which piece is where,
 * who has more material; and how the board looks with pieces put elsewhere. */

import type { Key } from '@lichess-org/chessground/types';

export const colors = ['white', 'black'] as const;

export type Color = (typeof colors)[number];

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const colorToMove = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** Plies since the last capture or pawn move. */
export const halfmoveClock = ({ fen }: { fen: string }): number => Number(fen.split(' ')[4] ?? 0);

const files = 'abcdefgh';

/** The letter of each piece by its square. */
type Pieces = Map<string, string>;

const boardPart = (fen: string): string => fen.split(' ')[0] ?? '';

function piecesOf(fen: string): Pieces {
  const men: Pieces = new Map();
  boardPart(fen)
    .split('/')
    .forEach((row, i) => {
      let file = 0;
      for (const letter of row) {
        const empty = Number(letter);
        if (empty > 0) file += empty;
        else men.set(`${files[file++]}${8 - i}`, letter);
      }
    });
  return men;
}

function boardOf(men: Pieces): string {
  const rows = Array.from({ length: 8 }, (_, i) =>
    [...files].map(file => men.get(`${file}${8 - i}`) ?? '1').join(''),
  );
  return rows.join('/').replace(/1+/g, ones => String(ones.length));
}

/** The letter of the piece on a square, as in a FEN; null when it is empty. */
export const pieceOn = (fen: string, key: Key): string | null => piecesOf(fen).get(key) ?? null;

export const isPawnToLastRank = (fen: string, orig: Key, dest: Key): boolean => {
  const piece = pieceOn(fen, orig);
  return (piece === 'P' && dest[1] === '8') || (piece === 'p' && dest[1] === '1');
};

export const filesApart = (a: string, b: string): number =>
  Math.abs(a.charCodeAt(0) - b.charCodeAt(0));

/** Where king and rook land when putting the king there castles; null when it doesn't. */
function castling(
  men: Pieces,
  orig: Key,
  dest: Key,
): { king: string; rook: string; from: string } | null {
  const king = men.get(orig);
  if ((king !== 'K' && king !== 'k') || orig[1] !== dest[1]) return null;
  const own = king === 'K' ? 'R' : 'r';
  const short = dest > orig;
  const isOnRook = men.get(dest) === own;
  const from = isOnRook ? dest : `${short ? 'h' : 'a'}${orig[1]}`;
  if ((!isOnRook && filesApart(orig, dest) < 2) || men.get(from) !== own) return null;
  return { king: `${short ? 'g' : 'c'}${orig[1]}`, rook: `${short ? 'f' : 'd'}${orig[1]}`, from };
}

export type Placing = { orig: Key; dest: Key; promotion?: string | null };

/** The FEN with pieces put elsewhere, whether or not they may go there: how the board looks
 * after premoves. */
export function afterPlacings(fen: string, placings: Placing[]): string {
  if (placings.length === 0) return fen;
  const men = piecesOf(fen);
  for (const { orig, dest, promotion } of placings) {
    const piece = men.get(orig);
    if (!piece) continue;
    const castles = castling(men, orig, dest);
    men.delete(orig);
    if (castles) {
      men.delete(castles.from);
      men.set(castles.rook, piece === 'K' ? 'R' : 'r');
    }
    const becomes = piece === 'P' ? promotion?.toUpperCase() : promotion;
    men.set(castles?.king ?? dest, becomes ?? piece);
  }
  return [boardOf(men), ...fen.split(' ').slice(1)].join(' ');
}

/* Which pieces a side has captured more of than the other, from the position alone. */

export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen';

export type Material = {
  /** Pieces that this side has more of on the board, strongest first. */
  more: Record<Color, Role[]>;
  /** By how many points White is ahead. */
  lead: number;
};

const kinds: [letter: string, role: Role, value: number][] = [
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
];

const count = (board: string, letter: string): number => board.split(letter).length - 1;

export function materialOf(fen: string): Material {
  const board = fen.split(' ')[0] ?? '';
  const material: Material = { more: { white: [], black: [] }, lead: 0 };
  for (const [letter, role, value] of kinds) {
    const more = count(board, letter.toUpperCase()) - count(board, letter);
    material.lead += more * value;
    const side = more > 0 ? 'white' : 'black';
    for (let i = 0; i < Math.abs(more); i++) material.more[side].push(role);
  }
  return material;
}
