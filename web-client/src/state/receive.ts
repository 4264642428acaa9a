/* What the server says, one function for each kind of its messages. Pure, as update.ts. */

import { opposite } from '../chess/fen';
import { type Game, applyEvent, gameOf, isOver, resumed, seatOf } from '../game/game';
import {
  asLinked,
  isMyTurn,
  reseat,
  settle,
  sitDown,
  takeBackPending,
  withCrowd,
} from '../game/table';
import { isOnDevice } from '../net/onDevice';
import type { Act } from '../net/requests';
import type { Challenge, FromServer, GameEvent, Kind, MessageOf, Ok } from '../net/wire';
import { type Route, gameOfRoute } from '../route';
import { type Text, refusalText } from '../text';
import type { Asked, Context, Model, Next } from './model';
import {
  andThen,
  ask,
  askForDesk,
  askForPage,
  beginSeek,
  goToGame,
  played,
  stay,
  tell,
  undone,
} from './steps';

type Receiver<K extends Kind> = (model: Model, message: MessageOf<K>, context: Context) => Next;
type Step = (model: Model) => Next;

/** Where one waits for a game, or only looks around. */
const idlePages = new Set<Route['page']>(['lobby', 'challenge', 'profile', 'people', 'live']);

const isShown = (model: Model, game: string): boolean => gameOfRoute(model.route) === game;

const isInvited = ({ route }: Model, challenge: string): boolean =>
  route.page === 'challenge' && route.challenge === challenge;

/** A seek that outlived a broken connection goes on; one that the server forgot is asked for again. */
const keepSeeking =
  (seeks: string[], now: number): Step =>
  model => {
    const { seek } = model.lobby;
    const stray = seeks.filter(id => id !== seek?.id);
    const drop = stray.map(id => ask({ t: 'unseek', seek: id }, { for: 'nothing' }));
    const again = seek && !seeks.includes(seek.id ?? '');
    return andThen(stay(model), ...drop, again ? beginSeek(seek, now) : stay);
  };

const askAccount: Step = model => [model, [{ do: 'askAccount', settings: model.settings }]];

/** Sends a move again that may not have arrived: safe, since it is named by its ply. */
export const resendPending: Step = model => {
  const { table } = model;
  if (!table?.pending) return stay(model);
  const { ply, turn, step } = table.pending;
  return played([table, { t: 'move', game: table.game.id, ply, uci: step.uci, turn }])(model);
};

/** The shown game has changed: the board follows, and a premove may go out. */
const settled =
  (game: Game, context: Context): Step =>
  model => {
    if (!model.table) return stay(model);
    const before = model.table;
    const [table, request] = settle(before, game, context);
    const isTakenBack = before.pending && !table.pending && table.redraws > before.redraws;
    // Held or being chosen here while another page of the same player has moved.
    const isOvertaken =
      (before.held && !table.held) || (before.choosing && isMyTurn(before) && !table.choosing);
    const isLost = (isTakenBack || isOvertaken) && !isOver(game);
    return andThen(
      stay(model),
      played([table, request]),
      isLost ? tell({ key: 'notice.lostMove' }, true) : stay,
    );
  };

/* Answers. */

const refusedWhen =
  (asked: string) =>
  (model: Model, code: string): Next =>
    tell(refusalText(code, asked), true)(model);
const refused = refusedWhen('');

/** What a refusal is about: of claims there are those of a game that was left, and those by the rules. */
const askedBy = (act: Act): string => {
  if (act.t !== 'claim') return act.t;
  if (act.uci !== undefined) return 'claimAhead';
  return act.what === 'win' || act.what === 'draw' ? 'claim' : '';
};

/** A refused act: a move is taken back for all to see, unless events have overtaken the refusal and did it. */
function actRefused(model: Model, id: number, code: string, act: Act): Next {
  const { table } = model;
  const isPending = table?.pending?.asked === id;
  if (act.t === 'move' && !isPending) return stay(model);
  if (isPending && (code === 'not_now' || code === 'too_fast'))
    return andThen([model, [{ do: 'retry' }]], tell({ key: 'move.waits' }, true));
  const rest = isPending ? { ...model, table: takeBackPending(table) } : model;
  return refusedWhen(askedBy(act))(rest, code);
}

const idleLobby = (model: Model): Model => ({
  ...model,
  lobby: { ...model.lobby, seek: null },
});

const toGame = (model: Model, { game }: Ok): Next => (game ? goToGame(game)(model) : stay(model));

type Answers<A extends Asked> = {
  ok: (model: Model, ok: Ok, asked: A, context: Context) => Next;
  refused: (model: Model, code: string, asked: A, id: number) => Next;
};

