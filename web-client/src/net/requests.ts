/* What the page sends to the server (wire.ts has what it hears). */

import type { Claim, Control, Offer, Preset, Side, Variant } from './wire';

export type GameSetup = {
  clock: Control;
  rated?: boolean;
  /** Quick pairing: with somebody near in rating. */
  pool?: boolean;
  variant?: Variant;
  fen?: string;
  color?: Side;
};

export type GameAction =
  | { t: 'move'; game: string; ply: number; uci: string; turn?: number }
  | { t: 'resign' | 'abort' | 'moretime'; game: string }
  | { t: Offer; game: string; offer?: number }
  | { t: 'refuse'; game: string; offer: number }
  | { t: 'claim'; game: string; what: Claim; ply?: number; uci?: string }
  | { t: 'chat'; game: string; text: string }
  | { t: 'chat'; game: string; preset: Preset };

/** What the page offers of the reasons that the contract has. */
export const declineReasons = ['later', 'tooFast', 'tooSlow', 'rated', 'casual'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** One of our own levels, or a program of others. */
export type ComputerOpponent = { level: number } | { engine: string; strength?: number };

export type RequestBody =
  | GameAction
  | ({
      t: 'seek';
      fallback?: number | null;
      keep?: boolean;
      ask?: boolean;
    } & GameSetup)
  | { t: 'unseek'; seek: string }
  | ({ t: 'challenge'; to: 'computer' } & ComputerOpponent & GameSetup)
  | ({ t: 'challenge'; to: 'device'; level: number } & GameSetup)
  | ({ t: 'challenge'; to: 'link' } & GameSetup)
  | ({ t: 'challenge'; to: 'user'; user: string } & GameSetup)
  | { t: 'accept' | 'decline'; seek: string }
  | { t: 'lobby' | 'live'; on: boolean }
  | { t: 'engines' }
  | { t: 'mute'; person: string; on: boolean }
  | { t: 'accept'; challenge: string }
  | { t: 'decline'; challenge: string; reason?: DeclineReason }
  | { t: 'watch'; game: string; since?: number }
  | { t: 'watch' | 'unwatch'; challenge: string }
  | { t: 'unwatch'; game: string };

export type Request = RequestBody & { id: number };
