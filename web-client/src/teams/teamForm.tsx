/* What a captain decides about a team. */

import { useState } from 'preact/hooks';

import { entries } from '../net/teams';
import { say } from '../text/tournaments';
import { Choice } from '../ui/choice';
import type { TeamFields } from './team';

type Props = {
  first: TeamFields;
  verb: string;
  save: (fields: TeamFields) => Promise<string | null>;
};

export function TeamForm({ first, verb, save }: Props) {
  const [fields, setFields] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const change = (changed: Partial<TeamFields>): void =>
    setFields(before => ({ ...before, ...changed }));
  return (
    <form
      class="card tour-form"
      onSubmit={event => {
        event.preventDefault();
        void save(fields).then(setFault);
      }}
    >
      <label class="field">
        {say('team.name')}
        <input
          value={fields.name}
          minLength={3}
          maxLength={60}
          required
          autoComplete="off"
          onInput={event => change({ name: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {say('team.description')}
        <textarea
          rows={3}
          maxLength={2000}
          value={fields.description}
          onInput={event => change({ description: event.currentTarget.value })}
        />
      </label>
      <Choice
        name="entry"
        legend={say('team.entry')}
        value={fields.entry}
        options={entries.map(value => ({ value, label: say(`team.entry.${value}`) }))}
        onChange={entry => change({ entry })}
      />
      {fields.entry === 'code' && (
        <label class="field">
          {say('team.code')}
          <input
            value={fields.code}
            maxLength={40}
            required
            autoComplete="off"
            onInput={event => change({ code: event.currentTarget.value })}
          />
        </label>
      )}
      {fault && <p role="alert">{fault}</p>}
      <button class="primary">{verb}</button>
    </form>
  );
}
