import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './ui/theme.css';
import './board/board.css';
import './page/page.css';
import './lobby/lobby.css';
import './game/game.css';

import { render } from 'preact';
import rulesUrl from 'rules.wasm?url';

import { base } from './base';
import { fetchRules } from './chess/rules';
import type { Dispatch } from './dispatch';
import { openWhatIsClicked } from './install/clicked';
import { Page } from './page/page';
import { startApp } from './page/startApp';
import { addressNow } from './route';
import { loadSettings } from './settings/settings';
import { newModel } from './state/model';
import { say, speak } from './text';
import { type Language, fetchLanguage } from './text/language';
import { languageFor } from './text/tag';

/** The page is stored on the device once it has been usable for a while. */
const installAfter = 1_500;
const install = (dispatch: Dispatch): Promise<void> =>
  import('./install/install').then(({ installPage }) => installPage(dispatch)).catch(() => {});

// The player pressed "Reload now", here or in another tab: no page stays behind on the old version.
if (navigator.serviceWorker?.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());

const place = document.getElementById('page');
if (!place) throw new Error('the document has no #page');

const settings = loadSettings(() => localStorage);

function turnTo(language: Language): void {
  speak(language);
  Object.assign(document.documentElement, { lang: language.tag, dir: language.dir });
}

// Players whose language cannot be loaded get English.
const language = fetchLanguage(languageFor(settings.language, navigator.languages)).then(
  turnTo,
  () => {},
);

const slow = setTimeout(() => (place.textContent = say('link.opening')), 4_000);

const app = Promise.all([fetchRules(rulesUrl), language])
  .finally(() => clearTimeout(slow))
  .then(([rules]) => {
    place.textContent = '';
    const dispatch = startApp({
      model: newModel(addressNow(), settings),
      rules,
      socketUrl: `${location.origin.replace(/^http/, 'ws')}${base}/ws`,
      show: (model, tell) => render(<Page model={model} rules={rules} dispatch={tell} />, place),
      speak: turnTo,
    });
    if (navigator.serviceWorker)
      setTimeout(() => void install(dispatch), installAfter);
    return dispatch;
  });
app.catch(async (error: unknown) => {
  console.error(error);
  await language;
  place.textContent = say(typeof WebAssembly === 'object' ? 'rules.failed' : 'rules.forbidden');
});
openWhatIsClicked(app);
