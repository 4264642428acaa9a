/* A player's profile: ratings over time, games, and what can be done. */

import './people.css';

import { base } from '../base';
import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import { Failed, useCall } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { GamesList } from './gamesList';
import { RatingGraph } from './ratingGraph';
import { Relations, Report } from './relations';
import { type User, isRatingHistory, isUser, perfNames } from './user';

type Props = { name: string; you: string | undefined; dispatch: Dispatch };

const Ratings = ({ user }: { user: User }) => (
  <dl class="ratings figures">
    {perfNames
      .filter(name => (user.perfs?.[name]?.games ?? 0) > 0)
      .map(name => {
        const perf = user.perfs?.[name];
        return (
          perf && (
            <div key={name}>
              <dt>{say(`perf.${name}`)}</dt>
              <dd>
                <strong class="figures">
                  {perf.rating}
                  {perf.prov && '?'}
                </strong>{' '}
                <span class="soft">{say('profile.games', { n: perf.games })}</span>
              </dd>
            </div>
          )
        );
      })}
  </dl>
);

export function ProfilePage({ name, you, dispatch }: Props) {
  const [user, again] = useCall(`/api/user/${encodeURIComponent(name)}`, isUser);
  const [history] = useCall(
    `/api/user/${encodeURIComponent(name)}/rating-history`,
    isRatingHistory,
  );
  if (!user || !history)
    return (
      <main key="coming" class="missing">
        <p class="soft">{say('loading')}</p>
      </main>
    );
  if (!user.ok)
    return (
      <main key="failed" class="missing">
        {user.status === 404 ? (
          <h1>{say('profile.none')}</h1>
        ) : (
          <Failed answer={user} again={again} />
        )}
      </main>
    );
  const { value } = user;
  const isYou = value.person !== undefined && value.person === you;
  return (
    <main key="there" class="profile">
      <header>
        <h1>
          {value.title && <span class="soft">{value.title} </span>}
          {value.username}
        </h1>
        <span class="soft">{say(value.online ? 'profile.online' : 'profile.offline')}</span>
      </header>
      <section class="card">
        <Ratings user={value} />
        {history.ok && <RatingGraph lines={history.value} />}
        <div class="row">
          <a class="button" href={`${base}/api/games/user/${value.username}`} download>
            <Icon name="save" /> {say('profile.download')}
          </a>
          {isYou ? (
            <>
              <InnerLink to={{ page: 'account' }} class="button" dispatch={dispatch}>
                {say('account.title')}
              </InnerLink>
              <InnerLink to={{ page: 'people' }} class="button" dispatch={dispatch}>
                {say('people.title')}
              </InnerLink>
            </>
          ) : (
            <>
              {value.person !== undefined && (
                <button
                  class="primary"
                  onClick={() =>
                    dispatch({
                      m: 'formOpened',
                      way: 'friend',
                      to: { id: value.person ?? '', name: value.username },
                    })
                  }
                >
                  {say('profile.challenge')}
                </button>
              )}
              <Relations user={value} again={again} />
              <Report user={value} />
            </>
          )}
        </div>
      </section>
      <GamesList name={value.username} dispatch={dispatch} />
    </main>
  );
}
