/* The best players of each speed and variant, among those with established ratings. */

import './people.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { type PerfName, isTop, perfNames } from './user';

const shownMost = 50;

export function LeaderboardPage({ dispatch }: { dispatch: Dispatch }) {
  const [perf, choose] = useState<PerfName>('blitz');
  const [top] = useCall(`/api/player/top/${shownMost}/${perf}`, isTop);
  const users = top?.ok ? top.value.users : [];
  return (
    <main class="profile">
      <h1>{say('leaderboard.title')}</h1>
      <label>
        <span class="spoken">{say('leaderboard.which')}</span>
        <select value={perf} onChange={event => choose(event.currentTarget.value as PerfName)}>
          {perfNames.map(name => (
            <option key={name} value={name}>
              {say(`perf.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <section class="card">
        {top && !top.ok && <p role="alert">{refusedText(top)}</p>}
        {top?.ok && users.length === 0 && <p class="soft">{say('leaderboard.none')}</p>}
        <ol class="leaders figures">
          {users.map(user => (
            <li key={user.id}>
              <InnerLink to={{ page: 'profile', name: user.username }} dispatch={dispatch}>
                {user.username}
              </InnerLink>
              <strong>{user.perfs?.[perf]?.rating}</strong>
            </li>
          ))}
        </ol>
      </section>
    </main>
  );
}
