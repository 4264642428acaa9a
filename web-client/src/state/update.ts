/* What happens, one function for each kind of message: the model before, the model after, and what is to
 * be done. Pure. What the server says is in receive.ts. */

import { opposite } from '../chess/fen';
import type { Msg } from '../dispatch';
import { isOver } from '../game/game';
import { soundOf } from '../game/sound';
import {
  type Table,
  addressOf,
  choosePromotion,
  confirmMove,
  dropPremoves,
  enterMove,
  enterPremove,
  isMyTurn,
  look,
  playMove,
  shownPly,
} from '../game/table';
import { computerAfter } from '../lobby/lobby';
import { isOnDevice } from '../net/onDevice';
import type { Setup } from '../net/requests';
import type { Offer } from '../net/wire';
import { gameOfRoute, parseRoute } from '../route';
import { settingsOf } from '../settings/settings';
import type { Asked, Context, Effect, Model, Next } from './model';
import { receive, resendPending } from './receive';
import {
  act,
  andThen,
  ask,
  askForPage,
  beginSeek,
  go,
  played,
  show,
  stay,
  tell,
  undone,
} from './steps';

type Handler<K extends Msg['m']> = (
  model: Model,
  msg: Extract<Msg, { m: K }>,
  context: Context,
) => Next;

const atTable = (model: Model, change: (table: Table) => Table): Next =>
  stay(model.table ? { ...model, table: change(model.table) } : model);

const withTable = (model: Model, step: (table: Table) => (model: Model) => Next): Next =>
  model.table ? step(model.table)(model) : stay(model);

/** Looks for a human being, and says when the computer may come instead. */
const seek = (setup: Setup, patience: number | null, now: number): ((model: Model) => Next) =>
  beginSeek({ setup, computerAt: patience === null ? null : now + patience }, now);

/** Takes the seek back; one that the server has not yet named is taken back when it is. */
function unseek(model: Model): Next {
  const id = model.lobby.seek?.id;
  const idle = { ...model, lobby: { ...model.lobby, seek: null } };
  return id ? ask({ t: 'unseek', seek: id }, { for: 'unseek' })(idle) : stay(idle);
}

/** A move waits at the board for the next connection, and so do a seek, what the page shows and the games beside
 * it; all else is lost with the connection, and that is said. */
const isAskedAgain = (asked: Asked): boolean =>
  asked.for === 'act'
    ? asked.act.t === 'move'
    : ['nothing', 'watch', 'desk', 'invite', 'seek', 'unseek'].includes(asked.for);

/** After so many connections that did not even open the page asks whether the server is there at all. */
const probeAfter = 2;

/** What is shown goes on without the server. */
const isWithoutServer = ({ route }: Model): boolean =>
  route.page === 'device' || isOnDevice(gameOfRoute(route));

const theirOffer = (table: Table, kind: Offer): number | undefined =>
  table.seat ? table.game.offers[opposite(table.seat)][kind] : undefined;

/** Another part of the game is looked at: once it is over, the address says which. */
const seen =
  (table: Table) =>
  (model: Model): Next => {
    const shown = { ...model, table };
    if (model.route.page !== 'game' || !isOver(table.game)) return stay(shown);
    const path = addressOf(table);
    return [{ ...shown, route: parseRoute(path) }, [{ do: 'address', path }]];
  };

