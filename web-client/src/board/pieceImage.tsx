/* A piece in chessground's own dress, for wherever the page needs one beside the board: inside .cg-wrap. */

import { type ComponentChild, h } from 'preact';

import type { Color } from '../chess/fen';

export const pieceImage = (color: Color, role: string): ComponentChild =>
  h('piece', { class: `${color} ${role}` });
