/* A team: what it is, who belongs to it, joining and leaving; for its captain also requests, members and settings. */

import '../tournaments/tournaments.css';

import { useEffect, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { type Member, type Team, isMembers, isTeam } from '../net/teams';
import { siteName } from '../siteName';
import { sayDate } from '../text/later';
import { say, useTournamentTexts } from '../text/tournaments';
import { Failed, useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { Modal } from '../ui/modal';
import { actInTeam, teamFault } from './team';
import { TeamForm } from './teamForm';

type Act = (act: string, fields?: Record<string, string>) => Promise<boolean>;
type PartProps = { team: Team; act: Act };

function Join({ team, act }: PartProps) {
  const [typed, type] = useState('');
  const name = team.entry === 'code' ? 'code' : 'words';
  return (
    <form
      class="row"
      onSubmit={event => {
        event.preventDefault();
        void act('join', team.entry === 'open' ? {} : { [name]: typed });
      }}
    >
      {team.entry !== 'open' && (
        <label class="field">
          {say(`team.${name}`)}
          <input
            value={typed}
            maxLength={name === 'code' ? 40 : 200}
            required={name === 'code'}
            autoComplete="off"
            onInput={event => type(event.currentTarget.value)}
          />
        </label>
      )}
      <button class="primary">{say(team.entry === 'request' ? 'team.ask' : 'team.join')}</button>
    </form>
  );
}

const Own = ({ team, act, account }: PartProps & { account: string | null }) => {
  const may = (word: string): boolean => team.me?.may.includes(word) ?? false;
  if (account === null) return <p class="soft">{say('team.account')}</p>;
  return (
    <section class="card" aria-label={say('team.own')}>
      {team.me?.state === 'member' && (
        <p>{say(team.me.captain ? 'team.you.captain' : 'team.you.member')}</p>
      )}
      {team.me?.state === 'asks' && <p>{say('team.asked')}</p>}
      {may('join') && <Join team={team} act={act} />}
      {may('leave') && (
        <button onClick={() => void act('leave')}>
          {say(team.me?.state === 'asks' ? 'team.unask' : 'team.leave')}
        </button>
      )}
    </section>
  );
};

type PeopleProps = PartProps & { list: Member[]; asking?: boolean; dispatch: Dispatch };

function People({ team, act, list, asking = false, dispatch }: PeopleProps) {
  const leads = team.me?.may.includes('accept') ?? false;
  const acts = asking ? ['accept', 'decline'] : ['captain', 'remove'];
  const title = say(asking ? 'team.requests' : 'team.people');
  if (asking && list.length === 0) return null;
  return (
    <section class="card team-people" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {list.map(({ id, name, here, since, words }) => (
          <li key={id}>
            <span>
              <InnerLink to={{ page: 'profile', name }} dispatch={dispatch}>
                {name}
              </InnerLink>{' '}
              {id === team.captain.id && <strong>{say('team.isCaptain')} </strong>}
              <span class={here ? 'here' : 'soft'}>
                {say(here ? 'profile.online' : 'profile.offline')}
              </span>{' '}
              <span class="soft">{sayDate(since)}</span>
              {words && <q>{words}</q>}
            </span>
            {leads && id !== team.captain.id && (
              <span class="row">
                {acts.map(word => (
                  <button
                    key={word}
                    aria-label={say(`team.act.${word as 'accept'}.of`, { name })}
                    onClick={() => void act(word, { player: name })}
                  >
                    {say(`team.act.${word as 'accept'}`)}
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Settings({ team, act, gone }: PartProps & { gone: () => void }) {
  const [asked, ask] = useState(false);
  return (
    <details>
      <summary>{say('team.settings')}</summary>
      <TeamForm
        first={{ ...team, code: team.code ?? '' }}
        verb={say('team.save')}
        save={async fields => {
          await act('settings', fields);
          return null;
        }}
      />
      <button class="danger" onClick={() => ask(true)}>
        {say('team.delete')}
      </button>
      {asked && (
        <Modal title={say('team.delete')} onClose={() => ask(false)}>
          <h2>{say('team.delete')}</h2>
          <p>{say('team.delete.sure', { name: team.name })}</p>
          <div class="row">
            <button onClick={() => ask(false)}>{say('cancel')}</button>
            <button
              class="danger"
              onClick={() => void act('delete').then(is => (is ? gone() : ask(false)))}
            >
              {say('team.delete')}
            </button>
          </div>
        </Modal>
      )}
    </details>
  );
}

type Props = { id: string; account: string | null; dispatch: Dispatch };

export function TeamPage({ id, account, dispatch }: Props) {
  useTournamentTexts();
  const [answer, again] = useCall(`/api/v1/teams/${id}`, isTeam);
  const [people, peopleAgain] = useCall(`/api/v1/teams/${id}/members`, isMembers);
  const [fault, setFault] = useState<string | null>(null);
  const name = answer?.ok ? answer.value.name : say('team.title');
  useEffect(() => {
    document.title = `${name} · ${siteName}`;
  }, [name]);
  const act: Act = async (word, fields) => {
    const done = await actInTeam(id, word, fields);
    setFault(teamFault(done));
    if (word === 'delete' && done.ok) return true;
    again();
    peopleAgain();
    return done.ok;
  };
  if (!answer) return <main class="calendar" />;
  if (!answer.ok)
    return (
      <main class="missing">
        <h1>{say('team.title')}</h1>
        {answer.status === 404 ? (
          <p>{say('team.missing')}</p>
        ) : (
          <Failed answer={answer} again={again} />
        )}
      </main>
    );
  const team = answer.value;
  const part = { team, act };
  return (
    <main class="calendar">
      <h1>
        <bdi>{team.name}</bdi>
      </h1>
      <p class="soft">
        {say('team.members', { n: team.members })} ·{' '}
        {say('team.captain', { name: team.captain.name })}
      </p>
      {team.description && <p class="description">{team.description}</p>}
      {fault && <p role="alert">{fault}</p>}
      <Own {...part} account={account} />
      {people?.ok && (
        <>
          <People {...part} list={people.value.requests} asking dispatch={dispatch} />
          <People {...part} list={people.value.members} dispatch={dispatch} />
        </>
      )}
      {people && !people.ok && <Failed answer={people} again={peopleAgain} />}
      {team.me?.may.includes('settings') && (
        <Settings
          key={`${team.name} ${team.entry}`}
          {...part}
          gone={() => dispatch({ m: 'navigated', to: { page: 'teams' } })}
        />
      )}
    </main>
  );
}
