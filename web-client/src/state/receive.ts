/* What the server says, one function for each kind of message. Pure, like update.ts. */

import { opposite } from '../chess/fen';
import { type Game, applyEvent, clockResumed, gameOf, isOver, seatOf } from '../game/game';
import {
  type Table,
  followGame,
  isMuteKept,
  isMyTurn,
  newTable,
  opponentOf,
  reseat,
  sentAgain,
  undoPending,
  viewAsLinked,
  withCrowd,
} from '../game/table';
import { isOnDevice } from '../net/onDevice';
import type { GameAction } from '../net/requests';
import type { Challenge, FromServer, GameEvent, Kind, MessageOf, Ok } from '../net/wire';
import { type Route, gameOfRoute, printRoute } from '../route';
import { type Text, refusalText } from '../text';
import type { Context, Model, Next, PendingRequest } from './model';
import {
  andThen,
  applyToTable,
  beginSeek,
  goToGame,
  noEffects,
  requestLost,
  requestOtherGames,
  requestPage,
  sendRequest,
  setMuted,
  showNotice,
} from './transitions';

type Receiver<K extends Kind> = (model: Model, message: MessageOf<K>, context: Context) => Next;
type Transition = (model: Model) => Next;

/** Pages on which a player waits for a game or just looks around. */
const idlePages = new Set<Route['page']>(['lobby', 'challenge', 'profile', 'people', 'bots', 'live']);

const isShown = (model: Model, game: string): boolean => gameOfRoute(model.route) === game;

const isInvited = ({ route }: Model, challenge: string): boolean =>
  route.page === 'challenge' && route.challenge === challenge;

/** A seek that survived a lost connection continues; one that the server forgot is sent
 * again; and one for which no page waits any longer is withdrawn. */
const keepSeeking =
  (seeks: string[], elsewhere: string[], now: number): Transition =>
  model => {
    const { seek } = model.lobby;
    const stray = seeks.filter(id => id !== seek?.id && !elsewhere.includes(id));
    const drop = stray.map(id => sendRequest({ t: 'unseek', seek: id }, { for: 'nothing' }));
    const again = seek && !seeks.includes(seek.id ?? '');
    return andThen(noEffects(model), ...drop, again ? beginSeek(seek, now) : noEffects);
  };

const loadAccountSettings: Transition = model => [
  model,
  [{ do: 'loadAccountSettings', settings: model.settings }],
];

/** Resends a move that may not have arrived: safe, since it is identified by its ply. */
export const resendPending =
  (now: number): Transition =>
  model => {
    const { table } = model;
    if (!table?.pending) return noEffects(model);
    const { ply, turn, step } = table.pending;
    return applyToTable([
      sentAgain(table, now),
      { t: 'move', game: table.game.id, ply, uci: step.uci, turn },
    ])(model);
  };

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

/* Answers. */

const refusedAs =
  (asked: string) =>
  (model: Model, code: string): Next =>
    showNotice(refusalText(code, asked), true)(model);
const refused = refusedAs('');

/** What a refusal is about: a claim because the opponent has left, or a claim by the
 * rules. */
const refusalSubject = (act: GameAction): string => {
  if (act.t !== 'claim') return act.t;
  if (act.uci !== undefined) return 'claimAhead';
  return act.what === 'win' || act.what === 'draw' ? 'claim' : '';
};

/** A refused action: a move is taken back on the board, unless an event has already done that. */
function actRefused(model: Model, id: number, code: string, act: GameAction): Next {
  const { table } = model;
  const isPending = table?.pending?.requestId === id;
  if (act.t === 'move' && !isPending) return noEffects(model);
  if (isPending && (code === 'not_now' || code === 'too_fast'))
    return andThen(
      [{ ...model, table: sentAgain(table, null) }, [{ do: 'retryLater' }]],
      showNotice({ key: 'move.waits' }, true),
    );
  const rest = isPending ? { ...model, table: undoPending(table) } : model;
  return refusedAs(refusalSubject(act))(rest, code);
}

