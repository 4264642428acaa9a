/* In the lobby while the server cannot be reached: what can be played all the same. */

import '../style/device.css';

import type { Dispatch } from '../app';
import { say } from '../text/later';
import { Icon } from './icon';
import { InnerLink } from './innerLink';

export const OfflineCard = ({ dispatch }: { dispatch: Dispatch }) => (
  <section class="offline card" aria-label={say('offline.title')}>
    <h2>{say('offline.title')}</h2>
    <p class="soft">{say('offline.hint')}</p>
    <div class="row">
      <button class="primary" onClick={() => dispatch({ m: 'formOpened', way: 'computer' })}>
        <Icon name="computer" /> {say('offline.play')}
      </button>
      <InnerLink path="/device" class="button" dispatch={dispatch}>
        {say('device.title')}
      </InnerLink>
    </div>
  </section>
);
