/* In the lobby while the server cannot be reached: what can still be played. */

import './device.css';

import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';

export const OfflineCard = ({ dispatch }: { dispatch: Dispatch }) => (
  <section class="offline card" aria-label={say('offline.title')}>
    <h2>{say('offline.title')}</h2>
    <p class="soft">{say('offline.hint')}</p>
    <div class="row">
      <button class="primary" onClick={() => dispatch({ m: 'formOpened', way: 'computer' })}>
        <Icon name="computer" /> {say('offline.play')}
      </button>
      <InnerLink to={{ page: 'device' }} class="button" dispatch={dispatch}>
        {say('device.title')}
      </InnerLink>
    </div>
  </section>
);
