import jsqr from 'jsqr';
import { expect, test } from 'vitest';

import { qrPath } from '../../src/lobby/qrCode';

const scale = 4;

/** The path as pixels, as a camera would have them. */
function pixels({ size, path }: ReturnType<typeof qrPath>): Uint8ClampedArray {
  const side = size * scale;
  const image = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let i = 0; i < scale * scale; i++) {
      const column = Number(x) * scale + (i % scale);
      const row = Number(y) * scale + Math.floor(i / scale);
      image.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
    }
  return image;
}

// Read by another program.
test.each([
  'https://chess.example/challenge/Ch1234567890',
  'http://192.168.178.20:8080/challenge/Zz9876543210',
  `https://${'a-long-name.'.repeat(12)}example/challenge/Ch1234567890`,
])('%s is read from its code', text => {
  const code = qrPath(text);

  expect(jsqr(pixels(code), code.size * scale, code.size * scale)?.data).toBe(text);
});
