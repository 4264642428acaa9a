/* Everything that the page knows, and the effects that it may ask for. Values only. */

import type { Game, World } from '../game/game';
import type { Sound } from '../game/sound';
import type { Table } from '../game/table';
import { type Invitation, type Lobby, noLobby } from '../lobby/lobby';
import type { GameAction, Request, TournamentRequest } from '../net/requests';
import type { Challenge, Control, LiveGame, Person } from '../net/wire';
import { type Route, parseRoute } from '../route';
import type { Settings } from '../settings/settings';
import type { Text } from '../text';

/** `refused`: the server is there, but does not let the connection through; `banned`: not for this
 * player. */
export type Link = 'opening' | 'open' | 'broken' | 'refused' | 'banned';

/** A short text that is shown for a while. */
export type Notice = { id: number; text: Text; grave: boolean };

/** What a request was for that has not been answered yet. */
export type PendingRequest = (
  | { for: 'action'; act: GameAction }
  | { for: 'watch'; game: string }
  | { for: 'otherGames' }
  | { for: 'seek' }
  | { for: 'unseek' }
  | { for: 'computer' }
  | { for: 'challenge'; name: string }
  | { for: 'invitation'; control: Control }
  | { for: 'openedChallenge'; challenge: string }
  | { for: 'accept' }
  /** Those known when the connection was made; the server names what is still open before it answers. */
  | { for: 'challenges'; known: (Challenge | Invitation | null)[] }
  | { for: 'mute'; person: string; on: boolean }
  | { for: 'asked'; request: TournamentRequest }
  | { for: 'nothing' }
) & {
  /** This device answers it, whatever becomes of the connection. */
  isLocal?: true;
};

/** Why a page cannot show what its address names. */
export type Missing = 'game' | 'device' | 'challenge' | 'page';

export type Model = {
  route: Route;
  link: Link;
  /** Round trip in ms, null until it was measured. */
  lag: number | null;
  you: Person | null;
  /** Only preset messages are allowed on this server. */
  presetsOnly: boolean;
  /** Games between accounts can be rated here, and this is one. */
  mayRate: boolean;
  /** How long to look for a person before the computer takes the seat, in ms; null: as long as it takes. */
  patience: number | null;
  /** The account that was signed in here until the session ended. */
  signedOut: Person | null;
  /** A message of the server was not understood. */
  garbled: boolean;
  /** The player's games in progress, by id. */
  playing: string[];
  /** Those of them whose state is known, except the one at the table. */
  otherGames: Game[];
  lobby: Lobby;
  /** The best games in progress while they are shown; null: not shown. */
  liveGames: LiveGame[] | null;
  table: Table | null;
  /** Those that the player left before the server confirmed their move there. */
  leftTables: Table[];
  /** The challenge of the link that was opened. */
  openedChallenge: Challenge | null;
  /** The newest request of a tournament's page, if it was not carried out. */
  lost: TournamentRequest | null;
  missing: Missing | null;
  notices: Notice[];
  settings: Settings;
  /** The list of keyboard shortcuts is shown. */
  helpShown: boolean;
  /** A new version of the page is ready. */
  updateWaiting: boolean;
  pendingRequests: ReadonlyMap<number, PendingRequest>;
  nextId: number;
};

export const missingOf = (route: Route): Missing | null =>
  route.page === 'unknown' ? 'page' : null;

export const newModel = (path: string, settings: Settings): Model => ({
  route: parseRoute(path),
  link: 'opening',
  lag: null,
  you: null,
  presetsOnly: false,
  mayRate: false,
  patience: 10_000,
  signedOut: null,
  garbled: false,
  playing: [],
  otherGames: [],
  lobby: noLobby,
  liveGames: null,
  table: null,
  leftTables: [],
  openedChallenge: null,
  lost: null,
  missing: missingOf(parseRoute(path)),
  notices: [],
  settings,
  helpShown: false,
  updateWaiting: false,
  pendingRequests: new Map(),
  nextId: 1,
});

export type Effect =
  | { do: 'send'; request: Request }
  | { do: 'setLanguage'; language: Settings['language'] }
  | { do: 'pushUrl'; path: string }
  /** Replaces the previous page in the history. */
  | { do: 'replaceUrl'; path: string }
  /** Once the player has stopped stepping through the game. */
  | { do: 'replaceUrlSoon'; path: string }
  | { do: 'reconnect' }
  | { do: 'probe' }
  | { do: 'retryLater' }
  | { do: 'copyText'; text: string }
  /** As a file for the player. */
  | { do: 'savePgn'; game: Game }
  | { do: 'closeNoticeLater'; notice: number }
  | { do: 'storeSettings'; change: object }
  /** In the account, after a moment. */
  | { do: 'storeInAccount'; change: Partial<Settings> }
  | { do: 'loadAccountSettings'; settings: Settings }
  /** With `haptics` also a vibration. */
  | { do: 'playSound'; sound: Sound; volume: number; haptics: boolean };

export type Next = [Model, Effect[]];
export type Transition = (model: Model) => Next;

/** What update needs from outside. */
export type Context = World & { site: string; date: Date };
