/* All that the page knows, what can happen to it, and what it may want done. Values only. */

import type { Game, World } from '../game/game';
import type { Sound } from '../game/sound';
import type { Table } from '../game/table';
import { type Lobby, noLobby } from '../lobby/lobby';
import type { Act, Request } from '../net/requests';
import type { Challenge, Control, LiveGame, Person } from '../net/wire';
import { type Route, parseRoute } from '../route';
import type { Settings } from '../settings/settings';
import type { Text } from '../text';

/** `refused`: the server is there, but the connection is not let through; `banned`: not to this player. */
export type Link = 'opening' | 'open' | 'broken' | 'refused' | 'banned';

/** A line of words that comes up and goes away. */
export type Notice = { id: number; text: Text; grave: boolean };

/** What an answer that has not come yet will be about. */
export type Asked =
  | { for: 'act'; act: Act }
  | { for: 'watch'; game: string }
  | { for: 'desk' }
  | { for: 'seek' }
  | { for: 'unseek' }
  | { for: 'computer' }
  | { for: 'challenge'; name: string }
  | { for: 'invitation'; control: Control }
  | { for: 'invite'; challenge: string }
  | { for: 'accept' }
  | { for: 'nothing' };

/** Why a page cannot show what its address names. */
export type Missing = 'game' | 'device' | 'challenge' | 'page';

export type Model = {
  route: Route;
  link: Link;
  /** Round trip in ms, null until it was measured. */
  lag: number | null;
  you: Person | null;
  /** Nothing but presets is said on this server. */
  quiet: boolean;
  /** Who was signed in here until the session ended. */
  signedOut: Person | null;
  /** What the server said was not understood. */
  garbled: boolean;
  /** The player's games that go on, by id. */
  playing: string[];
  /** Those of them that were told, but for the one at the table. */
  desk: Game[];
  lobby: Lobby;
  /** The best games that go on, while they are looked at; null: they are not. */
  live: LiveGame[] | null;
  table: Table | null;
  /** What a friend offers by the link that was opened. */
  invite: Challenge | null;
  missing: Missing | null;
  notices: Notice[];
  settings: Settings;
  /** The list of keys is shown. */
  help: boolean;
  /** A new version of the page waits. */
  fresh: boolean;
  asked: ReadonlyMap<number, Asked>;
  nextId: number;
};

export const missingOf = (route: Route): Missing | null =>
  route.page === 'unknown' ? 'page' : null;

export const newModel = (path: string, settings: Settings): Model => ({
  route: parseRoute(path),
  link: 'opening',
  lag: null,
  you: null,
  quiet: false,
  signedOut: null,
  garbled: false,
  playing: [],
  desk: [],
  lobby: noLobby,
  live: null,
  table: null,
  invite: null,
  missing: missingOf(parseRoute(path)),
  notices: [],
  settings,
  help: false,
  fresh: false,
  asked: new Map(),
  nextId: 1,
});

export type Effect =
  | { do: 'send'; request: Request }
  | { do: 'speak'; language: Settings['language'] }
  | { do: 'go'; path: string }
  /** Go without leaving the page before in the history. */
  | { do: 'replace'; path: string }
  /** What the page shows has another address now; when it rests. */
  | { do: 'address'; path: string }
  | { do: 'hurry' }
  | { do: 'probe' }
  | { do: 'retry' }
  | { do: 'copy'; text: string }
  /** As a file for the player. */
  | { do: 'save'; game: Game }
  | { do: 'forget'; notice: number }
  | { do: 'keep'; settings: Settings }
  /** In the account, after a moment. */
  | { do: 'keepInAccount'; change: Partial<Settings> }
  | { do: 'askAccount'; settings: Settings }
  | { do: 'sound'; sound: Sound; volume: number }
  /** For a player who looks elsewhere. */
  | { do: 'call'; text: Text };

export type Next = [Model, Effect[]];

/** What update needs from outside. */
export type Context = World & { site: string; date: Date };
