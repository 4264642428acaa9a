/* The teams of this server: one's own, all others by name, and a new one. */

import '../tournaments/tournaments.css';

import { useEffect, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { type Team, isTeam, isTeams } from '../net/teams';
import { siteName } from '../siteName';
import { say, useTournamentTexts } from '../text/tournaments';
import { Failed, useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { type TeamFields, teamFault } from './team';
import { TeamForm } from './teamForm';

type Props = { account: string | null; dispatch: Dispatch };

const nothing: TeamFields = { name: '', description: '', entry: 'open', code: '' };

const Entry = ({ team, dispatch }: { team: Team; dispatch: Dispatch }) => (
  <li class="card entry">
    <InnerLink to={{ page: 'team', team: team.id }} dispatch={dispatch}>
      <strong>
        <bdi>{team.name}</bdi>
      </strong>
      <span class="figures when">{say('team.members', { n: team.members })}</span>
      <span class="soft">{say('team.captain', { name: team.captain.name })}</span>
      <span class="soft">
        {team.requests ? say('team.requests.wait', { n: team.requests }) : ''}
        {team.me?.state === 'asks' && say('team.asked')}
      </span>
    </InnerLink>
  </li>
);

type ListProps = { title: string; path: string; none: string; dispatch: Dispatch };

function List({ title, path, none, dispatch }: ListProps) {
  const [answer, again] = useCall(path, isTeams);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && answer.value.teams.length === 0 && <p class="soft">{none}</p>}
      <ul class="entries">
        {answer?.ok &&
          answer.value.teams.map(team => <Entry key={team.id} team={team} dispatch={dispatch} />)}
      </ul>
    </section>
  );
}

export function TeamsPage({ account, dispatch }: Props) {
  useTournamentTexts();
  const [sought, seek] = useState('');
  const title = say('team.title');
  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title]);
  const make = async (fields: TeamFields): Promise<string | null> => {
    const made = await callApi('POST', '/api/v1/teams', isTeam, fields);
    if (made.ok) dispatch({ m: 'navigated', to: { page: 'team', team: made.value.id } });
    return teamFault(made);
  };
  return (
    <main class="calendar">
      <h1>{title}</h1>
      <p class="soft">{say(account === null ? 'team.account' : 'team.hint')}</p>
      {account !== null && (
        <>
          <List
            title={say('team.mine')}
            path="/api/v1/teams?mine=true"
            none={say('team.mine.none')}
            dispatch={dispatch}
          />
          <details>
            <summary>{say('team.new')}</summary>
            <TeamForm first={nothing} verb={say('team.make')} save={make} />
          </details>
        </>
      )}
      <label class="field">
        {say('team.search')}
        <input
          type="search"
          value={sought}
          maxLength={60}
          autoComplete="off"
          onInput={event => seek(event.currentTarget.value)}
        />
      </label>
      <List
        title={say('team.all')}
        path={`/api/v1/teams${sought.trim() ? `?q=${encodeURIComponent(sought.trim())}` : ''}`}
        none={say('team.none')}
        dispatch={dispatch}
      />
    </main>
  );
}
