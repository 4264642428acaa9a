/* The page at work: holds the one model, lets update change it, does what update wants done. */

import type { Rules } from '../chess/rules';
import type { Dispatch, Msg } from '../dispatch';
import type { Synth } from '../game/synth';
import { isOutdated } from '../install/outdated';
import type { Device } from '../local/device';
import { hasGamesHere, isForDevice, isOnDevice } from '../net/onDevice';
import type { Request } from '../net/requests';
import { type Socket, openSocket, tellOrigin } from '../net/socket';
import { gameOfRoute } from '../route';
import type { AccountSettings } from '../settings/accountSettings';
import { type Settings, storeSettings } from '../settings/settings';
import type { Effect, Model } from '../state/model';
import { update } from '../state/update';
import { languageInUse, say, sayText } from '../text';
import { type Language, fetchLanguage } from '../text/language';
import { languageFor } from '../text/tag';

type Parts = {
  model: Model;
  rules: Rules;
  socketUrl: string;
  show: (model: Model, dispatch: Dispatch) => void;
  /** What is shown after it is in this language. */
  speak: (language: Language) => void;
};

const noticeStays = 6_000;
/** Browsers refuse addresses that change as fast as somebody looks through a game. */
const addressWaits = 300;

export const addressNow = (): string => location.pathname + location.hash;

/** A disk that is full or a server that is flooded needs a moment. */
const retryAfter = 3_000;
const beatEvery = 1_000;
/** A connection that was left alone for longer may be dead; timers of a hidden page come once a minute. */
const aliveFor = 90_000;
const driftMax = 1_000;

/** Whether the device slept since last asked: then only the wall clock went on, or no timer came for long. */
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

/** Only for somebody who looks elsewhere, and only if he allowed it. */
function callPlayer(text: string): void {
  if (!document.hidden || typeof Notification === 'undefined') return;
  try {
    if (Notification.permission === 'granted') new Notification(text, { tag: 'castled' });
  } catch {
    // Browsers on phones have the name and forbid the use.
  }
}

/** A page that came without https has no clipboard. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** By what the server tells anybody but those whom it has banned. */
const probe = (): Promise<number> =>
  fetch('/api/player', { cache: 'no-store' }).then(
    ({ status }) => status,
    () => 0,
  );