const answers: { [K in Asked['for']]: Answers<Extract<Asked, { for: K }>> } = {
  nothing: {
    ok: stay,
    refused: (model, code) => (code === 'unknown_kind' ? refused(model, code) : stay(model)),
  },
  desk: { ok: stay, refused: stay },
  unseek: { ok: stay, refused: stay },
  act: {
    ok: stay,
    refused: (model, code, asked, id) => actRefused(undone(model, asked), id, code, asked.act),
  },
  computer: { ok: toGame, refused },
  challenge: {
    ok: (model, _, { name }) => tell({ key: 'notice.challenged', values: { name } })(model),
    refused,
  },
  accept: {
    ok: toGame,
    refused: (model, code) =>
      code === 'stale' && model.route.page === 'challenge'
        ? stay({ ...model, missing: 'challenge' })
        : refusedWhen('accept')(model, code),
  },
  invite: {
    ok: stay,
    refused: (model, code, { challenge }) =>
      code === 'too_fast'
        ? refused(model, code)
        : stay(isInvited(model, challenge) ? { ...model, missing: 'challenge' } : model),
  },
  watch: {
    ok: (model, ok, { game }, { now }) =>
      model.table?.game.id === game
        ? stay({ ...model, table: { ...model.table, game: resumed(model.table.game, ok, now) } })
        : stay(model),
    refused(model, code, { game }) {
      if (code !== 'no_such_game' && code !== 'bad_request') return refused(model, code);
      // The player may have gone on to another page meanwhile.
      if (!isShown(model, game)) return stay(model);
      return stay({ ...model, missing: isOnDevice(game) ? 'device' : 'game' });
    },
  },
  seek: {
    // The player may have thought better of it before the server named the seek.
    ok(model, { seek: id, id: request }) {
      if (!id) return stay(model);
      const { seek } = model.lobby;
      return seek && seek.asked === request
        ? stay({ ...model, lobby: { ...model.lobby, seek: { ...seek, id } } })
        : ask({ t: 'unseek', seek: id }, { for: 'unseek' })(model);
    },
    refused: (model, code, _, id) =>
      refused(model.lobby.seek?.asked === id ? idleLobby(model) : model, code),
  },
  invitation: {
    ok(model, { challenge, url }, { control }, { site }) {
      if (!challenge || !url) return stay(model);
      const invitation = { id: challenge, url: new URL(url, site).href, control };
      return stay({ ...model, lobby: { ...model.lobby, invitation } });
    },
    refused,
  },
};

function answered(model: Model, id: number | undefined): [Model, Asked | undefined] {
  const asked = id === undefined ? undefined : model.asked.get(id);
  if (id === undefined || !asked) return [model, undefined];
  const rest = new Map(model.asked);
  rest.delete(id);
  return [{ ...model, asked: rest }, asked];
}

/* Messages. */

/** What an event is worth saying beside what the board shows. */
function eventText(event: GameEvent, game: Game, model: Model): Text | null {
  const seat = model.table?.seat;
  if (event.t === 'moretime') {
    const values = { side: opposite(event.by), n: event.given / 1000 };
    return { key: 'notice.moretime', values };
  }
  if (event.t !== 'refuse' || !seat || event.by === seat) return null;
  const mine = Object.entries(game.offers[seat]).find(([, seq]) => seq === event.offer);
  const kind = mine?.[0] as 'draw' | 'takeback' | 'rematch' | undefined;
  return kind ? { key: `notice.refused.${kind}` } : null;
}

/** A game of the player's that is not at the table goes on. */
function onDesk(model: Model, event: GameEvent, context: Context): Next {
  const before = model.desk.find(({ id }) => id === event.game);
  if (!before) return stay(model);
  const game = applyEvent(before, event, context);
  const rest = model.desk.filter(other => other !== before);
  if (!game) return askForDesk({ ...model, desk: rest });
  if (!isOver(game)) return stay({ ...model, desk: [...rest, game] });
  return stay({ ...model, desk: rest, playing: model.playing.filter(id => id !== game.id) });
}

function receiveEvent(model: Model, event: GameEvent, context: Context): Next {
  const { table } = model;
  if (table?.game.id !== event.game) return onDesk(model, event, context);
  const game = applyEvent(table.game, event, context);
  // An event is missing, or page and server disagree: begin again from a snapshot.
  if (!game)
    return ask({ t: 'watch', game: event.game }, { for: 'watch', game: event.game })(model);
  if (game === table.game) return stay(model);
  const text = eventText(event, table.game, model);
  const playing = isOver(game) ? model.playing.filter(id => id !== game.id) : model.playing;
  return andThen(stay({ ...model, playing }), settled(game, context), text ? tell(text) : stay);
}

/** A challenge to the player himself stands in the lobby until it is decided; of his own he hears the end. */
function userChallenge(model: Model, message: Challenge): Next {
  const { challenge, state, from, user, reason = 'generic' } = message;
  const rest = model.lobby.challenges.filter(other => other.challenge !== challenge);
  const isMine = from.id === model.you?.id;
  const challenges = state === 'open' && !isMine ? [...rest, message] : rest;
  const known = { ...model, lobby: { ...model.lobby, challenges } };
  return isMine && state === 'declined'
    ? tell({ key: 'notice.declinedBy', values: { name: user?.name ?? '', reason } })(known)
    : stay(known);
}