const withoutSeek = (model: Model): Model => ({
  ...model,
  lobby: { ...model.lobby, seek: null },
});

const toGame = (model: Model, { game }: Ok): Next =>
  game ? goToGame(game)(model) : noEffects(model);

type Answers<A extends PendingRequest> = {
  ok: (model: Model, ok: Ok, asked: A, context: Context) => Next;
  refused: (model: Model, code: string, asked: A, id: number) => Next;
};

const answers: { [K in PendingRequest['for']]: Answers<Extract<PendingRequest, { for: K }>> } = {
  nothing: {
    ok: noEffects,
    refused: (model, code) => (code === 'unknown_kind' ? refused(model, code) : noEffects(model)),
  },
  otherGames: { ok: noEffects, refused: noEffects },
  unseek: { ok: noEffects, refused: noEffects },
  asked: {
    ok: noEffects,
    refused: (model, code, asked) => refused(requestLost(model, asked), code),
  },
  action: {
    ok: noEffects,
    refused: (model, code, asked, id) => actRefused(requestLost(model, asked), id, code, asked.act),
  },
  mute: {
    ok: noEffects,
    refused: (model, code, asked) => refused(requestLost(model, asked), code),
  },
  computer: { ok: toGame, refused },
  challenge: {
    ok: (model, _, { name }) => showNotice({ key: 'notice.challenged', values: { name } })(model),
    refused,
  },
  accept: {
    ok: toGame,
    refused: (model, code) =>
      code === 'stale' && model.route.page === 'challenge'
        ? noEffects({ ...model, missing: 'challenge' })
        : refusedAs('accept')(model, code),
  },
  openedChallenge: {
    ok: noEffects,
    refused: (model, code, { challenge }) =>
      code === 'too_fast'
        ? refused(model, code)
        : noEffects(isInvited(model, challenge) ? { ...model, missing: 'challenge' } : model),
  },
  watch: {
    ok: (model, ok, { game }, { now }) =>
      model.table?.game.id === game
        ? noEffects({
            ...model,
            table: { ...model.table, game: clockResumed(model.table.game, ok, now) },
          })
        : noEffects(model),
    refused(model, code, { game }) {
      if (code !== 'no_such_game' && code !== 'bad_request') return refused(model, code);
      // The player may have gone to another page meanwhile.
      if (!isShown(model, game)) return noEffects(model);
      return noEffects({ ...model, missing: isOnDevice(game) ? 'device' : 'game' });
    },
  },
  seek: {
    // The player may have cancelled the seek before the server sent its id.
    ok(model, { seek: id, id: request }) {
      if (!id) return noEffects(model);
      const { seek } = model.lobby;
      return seek && seek.requestId === request
        ? noEffects({ ...model, lobby: { ...model.lobby, seek: { ...seek, id } } })
        : sendRequest({ t: 'unseek', seek: id }, { for: 'unseek' })(model);
    },
    refused: (model, code, _, id) =>
      refused(model.lobby.seek?.requestId === id ? withoutSeek(model) : model, code),
  },
  invitation: {
    ok(model, { challenge, url }, { control }, { site }) {
      if (!challenge || !url) return noEffects(model);
      const invitation = { id: challenge, url: new URL(url, site).href, control };
      return noEffects({ ...model, lobby: { ...model.lobby, invitation } });
    },
    refused,
  },
};

function answered(model: Model, id: number | undefined): [Model, PendingRequest | undefined] {
  const asked = id === undefined ? undefined : model.pendingRequests.get(id);
  if (id === undefined || !asked) return [model, undefined];
  const rest = new Map(model.pendingRequests);
  rest.delete(id);
  return [{ ...model, pendingRequests: rest }, asked];
}

/* Messages. */

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

