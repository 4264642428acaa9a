/* A position as a picture of its own: SVG with letters for pieces that every reader of fonts has. */

import { pieceOn } from './squares';
import type { Key } from '@lichess-org/chessground/types';

const size = 45;
const light = '#ece7da';
const dark = '#8ba08d';
const signs: Record<string, string> = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

export function boardImage(fen: string, orientation: 'white' | 'black'): string {
  const squares: string[] = [];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const file = orientation === 'white' ? column : 7 - column;
      const rank = orientation === 'white' ? 8 - row : row + 1;
      const fill = (row + column) % 2 === 0 ? light : dark;
      squares.push(
        `<rect x="${column * size}" y="${row * size}" width="${size}" height="${size}" fill="${fill}"/>`,
      );
      const piece = pieceOn(fen, `${'abcdefgh'[file]}${rank}` as Key);
      if (!piece) continue;
      const isWhite = piece === piece.toUpperCase();
      // The variation selector keeps phones from making a coloured picture of the pawn.
      squares.push(
        `<text x="${(column + 0.5) * size}" y="${(row + 0.81) * size}" fill="${isWhite ? '#fff' : '#111'}" stroke="${isWhite ? '#111' : '#fff'}" stroke-width=".7">${signs[piece.toLowerCase()]}\uFE0E</text>`,
      );
    }
  const side = 8 * size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 2}" height="${side * 2}" font-size="${size * 0.85}" text-anchor="middle" font-family="DejaVu Sans, Segoe UI Symbol, Noto Sans Symbols2, sans-serif">${squares.join('')}</svg>\n`;
}
