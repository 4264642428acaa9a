/* The rules of chess: the server's own, as WebAssembly. Every call is a question about one
 * position, named by its FEN; nothing is remembered between calls. */

export type Step = {
  uci: string;
  san: string;
  /** The position after the move. */
  fen: string;
  /** The side to move is in check. */
  check: boolean;
};

export type Rules = {
  /** Every legal move as UCI; empty when the FEN is not a legal position. */
  moves: (fen: string) => string[];
  /** Null when the move is not legal there. */
  play: (fen: string, uci: string) => Step | null;
  /** A move that a person typed, in SAN or UCI, as UCI; null when it is not a move or ambiguous. */
  read: (fen: string, text: string) => string | null;
  isCheck: (fen: string) => boolean;
  perft: (fen: string, depth: number) => number;
};

/** The step that a position begins with; null when it can neither be played nor is mate. */
export const startStep = (rules: Rules, fen: string): Step | null =>
  rules.moves(fen).length > 0 || rules.isCheck(fen)
    ? { uci: '', san: '', fen, check: rules.isCheck(fen) }
    : null;

type Exports = {
  memory: WebAssembly.Memory;
  init: () => number;
  load: (length: number) => number;
  moves: () => number;
  play: (length: number) => number;
  read: (length: number) => number;
  isCheck: () => number;
  perft: (depth: number) => number;
};

/** Longer than any FEN or move; the buffer on the other side is larger. */
const textMax = 200;

export function rulesOf(instance: WebAssembly.Instance): Rules {
  const wasm = instance.exports as Exports;
  const start = wasm.init();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const write = (text: string): number =>
    encoder.encodeInto(text, new Uint8Array(wasm.memory.buffer, start, textMax)).written;
  const answer = (length: number): string =>
    decoder.decode(new Uint8Array(wasm.memory.buffer, start, length));
  const load = (fen: string): boolean => fen.length <= textMax && wasm.load(write(fen)) === 0;

  return {
    moves: fen => (load(fen) ? answer(wasm.moves()).split(' ').filter(Boolean) : []),
    play(fen, uci) {
      if (!load(fen)) return null;
      const [san, after] = answer(wasm.play(write(uci))).split('\n');
      return san && after ? { uci, san, fen: after, check: wasm.isCheck() === 1 } : null;
    },
    read: (fen, text) => (load(fen) ? answer(wasm.read(write(text))) || null : null),
    isCheck: fen => load(fen) && wasm.isCheck() === 1,
    perft: (fen, depth) => (load(fen) ? wasm.perft(depth) : 0),
  };
}

export async function fetchRules(url: string): Promise<Rules> {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(url));
  return rulesOf(instance);
}
