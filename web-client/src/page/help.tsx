/* The list of keyboard shortcuts. */

import './help.css';

import type { Dispatch } from '../dispatch';
import { parseRoute } from '../route';
import { type PlainKey, say } from '../text/later';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';

type Keys = [keys: string, what: PlainKey];

const looking: Keys[] = [
  ['← → h l', 'help.step'],
  ['↑ ↓ k j', 'help.ends'],
  ['f', 'help.flip'],
];

const playing: Keys[] = [
  ...looking,
  ['z', 'help.zen'],
  ['b', 'help.blindfold'],
  ['Enter', 'help.entry'],
  ['Esc', 'help.drop'],
  ['?', 'help.this'],
];

const analysing: Keys[] = [
  ...looking,
  ['e', 'help.engine'],
  ['c', 'help.comment'],
  ['u m Del', 'help.branch'],
  ['?', 'help.this'],
];

export function Help({ dispatch }: { dispatch: Dispatch }) {
  const isAnalysis = parseRoute(location.pathname).page === 'analysis';
  const close = (): void => dispatch({ m: 'helpToggled', on: false });
  return (
    <Modal title={say('help.title')} onClose={close}>
      <header class="modal-head">
        <h2>{say('help.title')}</h2>
        <button type="button" class="quiet" aria-label={say('close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <dl class="keys">
        {(isAnalysis ? analysing : playing).map(([pressed, what]) => (
          <div key={what}>
            <dt>
              <kbd>{pressed}</kbd>
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
      {!isAnalysis && <p class="soft">{say('help.words')}</p>}
    </Modal>
  );
}
