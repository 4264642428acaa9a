/* The page at work: holds the one model, lets update change it, does what update wants done. */

import type { Effect, Model, Msg } from './model';
import type { Rules } from './rules';
import { saveFile } from './saveFile';
import { keepSettings } from './settings';
import { type Socket, openSocket } from './socket';
import { newSynth } from './synth';
import { sayText } from './text';
import { update } from './update';

export type Dispatch = (msg: Msg) => void;

type Parts = {
  model: Model;
  rules: Rules;
  socketUrl: string;
  show: (model: Model, dispatch: Dispatch) => void;
};

const noticeStays = 6_000;

/** Only for somebody who looks elsewhere, and only if he allowed it. */
function callPlayer(text: string): void {
  if (!document.hidden || typeof Notification === 'undefined') return;
  if (Notification.permission === 'granted') new Notification(text, { tag: 'castled' });
}

export function startApp({ model: first, rules, socketUrl, show }: Parts): void {
  let model = first;
  let isUpdating = false;
  const synth = newSynth();
  const waiting: Msg[] = [];

  const dispatch: Dispatch = msg => {
    waiting.push(msg);
    if (isUpdating) return;
    isUpdating = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const world = { rules, now: performance.now(), site: location.origin, date: new Date() };
      const [changed, effects] = update(model, next, world);
      model = changed;
      effects.forEach(perform);
    }
    isUpdating = false;
    show(model, dispatch);
  };

  const perform = (effect: Effect): void => {
    switch (effect.do) {
      case 'send':
        if (!socket.send(effect.request)) dispatch({ m: 'unsent', id: effect.request.id });
        return;
      case 'go':
        if (location.pathname !== effect.path) history.pushState(null, '', effect.path);
        return;
      case 'replace':
        return history.replaceState(null, '', effect.path);
      case 'copy':
        void navigator.clipboard
          .writeText(effect.text)
          .then(() => dispatch({ m: 'copied', well: true }))
          .catch(() => dispatch({ m: 'copied', well: false }));
        return;
      case 'save':
        return saveFile(effect.name, effect.text, 'application/x-chess-pgn');
      case 'hurry':
        return socket.hurry();
      case 'keep':
        return keepSettings(() => localStorage, effect.settings);
      case 'sound':
        return synth.play(effect.sound, effect.volume);
      case 'call':
        return callPlayer(sayText(effect.text));
      case 'forget':
        setTimeout(() => dispatch({ m: 'noticeRead', id: effect.notice }), noticeStays);
        return;
    }
  };

  const socket: Socket = openSocket(socketUrl, {
    opened: () => dispatch({ m: 'opened' }),
    closed: () => dispatch({ m: 'closed' }),
    received: message => dispatch({ m: 'received', message }),
    lag: roundTrip => dispatch({ m: 'lag', roundTrip }),
  });

  addEventListener('popstate', () => dispatch({ m: 'came', path: location.pathname }));
  addEventListener('online', () => socket.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') socket.hurry();
  });
  show(model, dispatch);
}
