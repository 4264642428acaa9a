/* The desk's teams: added by name, put out, lined up. */

import { useState } from 'preact/hooks';

import { say } from '../text/tournaments';
import type { DeskProps } from './deskRound';
import { Lineup } from './lineups';

function Adding({ acts }: Pick<DeskProps, 'acts'>) {
  const [name, setName] = useState('');
  const [captain, setCaptain] = useState('');
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        acts.act('team', { name: name.trim(), ...(captain ? { captain: captain.trim() } : {}) });
        setName('');
        setCaptain('');
      }}
    >
      <label class="field">
        {say('tour.team.name')}
        <input
          value={name}
          maxLength={60}
          required
          autoComplete="off"
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        {say('tour.team.captain')}
        <input
          value={captain}
          maxLength={32}
          autoComplete="off"
          onInput={event => setCaptain(event.currentTarget.value)}
        />
      </label>
      <button class="primary">{say('tour.act.team')}</button>
    </form>
  );
}

export function DeskTeams({ view, players, acts }: Pick<DeskProps, 'view' | 'players' | 'acts'>) {
  const { teams, format, status } = view.tournament;
  return (
    <>
      {status !== 'finished' && (format === 'arena' || status === 'created') && (
        <details class="card">
          <summary>{say('tour.act.team')}</summary>
          <Adding acts={acts} />
        </details>
      )}
      {(teams ?? []).map(rival => (
        <section key={rival.team} class="card" aria-label={rival.name}>
          <h3>
            <bdi>{rival.name}</bdi>
          </h3>
          <p class="soft">{say('tour.players', { n: rival.players })}</p>
          {format === 'teams' && !rival.left && (
            <Lineup rival={rival} view={view} players={players} acts={acts} />
          )}
          {rival.left ? (
            <button
              onClick={() => acts.act('team', { team: String(rival.team), name: rival.name })}
            >
              {say('tour.act.readmit')}
            </button>
          ) : (
            <button class="danger" onClick={() => acts.act('team_out', { team: String(rival.team) })}>
              {say('tour.act.team_out')}
            </button>
          )}
        </section>
      ))}
    </>
  );
}
