/* What a player can do about another: follow, block, report. */

import { useState } from 'preact/hooks';

import type { User } from './user';
import { callApi, anyAnswer } from '../net/api';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';

type Relation = 'follow' | 'unfollow' | 'block' | 'unblock';

export function Relations({ user, again }: { user: User; again: () => void }) {
  const [words, setWords] = useState<string | null>(null);
  const relate = async (what: Relation): Promise<void> => {
    const answer = await callApi('POST', `/api/rel/${what}/${user.username}`, anyAnswer, {});
    setWords(answer.ok ? null : refusedText(answer));
    again();
  };
  const { following, blocking } = user;
  if (following === undefined) return null;
  return (
    <>
      <button onClick={() => void relate(following ? 'unfollow' : 'follow')}>
        {say(following ? 'profile.unfollow' : 'profile.follow')}
      </button>
      <button onClick={() => void relate(blocking ? 'unblock' : 'block')}>
        {say(blocking ? 'profile.unblock' : 'profile.block')}
      </button>
      {words && <p role="alert">{words}</p>}
    </>
  );
}

const reasons = ['cheating', 'insults', 'spam', 'name', 'other'] as const;

export function Report({ user }: { user: User }) {
  const [state, setState] = useState<'closed' | 'open' | 'sent' | 'failed'>('closed');
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const answer = await callApi('POST', `/api/report/${user.username}`, anyAnswer, {
      reason: String(data.get('reason')),
      text: String(data.get('text')),
    });
    setState(answer.ok ? 'sent' : 'failed');
  };
  if (state === 'closed')
    return (
      <button class="quiet" onClick={() => setState('open')}>
        {say('report')}
      </button>
    );
  if (state !== 'open') return <p role="status">{say(`report.${state}`)}</p>;
  return (
    <form
      class="report-form"
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <label>
        {say('report.reason')}
        <select name="reason">
          {reasons.map(reason => (
            <option key={reason} value={reason}>
              {say(`report.reason.${reason}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('report.text')}
        <input name="text" maxLength={500} />
      </label>
      <button class="primary">{say('report.send')}</button>
    </form>
  );
}
