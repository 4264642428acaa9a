// icons.mjs - the page's icon as PNG, drawn from src/page/icon.svg, so that there is one drawing of it.
//
// It reads what that file needs of SVG: a rounded square and one path of straight lines.

import zlib from 'node:zlib';

const grid = 32;
const lines = 8; // samples in each row of pixels

const colorOf = hex =>
  [...hex.replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3').matchAll(/../g)].map(([pair]) =>
    parseInt(pair, 16),
  );

const lengths = { M: 2, L: 2, l: 2, H: 1, h: 1, V: 1, v: 1 };

// The corners of a path of straight lines.
function cornersOf(path) {
  const corners = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    if (letter === 'z' || letter === 'Z') continue;
    const length = lengths[letter];
    if (!length) throw new Error(`icon.svg: no "${letter}" can be drawn here`);
    for (let i = 0; i < numbers.length; i += length) {
      const [a, b] = numbers.slice(i, i + length);
      if (letter === 'h') x += a;
      else if (letter === 'H') x = a;
      else if (letter === 'v') y += a;
      else if (letter === 'V') y = a;
      else if (letter === 'l') [x, y] = [x + a, y + b];
      else [x, y] = [a, b];
      corners.push([x, y]);
    }
  }
  return corners;
}

// Where a horizontal line goes in and out of the corners' polygon.
const crossings = (corners, y) =>
  corners
    .map((corner, i) => [corner, corners.at(i - 1)])
    .filter(([[, ay], [, by]]) => ay > y !== by > y)
    .map(([[ax, ay], [bx, by]]) => ax + ((bx - ax) * (y - ay)) / (by - ay))
    .sort((one, other) => one - other);

// Where it goes in and out of the square, whose corners are round.
function squareAt(radius, y) {
  const above = Math.max(radius - y, y - (grid - radius), 0);
  const inset = radius - Math.sqrt(radius ** 2 - above ** 2);
  return [inset, grid - inset];
}

// How much of each pixel lies inside, by lines of which each has its edges in pairs.
function coverage(size, edgesAt) {
  const parts = new Float64Array(size * size);
  for (let line = 0; line < size * lines; line++) {
    const edges = edgesAt(((line + 0.5) / lines / size) * grid).map(x => (x * size) / grid);
    const row = Math.floor(line / lines) * size;
    for (let i = 0; i < edges.length; i += 2)
      for (let x = Math.floor(edges[i]); x < edges[i + 1]; x++)
        parts[row + x] += (Math.min(edges[i + 1], x + 1) - Math.max(edges[i], x)) / lines;
  }
  return parts;
}

const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function chunk(kind, bytes) {
  const body = Buffer.concat([Buffer.from(kind), bytes]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(
    ~body.reduce((crc, byte) => crcs[(crc ^ byte) & 255] ^ (crc >>> 8), ~0) >>> 0,
  );
  return Buffer.concat([length, body, check]);
}

// RGBA rows, each with the filter 0 before it.
function png(rows, size) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// 'whole': the colour goes to the edge and the drawing keeps away from it, for systems that cut the icon to a shape.
export function icon(svg, size, whole = false) {
  const radius = whole ? 0 : Number(/rx="([\d.]+)"/.exec(svg)[1]);
  const [ground, figure] = [/<rect[^>]*fill="#(\w+)"/, /<path[^>]*fill="#(\w+)"/].map(pattern =>
    colorOf(pattern.exec(svg)[1]),
  );
  const scale = whole ? 0.72 : 1;
  const corners = cornersOf(/ d="([^"]+)"/.exec(svg)[1]).map(corner =>
    corner.map(at => grid / 2 + (at - grid / 2) * scale),
  );
  const covered = coverage(size, y => squareAt(radius, y));
  const drawn = coverage(size, y => crossings(corners, y));
  const rows = Buffer.alloc(size * (1 + 4 * size));
  covered.forEach((part, i) => {
    const color = ground.map((one, k) => Math.round(one + (figure[k] - one) * drawn[i]));
    const row = Math.floor(i / size);
    rows.set([...color, Math.round(255 * part)], row * (1 + 4 * size) + 1 + 4 * (i % size));
  });
  return png(rows, size);
}
