/* What each kind of message does, one function each: from the model before to the model after and its
 * effects. Pure. Messages of the server are in receive.ts. */

import { opposite } from '../chess/fen';
import type { Msg } from '../dispatch';
import { isOver } from '../game/game';
import { type Sound, soundOf } from '../game/sound';
import {
  type Table,
  choosePromotion,
  confirmMove,
  dropPremoves,
  enterMove,
  enterPremove,
  playMove,
  routeOf,
  sentAgain,
  shownPly,
  viewPly,
} from '../game/table';
import { isOnDevice } from '../net/onDevice';
import type { RequestOf, SeekSetup } from '../net/requests';
import type { Offer } from '../net/wire';
import { gameOfRoute, parseRoute, printRoute } from '../route';
import { settingsOf } from '../settings/settings';
import type { Context, Effect, Model, Next, PendingRequest } from './model';
import { receive } from './receive';
import { resendPending } from './resume';
import {
  andThen,
  applyToTable,
  beginSeek,
  goTo,
  noEffects,
  requestLost,
  requestPage,
  sendAction,
  sendRequest,
  setMuted,
  showNotice,
  showPage,
  withdraw,
} from './transitions';

type Handler<K extends Msg['m']> = (
  model: Model,
  msg: Extract<Msg, { m: K }>,
  context: Context,
) => Next;

const atTable = (model: Model, change: (table: Table) => Table): Next =>
  noEffects(model.table ? { ...model, table: change(model.table) } : model);

const withTable = (model: Model, step: (table: Table) => (model: Model) => Next): Next =>
  model.table ? step(model.table)(model) : noEffects(model);

/** Seeks a person; after `patience` ms the computer may play instead. */
const seek = (setup: SeekSetup, patience: number | null, now: number): ((model: Model) => Next) =>
  beginSeek({ setup, computerAt: patience === null ? null : now + patience }, now);

/** Cancels the seek; if the server has not sent its id yet, it is cancelled when that comes. */
function unseek(model: Model): Next {
  const id = model.lobby.seek?.id;
  const idle = { ...model, lobby: { ...model.lobby, seek: null } };
  return id ? withdraw(id)(idle) : noEffects(idle);
}

/** Accepts a game, unless one is being accepted already: that was a double click. */
const accept =
  (request: RequestOf<'accept'>) =>
  (model: Model): Next =>
    [...model.pendingRequests.values()].some(asked => asked.for === 'accept')
      ? noEffects(model)
      : sendRequest(request, { for: 'accept' })(model);

const keptKinds: PendingRequest['for'][] = [
  'nothing',
  'watch',
  'otherGames',
  'openedChallenge',
  'challenges',
  'seek',
  'unseek',
];

/** A move waits on the board for the next connection, and so do a seek, what the page shows and the
 * player's other games. Everything else is lost with the connection, and the player is told. */
const isKept = (asked: PendingRequest): boolean =>
  asked.for === 'action' ? asked.act.t === 'move' : keptKinds.includes(asked.for);

/** After that many failed connections the page asks whether the server is there at all. */
const probeAfter = 2;

/** The page that is shown works without the server. */
const isWithoutServer = ({ route }: Model): boolean =>
  route.page === 'device' || isOnDevice(gameOfRoute(route));

const theirOffer = (table: Table, kind: Offer): number | undefined =>
  table.seat ? table.game.offers[opposite(table.seat)][kind] : undefined;

/** Another part of the game is shown: in a finished game the address names the ply. */
const viewChanged =
  (table: Table) =>
  (model: Model): Next => {
    const shown = { ...model, table };
    if (model.route.page !== 'game' || !isOver(table.game)) return noEffects(shown);
    const route = routeOf(table);
    return [{ ...shown, route }, [{ do: 'replaceUrlSoon', path: printRoute(route) }]];
  };

const soundEffect = ({ settings: { volume, haptics } }: Model, sound: Sound): Effect => ({
  do: 'playSound',
  sound,
  volume,
  haptics: haptics === 'on',
});

