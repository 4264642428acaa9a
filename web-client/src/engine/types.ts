/* What the page asks of the computer player in its browser, and the answers. Scores are from the point
 * of view of the side to move. */

/** A start and the moves from there, in UCI; castling either as king's two steps or as king takes
 * rook. With chess960 the answers have the latter. */
export type Position = { fen: string; moves: string[]; chess960?: boolean };

/** Any of them ends the search; without any it goes on until it is stopped. Times in ms. */
export type Limits = {
  depth?: number;
  nodes?: number;
  movetime?: number;
  /** A mate in so many moves is enough. */
  mate?: number;
  /** How many of the best moves to report, each with its line; 1 to 16. */
  lines?: number;
};

/** Centipawns, or moves to mate, below 0 when the side to move is mated. */
export type Score = { cp: number } | { mate: number };

export type Info = {
  depth: number;
  selectiveDepth: number;
  /** From 1, the best. */
  line: number;
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  /** Parts of 1, for the side to move. */
  chances: { win: number; draw: number; loss: number };
  nodes: number;
  /** How full the table is, as a part of 1. */
  hashfull: number;
  /** ms since the search began. */
  elapsed: number;
  /** In UCI. */
  moves: string[];
};

export type SearchResult = {
  /** Null when there is no legal move, or nothing was found before the stop. */
  move: string | null;
  ponder: string | null;
  score: Score;
  depth: number;
  nodes: number;
};

export type Decision = {
  move: string | null;
  score: Score;
  nodes: number;
  /** Instead of the move. */
  resigns: boolean;
  /** With the move. */
  offersDraw: boolean;
};
