/* Performs the effects that update asks for: sends requests, changes addresses, plays sounds. Parts that
 * not everybody needs (sounds, games on this device, settings of an account) are fetched when they are
 * first needed. */

import { base } from '../base';
import type { Dispatch } from '../dispatch';
import type { Synth } from '../game/synth';
import type { Device } from '../local/device';
import { isForDevice } from '../net/onDevice';
import type { Request } from '../net/requests';
import type { Socket } from '../net/socket';
import type { AccountSettings } from '../settings/accountSettings';
import { type Settings, storeSettings } from '../settings/settings';
import type { Effect, Model } from '../state/model';
import { say } from '../text';
import { type Language, fetchLanguage } from '../text/language';
import { languageFor } from '../text/tag';

const noticeStays = 6_000;
/** Browsers refuse to change the address as fast as somebody can step through a game. */
const addressWaits = 300;
/** A full disk or a flooded server needs a moment. */
const retryAfter = 3_000;

/** A page loaded without https has no clipboard. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** The status of an answer that the server gives to everybody except banned players; 0: no
 * answer. */
const probe = (): Promise<number> =>
  fetch(`${base}/api/player`, { cache: 'no-store' }).then(
    ({ status }) => status,
    () => 0,
  );

/** Browsers allow no sound before the player's first touch, which is when the sounds are fetched; if
 * that fails the page is silent. */
function newSounds(): Synth['play'] {
  let synth: Synth | null = null;
  const load = (): void => {
    if (synth) return;
    import('../game/synth').then(
      ({ newSynth }) => (synth ??= newSynth()),
      () => {},
    );
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, load, { passive: true });
  return (...how) => synth?.play(...how);
}

/** Follows the model once the player has turned notifications on. */
export function newNotifier(dispatch: Dispatch): (model: Model) => void {
  let follower: Promise<(model: Model) => void> | null = null;
  return model => {
    if (model.settings.notify !== 'on' && !follower) return;
    follower ??= import('./notifications').then(it => it.startNotifications(dispatch));
    follower.then(
      follow => follow(model),
      () => (follower = null),
    );
  };
}

export type LocalGames = {
  send: (request: Request) => void;
  /** Looks up which of them are in progress, and dispatches that. */
  find: () => void;
};

/** The games on this device have a server of their own. */
export function newLocalGames(dispatch: Dispatch): LocalGames {
  let device: Promise<Device> | null = null;
  const load = (): Promise<Device> =>
    (device ??= import('../local/device').then(({ startDevice }) => startDevice(dispatch)));
  return {
    send(request) {
      load().then(
        there => there.ask(request),
        () => {
          device = null;
          dispatch({ m: 'warned', text: say('loading.failed') });
        },
      );
    },
    find() {
      void load()
        .then(there => there.unfinished())
        .then(playing => dispatch({ m: 'localGamesFound', playing }))
        .catch(() => {});
    },
  };
}

/** Null: they could not be fetched. */
function newAccount(dispatch: Dispatch): () => Promise<AccountSettings | null> {
  let account: Promise<AccountSettings | null> | null = null;
  return () =>
    (account ??= import('../settings/accountSettings').then(
      ({ newAccountSettings, accountApi }) => {
        const settings = newAccountSettings(accountApi, {
          loaded: kept => dispatch({ m: 'accountSettingsLoaded', kept }),
          failed: () => dispatch({ m: 'accountSettingsFailed' }),
        });
        addEventListener('pagehide', settings.flush);
        return settings;
      },
      () => {
        account = null;
        dispatch({ m: 'accountSettingsFailed' });
        return null;
      },
    ));
}

/** The address shown in the browser. */
function newAddressBar() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const replace = (path: string): void => history.replaceState(null, '', path);
  // What waits is about the page that was left.
  addEventListener('popstate', () => clearTimeout(timer));
  return {
    replace,
    push(path: string) {
      clearTimeout(timer);
      if (location.pathname + location.hash !== path) history.pushState(null, '', path);
    },
    replaceSoon(path: string) {
      clearTimeout(timer);
      timer = setTimeout(() => replace(path), addressWaits);
    },
  };
}

export type App = {
  dispatch: Dispatch;
  getModel: () => Model;
  /** Shows the page in this language. */
  speak: (language: Language) => void;
  socket: Socket;
  localGames: LocalGames;
};

/** Unless another language is chosen while this one is fetched. */
function setLanguage({ dispatch, getModel, speak }: App, chosen: Settings['language']): void {
  const isChosen = (): boolean => getModel().settings.language === chosen;
  fetchLanguage(languageFor(chosen, navigator.languages)).then(
    language => isChosen() && speak(language),
    () => isChosen() && dispatch({ m: 'languageFailed' }),
  );
}

export function newEffects(app: App): (effect: Effect) => void {
  const { dispatch, socket, localGames } = app;
  const playSound = newSounds();
  const account = newAccount(dispatch);
  const address = newAddressBar();

  return effect => {
    switch (effect.do) {
      case 'setLanguage':
        return setLanguage(app, effect.language);
      case 'send':
        if (isForDevice(effect.request)) localGames.send(effect.request);
        else if (!socket.send(effect.request))
          dispatch({ m: 'requestUnsent', id: effect.request.id });
        return;
      case 'pushUrl':
        return address.push(effect.path);
      case 'replaceUrl':
        return address.replace(effect.path);
      case 'replaceUrlSoon':
        return address.replaceSoon(effect.path);
      case 'copyText':
        return void copyText(effect.text).then(
          () => dispatch({ m: 'copied', well: true }),
          () => dispatch({ m: 'copied', well: false }),
        );
      case 'savePgn':
        return void import('../game/gamePgn').then(
          ({ savePgn }) => savePgn(effect.game),
          () => dispatch({ m: 'pgnFailed' }),
        );
      case 'reconnect':
        return socket.retryNow();
      case 'retryLater':
        return void setTimeout(() => dispatch({ m: 'retryDue' }), retryAfter);
      case 'probe':
        return void probe().then(status => dispatch({ m: 'probed', status }));
      case 'storeSettings':
        return storeSettings(() => localStorage, effect.change);
      case 'loadAccountSettings':
        return void account().then(settings => settings?.fetch(effect.settings));
      case 'storeInAccount':
        return void account().then(settings => settings?.keep(effect.change));
      case 'playSound':
        return playSound(effect.sound, effect.volume, effect.haptics);
      case 'closeNoticeLater':
        return void setTimeout(
          () => dispatch({ m: 'noticeClosed', id: effect.notice }),
          noticeStays,
        );
    }
  };
}
