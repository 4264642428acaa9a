/* The desk's settings, roles and files. */

import { useState } from 'preact/hooks';

import type { Role } from '../net/tournaments';
import { say, sayKey } from '../text/tournaments';
import { Icon } from '../ui/icon';
import { Select } from '../ui/choice';
import type { DeskProps } from './deskRound';
import { type Edits, changedFields, formOf, noEdits, savedForm, withSaved, withTyped } from './form';
import { FormFields } from './formFields';
import { fileOf } from './useTournament';

type AboutProps = DeskProps & { mayRate: boolean };

function Settings({ view: { tournament, fetchedSeq }, acts, mayRate }: AboutProps) {
  const [edits, setEdits] = useState<Edits>(noEdits);
  const before = savedForm(formOf(tournament), fetchedSeq, edits);
  const form = { ...before, ...edits.typed };
  const fields = changedFields(before, form, tournament.status !== 'created');
  return (
    <details class="card">
      <summary>{say('tour.act.settings')}</summary>
      <form
        class="tour-form"
        onSubmit={event => {
          event.preventDefault();
          acts.act('settings', fields, undefined, seq =>
            setEdits(known => withSaved(known, edits.typed, seq)),
          );
        }}
      >
        {tournament.status !== 'created' && <p class="soft">{say('tour.settings.late')}</p>}
        <FormFields
          form={form}
          change={changed => setEdits(known => withTyped(known, changed, before))}
          exists
          mayRate={mayRate}
        />
        <button class="primary" disabled={Object.keys(fields).length === 0}>
          {say('tour.save')}
        </button>
      </form>
    </details>
  );
}

const roles: Role[] = ['organiser', 'arbiter', 'results'];

function Roles({ view: { tournament }, acts, may }: DeskProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('arbiter');
  return (
    <section class="card" aria-label={say('tour.roles')}>
      <h3>{say('tour.roles')}</h3>
      <ul class="desk-list">
        {tournament.roles.map(each => (
          <li key={`${each.id}${each.role}`}>
            <span>
              <bdi>{each.name}</bdi> <span class="soft">{sayKey(`tour.role.${each.role}`)}</span>
            </span>
            {may.has('role') && (
              <button
                aria-label={say('tour.role.end', { name: each.name })}
                onClick={() => acts.act('role', { user: each.name, role: 'none' })}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {may.has('role') && (
        <form
          class="fields"
          onSubmit={event => {
            event.preventDefault();
            acts.act('role', { user: name.trim(), role });
            setName('');
          }}
        >
          <label class="field">
            {say('tour.add.username')}
            <input
              value={name}
              maxLength={20}
              required
              autoComplete="off"
              onInput={event => setName(event.currentTarget.value)}
            />
          </label>
          <Select
            label={say('tour.role')}
            value={role}
            options={roles.map(value => ({ value, label: sayKey(`tour.role.${value}`) }))}
            onChange={setRole}
          />
          <button class="primary">{say('tour.act.role')}</button>
        </form>
      )}
    </section>
  );
}

const files = [
  ['report.trf', 'TRF26', 'trf'],
  ['report.trf?format=16', 'TRF16', 'trf'],
  ['games.pgn', 'PGN', 'pgn'],
  ['standings.csv', 'CSV', 'csv'],
  ['standings?nb=1000', 'JSON', 'json'],
] as const;

export const DeskAbout = (props: AboutProps) => {
  const { id } = props.view.tournament;
  return (
    <>
      {props.may.has('settings') && <Settings {...props} />}
      <Roles {...props} />
      <section class="card" aria-label={say('tour.files')}>
        <h3>{say('tour.files')}</h3>
        <div class="row">
          {files.map(([path, name, end]) => (
            <a key={name} class="button" href={fileOf(id, path)} download={`${id}.${end}`}>
              <Icon name="save" /> {name}
            </a>
          ))}
        </div>
      </section>
    </>
  );
};
