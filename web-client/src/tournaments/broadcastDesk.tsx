/* What whoever made a broadcast may do: add rounds and say where their games come from, end and delete them. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { anyAnswer, callApi } from '../net/api';
import type { Broadcast, RoundSummary } from '../net/broadcasts';
import { refusedText } from '../text/refusal';
import { say } from '../text/tournaments';
import { ConfirmButton } from '../ui/twoStep';

type Props = { broadcast: Broadcast; again: () => void; dispatch: Dispatch };

type Ask = (method: 'POST' | 'DELETE', path: string, fields?: Record<string, string>) => Promise<boolean>;

function AddRound({ broadcast, ask }: { broadcast: Broadcast; ask: Ask }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        const fields = { name: name.trim(), url: url.trim() };
        void ask('POST', `broadcasts/${broadcast.id}/rounds`, fields).then(isDone => {
          if (!isDone) return;
          setName('');
          setUrl('');
        });
      }}
    >
      <label class="field">
        {say('tour.cast.round.name')}
        <input
          value={name}
          maxLength={80}
          required
          autoComplete="off"
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        {say('tour.cast.round.url')}
        <input
          value={url}
          maxLength={2000}
          inputMode="url"
          autoComplete="off"
          onInput={event => setUrl(event.currentTarget.value)}
        />
      </label>
      <p class="soft hint">{say('tour.cast.round.hint')}</p>
      <button class="primary">{say('tour.cast.round.add')}</button>
    </form>
  );
}

const RoundRow = ({ round, ask }: { round: RoundSummary; ask: Ask }) => (
  <li>
    <span class="entry-text">
      <bdi>{round.name}</bdi> <span class="soft figures">{round.games}</span>
      {round.source?.url && (
        <span class="soft">
          {' '}
          <bdi>{round.source.url}</bdi>
        </span>
      )}
      {round.source?.error && <span role="alert"> {round.source.error}</span>}
    </span>
    <span class="row">
      <button
        onClick={() =>
          void ask('POST', `broadcast-rounds/${round.id}`, {
            over: round.state === 'over' ? 'false' : 'true',
          })
        }
      >
        {say(round.state === 'over' ? 'tour.cast.round.reopen' : 'tour.cast.round.end')}
      </button>
      <ConfirmButton
        label={say('tour.cast.delete')}
        sure={say('tour.sure')}
        onConfirm={() => void ask('DELETE', `broadcast-rounds/${round.id}`)}
      />
    </span>
  </li>
);

export function BroadcastDesk({ broadcast, again, dispatch }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const ask: Ask = async (method, path, fields) => {
    const answer = await callApi(method, `/api/v1/${path}`, anyAnswer, fields);
    setFault(answer.ok ? null : refusedText(answer));
    if (answer.ok) again();
    return answer.ok;
  };
  return (
    <section class="card no-print" aria-label={say('tour.cast.desk')}>
      <h3>{say('tour.cast.desk')}</h3>
      {fault && <p role="alert">{fault}</p>}
      <ul class="desk-list">
        {broadcast.rounds.map(round => (
          <RoundRow key={round.id} round={round} ask={ask} />
        ))}
      </ul>
      <AddRound broadcast={broadcast} ask={ask} />
      <ConfirmButton
        label={say('tour.cast.deleteAll')}
        sure={say('tour.sure')}
        onConfirm={() =>
          void ask('DELETE', `broadcasts/${broadcast.id}`).then(
            isDone => isDone && dispatch({ m: 'navigated', to: { page: 'tournaments' } }),
          )
        }
      />
    </section>
  );
}
