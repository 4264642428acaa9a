/* Tells a player who is looking at something else what has happened: a game has started, somebody
 * has moved, offers something or challenges them. Fetched only when the player has turned it on.
 *
 * The service worker shows it, as phones require; a click brings the page to the front
 * (serviceWorker.ts, install.ts). Without a service worker the page shows it itself. */

import { base } from '../base';
import { opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { type Game, isOver, lastStep, seatOf, toMove } from '../game/game';
import { type Notation, sanWords } from '../game/notation';
import type { Offer, Person } from '../net/wire';
import { parseRoute, printRoute } from '../route';
import { siteName } from '../siteName';
import type { Model } from '../state/model';
import { say } from '../text/later';

/** What the player is told; a later one about the same game or challenge replaces it. */
export type Call = { tag: string; text: string; path: string };

/** What is remembered of a game, to notice what is new. */
type Seen = { other: string; plies: number; isTurn: boolean; isOver: boolean; offers: string };

type Facts = {
  you: string | undefined;
  playing: string[];
  games: Map<string, Seen>;
  challenges: string[];
  found: string | undefined;
};

const nameOf = ({ name, computer = 0 }: Person): string =>
  computer > 0 ? say('player.computer') : name;

const gamesOf = ({ table, otherGames }: Model): Game[] => [
  ...(table ? [table.game] : []),
  ...otherGames,
];

type Own = { game: Game; isTurn: boolean; other: string; offers: [Offer, number][] };

function ownOf(game: Game, you: string | undefined): Own | null {
  const seat = seatOf(game, you);
  if (!seat) return null;
  const other = opposite(seat);
  return {
    game,
    isTurn: !isOver(game) && toMove(game) === seat,
    other: nameOf(game.players[other]),
    offers: Object.entries(game.offers[other]) as [Offer, number][],
  };
}

const seenOf = ({ game, isTurn, other, offers }: Own): Seen => ({
  other,
  plies: game.steps.length,
  isTurn,
  isOver: isOver(game),
  offers: offers.join(),
});

/** Of a game that was only known to have started, nothing but its end is new. */
const unseenOf = (own: Own): Seen => ({ ...seenOf(own), isOver: false });

const callOf = (game: string, text: string): Call => ({
  tag: `game-${game}`,
  text,
  path: printRoute({ page: 'game', game }),
});

/** What is new in a game that was seen before. */
function gameCall(own: Own, before: Seen, notation: Notation): Call | null {
  const { game, isTurn, other, offers } = own;
  if (isOver(game) && !before.isOver) return callOf(game.id, say('notify.over', { name: other }));
  const offer = offers.find(each => !before.offers.includes(each.join()));
  if (offer) return callOf(game.id, say(`offer.${offer[0]}.theirs`, { name: other }));
  const hasMoved = isTurn && (!before.isTurn || game.steps.length > before.plies);
  const san = sanWords(notation, lastStep(game).san);
  return hasMoved && san ? callOf(game.id, say('notify.moved', { name: other, san })) : null;
}

/** Games that are out of sight and no longer in progress. */
const endedOf = ({ playing }: Model, own: Own[], { games }: Facts): [string, Seen][] =>
  [...games].filter(
    ([id, seen]) =>
      !seen.isOver && !playing.includes(id) && !own.some(({ game }) => game.id === id),
  );

/** What is new in the lobby. */
function lobbyCalls({ lobby }: Model, before: Facts): Call[] {
  const path = printRoute({ page: 'lobby' });
  const { found } = lobby;
  return [
    ...(found && found.other !== before.found
      ? [{ tag: 'found', text: say('found', { name: nameOf(found.person) }), path }]
      : []),
    ...lobby.challenges
      .filter(({ challenge }) => !before.challenges.includes(challenge))
      .map(({ challenge, from }) => ({
        tag: `challenge-${challenge}`,
        text: say('challenge.from', { name: from.name }),
        path,
      })),
  ];
}

/** Games that are out of sight while the connection is restored are not forgotten. */
function factsOf(model: Model, own: Own[], before: Facts | null): Facts {
  const { you, playing, lobby } = model;
  const ended = before ? endedOf(model, own, before) : [];
  const games = new Map(before?.games);
  for (const each of own) games.set(each.game.id, seenOf(each));
  for (const [id, seen] of ended) games.set(id, { ...seen, isOver: true });
  return {
    you: you?.id,
    playing: [...new Set([...(before?.playing ?? []), ...playing])],
    games,
    challenges: lobby.challenges.map(({ challenge }) => challenge),
    found: lobby.found?.other,
  };
}

/** Given each model, returns what has happened since the one before; to somebody who has just arrived
 * nothing is new. */
export function newWatch(): (model: Model) => Call[] {
  let before: Facts | null = null;
  return model => {
    const { you } = model;
    if (!you) return [];
    const known = before?.you === you.id ? before : null;
    const own = gamesOf(model)
      .map(game => ownOf(game, you.id))
      .filter(each => each !== null);
    before = factsOf(model, own, known);
    if (!known) return [];
    const started = model.playing.filter(id => !known.playing.includes(id));
    return [
      ...started.map(id => callOf(id, say('notify.started'))),
      ...endedOf(model, own, known).map(([id, { other }]) =>
        callOf(id, say('notify.over', { name: other })),
      ),
      ...own.flatMap(each => {
        const { id } = each.game;
        const seen = known.games.get(id) ?? (known.playing.includes(id) ? unseenOf(each) : null);
        return (seen && gameCall(each, seen, model.settings.notation)) ?? [];
      }),
      ...lobbyCalls(model, known),
    ];
  };
}

/* On the screen. */

const title = siteName;
const icon = `${base}/icon-192.png`;

async function show({ tag, text, path }: Call, dispatch: Dispatch): Promise<void> {
  // A second notification about a game alerts the player again.
  const options = { body: text, tag, icon, renotify: true, data: { path } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    const shown = await registration.getNotifications({ tag });
    // Another tab has shown it.
    if (!shown.some(({ body }) => body === text))
      await registration.showNotification(title, options);
    return;
  }
  const own = new Notification(title, options);
  own.addEventListener('click', () => {
    focus();
    dispatch({ m: 'navigated', to: parseRoute(path) });
    own.close();
  });
}

/** The name of a lock that every visible tab holds. */
const seenLock = 'castled.seen';

/** Holds the lock while this tab is visible. */
function holdWhileSeen(): void {
  let release: (() => void) | null = null;
  let isAsking = false;
  const look = (): void => {
    if (document.hidden) {
      release?.();
      release = null;
    } else if (!release && !isAsking) {
      isAsking = true;
      void navigator.locks.request(seenLock, { mode: 'shared' }, () => {
        isAsking = false;
        return document.hidden ? undefined : new Promise<void>(resolve => (release = resolve));
      });
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/** Only when no tab of this site is visible; without locks each tab only knows about itself. */
async function showUnseen(calls: Call[], dispatch: Dispatch): Promise<void> {
  const showAll = async (): Promise<void> => {
    for (const call of calls) await show(call, dispatch);
  };
  if (!navigator.locks) return showAll();
  await navigator.locks.request(seenLock, { ifAvailable: true }, lock => lock && showAll());
}

/** Follows the model from now on. */
export function startNotifications(dispatch: Dispatch): (model: Model) => void {
  if (typeof Notification === 'undefined') return () => {};
  const watch = newWatch();
  if (navigator.locks) holdWhileSeen();
  return model => {
    const calls = watch(model);
    const isWanted = model.settings.notify === 'on' && document.hidden;
    if (calls.length > 0 && isWanted && Notification.permission === 'granted')
      // Browsers on phones have the constructor but forbid its use without a service worker.
      showUnseen(calls, dispatch).catch(() => {});
  };
}