const handlers: { [K in Msg['m']]: Handler<K> } = {
  socketOpened(model) {
    const open: Model = { ...model, link: 'open' };
    const isBack = model.link === 'broken' && isWithoutServer(model);
    return isBack ? showNotice({ key: 'link.back' })(open) : noEffects(open);
  },
  warned: (model, { text }) => showNotice({ key: 'notice.warning', values: { text } }, true)(model),
  updateFound: model => noEffects({ ...model, updateWaiting: true }),
  localGamesFound: (model, { playing }) =>
    noEffects({ ...model, playing: [...model.playing.filter(id => !isOnDevice(id)), ...playing] }),
  socketClosed(model, { failures }) {
    const isKnown = failures > 0 && (model.link === 'refused' || model.link === 'banned');
    const pending = [...model.pendingRequests];
    const broken: Model = {
      ...model,
      link: isKnown ? model.link : 'broken',
      lag: null,
      pendingRequests: new Map(pending.filter(([, asked]) => asked.isLocal)),
      table: model.table && (isWithoutServer(model) ? model.table : sentAgain(model.table, null)),
    };
    const open = pending.map(([, asked]) => asked).filter(asked => !asked.isLocal);
    const isOpen = open.some(asked => !isKept(asked));
    const rest = open.reduce<Model>(requestLost, broken);
    const next: Next = failures >= probeAfter ? [rest, [{ do: 'probe' }]] : noEffects(rest);
    return isOpen ? andThen(next, showNotice({ key: 'error.unanswered' }, true)) : next;
  },
  probed(model, { status }) {
    if (model.link === 'open') return noEffects(model);
    const isThere = status === 200 || status === 401;
    return noEffects({
      ...model,
      link: status === 403 ? 'banned' : isThere ? 'refused' : 'broken',
    });
  },
  cookiesBlocked: showNotice({ key: 'notice.noCookies' }, true),
  retryDue: (model, _, { now }) =>
    model.link === 'open' ? resendPending(now)(model) : noEffects(model),
  messageGarbled: model => noEffects({ ...model, garbled: true }),
  received: (model, { message }, context) => receive(model, message, context),
  lagMeasured: (model, { roundTrip }) => noEffects({ ...model, lag: Math.round(roundTrip) }),
  reconnectClicked: model => [model, [{ do: 'reconnect' }]],
  requestUnsent(model, { id }) {
    const asked = model.pendingRequests.get(id);
    const known = new Map(model.pendingRequests);
    known.delete(id);
    const rest: Model = {
      ...model,
      pendingRequests: known,
      table:
        model.table && asked?.for === 'action' ? sentAgain(model.table, null) : model.table,
    };
    return !asked || isKept(asked)
      ? noEffects(rest)
      : showNotice({ key: 'error.unsent' }, true)(requestLost(rest, asked));
  },

  navigated: (model, { to }) =>
    andThen(noEffects({ ...model, signedOut: null }), goTo(to), requestPage),
  urlChanged: (model, { path }) =>
    andThen(noEffects(model), showPage(parseRoute(path)), requestPage),
  noticeClosed: (model, { id }) =>
    noEffects({ ...model, notices: model.notices.filter(notice => notice.id !== id) }),

  settingChanged(model, { change }) {
    const settings = { ...model.settings, ...change };
    const inAccount: Effect[] =
      model.you?.guest === false ? [{ do: 'storeInAccount', change }] : [];
    return [{ ...model, settings }, [{ do: 'storeSettings', change }, ...inAccount]];
  },
  accountSettingsLoaded(model, { kept }) {
    const settings = settingsOf({ ...model.settings, ...kept });
    return [{ ...model, settings }, [{ do: 'storeSettings', change: kept }]];
  },
  settingsStored: (model, { settings }) => noEffects({ ...model, settings }),
  accountSettingsFailed: showNotice({ key: 'settings.unkept' }, true),
  languageFailed: showNotice({ key: 'language.failed' }, true),
  settingToggled(model, { setting }, context) {
    const change = { [setting]: model.settings[setting] === 'on' ? 'off' : 'on' };
    return update(model, { m: 'settingChanged', change }, context);
  },
  volumeTried: model => [model, [soundEffect(model, 'move')]],
  helpToggled: (model, { on }) => noEffects({ ...model, helpShown: on }),

  formOpened(model, { way, to = null, fen = null, device }) {
    const opened = { ...model, lobby: { ...model.lobby, form: { way, to, fen, device } } };
    return way === 'computer'
      ? sendRequest({ t: 'engines' }, { for: 'nothing' })(opened)
      : noEffects(opened);
  },
  formClosed: model => noEffects({ ...model, lobby: { ...model.lobby, form: null } }),
  formSubmitted(model, { setup, opponent, level }, { now }) {
    const { form } = model.lobby;
    if (!form) return noEffects(model);
    if (form.way === 'people') return seek(setup, model.patience, now)(model);
    const closed = { ...model, lobby: { ...model.lobby, form: null } };
    if (form.way === 'computer' && level !== undefined)
      return sendRequest(
        { t: 'challenge', to: 'device', level, ...setup },
        { for: 'computer' },
      )(closed);
    if (form.way === 'computer')
      return sendRequest(
        { t: 'challenge', to: 'computer', ...opponent, ...setup },
        { for: 'computer' },
      )(closed);
    if (form.to) {
      const { id: user, name } = form.to;
      return sendRequest(
        { t: 'challenge', to: 'user', user, ...setup },
        { for: 'challenge', name },
      )(closed);
    }
    // The link for a friend is shown in the lobby.
    return andThen(
      noEffects(closed),
      sendRequest(
        { t: 'challenge', to: 'link', ...setup },
        { for: 'invitation', control: setup.clock },
      ),
      model.route.page === 'lobby' ? noEffects : goTo({ page: 'lobby' }),
    );
  },
  quickSeek: (model, { control, rated = model.mayRate, variant }, { now }) =>
    seek({ clock: control, rated, variant, pool: true }, model.patience, now)(model),
  seekCancelled: model => unseek(model),
  computerRefused(model, _, { now }) {
    const setup = model.lobby.seek?.setup;
    return setup ? andThen(noEffects(model), unseek, seek(setup, null, now)) : noEffects(model);
  },
  invitationCancelled(model) {
    const { invitation } = model.lobby;
    const idle = { ...model, lobby: { ...model.lobby, invitation: null } };
    return invitation
      ? sendRequest({ t: 'decline', challenge: invitation.id }, { for: 'nothing' })(idle)
      : noEffects(idle);
  },
  inviteAccepted: (model, { color }) =>
    model.openedChallenge
      ? accept({ t: 'accept', challenge: model.openedChallenge.challenge, color })(model)
      : noEffects(model),
  seekTaken: (model, { seek: id }) => accept({ t: 'accept', seek: id })(model),
  challengeAccepted: (model, { challenge }) => accept({ t: 'accept', challenge })(model),
  challengeDeclined: (model, { challenge, reason }) =>
    sendRequest({ t: 'decline', challenge, ...(reason && { reason }) }, { for: 'nothing' })(model),
  foundAnswered(model, { yes }) {
    const { found } = model.lobby;
    const free = { ...model, lobby: { ...model.lobby, found: null } };
    return found
      ? sendRequest(
          yes ? { t: 'accept', seek: found.other } : { t: 'decline', seek: found.other },
          { for: yes ? 'accept' : 'nothing' },
        )(free)
      : noEffects(free);
  },
  liveShown: (model, { on }) =>
    sendRequest({ t: 'live', on }, { for: 'nothing' })({ ...model, liveGames: on ? [] : null }),
  invitationCopied: model =>
    model.lobby.invitation
      ? [model, [{ do: 'copyText', text: model.lobby.invitation.url }]]
      : noEffects(model),
  gameLinkCopied: (model, _, { site }) => [
    model,
    model.table ? [{ do: 'copyText', text: site + printRoute(routeOf(model.table)) }] : [],
  ],
  copied(model, { well }) {
    const key = isOnDevice(gameOfRoute(model.route)) ? 'copied.device' : 'copied';
    return showNotice({ key: well ? key : 'copy.failed' }, !well)(model);
  },

  moved: (model, { orig, dest }, context) =>
    withTable(model, table => applyToTable(enterMove(table, context, model.settings, orig, dest))),
  premoved: (model, { orig, dest }, context) =>
    withTable(model, table =>
      applyToTable(enterPremove(table, context, model.settings, orig, dest)),
    ),
  premovesDropped: model => atTable(model, dropPremoves),
  confirmed: (model, { yes }, { now }) =>
    withTable(model, table => applyToTable(confirmMove(table, now, yes))),
  promoted: (model, { to }, context) =>
    withTable(model, table => applyToTable(choosePromotion(table, context, model.settings, to))),
  played: (model, { uci }, context) =>
    withTable(model, table => applyToTable(playMove(table, context, model.settings, uci))),
  plyViewed: (model, { ply }) => withTable(model, table => viewChanged(viewPly(table, ply))),
  timeLow: model => [model, [soundEffect(model, 'low')]],
  stepped: (model, { by }) =>
    withTable(model, table => viewChanged(viewPly(table, shownPly(table) + by))),
  flipped: model => withTable(model, table => viewChanged({ ...table, flipped: !table.flipped })),

  resigned: model => withTable(model, ({ game }) => sendAction({ t: 'resign', game: game.id })),
  aborted: model => withTable(model, ({ game }) => sendAction({ t: 'abort', game: game.id })),
  offered: (model, { kind }) =>
    withTable(model, table => {
      const offer = theirOffer(table, kind);
      const game = table.game.id;
      return sendAction(offer === undefined ? { t: kind, game } : { t: kind, game, offer });
    }),
  refused: (model, { kind }) =>
    withTable(model, table => {
      const offer = theirOffer(table, kind);
      return offer === undefined
        ? noEffects
        : sendAction({ t: 'refuse', game: table.game.id, offer });
    }),
  claimed: (model, { what }) =>
    withTable(model, ({ game }) => sendAction({ t: 'claim', game: game.id, what })),
  claimAheadToggled: (model, { on }) => atTable(model, table => ({ ...table, claimingAhead: on })),
  moveTimesLoaded: (model, { game: id, times }) =>
    atTable(model, table =>
      table.game.id === id && table.game.times.length === times.length
        ? { ...table, game: { ...table.game, times } }
        : table,
    ),
  moreTimeGiven: model =>
    withTable(model, ({ game }) => sendAction({ t: 'moretime', game: game.id })),
  conditionalSaved: (model, { lines }) =>
    withTable(model, ({ game: { id, steps, turn } }) =>
      sendAction({ t: 'conditional', game: id, ply: steps.length, lines, turn }),
    ),
  presetSent: (model, { preset }) =>
    withTable(model, ({ game }) => sendAction({ t: 'chat', game: game.id, preset })),
  muteSet: (model, { on }) => setMuted(on)(model),
  chatSent: (model, { text }) =>
    withTable(model, ({ game }) => sendAction({ t: 'chat', game: game.id, text })),
  // Small boards of a page that is left do not end what the next page has begun to watch.
  asked: (model, { request }) =>
    request.t === 'unwatch' && request.game === gameOfRoute(model.route)
      ? noEffects(model)
      : sendRequest(
          request,
          /watch|engines/.test(request.t) ? { for: 'nothing' } : { for: 'asked', request },
        )({ ...model, lost: null }),
  pgnFailed: showNotice({ key: 'loading.failed' }, true),
  pgnSaved: model => [model, model.table ? [{ do: 'savePgn', game: model.table.game }] : []],
};

/** Effects of a change besides showing it: a sound, another language. */
function noticed(before: Model, after: Model): Effect[] {
  const sound = soundOf(before.table, after.table);
  const { language } = after.settings;
  return [
    ...(sound ? [soundEffect(after, sound)] : []),
    ...(language !== before.settings.language ? [{ do: 'setLanguage' as const, language }] : []),
  ];
}

export function update(model: Model, msg: Msg, context: Context): Next {
  const handler = handlers[msg.m] as Handler<Msg['m']>;
  const [after, effects] = handler(model, msg, context);
  return [after, [...effects, ...noticed(model, after)]];
}
