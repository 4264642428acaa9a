/* What the server says, one function for each kind of message. Pure, like update.ts. */

import { opposite } from '../chess/fen';
import { type Game, applyEvent, clockResumed, gameOf, hasComputer, isOver, seatOf } from '../game/game';
import {
  type Pending,
  type Table,
  followGame,
  isMuteKept,
  isMyTurn,
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
  leftWithout,
  noEffects,
  requestLost,
  requestOtherGames,
  requestPage,
  sendAction,
  sendRequest,
  setMuted,
  showNotice,
  tableOf,
  withdraw,
} from './transitions';

type Receiver<K extends Kind> = (model: Model, message: MessageOf<K>, context: Context) => Next;
type Transition = (model: Model) => Next;

/** Pages on which a player waits for a game or just looks around, unless a form is open there. */
const idlePages = new Set<Route['page']>(['lobby', 'challenge', 'profile', 'people', 'bots', 'live']);

const isShown = (model: Model, game: string): boolean => gameOfRoute(model.route) === game;

const isInvited = ({ route }: Model, challenge: string): boolean =>
  route.page === 'challenge' && route.challenge === challenge;

/** A game of the player's has begun here or elsewhere: who waited for it or just looks around comes to the board.
 * `seek`: the search that led to it. */
const beginGame =
  (game: string, seek?: string | null, rematch?: string): Transition =>
  model => {
    const { seek: open, kept: besideComputer } = model.lobby;
    const { route } = model;
    const isSought = seek !== undefined && (seek === open?.id || seek === besideComputer);
    const isRematch = route.page === 'game' && rematch === route.game;
    // A game started in another tab does not interrupt this one.
    const isHere = isShown(model, game);
    const isIdle = idlePages.has(route.page) && !model.lobby.form;
    if (!isSought && !isRematch && !isHere && !isIdle)
      return showNotice({ key: 'head.started' })(model);
    const kept = isSought ? seek : besideComputer;
    const lobby = { ...model.lobby, seek: null, kept, invitation: null, found: null };
    const stray = open?.id !== seek && open?.id;
    return andThen(
      noEffects({ ...model, lobby }),
      stray ? withdraw(stray) : noEffects,
      isHere ? noEffects : goToGame(game),
    );
  };

/** A game that began while there was no connection: after a rematch that was offered, or by the search of this page if
 * that is over, or if the computer's time has come; then the search may go on beside the game. */
const beginMissed =
  (game: string, seeks: string[], now: number): Transition =>
  model => {
    const { seek } = model.lobby;
    const isSought =
      seek !== null &&
      (!seeks.includes(seek.id ?? '') || (seek.computerAt !== null && seek.computerAt <= now));
    const before = model.table?.game;
    const isOffered = before && Object.values(before.offers).some(({ rematch }) => rematch);
    return beginGame(game, isSought ? seek.id : undefined, isOffered ? before.id : undefined)(model);
  };

/** A seek that survived a lost connection continues; one that the server forgot is sent
 * again; and one for which no page waits any longer is withdrawn, also when a line that has died without a word
 * seems to hold it. */
const keepSeeking =
  (seeks: string[], elsewhere: string[], now: number): Transition =>
  model => {
    const { seek, kept, withdrawn } = model.lobby;
    const wanted = [seek?.id, kept, ...elsewhere];
    const stray = seeks.filter(id => withdrawn.includes(id) || !wanted.includes(id));
    const again = seek && !seeks.includes(seek.id ?? '');
    return andThen(
      noEffects({ ...model, lobby: { ...model.lobby, withdrawn: [] } }),
      ...stray.map(withdraw),
      again ? beginSeek(seek, now) : noEffects,
    );
  };

/** Challenges that were decided while there was no connection are forgotten. */
function sweepChallenges(model: Model): Next {
  const { challenges, invitation } = model.lobby;
  const known = [...challenges, invitation];
  return known.some(Boolean)
    ? sendRequest({ t: 'ping' }, { for: 'challenges', known })(model)
    : noEffects(model);
}

const loadAccountSettings: Transition = model => [
  model,
  [{ do: 'loadAccountSettings', settings: model.settings }],
];

const moveAgain = (game: string, { ply, turn, step }: Pending): GameAction => ({
  t: 'move',
  game,
  ply,
  uci: step.uci,
  turn,
});

/** Resends moves that may not have arrived: safe, since they are identified by their ply. */
export const resendPending =
  (now: number): Transition =>
  model => {
    const { table } = model;
    const left = leftWithout(model, table?.game.id);
    return andThen(
      table?.pending
        ? applyToTable([sentAgain(table, now), moveAgain(table.game.id, table.pending)])(model)
        : noEffects(model),
      ...left.flatMap(({ game, pending }) =>
        pending ? sendAction(moveAgain(game.id, pending)) : [],
      ),
    );
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

/** The server has answered a move: it need not be sent again. */
const moveAnswered = (model: Model, act: GameAction): Model =>
  act.t === 'move' ? { ...model, leftTables: leftWithout(model, act.game) } : model;

/** A refused action: a move is taken back on the board, unless an event has already done that. */
function actRefused(model: Model, id: number, code: string, act: GameAction): Next {
  const { table } = model;
  const isPending = table?.pending?.requestId === id;
  const isWaiting = isPending || model.leftTables.some(({ game }) => game.id === act.game);
  if (act.t === 'move' && !isWaiting) return noEffects(model);
  if (act.t === 'move' && (code === 'not_now' || code === 'too_fast'))
    return andThen(
      [{ ...model, table: isPending ? sentAgain(table, null) : table }, [{ do: 'retryLater' }]],
      showNotice({ key: 'move.waits' }, true),
    );
  const rest = isPending ? { ...model, table: undoPending(table) } : model;
  return refusedAs(refusalSubject(act))(moveAnswered(rest, act), code);
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
  asked: { ok: noEffects, refused },
  action: {
    ok: (model, _, { act }) => noEffects(moveAnswered(model, act)),
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
  challenges: {
    // What the server has named since is another object.
    ok(model, _, { known }) {
      const { challenges, invitation } = model.lobby;
      const lobby = {
        ...model.lobby,
        challenges: challenges.filter(challenge => !known.includes(challenge)),
        invitation: known.includes(invitation) ? null : invitation,
      };
      return noEffects({ ...model, lobby });
    },
    refused: noEffects,
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
        : withdraw(id)(model);
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
