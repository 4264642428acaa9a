/* Small steps that updates are made of: asking the server, telling the player, going somewhere. */

import { type Seek, seekRequest } from './lobby';
import type { Asked, Effect, Model, Next } from './model';
import { gameOfRoute, parseRoute, printRoute } from './route';
import type { Played, Table } from './table';
import type { Text } from './text';
import type { Act, Ask, Request } from './wire';

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
  if (model.link !== 'open' || !model.you) return stay(model);
  const { route, table } = model;
  const game = gameOfRoute(route);
  if (game !== null) {
    const since = table?.game.id === game ? { since: table.game.seq } : {};
    return ask({ t: 'watch', game, ...since }, { for: 'watch', game })(model);
  }
  if (route.page === 'lobby' || route.page === 'live')
    return ask({ t: route.page, on: true }, { for: 'nothing' })(model);
  if (route.page === 'challenge')
    return ask({ t: 'watch', challenge: route.challenge }, { for: 'invite' })(model);
  return stay(model);
}

const leaves = (table: Table, path: string): boolean =>
  gameOfRoute(parseRoute(path)) !== table.game.id;

/** Shows the page of a path, forgetting the one before. */
export const show =
  (path: string) =>
  (model: Model): Next => {
    const route = parseRoute(path);
    const gone = model.table && leaves(model.table, path) ? model.table.game.id : null;
    const shown: Model = {
      ...model,
      route,
      table: gone ? null : model.table,
      invite: null,
      missing: route.page === 'unknown' ? 'page' : null,
      lobby: { ...model.lobby, form: null },
    };
    const before = model.route.page;
    const listened = before !== route.page && (before === 'lobby' || before === 'live');
    return andThen(
      stay(shown),
      gone ? ask({ t: 'unwatch', game: gone }, { for: 'nothing' }) : stay,
      listened ? ask({ t: before, on: false }, { for: 'nothing' }) : stay,
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
