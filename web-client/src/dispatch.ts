/* Everything that can happen to the page. Views and timers dispatch these; state/update.ts says what they do. */

import type { Key } from '@lichess-org/chessground/types';

import type { Promotion } from './chess/moves';
import type { Claim, ComputerOpponent, DeclineReason, GameSetup } from './net/requests';
import type { Control, FromServer, Offer, Preset } from './net/wire';
import type { Route } from './route';
import type { Settings } from './settings/settings';

export type Msg =
  | { m: 'socketOpened' }
  | { m: 'socketClosed'; failures: number }
  /** The server's answer to whether it is there at all, as an HTTP status; 0: none. */
  | { m: 'probed'; status: number }
  | { m: 'messageGarbled' }
  /** The browser keeps no cookies. */
  | { m: 'cookiesBlocked' }
  /** A move that the server could not take at once may go out again. */
  | { m: 'retryDue' }
  | { m: 'received'; message: FromServer }
  /** What a part of the page that came later has to say. */
  | { m: 'warned'; text: string }
  /** A new version of the page waits. */
  | { m: 'updateFound' }
  /** Games on this device that go on. */
  | { m: 'localGamesFound'; playing: string[] }
  | { m: 'lagMeasured'; roundTrip: number }
  /** The player goes somewhere on this site; or the browser went there by itself. */
  | { m: 'navigated'; to: Route }
  | { m: 'urlChanged'; path: string }
  | { m: 'requestUnsent'; id: number }
  | { m: 'reconnectClicked' }
  | { m: 'noticeClosed'; id: number }
  | { m: 'settingChanged'; change: Partial<Settings> }
  /** What the account has set, read with distrust; or it could not be read or written. */
  | { m: 'accountSettingsLoaded'; kept: Record<string, unknown> }
  | { m: 'accountSettingsFailed' }
  /** The language that is wanted could not be fetched. */
  | { m: 'languageFailed' }
  | { m: 'settingToggled'; setting: 'zen' | 'blindfold' }
  /** How loud it is, to be heard. */
  | { m: 'volumeTried' }
  | { m: 'helpToggled'; on: boolean }
  // the lobby
  | ({ m: 'formOpened' } & Pick<FormTopic, 'way'> & Partial<FormTopic>)
  | { m: 'formClosed' }
  /** The game of the form's topic is asked for on those terms; with a level on this device. */
  | { m: 'formSubmitted'; setup: GameSetup; opponent: ComputerOpponent; level?: number | undefined }
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
  | { m: 'invitationCopied' }
  /** Small boards of what goes on are shown, or not any more. */
  | { m: 'liveShown'; on: boolean }
  | { m: 'copied'; well: boolean }
  /** The link to what is seen of the game. */
  | { m: 'gameLinkCopied' }
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
  | { m: 'plyViewed'; ply: number }
  /** So many moves on, or back. */
  | { m: 'stepped'; by: number }
  | { m: 'flipped' }
  /** The player's own time runs short. */
  | { m: 'timeLow' }
  // the game
  | { m: 'resigned' }
  | { m: 'aborted' }
  /** Offers, or accepts what the opponent offers. */
  | { m: 'offered'; kind: Offer }
  | { m: 'refused'; kind: Offer }
  | { m: 'claimed'; what: Claim }
  /** The next move is not to be played: a draw is claimed with it. Or not after all. */
  | { m: 'claimAheadToggled'; on: boolean }
  /** How long the moves took, as the server keeps it. */
  | { m: 'moveTimesLoaded'; game: string; times: (number | null)[] }
  | { m: 'moreTimeGiven' }
  | { m: 'chatSent'; text: string }
  | { m: 'presetSent'; preset: Preset }
  | { m: 'muteToggled' }
  | { m: 'pgnSaved' }
  | { m: 'pgnFailed' };

export type Dispatch = (msg: Msg) => void;

export type Way = 'people' | 'friend' | 'computer';

/** What a form of a new game was opened for. */
export type FormTopic = {
  way: Way;
  /** Who is challenged; null: whoever has the link. */
  to: { id: string; name: string } | null;
  /** The position to begin from; null: the usual one. */
  fen: string | null;
  /** The computer plays here, without the server. */
  device?: boolean | undefined;
};
