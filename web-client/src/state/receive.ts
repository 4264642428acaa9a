/* What the server says, one function for each kind of message. Pure, like update.ts. */

import { opposite } from '../chess/fen';
import { type Game, applyEvent, gameOf, hasComputer, isOver, seatOf } from '../game/game';
import {
  type Table,
  followGame,
  isMuteKept,
  isMyTurn,
  opponentOf,
  reseat,
  viewAsLinked,
  withCrowd,
} from '../game/table';
import { isOnDevice } from '../net/onDevice';
import type { Challenge, FromServer, GameEvent, Kind, MessageOf } from '../net/wire';
import { printRoute } from '../route';
import type { Text } from '../text';
import { answered, receiveError, receiveOk } from './answers';
import type { Context, Model, Next, Transition } from './model';
import { beginMissed, keepSeeking, resendPending, sweepChallenges } from './resume';
import {
  andThen,
  applyToTable,
  beginGame,
  isInvited,
  isShown,
  noEffects,
  requestOtherGames,
  requestPage,
  sendRequest,
  setMuted,
  showNotice,
  tableOf,
} from './transitions';

type Receiver<K extends Kind> = (model: Model, message: MessageOf<K>, context: Context) => Next;

const loadAccountSettings: Transition = model => [
  model,
  [{ do: 'loadAccountSettings', settings: model.settings }],
];

/** The shown game has changed: the board follows, and a premove may be sent. */
const gameChanged =
  (game: Game, context: Context): Transition =>
  model => {
    if (!model.table) return noEffects(model);
    const before = model.table;
    const [table, request] = followGame(before, game, context);
    const isTakenBack = before.pending && !table.pending && table.redraws > before.redraws;
    // A move was waiting for confirmation or promotion here when another page of the same player moved.
    const isOvertaken =
      (before.unconfirmed && !table.unconfirmed) ||
      (before.promoting && isMyTurn(before) && !table.promoting);
    const isLost = (isTakenBack || isOvertaken) && !isOver(game) && !game.halted;
    return andThen(
      noEffects(model),
      applyToTable([table, request]),
      isLost ? showNotice({ key: 'notice.lostMove' }, true) : noEffects,
    );
  };

/** A notice for an event that the board does not show. */
function eventText(event: GameEvent, game: Game, model: Model): Text | null {
  const seat = model.table?.seat;
  if (event.t === 'moretime') {
    const n = event.given / 1000;
    const values = { side: opposite(event.by), n: Math.abs(n), why: `${event.berserk}` };
    return { key: n > 0 ? 'notice.moretime' : 'notice.lesstime', values };
  }
  if (event.t !== 'refuse' || !seat || event.by === seat) return null;
  const mine = Object.entries(game.offers[seat]).find(([, seq]) => seq === event.offer);
  const kind = mine?.[0] as 'draw' | 'takeback' | 'rematch' | undefined;
  return kind ? { key: `notice.refused.${kind}` } : null;
}

/** With a game against the computer the search beside it ends. */
function gameOver(model: Model, game: Game): Model {
  const playing = model.playing.filter(id => id !== game.id);
  const found = hasComputer(game) ? null : model.lobby.found;
  return { ...model, playing, lobby: { ...model.lobby, found } };
}

/** An event in a game of the player's that is not at the table. */
function otherGameEvent(model: Model, event: GameEvent, context: Context): Next {
  const before = model.otherGames.find(({ id }) => id === event.game);
  if (!before) return noEffects(model);
  const game = applyEvent(before, event, context);
  const rest = model.otherGames.filter(other => other !== before);
  if (!game) return requestOtherGames({ ...model, otherGames: rest });
  return noEffects(
    isOver(game)
      ? gameOver({ ...model, otherGames: rest }, game)
      : { ...model, otherGames: [...rest, game] },
  );
}

function receiveEvent(model: Model, event: GameEvent, context: Context): Next {
  const { table } = model;
  if (table?.game.id !== event.game) return otherGameEvent(model, event, context);
  const game = applyEvent(table.game, event, context);
  // An event is missing, or page and server disagree: start again from a snapshot.
  if (!game)
    return sendRequest({ t: 'watch', game: event.game }, { for: 'watch', game: event.game })(model);
  if (game === table.game) return noEffects(model);
  const text = eventText(event, table.game, model);
  return andThen(
    noEffects(isOver(game) ? gameOver(model, game) : model),
    gameChanged(game, context),
    text ? showNotice(text) : noEffects,
  );
}

/** A challenge to the player is listed in the lobby until it is decided; of their own challenges players
 * learn the outcome. */
function userChallenge(model: Model, message: Challenge): Next {
  const { challenge, state, from, user, reason = 'generic' } = message;
  const rest = model.lobby.challenges.filter(other => other.challenge !== challenge);
  const isMine = from.id === model.you?.id;
  const challenges = state === 'open' && !isMine ? [...rest, message] : rest;
  const known = { ...model, lobby: { ...model.lobby, challenges } };
  return isMine && state === 'declined'
    ? showNotice({ key: 'notice.declinedBy', values: { name: user?.name ?? '', reason } })(known)
    : noEffects(known);
}

/** With the game the server says whether the opponent is muted; whom a guest muted it has
 * forgotten. */
const unmuteKept = (table: Table): Table =>
  isMuteKept(table) ? { ...table, muted: false } : table;

