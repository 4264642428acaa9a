/* The running page: holds the one model, lets update change it, has its effects performed, and shows
 * it. */

import type { Rules } from '../chess/rules';
import type { Dispatch, Msg } from '../dispatch';
import { isOutdated } from '../install/outdated';
import { hasLocalGames, isOnDevice } from '../net/onDevice';
import { type Socket, openSocket, tellOrigin } from '../net/socket';
import { addressNow, gameOfRoute } from '../route';
import { loadSettings } from '../settings/settings';
import { settingsKey } from '../settings/storage';
import type { Model } from '../state/model';
import { update } from '../state/update';
import { languageInUse } from '../text';
import type { Language } from '../text/language';
import { languageFor } from '../text/tag';
import { newEffects, newLocalGames, newNotifier } from './effects';

type Parts = {
  model: Model;
  rules: Rules;
  socketUrl: string;
  show: (model: Model, dispatch: Dispatch) => void;
  /** Everything shown afterwards is in this language. */
  speak: (language: Language) => void;
};

const checkEvery = 1_000;
/** A connection that was idle for longer may be dead; timers of a hidden page fire once a
 * minute. */
const aliveFor = 90_000;
const driftMax = 1_000;

/** Handles messages one after the other, including those that are dispatched meanwhile. */
function oneByOne(take: (msg: Msg) => void, done: () => void): Dispatch {
  const waiting: Msg[] = [];
  let isTaking = false;
  return msg => {
    waiting.push(msg);
    if (isTaking) return;
    isTaking = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) take(next);
    } finally {
      // Whatever failed, the next message is handled.
      isTaking = false;
    }
    done();
  };
}

/** Calls it once for everything that happens in a row, afterwards: a view may dispatch while it is being
 * rendered or in an effect, where Preact must not render again. */
function soon(act: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      act();
    });
  };
}

/** Whether the device has slept since the last call: then only the wall clock went on, or no timer fired
 * for a long time. */
function sleepWatch(): () => boolean {
  let wall = Date.now();
  let page = performance.now();
  return () => {
    const passed = performance.now() - page;
    const drift = Date.now() - wall - passed;
    wall += passed + drift;
    page += passed;
    return drift > driftMax || passed > aliveFor;
  };
}

/** A server that was down may have come back with another build of the page. */
const lookForUpdate = (dispatch: Dispatch): void =>
  void isOutdated().then(
    is => is && dispatch({ m: 'updateFound' }),
    () => {},
  );

function connect(url: string, getModel: () => Model, dispatch: Dispatch): Socket {
  tellOrigin(location, document);
  return openSocket(url, {
    opened() {
      if (getModel().link === 'broken') lookForUpdate(dispatch);
      dispatch({ m: 'socketOpened' });
    },
    closed: failures => dispatch({ m: 'socketClosed', failures }),
    garbled: () => dispatch({ m: 'messageGarbled' }),
    heard(text) {
      // For parts of the page that follow something by themselves: ui/heard.ts.
      dispatchEvent(new CustomEvent('castled', { detail: text }));
      if (text.startsWith('{"t":"tournament_game"'))
        void import('../tournaments/ownGame').then(({ leadToBoard }) =>
          leadToBoard(text, getModel(), dispatch),
        );
    },
    received: message => dispatch({ m: 'received', message }),
    lag: roundTrip => dispatch({ m: 'lagMeasured', roundTrip }),
  });
}

/** A connection may have died while the device slept or was offline. */
function renewAfterSleep(socket: Socket): void {
  const hasSlept = sleepWatch();
  const check = (): boolean => {
    const slept = hasSlept();
    if (slept) socket.renew();
    return slept;
  };
  setInterval(check, checkEvery);
  addEventListener('online', () => socket.retryNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !check()) socket.retryNow();
  });
}

function followBrowser(getModel: () => Model, dispatch: Dispatch): void {
  // Nobody is to be paired with a player who has closed the page.
  addEventListener('pagehide', () => dispatch({ m: 'seekCancelled' }));
  addEventListener('popstate', () => dispatch({ m: 'urlChanged', path: addressNow() }));
  addEventListener('storage', ({ key }) => {
    if (key === settingsKey)
      dispatch({ m: 'settingsStored', settings: loadSettings(() => localStorage) });
  });
  // A move that the server does not have yet would be lost with the page.
  addEventListener('beforeunload', event => {
    const { table, leftTables, link } = getModel();
    if ((table?.pending || leftTables.length > 0) && link !== 'open') event.preventDefault();
  });
}

/** What is known at the start. */
function tellOfStart({ settings, route }: Model, dispatch: Dispatch): void {
  if (!navigator.cookieEnabled) dispatch({ m: 'cookiesBlocked' });
  if (languageInUse().tag !== languageFor(settings.language, navigator.languages))
    dispatch({ m: 'languageFailed' });
  if (isOnDevice(gameOfRoute(route))) dispatch({ m: 'urlChanged', path: addressNow() });
}

export function startApp({ model: first, rules, socketUrl, show, speak }: Parts): Dispatch {
  let model = first;
  const getModel = (): Model => model;
  const showNow = (): void => show(model, dispatch);
  const showSoon = soon(showNow);

  const take = (msg: Msg): void => {
    const world = { rules, now: performance.now(), site: location.origin, date: new Date() };
    const [changed, effects] = update(model, msg, world);
    model = changed;
    effects.forEach(perform);
  };
  const dispatch = oneByOne(take, () => {
    showSoon();
    notify(model);
  });
  const notify = newNotifier(dispatch);

  const socket = connect(socketUrl, getModel, dispatch);
  const localGames = newLocalGames(dispatch);
  const perform = newEffects({
    dispatch,
    getModel,
    socket,
    localGames,
    speak(language) {
      speak(language);
      showSoon();
    },
  });

  renewAfterSleep(socket);
  followBrowser(getModel, dispatch);
  showNow();
  tellOfStart(model, dispatch);
  if (hasLocalGames()) localGames.find();
  return dispatch;
}
