/* The levels of our own computer. */

const levelCount = 13;

export const levels = Array.from({ length: levelCount }, (_, i) => i + 1);

/** Null: full strength, which has no number. */
export const levelRating = (level: number): number | null =>
  level === levelCount ? null : 200 + 200 * level;
