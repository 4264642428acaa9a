/* What a new connection takes up of what went on before the gap: a search, challenges, moves, and a game that has begun
 * meanwhile. Pure, like update.ts. */

import { type Pending, sentAgain } from '../game/table';
import type { GameAction } from '../net/requests';
import type { Model, Next, Transition } from './model';
import {
  andThen,
  applyToTable,
  beginGame,
  beginSeek,
  leftWithout,
  noEffects,
  sendAction,
  sendRequest,
  withdraw,
} from './transitions';

/** A game that began while there was no connection: after a rematch that was offered, or by the search of this page if
 * that is over, or if the computer's time has come; then the search may go on beside the game. */
export const beginMissed =
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
export const keepSeeking =
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
export function sweepChallenges(model: Model): Next {
  const { challenges, invitation } = model.lobby;
  const known = [...challenges, invitation];
  return known.some(Boolean)
    ? sendRequest({ t: 'ping' }, { for: 'challenges', known })(model)
    : noEffects(model);
}

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
