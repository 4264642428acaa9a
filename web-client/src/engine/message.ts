/* What goes between the page and the engine's workers. Each question has a number, higher than the
 * last. */

import type { SearchResult, Decision, Info, Limits, Position } from './types';

export type ToWorker =
  | {
      t: 'open';
      module: WebAssembly.Module;
      net: Uint8Array;
      hash: number;
      workers: number;
      /** Null where memory cannot be shared: then the worker cannot be stopped, only ended. */
      cells: Int32Array | null;
      /** For several workers. */
      memory: WebAssembly.Memory | null;
    }
  | {
      t: 'help';
      module: WebAssembly.Module;
      memory: WebAssembly.Memory;
      number: number;
      stack: number;
      cells: Int32Array;
    }
  | { t: 'analyse'; id: number; position: Position; limits: Limits }
  | { t: 'play'; id: number; position: Position; rating: number; seed: number; movetime: number }
  | { t: 'acceptsDraw'; id: number; position: Position }
  | { t: 'bench'; id: number; depth: number }
  | { t: 'clear'; id: number };

export type FromWorker =
  /** Where the stacks of the other workers begin; from number 1. */
  | { t: 'ready'; stacks: number[] }
  | { t: 'info'; id: number; info: Info }
  | { t: 'analysed'; id: number; analysis: SearchResult }
  | { t: 'played'; id: number; answer: Decision }
  | { t: 'said'; id: number; value: number }
  /** With id 0: the worker cannot be used. */
  | { t: 'failed'; id: number; why: string };