const receivers: { [K in Kind]: Receiver<K> } = {
  welcome(model, { you, playing, seeks, elsewhere = [], quiet = false, casual, fallback }, { now }) {
    const before = model.you;
    const { found } = model.lobby;
    const isAnother = before !== null && before.id !== you.id;
    const left = isAnother && before.guest === false ? before : null;
    const known: Model = {
      ...model,
      you,
      presetsOnly: quiet,
      mayRate: you.guest === false && !casual,
      patience: fallback === undefined ? model.patience : fallback,
      playing: [...playing, ...model.playing.filter(isOnDevice)],
      signedOut: you.guest ? (left ?? model.signedOut) : null,
      table: model.table && unmuteKept(reseat(model.table, you.id)),
      lobby: { ...model.lobby, found: found && seeks.includes(found.seek) ? found : null },
      leftTables: isAnother ? [] : model.leftTables,
      otherGames: [],
    };
    const missed = before && !isAnother && playing.find(id => !model.playing.includes(id));
    return andThen(
      noEffects(known),
      missed ? beginMissed(missed, seeks, now) : noEffects,
      isAnother && !(left && you.guest)
        ? showNotice({ key: 'notice.anotherYou', values: { name: you.name } }, true)
        : noEffects,
      requestPage,
      resendPending(now),
      keepSeeking(seeks, elsewhere, now),
      requestOtherGames,
      sweepChallenges,
      known.table?.muted && !isMuteKept(known.table) ? setMuted(true) : noEffects,
      model.liveGames ? sendRequest({ t: 'live', on: true }, { for: 'nothing' }) : noEffects,
      you.guest === false ? loadAccountSettings : noEffects,
    );
  },
  pong: noEffects,
  notice: (model, { text, warning }) =>
    showNotice({ key: `notice.${warning ? 'warned' : 'server'}`, values: { text } }, true)(model),
  ok: receiveOk,
  error: receiveError,
  start(model, { game, seek, rematch }) {
    const playing = [...model.playing.filter(id => id !== game), game];
    return andThen(
      noEffects({ ...model, playing }),
      beginGame(game, seek, rematch),
      begun =>
        isShown(begun, game)
          ? noEffects(begun)
          : sendRequest({ t: 'watch', game }, { for: 'otherGames' })(begun),
    );
  },
  challenge(before, message, { site }) {
    const { challenge, state, to, from, clock } = message;
    const isOpen = state === 'open';
    const model: Model = !isInvited(before, challenge)
      ? before
      : isOpen
        ? { ...before, openedChallenge: message }
        : { ...before, missing: 'challenge' };
    if (to === 'user') return userChallenge(model, message);
    const { invitation } = model.lobby;
    const isOther = invitation !== null && invitation.id !== challenge;
    if (from.id !== model.you?.id || isOther) return noEffects(model);
    const url = new URL(printRoute({ page: 'challenge', challenge }), site).href;
    const lobby = {
      ...model.lobby,
      invitation: isOpen ? { id: challenge, url, control: clock } : null,
    };
    return noEffects({ ...model, lobby });
  },
  game(model, snapshot, context) {
    const game = gameOf(snapshot, context);
    if (!isShown(model, snapshot.game)) {
      const isMine = game && seatOf(game, model.you?.id) && !isOver(game);
      const rest = model.otherGames.filter(({ id }) => id !== snapshot.game);
      return noEffects({ ...model, otherGames: isMine ? [...rest, game] : rest });
    }
    if (!game) return noEffects({ ...model, garbled: true });
    if (model.table?.game.id === game.id) return gameChanged(game, context)(model);
    const table = tableOf(model, game);
    const { route } = model;
    const seen = route.page === 'game' ? viewAsLinked(table, route) : table;
    return noEffects({ ...model, missing: null, table: seen });
  },
  crowd: (model, crowd, { now }) =>
    model.table?.game.id === crowd.game
      ? noEffects({ ...model, table: withCrowd(model.table, crowd, now) })
      : noEffects(model),
  lobby: (model, { seeks }) => noEffects({ ...model, lobby: { ...model.lobby, seeks } }),
  pools: (model, { pools, here, people }) =>
    noEffects({ ...model, lobby: { ...model.lobby, pools, here, people } }),
  engines(model, { id, engines }) {
    const [rest] = answered(model, id);
    return noEffects({ ...rest, lobby: { ...rest.lobby, engines } });
  },
  found: (model, found) => noEffects({ ...model, lobby: { ...model.lobby, found } }),
  live: (model, { games }) => noEffects(model.liveGames ? { ...model, liveGames: games } : model),
  rated: (model, rated) =>
    model.table?.game.id === rated.game
      ? noEffects({ ...model, table: { ...model.table, ratingChanges: rated } })
      : noEffects(model),
  chat(model, { game, room, from, text, preset }) {
    const { table } = model;
    if (table?.game.id !== game || (room === 'players') !== (table.seat !== null))
      return noEffects(model);
    const line = { by: from.name, text, preset };
    return noEffects({ ...model, table: { ...table, chat: [...table.chat, line].slice(-200) } });
  },
  conditional: (model, conditional) =>
    noEffects(
      model.table?.game.id === conditional.game
        ? { ...model, table: { ...model.table, conditional } }
        : model,
    ),
  mute: (model, { person, on }) =>
    noEffects(
      model.table && opponentOf(model.table)?.id === person
        ? { ...model, table: { ...model.table, muted: on } }
        : model,
    ),
  move: receiveEvent,
  draw: receiveEvent,
  takeback: receiveEvent,
  rematch: receiveEvent,
  refuse: receiveEvent,
  moretime: receiveEvent,
  pause: receiveEvent,
  adjourn: receiveEvent,
  resume: receiveEvent,
  end: receiveEvent,
};

export function receive(model: Model, message: FromServer, context: Context): Next {
  const receiver = receivers[message.t] as Receiver<Kind>;
  return receiver(model, message, context);
}
