/* The computer in games on this device: the engine in its worker, one question at a time. */

import netUrl from 'castled.nnue?url';
import engineUrl from 'engine.wasm?url';
import threadsUrl from 'engine_threads.wasm?url';

import {
  type Decision,
  type Engine,
  type Position,
  fetchEngine,
  openEngine,
  spawnWorker,
} from '../engine/engine';
import { levelRating } from '../engine/levels';

/** Above all ratings: full strength (skill.h). */
const fullStrength = 4000;

export type ComputerPlayer = {
  /** What a player of that level plays and decides, within `within` ms; the same seed gives the same move. */
  play: (
    game: string,
    position: Position,
    level: number,
    seed: number,
    within: number,
  ) => Promise<Decision>;
  acceptsDraw: (game: string, position: Position) => Promise<boolean>;
};

const openInWorker = async (): Promise<Engine> => {
  const files = await fetchEngine({ engine: engineUrl, threads: threadsUrl, net: netUrl }, false);
  return openEngine(files, { spawn: spawnWorker });
};

/** Fetched when it is first asked; what failed is tried again with the next question. */
export function newComputerPlayer(open: () => Promise<Engine> = openInWorker): ComputerPlayer {
  let engine: Promise<Engine> | null = null;
  let playing: string | null = null;

  async function at(game: string): Promise<Engine> {
    engine ??= open();
    try {
      const ready = await engine;
      // Its hash table belongs to one game.
      if (playing !== game) await ready.clear();
      playing = game;
      return ready;
    } catch (error) {
      engine = null;
      throw error;
    }
  }

  return {
    play: async (game, position, level, seed, within) =>
      (await at(game)).play(position, levelRating(level) ?? fullStrength, seed, within),
    acceptsDraw: async (game, position) => (await at(game)).acceptsDraw(position),
  };
}
