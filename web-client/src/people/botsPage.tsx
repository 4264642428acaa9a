/* The bots of this server: how strong they are, which are online, and a challenge to those. */

import './people.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { say, sayList } from '../text/later';
import { Failed, useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { type User, isUsers, perfNames } from './user';

const askedMost = 500;
const pageLength = 20;

/** Where it has played rated games; a rating that is not yet certain has a question mark. */
function strengths({ perfs = {} }: User): string {
  const played = perfNames.flatMap(name => {
    const perf = perfs[name];
    return perf?.games ? [`${say(`perf.${name}`)} ${perf.rating}${perf.prov ? '?' : ''}`] : [];
  });
  return played.length > 0 ? sayList(played) : say('bots.unrated');
}

type BotProps = { bot: User; you: string | undefined; dispatch: Dispatch };

const Bot = ({ bot, you, dispatch }: BotProps) => (
  <li>
    <span>
      <InnerLink to={{ page: 'profile', name: bot.username }} dispatch={dispatch}>
        {bot.username}
      </InnerLink>{' '}
      <span class={bot.online ? 'here' : 'soft'}>
        {say(bot.online ? 'profile.online' : 'profile.offline')}
      </span>
      <br />
      <span class="soft figures">{strengths(bot)}</span>
    </span>
    {bot.online && bot.person !== undefined && bot.person !== you && (
      <button
        onClick={() =>
          dispatch({
            m: 'formOpened',
            way: 'friend',
            to: { id: bot.person ?? '', name: bot.username },
          })
        }
      >
        {say('profile.challenge')}
      </button>
    )}
  </li>
);

export function BotsPage({ you, dispatch }: { you: string | undefined; dispatch: Dispatch }) {
  const [answer, again] = useCall(`/api/bot?nb=${askedMost}`, isUsers);
  const [shown, setShown] = useState(pageLength);
  const bots = answer?.ok ? answer.value : [];
  return (
    <main class="profile bots">
      <h1>{say('bots.title')}</h1>
      <p class="soft">{say('bots.hint')}</p>
      {answer && (
        <section class="card" aria-label={say('bots.title')}>
          {!answer.ok && <Failed answer={answer} again={again} />}
          {answer.ok && bots.length === 0 && <p class="soft">{say('bots.none')}</p>}
          <ul>
            {bots.slice(0, shown).map(bot => (
              <Bot key={bot.id} bot={bot} you={you} dispatch={dispatch} />
            ))}
          </ul>
          {bots.length > shown && (
            <button onClick={() => setShown(shown + pageLength)}>{say('games.more')}</button>
          )}
        </section>
      )}
    </main>
  );
}
