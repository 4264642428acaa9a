// games.mjs - games to be played through, in UCI.

// Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: 33 plies to mate.
export const opera =
  `e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5
   c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8`.split(/\s+/);

export const foolsMate = 'f2f3 e7e5 g2g4 d8h4'.split(' ');

// After the fourth, eighth and sixteenth ply the position is the starting position.
export const knightsThereAndBack = 'g1f3 g8f6 f3g1 f6g8'.split(' ');

// A generator of numbers from 0 to below 1, which a printed seed makes repeatable (mulberry32).
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
