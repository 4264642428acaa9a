/* The lobby's state: who is online, open seeks, the player's own seek or link for a friend. */

import type { FormTopic } from '../dispatch';
import { controlText } from '../game/clock';
import type { RequestBody, SeekSetup } from '../net/requests';
import type { Challenge, Control, Engine, Found, OpenSeek, Person, Pool } from '../net/wire';

export type Seek = {
  setup: SeekSetup;
  /** The server's id for it, once it has answered. */
  id: string | null;
  /** The id of the request that made it. */
  requestId: number;
  /** The page's instant at which the computer steps in; null: never. */
  computerAt: number | null;
};

/** A challenge by link, waiting for the friend. */
export type Invitation = { id: string; url: string; control: Control };

export type Lobby = {
  /** Open seeks, as the server lists them. */
  seeks: OpenSeek[];
  pools: Pool[];
  here: number;
  /** Some of those who are online and have accounts. */
  people: Person[];
  /** External engines that can be played. */
  engines: Engine[];
  /** Challenges to the player. */
  challenges: Challenge[];
  found: Found | null;
  form: FormTopic | null;
  seek: Seek | null;
  /** The id of the newest seek that led to a game: against the computer it goes on beside that. */
  kept: string | null;
  /** The ids of seeks that were withdrawn; the server may not have heard of it. */
  withdrawn: string[];
  invitation: Invitation | null;
};

export const noLobby: Lobby = {
  seeks: [],
  pools: [],
  here: 0,
  people: [],
  engines: [],
  challenges: [],
  found: null,
  form: null,
  seek: null,
  kept: null,
  withdrawn: [],
  invitation: null,
};

const minute = 60_000;

export const quickControls: { initial: number; increment: number }[] = [
  [1, 0],
  [2, 1],
  [3, 0],
  [3, 2],
  [5, 0],
  [5, 3],
  [10, 0],
  [10, 5],
  [15, 10],
  [30, 0],
  [30, 20],
].map(([minutes = 0, seconds = 0]) => ({ initial: minutes * minute, increment: seconds * 1000 }));

/** The seek's request; after a reconnect only the rest of the wait is asked for. */
export const seekRequest = (seek: Seek, now: number): RequestBody => ({
  t: 'seek',
  ...seek.setup,
  keep: true,
  ask: true,
  fallback: seek.computerAt === null ? null : Math.max(0, Math.round(seek.computerAt - now)),
});

/** The pool with this time control, if it is one of the usual ones. */
export const poolOf = (pools: Pool[], control: Control): Pool | undefined =>
  pools.find(({ clock }) => controlText(clock) === controlText(control));
