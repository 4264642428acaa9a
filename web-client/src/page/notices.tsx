/* Short texts that are shown for a while. */

import './notices.css';

import type { Dispatch } from '../dispatch';
import type { Notice } from '../state/model';
import { say, sayText } from '../text/later';
import { Icon } from '../ui/icon';

type Props = { notices: Notice[]; dispatch: Dispatch };

export const Notices = ({ notices, dispatch }: Props) => (
  <ul class="notices" aria-live="polite">
    {notices.map(notice => (
      <li key={notice.id} class={notice.grave ? 'grave' : ''}>
        <span>{sayText(notice.text)}</span>
        <button
          class="quiet"
          aria-label={say('close')}
          onClick={() => dispatch({ m: 'noticeClosed', id: notice.id })}
        >
          <Icon name="close" />
        </button>
      </li>
    ))}
  </ul>
);
