/* What the server answers to requests, for each purpose that a request may have. Pure, like update.ts. */

import { clockResumed } from '../game/game';
import { sentAgain, undoPending } from '../game/table';
import { isOnDevice } from '../net/onDevice';
import type { GameAction } from '../net/requests';
import type { MessageOf, Ok } from '../net/wire';
import { refusalText } from '../text';
import type { Context, Model, Next, PendingRequest } from './model';
import {
  andThen,
  goToGame,
  isInvited,
  isShown,
  leftWithout,
  noEffects,
  requestLost,
  showNotice,
  withdraw,
} from './transitions';

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
  asked: {
    ok: noEffects,
    refused: (model, code, asked) => refused(requestLost(model, asked), code),
  },
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

/** What it was for, which nobody waits for any longer. */
export function answered(model: Model, id: number | undefined): [Model, PendingRequest | undefined] {
  const asked = id === undefined ? undefined : model.pendingRequests.get(id);
  if (id === undefined || !asked) return [model, undefined];
  const rest = new Map(model.pendingRequests);
  rest.delete(id);
  return [{ ...model, pendingRequests: rest }, asked];
}

export function receiveOk(model: Model, message: Ok, context: Context): Next {
  const [rest, asked] = answered(model, message.id);
  if (!asked) return noEffects(rest);
  const answer = answers[asked.for] as Answers<PendingRequest>;
  return answer.ok(rest, message, asked, context);
}

export function receiveError(model: Model, { id, code }: MessageOf<'error'>): Next {
  const [rest, asked] = answered(model, id);
  if (!asked) return refused(rest, code);
  const answer = answers[asked.for] as Answers<PendingRequest>;
  return answer.refused(rest, code, asked, id ?? 0);
}
