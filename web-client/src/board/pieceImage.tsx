/* A piece as chessground draws it, for use outside the board, inside an element of class
 * cg-wrap. */

import { type ComponentChild, h } from 'preact';

import type { Color } from '../chess/fen';

export const pieceImage = (color: Color, role: string): ComponentChild =>
  h('piece', { class: `${color} ${role}` });
