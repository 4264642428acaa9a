/* The people that the player follows, those online first, and those they have blocked. */

import './people.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { type ApiAnswer, anyAnswer, callApi } from '../net/api';
import { parseRoute } from '../route';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { Failed, useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { type User, isUsers } from './user';

type Kind = 'following' | 'blocked';

const paths = { following: '/api/rel/following', blocked: '/api/rel/blocking' } as const;
const ends = { following: 'unfollow', blocked: 'unblock' } as const;
const words = { following: 'profile.unfollow', blocked: 'profile.unblock' } as const;
const pageLength = 20;

const hereFirst = (one: User, other: User): number =>
  Number(other.online ?? false) - Number(one.online ?? false) ||
  one.username.localeCompare(other.username);

const Presence = ({ user, dispatch }: { user: User; dispatch: Dispatch }) =>
  user.playing ? (
    <InnerLink to={parseRoute(user.playing)} class="button" dispatch={dispatch}>
      {say('friends.watch')}
    </InnerLink>
  ) : (
    <span class="soft">{say(user.online ? 'profile.online' : 'profile.offline')}</span>
  );

type ListProps = { kind: Kind; answer: ApiAnswer<User[]>; again: () => void; dispatch: Dispatch };

function List({ kind, answer, again, dispatch }: ListProps) {
  const [shown, setShown] = useState(pageLength);
  const users = answer.ok ? [...answer.value].sort(hereFirst) : [];
  const [refused, setRefused] = useState<string | null>(null);
  const end = async (name: string): Promise<void> => {
    const ended = await callApi('POST', `/api/rel/${ends[kind]}/${name}`, anyAnswer, {});
    setRefused(ended.ok ? null : refusedText(ended));
    again();
  };
  return (
    <section class="card" aria-label={say(`people.${kind}`)}>
      <h2>{say(`people.${kind}`)}</h2>
      {!answer.ok && answer.status === 401 && <p role="alert">{say('people.signIn')}</p>}
      {!answer.ok && answer.status !== 401 && <Failed answer={answer} again={again} />}
      {refused && <p role="alert">{refused}</p>}
      {answer.ok && users.length === 0 && <p class="soft">{say(`people.${kind}.none`)}</p>}
      <ul>
        {users.slice(0, shown).map(user => (
          <li key={user.id}>
            <InnerLink to={{ page: 'profile', name: user.username }} dispatch={dispatch}>
              {user.username}
            </InnerLink>
            {kind === 'following' && <Presence user={user} dispatch={dispatch} />}
            <button class="quiet" onClick={() => void end(user.username)}>
              {say(words[kind])}
            </button>
          </li>
        ))}
      </ul>
      {users.length > shown && (
        <button onClick={() => setShown(shown + pageLength)}>{say('games.more')}</button>
      )}
    </section>
  );
}

/** Both lists at once: one that comes later would push the other away. */
export function PeoplePage({ dispatch }: { dispatch: Dispatch }) {
  const [following, followingAgain] = useCall(paths.following, isUsers);
  const [blocked, blockedAgain] = useCall(paths.blocked, isUsers);
  return (
    <main class="profile people">
      <h1>{say('people.title')}</h1>
      {following && blocked && (
        <>
          <List kind="following" answer={following} again={followingAgain} dispatch={dispatch} />
          <List kind="blocked" answer={blocked} again={blockedAgain} dispatch={dispatch} />
        </>
      )}
    </main>
  );
}
