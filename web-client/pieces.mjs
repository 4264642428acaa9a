// pieces.mjs - the page's pieces as the server draws them into pictures: bytes, one for each pixel.
//
// Each piece is a square of 'pieceSize' pixels. A pixel is 8 * alpha + gray, both from 0 to 7: the pieces have no other
// colors. White's come first, each side's from pawn to king (page.h).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Resvg, initWasm } from '@resvg/resvg-wasm';

const require = createRequire(import.meta.url);
const roles = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
export const pieceSize = 60;

function draw(svg) {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: pieceSize } }).render();
  const { pixels } = image; // RGBA, premultiplied
  if (image.width !== pieceSize || image.height !== pieceSize) throw new Error('a piece is not square');
  return Uint8Array.from({ length: pieceSize * pieceSize }, (_, i) => {
    const [red, green, blue, alpha] = pixels.subarray(4 * i, 4 * i + 4);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 2) throw new Error('a piece has colors');
    return 8 * Math.round((alpha * 7) / 255) + (alpha ? Math.round(Math.min(red / alpha, 1) * 7) : 0);
  });
}

export async function pieceMasks() {
  const css = readFileSync(require.resolve('@lichess-org/chessground/assets/chessground.cburnett.css'), 'utf8');
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const find = (color, role) => {
    const found = new RegExp(`piece\\.${role}\\.${color}[^{]*\\{[^}]*base64,([^'")]+)`).exec(css);
    if (!found) throw new Error(`no image of the ${color} ${role}`);
    return draw(Buffer.from(found[1], 'base64').toString());
  };
  return Buffer.concat(['white', 'black'].flatMap(color => roles.map(role => find(color, role))));
}
