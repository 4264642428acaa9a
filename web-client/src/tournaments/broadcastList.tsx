/* The broadcasts in the calendar, and the form of a new one. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { isBroadcast, isBroadcasts } from '../net/broadcasts';
import { refusedText } from '../text/refusal';
import { say } from '../text/tournaments';
import { useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';

type Props = { mayMake: boolean; dispatch: Dispatch };

function NewBroadcast({ dispatch }: { dispatch: Dispatch }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    const made = await callApi('POST', '/api/v1/broadcasts', isBroadcast, { name: name.trim() });
    if (!made.ok) return setFault(refusedText(made));
    dispatch({
      m: 'navigated',
      to: { page: 'tournament', tournament: made.value.id, part: 'broadcast' },
    });
  };
  return (
    <details class="card">
      <summary>{say('tour.cast.new')}</summary>
      <form
        class="fields"
        onSubmit={event => {
          event.preventDefault();
          void make();
        }}
      >
        <label class="field">
          {say('tour.cast.name')}
          <input
            value={name}
            maxLength={80}
            required
            autoComplete="off"
            onInput={event => setName(event.currentTarget.value)}
          />
        </label>
        {fault && <p role="alert">{fault}</p>}
        <button class="primary">{say('tour.cast.make')}</button>
      </form>
    </details>
  );
}

export function BroadcastList({ mayMake, dispatch }: Props) {
  const [answer] = useCall('/api/v1/broadcasts?nb=20', isBroadcasts);
  const list = answer?.ok ? answer.value.broadcasts : [];
  if (list.length === 0 && !mayMake) return null;
  return (
    <section>
      <h2>{say('tour.cast.title')}</h2>
      <ul class="entries">
        {list.map(({ id, name, rounds }) => (
          <li key={id} class="card entry">
            <InnerLink
              to={{ page: 'tournament', tournament: id, part: 'broadcast' }}
              dispatch={dispatch}
            >
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span class="soft">
                <bdi>{rounds.at(-1)?.name}</bdi>
              </span>
            </InnerLink>
          </li>
        ))}
      </ul>
      {mayMake && <NewBroadcast dispatch={dispatch} />}
    </section>
  );
}
