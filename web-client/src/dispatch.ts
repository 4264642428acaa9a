/* Everything that can happen to the page. Views and timers dispatch these; state/update.ts says
 * what they do. */

import type { Key } from '@lichess-org/chessground/types';

import type { Color } from './chess/fen';
import type { Promotion } from './chess/moves';
import type {
  Claim,
  ComputerOpponent,
  DeclineReason,
  FormSetup,
  TournamentRequest,
} from './net/requests';
import type { Control, FromServer, Offer, Preset, Variant } from './net/wire';
import type { Route } from './route';
import type { Settings } from './settings/settings';

export type Msg =
  | { m: 'socketOpened' }
  | { m: 'socketClosed'; failures: number }
  /** The HTTP status of the server when asked whether it is there at all; 0: no answer. */
  | { m: 'probed'; status: number }
  | { m: 'messageGarbled' }
  /** The browser does not keep cookies. */
  | { m: 'cookiesBlocked' }
  /** A move that the server could not take at once may go out again. */
  | { m: 'retryDue' }
  | { m: 'received'; message: FromServer }
  /** A warning from a part of the page that was fetched later. */
  | { m: 'warned'; text: string }
  /** A new version of the page is ready. */
  | { m: 'updateFound' }
  /** Games in progress on this device. */
  | { m: 'localGamesFound'; playing: string[] }
  | { m: 'lagMeasured'; roundTrip: number }
  /** The player goes somewhere on this site, or the browser went there by itself. */
  | { m: 'navigated'; to: Route }
  | { m: 'urlChanged'; path: string }
  | { m: 'requestUnsent'; id: number }
  | { m: 'reconnectClicked' }
  | { m: 'noticeClosed'; id: number }
  | { m: 'settingChanged'; change: Partial<Settings> }
  /** The account's settings, not yet checked; or they could not be read or written. */
  /** By another tab. */
  | { m: 'settingsStored'; settings: Settings }
  | { m: 'accountSettingsLoaded'; kept: Record<string, unknown> }
  | { m: 'accountSettingsFailed' }
  /** The chosen language could not be fetched. */
  | { m: 'languageFailed' }
  | { m: 'settingToggled'; setting: 'zen' | 'blindfold' }
  /** Plays a sound at the new volume. */
  | { m: 'volumeTried' }
  | { m: 'helpToggled'; on: boolean }
  // the lobby
  | ({ m: 'formOpened' } & Pick<FormTopic, 'way'> & Partial<FormTopic>)
  | { m: 'formClosed' }
  /** Asks for a game on those terms; with a level: on this device. */
  | { m: 'formSubmitted'; setup: FormSetup; opponent: ComputerOpponent; level?: number | undefined }
  /** Rated wherever possible, unless the message says otherwise. */
  | { m: 'quickSeek'; control: Control; rated?: boolean; variant?: Variant }
  | { m: 'seekCancelled' }
  | { m: 'computerRefused' }
  | { m: 'invitationCancelled' }
  | { m: 'inviteAccepted'; color: Color | undefined }
  | { m: 'seekTaken'; seek: string }
  | { m: 'challengeAccepted'; challenge: string }
  | { m: 'challengeDeclined'; challenge: string; reason?: DeclineReason }
  /** The answer to `found`: somebody came while the player plays the computer. */
  | { m: 'foundAnswered'; yes: boolean }
  | { m: 'invitationCopied' }
  /** Small boards of games in progress are shown, or no longer shown. */
  | { m: 'liveShown'; on: boolean }
  | { m: 'copied'; well: boolean }
  /** The link to what is shown of the game. */
  | { m: 'gameLinkCopied' }
  // the board
  | { m: 'moved'; orig: Key; dest: Key }
  | { m: 'premoved'; orig: Key; dest: Key }
  | { m: 'premovesDropped' }
  /** A move that waited for confirmation is sent, or cancelled. */
  | { m: 'confirmed'; yes: boolean }
  | { m: 'promoted'; to: Promotion | null }
  /** A move that was typed. */
  | { m: 'played'; uci: string }
  /** A ply beyond the last means the newest. */
  | { m: 'plyViewed'; ply: number }
  /** So many moves forward, or back. */
  | { m: 'stepped'; by: number }
  | { m: 'flipped' }
  /** The player is running out of time. */
  | { m: 'timeLow' }
  // the game
  | { m: 'resigned' }
  | { m: 'aborted' }
  /** Offers, or accepts what the opponent offers. */
  | { m: 'offered'; kind: Offer }
  | { m: 'refused'; kind: Offer }
  | { m: 'claimed'; what: Claim }
  /** A draw will be claimed with the next move, which is then not played; or not after all. */
  | { m: 'claimAheadToggled'; on: boolean }
  /** How long the moves took, from the server. */
  | { m: 'moveTimesLoaded'; game: string; times: (number | null)[] }
  | { m: 'moreTimeGiven' }
  /** In a correspondence game: what the server plays for the player, each line from the game's position on. */
  | { m: 'conditionalSaved'; lines: string[][] }
  | { m: 'chatSent'; text: string }
  | { m: 'presetSent'; preset: Preset }
  | { m: 'muteSet'; on: boolean }
  | { m: 'pgnSaved' }
  | { m: 'pgnFailed' }
  // tournaments
  /** Their pages hear the answers by themselves; the player is told what was refused. */
  | { m: 'asked'; request: TournamentRequest };

export type Dispatch = (msg: Msg) => void;

export type Way = 'people' | 'friend' | 'computer';

/** What the form of a new game was opened for. */
export type FormTopic = {
  way: Way;
  /** The person who is challenged; null: whoever has the link. */
  to: { id: string; name: string } | null;
  /** The position to begin from; null: the usual one. */
  fen: string | null;
  /** The computer plays on this device, without the server. */
  device?: boolean | undefined;
};
