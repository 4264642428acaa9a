import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style/theme.css';
import './style/board.css';
import './style/page.css';
import './style/lobby.css';
import './style/game.css';

import { render } from 'preact';
import rulesUrl from 'rules.wasm?url';

import { startApp } from './app';
import { newModel } from './model';
import { fetchRules } from './rules';
import { loadSettings } from './settings';
import { say } from './text';
import { Page } from './view/page';

const place = document.getElementById('page');
if (!place) throw new Error('the document has no #page');

fetchRules(rulesUrl)
  .then(rules => {
    place.textContent = '';
    startApp({
      model: newModel(
        location.pathname,
        loadSettings(() => localStorage),
      ),
      rules,
      socketUrl: `${location.origin.replace(/^http/, 'ws')}/ws`,
      show: (model, dispatch) =>
        render(<Page model={model} rules={rules} dispatch={dispatch} />, place),
    });
  })
  .catch((error: unknown) => {
    console.error(error);
    place.textContent = say(typeof WebAssembly === 'object' ? 'rules.failed' : 'rules.forbidden');
  });
