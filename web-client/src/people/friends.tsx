/* People that the player follows and who are online: to watch, or to challenge. */

import { useEffect } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { parseRoute } from '../route';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { type User, isUsers } from './user';

const lookEvery = 30_000;

export const Friend = ({ user, dispatch }: { user: User; dispatch: Dispatch }) => (
  <li>
    <InnerLink to={{ page: 'profile', name: user.username }} class="self" dispatch={dispatch}>
      {user.username}
    </InnerLink>
    {user.playing ? (
      <InnerLink to={parseRoute(user.playing)} class="button" dispatch={dispatch}>
        {say('friends.watch')}
      </InnerLink>
    ) : (
      user.person !== undefined && (
        <button
          onClick={() =>
            dispatch({
              m: 'formOpened',
              way: 'friend',
              to: { id: user.person ?? '', name: user.username },
            })
          }
        >
          {say('profile.challenge')}
        </button>
      )
    )}
  </li>
);

export function Friends({ dispatch }: { dispatch: Dispatch }) {
  const [answer, again] = useCall('/api/rel/following', isUsers);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), lookEvery);
    return () => clearInterval(timer);
  }, [again]);
  const here = answer?.ok ? answer.value.filter(user => user.online) : [];
  return (
    <section class="seeks card" aria-label={say('friends.title')}>
      <header>
        <h2>{say('friends.title')}</h2>
        <InnerLink to={{ page: 'people' }} class="button" dispatch={dispatch}>
          {say('friends.all')}
        </InnerLink>
      </header>
      {answer?.ok && here.length === 0 && <p class="soft">{say('friends.none')}</p>}
      {answer && !answer.ok && <p class="soft">{refusedText(answer)}</p>}
      <ul>
        {here.map(user => (
          <Friend key={user.id} user={user} dispatch={dispatch} />
        ))}
      </ul>
    </section>
  );
}
