/* The lobby's state: the form of a new game, the seek that waits, the link that waits for a friend. */

import type { Ask, Challenge, Control, Found, OpenSeek, Pool, Setup, Side } from './wire';

export type Way = 'people' | 'friend' | 'computer';

/** What the form of a new game holds. */
export type Form = {
  way: Way;
  /** Who is challenged; null: whoever has the link. */
  to: { id: string; name: string } | null;
  /** The position to begin from; null: the usual one. */
  fen: string | null;
  rated: boolean;
  timed: boolean;
  initial: number;
  increment: number;
  chess960: boolean;
  side: Side;
  level: number;
};

export type Seek = {
  setup: Setup;
  /** The server's name for it, once it answered. */
  id: string | null;
  /** The request that it was sought by. */
  asked: number;
  /** Page instant at which the computer comes; null: never. */
  computerAt: number | null;
};

/** A challenge by link that waits for the friend. */
export type Invitation = { id: string; url: string; control: Control };

export type Lobby = {
  /** What stands open, by the server's word. */
  seeks: OpenSeek[];
  pools: Pool[];
  here: number;
  /** Challenges to the player himself. */
  challenges: Challenge[];
  found: Found | null;
  form: Form | null;
  seek: Seek | null;
  invitation: Invitation | null;
};

export const noLobby: Lobby = {
  seeks: [],
  pools: [],
  here: 0,
  challenges: [],
  found: null,
  form: null,
  seek: null,
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

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The stops of the two sliders, in ms: close together where a little matters. */
export const initials: number[] = [
  ...[0, 0.25, 0.5, 0.75, 1, 1.5],
  ...upTo(2, 20),
  ...[25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180],
].map(minutes => minutes * minute);

export const increments: number[] = [
  ...upTo(0, 20),
  ...[25, 30, 35, 40, 45, 60, 90, 120, 150, 180],
].map(seconds => seconds * 1000);

export const firstLevel = 1;
export const lastLevel = 13;
/** Null: full strength, which has no number. */
export const levelRating = (level: number): number | null =>
  level >= lastLevel ? null : 200 + 200 * level;

/** How long a person is looked for before the computer takes the seat. */
export const computerAfter = 10_000;

type Given = Partial<Pick<Form, 'fen' | 'to'>>;

export const newForm = (way: Way, { fen = null, to = null }: Given = {}): Form => ({
  fen,
  to,
  rated: false,
  way,
  timed: way !== 'computer',
  initial: way === 'people' ? 5 * minute : 10 * minute,
  increment: way === 'people' ? 3000 : 5000,
  chess960: false,
  side: 'random',
  level: 4,
});

/** No game can be played on a clock of nothing. */
export const isPlayable = (form: Form): boolean => !form.timed || form.initial + form.increment > 0;

/** Games against the computer and from a position are casual. */
export const mayBeRated = (form: Form): boolean => form.way !== 'computer' && form.fen === null;

export const setupOf = (form: Form): Setup => ({
  clock: form.timed ? { initial: form.initial, increment: form.increment } : null,
  ...(form.fen === null
    ? { variant: form.chess960 ? 'chess960' : 'standard' }
    : { variant: 'fromPosition', fen: form.fen }),
  ...(mayBeRated(form) && form.rated ? { rated: true } : {}),
  color: form.side,
});

export function challengeOf(form: Form): Ask {
  const setup = setupOf(form);
  if (form.way === 'computer')
    return { t: 'challenge', to: 'computer', level: form.level, ...setup };
  return form.to
    ? { t: 'challenge', to: 'user', user: form.to.id, ...setup }
    : { t: 'challenge', to: 'link', ...setup };
}

/** The seek's request; after a break it asks only for the patience that is left. */
export const seekRequest = (seek: Seek, now: number): Ask => ({
  t: 'seek',
  ...seek.setup,
  keep: true,
  ask: true,
  fallback: seek.computerAt === null ? null : Math.max(0, Math.round(seek.computerAt - now)),
});