export function startApp({ model: first, rules, socketUrl, show, speak }: Parts): Dispatch {
  let model = first;
  let isUpdating = false;
  let synth: Synth | null = null;
  const waiting: Msg[] = [];
  let address: ReturnType<typeof setTimeout> | undefined;

  const dispatch: Dispatch = msg => {
    waiting.push(msg);
    if (isUpdating) return;
    isUpdating = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const world = { rules, now: performance.now(), site: location.origin, date: new Date() };
        const [changed, effects] = update(model, next, world);
        model = changed;
        effects.forEach(perform);
      }
    } finally {
      // Whatever failed, the next message is taken.
      isUpdating = false;
    }
    show(model, dispatch);
  };

  /** Browsers allow no sound before the player's first touch, which is when it is fetched; without it the
   * page is silent. */
  const tune = (): void => {
    if (synth) return;
    import('../game/synth').then(
      ({ newSynth }) => (synth ??= newSynth()),
      () => {},
    );
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, tune, { passive: true });

  let device: Promise<Device> | null = null;
  /** The games of this device have a server of their own, fetched when there are some. */
  const theDevice = (): Promise<Device> =>
    (device ??= import('../local/device').then(({ startDevice }) => startDevice(dispatch)));

  const askDevice = (request: Request): void => {
    theDevice().then(
      there => there.ask(request),
      () => {
        device = null;
        dispatch({ m: 'warned', text: say('loading.failed') });
      },
    );
  };

  /** Unless another was chosen while it was fetched. */
  const turnTo = (chosen: Settings['language']): void => {
    const isChosen = (): boolean => model.settings.language === chosen;
    fetchLanguage(languageFor(chosen, navigator.languages)).then(
      language => {
        if (!isChosen()) return;
        speak(language);
        show(model, dispatch);
      },
      () => isChosen() && dispatch({ m: 'languageFailed' }),
    );
  };

  let accountSettings: Promise<AccountSettings | null> | null = null;
  /** Only who has an account needs it; null: it could not be fetched. */
  const account = (): Promise<AccountSettings | null> => {
    accountSettings ??= import('../settings/accountSettings').then(
      ({ newAccountSettings, accountApi }) => {
        const settings = newAccountSettings(accountApi, {
          loaded: kept => dispatch({ m: 'accountSettingsLoaded', kept }),
          failed: () => dispatch({ m: 'accountSettingsFailed' }),
        });
        addEventListener('pagehide', settings.flush);
        return settings;
      },
      () => {
        accountSettings = null;
        dispatch({ m: 'accountSettingsFailed' });
        return null;
      },
    );
    return accountSettings;
  };

  const perform = (effect: Effect): void => {
    switch (effect.do) {
      case 'setLanguage':
        return turnTo(effect.language);
      case 'send':
        if (isForDevice(effect.request)) return askDevice(effect.request);
        if (!socket.send(effect.request)) dispatch({ m: 'requestUnsent', id: effect.request.id });
        return;
      case 'pushUrl':
        clearTimeout(address);
        if (addressNow() !== effect.path) history.pushState(null, '', effect.path);
        return;
      case 'replaceUrl':
        return history.replaceState(null, '', effect.path);
      case 'replaceUrlSoon':
        clearTimeout(address);
        address = setTimeout(() => history.replaceState(null, '', effect.path), addressWaits);
        return;
      case 'copyText':
        void copyText(effect.text).then(
          () => dispatch({ m: 'copied', well: true }),
          () => dispatch({ m: 'copied', well: false }),
        );
        return;
      case 'savePgn':
        return void import('../game/gamePgn').then(
          ({ savePgn }) => savePgn(effect.game),
          () => dispatch({ m: 'pgnFailed' }),
        );
      case 'reconnect':
        return socket.hurry();
      case 'retryLater':
        setTimeout(() => dispatch({ m: 'retryDue' }), retryAfter);
        return;
      case 'probe':
        void probe().then(status => dispatch({ m: 'probed', status }));
        return;
      case 'storeSettings':
        return storeSettings(() => localStorage, effect.settings);
      case 'loadAccountSettings':
        void account().then(settings => settings?.fetch(effect.settings));
        return;
      case 'storeInAccount':
        void account().then(settings => settings?.keep(effect.change));
        return;
      case 'playSound':
        return synth?.play(effect.sound, effect.volume);
      case 'notifyPlayer':
        return callPlayer(sayText(effect.text));
      case 'closeNoticeLater':
        setTimeout(() => dispatch({ m: 'noticeClosed', id: effect.notice }), noticeStays);
        return;
    }
  };

  /** A server that was away may have come back with another build of the page. */
  const lookForNewer = (): void =>
    void isOutdated().then(
      is => is && dispatch({ m: 'updateFound' }),
      () => {},
    );

  tellOrigin(location, document);
  const socket: Socket = openSocket(socketUrl, {
    opened() {
      if (model.link === 'broken') lookForNewer();
      dispatch({ m: 'socketOpened' });
    },
    closed: failures => dispatch({ m: 'socketClosed', failures }),
    garbled: () => dispatch({ m: 'messageGarbled' }),
    received: message => dispatch({ m: 'received', message }),
    lag: roundTrip => dispatch({ m: 'lagMeasured', roundTrip }),
  });

  addEventListener('popstate', () => dispatch({ m: 'urlChanged', path: addressNow() }));
  const hasSlept = sleepWatch();
  const beat = (): boolean => {
    const slept = hasSlept();
    if (slept) socket.renew();
    return slept;
  };
  setInterval(beat, beatEvery);
  addEventListener('online', () => socket.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !beat()) socket.hurry();
  });
  // A move that the server does not have yet would go with the page.
  addEventListener('beforeunload', event => {
    if (model.table?.pending && model.link !== 'open') event.preventDefault();
  });
  show(model, dispatch);
  if (!navigator.cookieEnabled) dispatch({ m: 'cookiesBlocked' });
  if (languageInUse().tag !== languageFor(model.settings.language, navigator.languages))
    dispatch({ m: 'languageFailed' });
  if (isOnDevice(gameOfRoute(model.route))) dispatch({ m: 'urlChanged', path: location.pathname });
  if (hasGamesHere())
    void theDevice()
      .then(there => there.unfinished())
      .then(playing => dispatch({ m: 'localGamesFound', playing }))
      .catch(() => {});
  return dispatch;
}
