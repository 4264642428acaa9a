/* The menu of the other player: a link to the profile, and what can be done. */

import './people.css';

import type { Dispatch } from '../dispatch';
import { ratingText } from '../net/rating';
import type { Person } from '../net/wire';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { useCall } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { Modal } from '../ui/modal';
import { Relations, Report } from './relations';
import { isUser } from './user';

type Props = { person: Person; dispatch: Dispatch; onClose: () => void };

export function PlayerMenu({ person, dispatch, onClose }: Props) {
  const [user, again] = useCall(`/api/user/${encodeURIComponent(person.name)}`, isUser);
  return (
    <Modal title={person.name} onClose={onClose}>
      <header class="modal-head">
        <h2>
          {person.name}{' '}
          <span class="soft figures">{ratingText(person.rating, person.provisional)}</span>
        </h2>
        <button class="quiet" aria-label={say('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="row player-menu">
        <InnerLink
          to={{ page: 'profile', name: person.name }}
          class="button primary"
          dispatch={dispatch}
        >
          {say('player.profile')}
        </InnerLink>
        {user?.ok && <Relations user={user.value} again={again} />}
        {user?.ok && <Report user={user.value} />}
        {user && !user.ok && <p role="alert">{refusedText(user)}</p>}
      </div>
    </Modal>
  );
}