const handlers: { [K in Msg['m']]: Handler<K> } = {
  opened(model) {
    const open: Model = { ...model, link: 'open' };
    const isBack = model.link === 'broken' && isWithoutServer(model);
    return isBack ? tell({ key: 'link.back' })(open) : stay(open);
  },
  warned: (model, { text }) => tell({ key: 'notice.warning', values: { text } }, true)(model),
  freshFound: model => stay({ ...model, fresh: true }),
  foundHere: (model, { playing }) =>
    stay({ ...model, playing: [...model.playing.filter(id => !isOnDevice(id)), ...playing] }),
  closed(model, { failures }) {
    const isKnown = failures > 0 && (model.link === 'refused' || model.link === 'banned');
    const broken: Model = {
      ...model,
      link: isKnown ? model.link : 'broken',
      lag: null,
      asked: new Map(),
    };
    const open = [...model.asked.values()];
    const isOpen = open.some(asked => !isAskedAgain(asked));
    const rest = open.reduce<Model>(undone, broken);
    const next: Next = failures >= probeAfter ? [rest, [{ do: 'probe' }]] : stay(rest);
    return isOpen ? andThen(next, tell({ key: 'error.unanswered' }, true)) : next;
  },
  probed(model, { status }) {
    if (model.link === 'open') return stay(model);
    const isThere = status === 200 || status === 401;
    return stay({ ...model, link: status === 403 ? 'banned' : isThere ? 'refused' : 'broken' });
  },
  uncookied: tell({ key: 'notice.noCookies' }, true),
  retried: model => (model.link === 'open' ? resendPending(model) : stay(model)),
  garbled: model => stay({ ...model, garbled: true }),
  received: (model, { message }, context) => receive(model, message, context),
  lag: (model, { roundTrip }) => stay({ ...model, lag: Math.round(roundTrip) }),
  hurried: model => [model, [{ do: 'hurry' }]],
  unsent(model, { id }) {
    const asked = model.asked.get(id);
    const known = new Map(model.asked);
    known.delete(id);
    const rest = { ...model, asked: known };
    return !asked || isAskedAgain(asked)
      ? stay(rest)
      : tell({ key: 'error.unsent' }, true)(undone(rest, asked));
  },

  went: (model, { path }) => andThen(stay({ ...model, signedOut: null }), go(path), askForPage),
  came: (model, { path }) => andThen(stay(model), show(path), askForPage),
  noticeRead: (model, { id }) =>
    stay({ ...model, notices: model.notices.filter(notice => notice.id !== id) }),

  liked(model, { change }) {
    const settings = { ...model.settings, ...change };
    const inAccount: Effect[] = model.you?.guest === false ? [{ do: 'keepInAccount', change }] : [];
    return [{ ...model, settings }, [{ do: 'keep', settings }, ...inAccount]];
  },
  settingsCame(model, { kept }) {
    const settings = settingsOf({ ...model.settings, ...kept });
    return [{ ...model, settings }, [{ do: 'keep', settings }]];
  },
  settingsUnkept: tell({ key: 'settings.unkept' }, true),
  languageMissed: tell({ key: 'language.failed' }, true),
  toggled(model, { setting }, context) {
    const change = { [setting]: model.settings[setting] === 'on' ? 'off' : 'on' };
    return update(model, { m: 'liked', change }, context);
  },
  tried: model => [model, [{ do: 'sound', sound: 'move', volume: model.settings.volume }]],
  helped: (model, { on }) => stay({ ...model, help: on }),

  formOpened(model, { way, to = null, fen = null, device }) {
    const opened = { ...model, lobby: { ...model.lobby, form: { way, to, fen, device } } };
    return way === 'computer' ? ask({ t: 'engines' }, { for: 'nothing' })(opened) : stay(opened);
  },
  formClosed: model => stay({ ...model, lobby: { ...model.lobby, form: null } }),
  formSent(model, { setup, opponent, level }, { now }) {
    const { form } = model.lobby;
    if (!form) return stay(model);
    if (form.way === 'people') return seek(setup, computerAfter, now)(model);
    const closed = { ...model, lobby: { ...model.lobby, form: null } };
    if (form.way === 'computer' && level !== undefined)
      return ask({ t: 'challenge', to: 'device', level, ...setup }, { for: 'computer' })(closed);
    if (form.way === 'computer')
      return ask(
        { t: 'challenge', to: 'computer', ...opponent, ...setup },
        { for: 'computer' },
      )(closed);
    if (form.to) {
      const { id: user, name } = form.to;
      return ask(
        { t: 'challenge', to: 'user', user, ...setup },
        { for: 'challenge', name },
      )(closed);
    }
    // The link that waits for a friend is seen in the lobby.
    return andThen(
      stay(closed),
      ask({ t: 'challenge', to: 'link', ...setup }, { for: 'invitation', control: setup.clock }),
      model.route.page === 'lobby' ? stay : go('/'),
    );
  },
  quickSeek: (model, { control }, { now }) =>
    seek(
      { clock: control, rated: model.you?.guest === false, pool: true },
      computerAfter,
      now,
    )(model),
  seekCancelled: model => unseek(model),
  computerRefused(model, _, { now }) {
    const setup = model.lobby.seek?.setup;
    return setup ? andThen(stay(model), unseek, seek(setup, null, now)) : stay(model);
  },
  invitationCancelled(model) {
    const { invitation } = model.lobby;
    const idle = { ...model, lobby: { ...model.lobby, invitation: null } };
    return invitation
      ? ask({ t: 'decline', challenge: invitation.id }, { for: 'nothing' })(idle)
      : stay(idle);
  },
  inviteAccepted: model =>
    model.invite
      ? ask({ t: 'accept', challenge: model.invite.challenge }, { for: 'accept' })(model)
      : stay(model),
  seekTaken: (model, { seek: id }) => ask({ t: 'accept', seek: id }, { for: 'accept' })(model),
  challengeAccepted: (model, { challenge }) =>
    ask({ t: 'accept', challenge }, { for: 'accept' })(model),
  challengeDeclined: (model, { challenge, reason }) =>
    ask({ t: 'decline', challenge, ...(reason && { reason }) }, { for: 'nothing' })(model),
  foundAnswered(model, { yes }) {
    const { found } = model.lobby;
    const free = { ...model, lobby: { ...model.lobby, found: null } };
    return found
      ? ask(
          { t: yes ? 'accept' : 'decline', seek: found.other },
          { for: yes ? 'accept' : 'nothing' },
        )(free)
      : stay(free);
  },
  liveShown: (model, { on }) =>
    ask({ t: 'live', on }, { for: 'nothing' })({ ...model, live: on ? [] : null }),
  linkCopied: model =>
    model.lobby.invitation
      ? [model, [{ do: 'copy', text: model.lobby.invitation.url }]]
      : stay(model),
  gameLinked: (model, _, { site }) => [
    model,
    model.table ? [{ do: 'copy', text: site + addressOf(model.table) }] : [],
  ],
  copied(model, { well }) {
    const key = isOnDevice(gameOfRoute(model.route)) ? 'copied.device' : 'copied';
    return tell({ key: well ? key : 'copy.failed' }, !well)(model);
  },

  moved: (model, { orig, dest }, context) =>
    withTable(model, table => played(enterMove(table, context, model.settings, orig, dest))),
  premoved: (model, { orig, dest }, context) =>
    withTable(model, table => played(enterPremove(table, context, model.settings, orig, dest))),
  premovesDropped: model => atTable(model, dropPremoves),
  confirmed: (model, { yes }) => withTable(model, table => played(confirmMove(table, yes))),
  promoted: (model, { to }, context) =>
    withTable(model, table => played(choosePromotion(table, context, model.settings, to))),
  played: (model, { uci }, context) =>
    withTable(model, table => played(playMove(table, context, model.settings, uci))),
  looked: (model, { ply }) => withTable(model, table => seen(look(table, ply))),
  ranLow: model => [model, [{ do: 'sound', sound: 'low', volume: model.settings.volume }]],
  leafed: (model, { by }) => withTable(model, table => seen(look(table, shownPly(table) + by))),
  flipped: model => withTable(model, table => seen({ ...table, flipped: !table.flipped })),

  resigned: model => withTable(model, ({ game }) => act({ t: 'resign', game: game.id })),
  aborted: model => withTable(model, ({ game }) => act({ t: 'abort', game: game.id })),
  offered: (model, { kind }) =>
    withTable(model, table => {
      const offer = theirOffer(table, kind);
      const game = table.game.id;
      return act(offer === undefined ? { t: kind, game } : { t: kind, game, offer });
    }),
  refused: (model, { kind }) =>
    withTable(model, table => {
      const offer = theirOffer(table, kind);
      return offer === undefined ? stay : act({ t: 'refuse', game: table.game.id, offer });
    }),
  claimed: (model, { what }) =>
    withTable(model, ({ game }) => act({ t: 'claim', game: game.id, what })),
  claiming: (model, { on }) => atTable(model, table => ({ ...table, claiming: on })),
  timed: (model, { game: id, times }) =>
    atTable(model, table =>
      table.game.id === id && table.game.times.length === times.length
        ? { ...table, game: { ...table.game, times } }
        : table,
    ),
  timeGiven: model => withTable(model, ({ game }) => act({ t: 'moretime', game: game.id })),
  greeted: (model, { preset }) =>
    withTable(model, ({ game }) => act({ t: 'chat', game: game.id, preset })),
  muted: model =>
    withTable(model, table => {
      const other = table.game.players[opposite(table.seat ?? 'white')];
      const muted = !table.muted;
      return shown =>
        ask(
          { t: 'mute', person: other.id, on: muted },
          { for: 'nothing' },
        )({ ...shown, table: { ...table, muted } });
    }),
  said: (model, { text }) =>
    withTable(model, ({ game }) => act({ t: 'chat', game: game.id, text })),
  unsaved: tell({ key: 'loading.failed' }, true),
  saved: model => [model, model.table ? [{ do: 'save', game: model.table.game }] : []],
};

const hasTurn = ({ table }: Model): boolean => table !== null && isMyTurn(table);

/** What a change is worth beside being seen: a sound, a call, other words. */
function noticed(before: Model, after: Model): Effect[] {
  const sound = soundOf(before.table, after.table);
  const { volume, notify, language } = after.settings;
  const isCalled = notify === 'on' && hasTurn(after) && !hasTurn(before);
  return [
    ...(sound ? [{ do: 'sound' as const, sound, volume }] : []),
    ...(language !== before.settings.language ? [{ do: 'speak' as const, language }] : []),
    ...(isCalled ? [{ do: 'call' as const, text: { key: 'title.turn' as const } }] : []),
  ];
}

export function update(model: Model, msg: Msg, context: Context): Next {
  const handler = handlers[msg.m] as Handler<Msg['m']>;
  const [after, effects] = handler(model, msg, context);
  return [after, [...effects, ...noticed(model, after)]];
}