/** An event in a game of the player's that is not at the table. */
function otherGameEvent(model: Model, event: GameEvent, context: Context): Next {
  const before = model.otherGames.find(({ id }) => id === event.game);
  if (!before) return noEffects(model);
  const game = applyEvent(before, event, context);
  const rest = model.otherGames.filter(other => other !== before);
  if (!game) return requestOtherGames({ ...model, otherGames: rest });
  if (!isOver(game)) return noEffects({ ...model, otherGames: [...rest, game] });
  return noEffects({
    ...model,
    otherGames: rest,
    playing: model.playing.filter(id => id !== game.id),
  });
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
  const playing = isOver(game) ? model.playing.filter(id => id !== game.id) : model.playing;
  return andThen(
    noEffects({ ...model, playing }),
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
      otherGames: [],
    };
    return andThen(
      noEffects(known),
      isAnother && !left
        ? showNotice({ key: 'notice.anotherYou', values: { name: you.name } }, true)
        : noEffects,
      requestPage,
      resendPending(now),
      keepSeeking(seeks, elsewhere, now),
      requestOtherGames,
      known.table?.muted && !isMuteKept(known.table) ? setMuted(true) : noEffects,
      model.liveGames ? sendRequest({ t: 'live', on: true }, { for: 'nothing' }) : noEffects,
      you.guest === false ? loadAccountSettings : noEffects,
    );
  },
  pong: noEffects,
  notice: (model, { text, warning }) =>
    showNotice({ key: `notice.${warning ? 'warned' : 'server'}`, values: { text } }, true)(model),
  ok(model, message, context) {
    const [rest, asked] = answered(model, message.id);
    if (!asked) return noEffects(rest);
    const answer = answers[asked.for] as Answers<PendingRequest>;
    return answer.ok(rest, message, asked, context);
  },
  error(model, { id, code }) {
    const [rest, asked] = answered(model, id);
    if (!asked) return refused(rest, code);
    const answer = answers[asked.for] as Answers<PendingRequest>;
    return answer.refused(rest, code, asked, id ?? 0);
  },
  start(model, { game, seek, rematch }) {
    const playing = [...model.playing.filter(id => id !== game), game];
    const open = model.lobby.seek;
    const { route } = model;
    const isSought = seek !== undefined && seek === open?.id;
    const isRematch = route.page === 'game' && rematch === route.game;
    // A game started in another tab does not interrupt this one.
    const isHere = isShown(model, game);
    if (!isSought && !isRematch && !isHere && !idlePages.has(route.page))
      return andThen(
        noEffects({ ...model, playing }),
        sendRequest({ t: 'watch', game }, { for: 'otherGames' }),
        showNotice({ key: 'head.started' }),
      );
    const lobby = { ...model.lobby, seek: null, invitation: null, found: null };
    const stray = !isSought && open?.id;
    return andThen(
      noEffects({ ...model, playing, lobby }),
      stray ? sendRequest({ t: 'unseek', seek: stray }, { for: 'unseek' }) : noEffects,
      isHere ? noEffects : goToGame(game),
    );
  },
  challenge(model, message, { site }) {
    const { challenge, state, to, from, clock } = message;
    if (isInvited(model, challenge))
      return noEffects(
        state === 'open'
          ? { ...model, openedChallenge: message }
          : { ...model, missing: 'challenge' },
      );
    if (to === 'user') return userChallenge(model, message);
    if (from.id !== model.you?.id) return noEffects(model);
    const { invitation } = model.lobby;
    if (state !== 'open')
      return invitation?.id === challenge
        ? noEffects({ ...model, lobby: { ...model.lobby, invitation: null } })
        : noEffects(model);
    const url = new URL(printRoute({ page: 'challenge', challenge }), site).href;
    return noEffects({
      ...model,
      lobby: {
        ...model.lobby,
        invitation: invitation ?? { id: challenge, url, control: clock },
      },
    });
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
    const table = newTable(game, model.you?.id);
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