const receivers: { [K in Kind]: Receiver<K> } = {
  welcome(model, { you, playing, seeks, quiet = false }, { now }) {
    const before = model.you;
    const isAnother = before !== null && before.id !== you.id;
    const left = isAnother && before.guest === false ? before : null;
    const known: Model = {
      ...model,
      you,
      quiet,
      playing: [...playing, ...model.playing.filter(isOnDevice)],
      signedOut: you.guest ? (left ?? model.signedOut) : null,
      table: model.table && reseat(model.table, you.id),
      desk: [],
    };
    return andThen(
      stay(known),
      isAnother && !left
        ? tell({ key: 'notice.anotherYou', values: { name: you.name } }, true)
        : stay,
      askForPage,
      resendPending,
      keepSeeking(seeks, now),
      askForDesk,
      model.live ? ask({ t: 'live', on: true }, { for: 'nothing' }) : stay,
      you.guest === false ? askAccount : stay,
    );
  },
  pong: stay,
  notice: (model, { text }) => tell({ key: 'notice.server', values: { text } }, true)(model),
  ok(model, message, context) {
    const [rest, asked] = answered(model, message.id);
    if (!asked) return stay(rest);
    const answer = answers[asked.for] as Answers<Asked>;
    return answer.ok(rest, message, asked, context);
  },
  error(model, { id, code }) {
    const [rest, asked] = answered(model, id);
    if (!asked) return refused(rest, code);
    const answer = answers[asked.for] as Answers<Asked>;
    return answer.refused(rest, code, asked, id ?? 0);
  },
  start(model, { game, seek, rematch }) {
    const playing = [...model.playing.filter(id => id !== game), game];
    const open = model.lobby.seek;
    const { route } = model;
    const isSought = seek !== undefined && seek === open?.id;
    const isRematch = route.page === 'game' && rematch === route.game;
    // Another tab's game does not take this one away from what is done in it.
    const isHere = isShown(model, game);
    if (!isSought && !isRematch && !isHere && !idlePages.has(route.page))
      return andThen(stay({ ...model, playing }), askForDesk, tell({ key: 'head.started' }));
    const lobby = { ...model.lobby, seek: null, invitation: null, found: null };
    const stray = !isSought && open?.id;
    return andThen(
      stay({ ...model, playing, lobby }),
      stray ? ask({ t: 'unseek', seek: stray }, { for: 'unseek' }) : stay,
      isHere ? stay : goToGame(game),
    );
  },
  challenge(model, message, { site }) {
    const { challenge, state, to, from, clock } = message;
    if (isInvited(model, challenge))
      return stay(
        state === 'open' ? { ...model, invite: message } : { ...model, missing: 'challenge' },
      );
    if (to === 'user') return userChallenge(model, message);
    if (from.id !== model.you?.id) return stay(model);
    const { invitation } = model.lobby;
    if (state !== 'open')
      return invitation?.id === challenge
        ? stay({ ...model, lobby: { ...model.lobby, invitation: null } })
        : stay(model);
    const url = new URL(`/challenge/${challenge}`, site).href;
    return stay({
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
      const rest = model.desk.filter(({ id }) => id !== snapshot.game);
      return stay({ ...model, desk: isMine ? [...rest, game] : rest });
    }
    if (!game) return stay({ ...model, garbled: true });
    if (model.table?.game.id === game.id) return settled(game, context)(model);
    const table = sitDown(game, model.you?.id);
    const { route } = model;
    const seen = route.page === 'game' ? asLinked(table, route) : table;
    return stay({ ...model, missing: null, table: seen });
  },
  crowd: (model, crowd, { now }) =>
    model.table?.game.id === crowd.game
      ? stay({ ...model, table: withCrowd(model.table, crowd, now) })
      : stay(model),
  lobby: (model, { seeks }) => stay({ ...model, lobby: { ...model.lobby, seeks } }),
  pools: (model, { pools, here, people }) =>
    stay({ ...model, lobby: { ...model.lobby, pools, here, people } }),
  engines(model, { id, engines }) {
    const [rest] = answered(model, id);
    return stay({ ...rest, lobby: { ...rest.lobby, engines } });
  },
  found: (model, found) => stay({ ...model, lobby: { ...model.lobby, found } }),
  live: (model, { games }) => stay(model.live ? { ...model, live: games } : model),
  rated: (model, rated) =>
    model.table?.game.id === rated.game
      ? stay({ ...model, table: { ...model.table, rated } })
      : stay(model),
  chat(model, { game, room, from, text, preset }) {
    const { table } = model;
    if (table?.game.id !== game || (room === 'players') !== (table.seat !== null))
      return stay(model);
    const line = { by: from.name, text, preset };
    return stay({ ...model, table: { ...table, talk: [...table.talk, line].slice(-200) } });
  },
  move: receiveEvent,
  draw: receiveEvent,
  takeback: receiveEvent,
  rematch: receiveEvent,
  refuse: receiveEvent,
  moretime: receiveEvent,
  pause: receiveEvent,
  resume: receiveEvent,
  end: receiveEvent,
};

export function receive(model: Model, message: FromServer, context: Context): Next {
  const receiver = receivers[message.t] as Receiver<Kind>;
  return receiver(model, message as never, context);
}
