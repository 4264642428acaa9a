/* Small steps that updates are made of: sending a request, showing a notice, going to a page. */

import { type Game, isOver } from '../game/game';
import {
  type Pending,
  type Table,
  type TableUpdate,
  newTable,
  opponentOf,
  sentAgain,
  viewAsLinked,
} from '../game/table';
import { type Seek, seekRequest } from '../lobby/lobby';
import { isForDevice, isOnDevice } from '../net/onDevice';
import type { GameAction, Request, RequestBody } from '../net/requests';
import { type Route, gameOfRoute, printRoute } from '../route';
import type { Text } from '../text';
import {
  type Effect,
  type Model,
  type Next,
  type Notice,
  type PendingRequest,
  type Transition,
  missingOf,
} from './model';

export const noEffects = (model: Model): Next => [model, []];

export const isShown = (model: Model, game: string): boolean => gameOfRoute(model.route) === game;

export const isInvited = ({ route }: Model, challenge: string): boolean =>
  route.page === 'challenge' && route.challenge === challenge;

/** Applies one after the other. */
export function andThen([model, effects]: Next, ...steps: ((model: Model) => Next)[]): Next {
  return steps.reduce<Next>(
    ([before, done], step) => {
      const [after, more] = step(before);
      return [after, [...done, ...more]];
    },
    [model, effects],
  );
}

export const sendRequest =
  (request: RequestBody, asked: PendingRequest) =>
  (model: Model): Next => {
    const id = model.nextId;
    const sent: PendingRequest = isForDevice(request) ? { ...asked, isLocal: true } : asked;
    const known = new Map(model.pendingRequests).set(id, sent);
    const full: Request = { ...request, id };
    return [{ ...model, pendingRequests: known, nextId: id + 1 }, [{ do: 'send', request: full }]];
  };

export const sendAction = (request: GameAction): ((model: Model) => Next) =>
  sendRequest(request, { for: 'action', act: request });

export const showNotice =
  (text: Text, grave = false) =>
  (model: Model): Next => {
    const id = model.nextId;
    const isOther = ({ text: { key, values } }: Notice): boolean =>
      key !== text.key || values?.code !== text.values?.code;
    const fresh = model.notices.filter(isOther);
    const notices = [...fresh, { id, text, grave }].slice(-3);
    return [{ ...model, notices, nextId: id + 1 }, [{ do: 'closeNoticeLater', notice: id }]];
  };

/** The opponent's chat is hidden, or shown again. */
export const setMuted =
  (on: boolean) =>
  (model: Model): Next => {
    const { table } = model;
    const person = table && opponentOf(table)?.id;
    if (!person) return noEffects(model);
    return sendRequest(
      { t: 'mute', person, on },
      { for: 'mute', person, on },
    )({ ...model, table: { ...table, muted: on } });
  };

/** A request was not carried out: a chat message goes back to where it was typed, and muting
 * is undone. */
export function requestLost(model: Model, asked: PendingRequest): Model {
  const { table } = model;
  if (table && asked.for === 'action' && asked.act.t === 'chat')
    return { ...model, table: { ...table, unsentChat: asked.act } };
  if (table && asked.for === 'mute' && opponentOf(table)?.id === asked.person)
    return { ...model, table: { ...table, muted: !asked.on } };
  return asked.for === 'asked' ? { ...model, lost: asked.request } : model;
}

/** Takes the table after an action at the board and sends its request. A move that cannot be sent
 * now stays pending until the next connection. */
export const applyToTable =
  ([table, request]: TableUpdate) =>
  (model: Model): Next => {
    if (!request) return noEffects({ ...model, table });
    const pending: Pending | null = table.pending && { ...table.pending, requestId: model.nextId };
    return sendAction(request)({ ...model, table: { ...table, pending } });
  };

/** Seeks a person on those terms. */
export const beginSeek =
  (terms: Pick<Seek, 'setup' | 'computerAt'>, now: number) =>
  (model: Model): Next => {
    const seek: Seek = { ...terms, id: null, requestId: model.nextId };
    const lobby = { ...model.lobby, form: null, seek };
    return sendRequest(seekRequest(seek, now), { for: 'seek' })({ ...model, lobby });
  };

/** Takes a seek back; what the server does not hear is said again on the next connection. */
export const withdraw =
  (seek: string) =>
  (model: Model): Next => {
    const lobby = { ...model.lobby, withdrawn: [...model.lobby.withdrawn, seek] };
    return sendRequest({ t: 'unseek', seek }, { for: 'unseek' })({ ...model, lobby });
  };

