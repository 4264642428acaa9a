/* All that the page knows, what can happen to it, and what it may want done. Values only. */

import type { Key } from '@lichess-org/chessground/types';

import type { Game, World } from './game';
import type { Lobby, Topic } from './lobby';
import { noLobby } from './lobby';
import type { Act, DeclineReason, Opponent, Request, Setup } from './requests';
import { type Route, parseRoute } from './route';
import type { Settings } from './settings';
import type { Sound } from './sound';
import type { Promotion, Table } from './table';
import type { Text } from './text';
import type {
  Challenge,
  Claim,
  Control,
  FromServer,
  LiveGame,
  Offer,
  Person,
  Preset,
} from './wire';

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

export type Msg =
  | { m: 'opened' }
  | { m: 'closed'; failures: number }
  /** The server's answer to whether it is there at all, as an HTTP status; 0: none. */
  | { m: 'probed'; status: number }
  | { m: 'garbled' }
  /** The browser keeps no cookies. */
  | { m: 'uncookied' }
  /** A move that the server could not take at once may go out again. */
  | { m: 'retried' }
  | { m: 'received'; message: FromServer }
  /** What a part of the page that came later has to say. */
  | { m: 'warned'; text: string }
  /** A new version of the page waits. */
  | { m: 'freshFound' }
  /** Games on this device that go on. */
  | { m: 'foundHere'; playing: string[] }
  | { m: 'lag'; roundTrip: number }
  /** The player goes somewhere on this site; or the browser went there by itself. */
  | { m: 'went'; path: string }
  | { m: 'came'; path: string }
  | { m: 'unsent'; id: number }
  | { m: 'hurried' }
  | { m: 'noticeRead'; id: number }
  | { m: 'liked'; change: Partial<Settings> }
  /** What the account has set, read with distrust; or it could not be read or written. */
  | { m: 'settingsCame'; kept: Record<string, unknown> }
  | { m: 'settingsUnkept' }
  /** The language that is wanted could not be fetched. */
  | { m: 'languageMissed' }
  | { m: 'toggled'; setting: 'zen' | 'blindfold' }
  /** How loud it is, to be heard. */
  | { m: 'tried' }
  | { m: 'helped'; on: boolean }
  // the lobby
  | ({ m: 'formOpened' } & Pick<Topic, 'way'> & Partial<Topic>)
  | { m: 'formClosed' }
  /** The game of the form's topic is asked for on those terms; with a level on this device. */
  | { m: 'formSent'; setup: Setup; opponent: Opponent; level?: number | undefined }
  | { m: 'quickSeek'; control: Control }
  | { m: 'seekCancelled' }
  | { m: 'computerRefused' }
  | { m: 'invitationCancelled' }
  | { m: 'inviteAccepted' }
  | { m: 'seekTaken'; seek: string }
  | { m: 'challengeAccepted'; challenge: string }
  | { m: 'challengeDeclined'; challenge: string; reason?: DeclineReason }
  /** Somebody came while one plays the computer. */
  | { m: 'foundAnswered'; yes: boolean }
  | { m: 'linkCopied' }
  /** Small boards of what goes on are shown, or not any more. */
  | { m: 'liveShown'; on: boolean }
  | { m: 'copied'; well: boolean }
  /** The link to what is seen of the game. */
  | { m: 'gameLinked' }
  // the board
  | { m: 'moved'; orig: Key; dest: Key }
  | { m: 'premoved'; orig: Key; dest: Key }
  | { m: 'premovesDropped' }
  /** A move that was held back is to go out, or not. */
  | { m: 'confirmed'; yes: boolean }
  | { m: 'promoted'; to: Promotion | null }
  /** A move that is written down whole. */
  | { m: 'played'; uci: string }
  /** Beyond the last one: at the newest. */
  | { m: 'looked'; ply: number }
  /** So many moves on, or back. */
  | { m: 'leafed'; by: number }
  | { m: 'flipped' }
  /** The player's own time runs short. */
  | { m: 'ranLow' }
  // the game
  | { m: 'resigned' }
  | { m: 'aborted' }
  /** Offers, or accepts what the opponent offers. */
  | { m: 'offered'; kind: Offer }
  | { m: 'refused'; kind: Offer }
  | { m: 'claimed'; what: Claim }
  /** The next move is not to be played: a draw is claimed with it. Or not after all. */
  | { m: 'claiming'; on: boolean }
  /** How long the moves took, as the server keeps it. */
  | { m: 'timed'; game: string; times: (number | null)[] }
  | { m: 'timeGiven' }
  | { m: 'said'; text: string }
  | { m: 'greeted'; preset: Preset }
  | { m: 'muted' }
  | { m: 'saved' }
  | { m: 'unsaved' };

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
