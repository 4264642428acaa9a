/* The keys that do something, and what. */

import '../style/help.css';

import type { Dispatch } from '../app';
import { type PlainKey, say } from '../text/later';
import { Icon } from './icon';
import { Modal } from './modal';

const keys: [keys: string, what: PlainKey][] = [
  ['← → h l', 'help.step'],
  ['↑ ↓ k j', 'help.ends'],
  ['f', 'help.flip'],
  ['z', 'help.zen'],
  ['b', 'help.blindfold'],
  ['Enter', 'help.entry'],
  ['Esc', 'help.drop'],
  ['?', 'help.this'],
];

export function Help({ dispatch }: { dispatch: Dispatch }) {
  const close = (): void => dispatch({ m: 'helped', on: false });
  return (
    <Modal title={say('help.title')} onClose={close}>
      <header class="modal-head">
        <h2>{say('help.title')}</h2>
        <button type="button" class="quiet" aria-label={say('close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <dl class="keys">
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>
              <kbd>{pressed}</kbd>
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{say('help.words')}</p>
    </Modal>
  );
}
