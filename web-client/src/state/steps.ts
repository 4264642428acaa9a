/* Small steps that updates are made of: asking the server, telling the player, going somewhere. */

import { type Asked, type Effect, type Model, type Next, missingOf } from './model';
import { type Game, isOver } from '../game/game';
import { type Played, asLinked, sitDown } from '../game/table';
import { type Seek, seekRequest } from '../lobby/lobby';
import { isOnDevice } from '../net/onDevice';
import type { Act, Ask, Request } from '../net/requests';
import { gameOfRoute, parseRoute, printRoute } from '../route';
import type { Text } from '../text';

export const stay = (model: Model): Next => [model, []];

/** Does one after the other. */
export function andThen([model, effects]: Next, ...steps: ((model: Model) => Next)[]): Next {
  return steps.reduce<Next>(
    ([before, done], step) => {
      const [after, more] = step(before);
      return [after, [...done, ...more]];
    },
    [model, effects],
  );
}

export const ask =
  (request: Ask, asked: Asked) =>
  (model: Model): Next => {
    const id = model.nextId;
    const known = new Map(model.asked).set(id, asked);
    const full: Request = { ...request, id };
    return [{ ...model, asked: known, nextId: id + 1 }, [{ do: 'send', request: full }]];
  };

export const act = (request: Act): ((model: Model) => Next) =>
  ask(request, { for: 'act', act: request });

export const tell =
  (text: Text, grave = false) =>
  (model: Model): Next => {
    const id = model.nextId;
    const fresh = model.notices.filter(notice => notice.text.key !== text.key);
    const notices = [...fresh, { id, text, grave }].slice(-3);
    return [{ ...model, notices, nextId: id + 1 }, [{ do: 'forget', notice: id }]];
  };

/** What was asked for was not done: of what was said the table knows it. */
export const undone = (model: Model, asked: Asked): Model =>
  model.table && asked.for === 'act' && asked.act.t === 'chat'
    ? { ...model, table: { ...model.table, unsaid: asked.act } }
    : model;

/** Takes the table after an act at the board and sends what the act asks for. A move that cannot be
 * sent now stays pending and goes out with the next connection. */
export const played =
  ([table, request]: Played) =>
  (model: Model): Next => {
    if (!request) return stay({ ...model, table });
    const pending = table.pending && { ...table.pending, asked: model.nextId };
    return act(request)({ ...model, table: { ...table, pending } });
  };

/** Looks for a human being on those terms. */
export const beginSeek =
  (terms: Pick<Seek, 'setup' | 'computerAt'>, now: number) =>
  (model: Model): Next => {
    const seek: Seek = { ...terms, id: null, asked: model.nextId };
    const lobby = { ...model.lobby, form: null, seek };
    return ask(seekRequest(seek, now), { for: 'seek' })({ ...model, lobby });
  };

/** What the page needs from the server to show its route: a game, a challenge's terms, or nothing. */
export function askForPage(model: Model): Next {
  const { route, table } = model;
  const game = gameOfRoute(route);
  if (!isOnDevice(game) && (model.link !== 'open' || !model.you)) return stay(model);
  if (game !== null) {
    const since = table?.game.id === game ? { since: table.game.seq } : {};
    return ask({ t: 'watch', game, ...since }, { for: 'watch', game })(model);
  }
  if (route.page === 'lobby') return ask({ t: 'lobby', on: true }, { for: 'nothing' })(model);
  if (route.page === 'challenge')
    return ask(
      { t: 'watch', challenge: route.challenge },
      { for: 'invite', challenge: route.challenge },
    )(model);
  return stay(model);
}

const deskMost = 12;

/** The player's games that are not at the table: they are told as they go on. */
export function askForDesk(model: Model): Next {
  const known = [model.table?.game.id, ...model.desk.map(({ id }) => id)];
  const wanted = model.playing.filter(id => !known.includes(id)).slice(0, deskMost);
  return andThen(stay(model), ...wanted.map(game => ask({ t: 'watch', game }, { for: 'desk' })));
}

/** The game that a page shows comes from the desk to the table; the one that it leaves goes there. */
function changeTables(model: Model, wanted: string | null): Pick<Model, 'table' | 'desk'> {
  const { table, desk } = model;
  if (table?.game.id === wanted) return { table, desk };
  const left: Game[] = table?.seat && !isOver(table.game) ? [table.game] : [];
  const game = desk.find(({ id }) => id === wanted);
  return {
    table: game ? sitDown(game, model.you?.id) : null,
    desk: [...desk.filter(({ id }) => id !== wanted), ...left],
  };
}

/** Shows the page of a path, forgetting the one before. */
export const show =
  (path: string) =>
  (model: Model): Next => {
    const route = parseRoute(path);
    const { table, desk } = changeTables(model, gameOfRoute(route));
    const before = model.table;
    // Who plays goes on hearing of the game.
    const gone = before && before.game.id !== table?.game.id && !desk.includes(before.game);
    const shown: Model = {
      ...model,
      route,
      table: table && route.page === 'game' ? asLinked(table, route) : table,
      desk,
      invite: null,
      missing: missingOf(route),
      lobby: { ...model.lobby, form: null },
    };
    const leftLobby = model.route.page === 'lobby' && route.page !== 'lobby';
    return andThen(
      stay(shown),
      gone ? ask({ t: 'unwatch', game: before.game.id }, { for: 'nothing' }) : stay,
      leftLobby ? ask({ t: 'lobby', on: false }, { for: 'nothing' }) : stay,
    );
  };

export const go =
  (path: string, how: 'go' | 'replace' = 'go') =>
  (model: Model): Next => {
    const effects: Effect[] = [{ do: how, path }];
    return andThen([model, effects], show(path));
  };

/** The way back from a game does not lead to the link that it came by, which is used up. */
export const goToGame =
  (game: string) =>
  (model: Model): Next =>
    go(
      printRoute({ page: 'game', game }),
      model.route.page === 'challenge' ? 'replace' : 'go',
    )(model);