/** What the page needs from the server for its route: a game, the terms of a challenge, or
 * nothing. */
export function requestPage(model: Model): Next {
  const { route, table } = model;
  const game = gameOfRoute(route);
  if (!isOnDevice(game) && (model.link !== 'open' || !model.you)) return noEffects(model);
  if (game !== null) {
    const since = table?.game.id === game ? { since: table.game.seq } : {};
    return sendRequest({ t: 'watch', game, ...since }, { for: 'watch', game })(model);
  }
  if (route.page === 'lobby')
    return sendRequest({ t: 'lobby', on: true }, { for: 'nothing' })(model);
  if (route.page === 'challenge')
    return sendRequest(
      { t: 'watch', challenge: route.challenge },
      { for: 'openedChallenge', challenge: route.challenge },
    )(model);
  return noEffects(model);
}

const otherGamesMax = 50;

/** Watches the player's games that the page does not show. */
export function requestOtherGames(model: Model): Next {
  const known = [gameOfRoute(model.route), ...model.otherGames.map(({ id }) => id)];
  const wanted = model.playing.filter(id => !known.includes(id)).slice(0, otherGamesMax);
  return andThen(
    noEffects(model),
    ...wanted.map(game => sendRequest({ t: 'watch', game }, { for: 'otherGames' })),
  );
}

/** The tables that were left, without that of a game. */
export const leftWithout = ({ leftTables }: Model, game: string | undefined): Table[] =>
  leftTables.filter(left => left.game.id !== game);

/** A game comes to the table, with the move that was made there before it was left. */
export function tableOf({ leftTables, you }: Model, game: Game): Table {
  const table = newTable(game, you?.id);
  const pending = leftTables.find(left => left.game.id === game.id)?.pending;
  return pending?.turn === game.turn && !isOver(game) ? { ...table, pending } : table;
}

type Tables = Pick<Model, 'table' | 'leftTables' | 'otherGames'>;

/** The game that a page shows comes to the table; the one before goes to the other games. */
function changeTables(model: Model, wanted: string | null): Tables {
  const { table, otherGames } = model;
  if (table?.game.id === wanted) return model;
  const left: Game[] = table?.seat && !isOver(table.game) ? [table.game] : [];
  const leftTables = table?.pending
    ? [...leftWithout(model, table.game.id), sentAgain(table, null)]
    : model.leftTables;
  const game = otherGames.find(({ id }) => id === wanted);
  return {
    table: game ? tableOf({ ...model, leftTables }, game) : null,
    leftTables,
    otherGames: [...otherGames.filter(({ id }) => id !== wanted), ...left],
  };
}

/** Shows a page, forgetting the one before. */
export const showPage =
  (route: Route) =>
  (model: Model): Next => {
    const { table, leftTables, otherGames } = changeTables(model, gameOfRoute(route));
    const before = model.table;
    // A player stays subscribed to their own games.
    const gone = before && before.game.id !== table?.game.id && !otherGames.includes(before.game);
    const shown: Model = {
      ...model,
      route,
      table: table && route.page === 'game' ? viewAsLinked(table, route) : table,
      leftTables,
      otherGames,
      openedChallenge: null,
      missing: missingOf(route),
      lobby: { ...model.lobby, form: null },
    };
    const leftLobby = model.route.page === 'lobby' && route.page !== 'lobby';
    return andThen(
      noEffects(shown),
      gone ? sendRequest({ t: 'unwatch', game: before.game.id }, { for: 'nothing' }) : noEffects,
      leftLobby ? sendRequest({ t: 'lobby', on: false }, { for: 'nothing' }) : noEffects,
    );
  };

export const goTo =
  (route: Route, how: 'pushUrl' | 'replaceUrl' = 'pushUrl') =>
  (model: Model): Next => {
    const effects: Effect[] = [{ do: how, path: printRoute(route) }];
    return andThen([model, effects], showPage(route));
  };

/** "Back" from a game does not lead to the link of the challenge, which is used up. */
export const goToGame =
  (game: string) =>
  (model: Model): Next =>
    goTo(
      { page: 'game', game },
      model.route.page === 'challenge' ? 'replaceUrl' : 'pushUrl',
    )(model);

/** Pages on which a player waits for a game or just looks around, unless a form is open there. */
const idlePages = new Set<Route['page']>(['lobby', 'challenge', 'profile', 'people', 'bots', 'live']);

/** A game of the player's has begun here or elsewhere: who waited for it or just looks around comes to the board.
 * `seek`: the search that led to it. */
export const beginGame =
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
