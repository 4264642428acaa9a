/* Somebody has forgotten their password: asks where the link goes. */

import { useState } from 'preact/hooks';

import { mailRefusal } from './mailRefusal';
import { anyAnswer, callApi } from '../net/api';
import { sayMail } from '../text/mail';

function Question({ onSent }: { onSent: () => void }) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    const who = String(new FormData(form).get('who')).trim();
    const answer = await callApi('POST', '/api/recovery', anyAnswer, { who });
    setBusy(false);
    if (answer.ok) onSent();
    else setWords(mailRefusal(answer));
  };
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <p>{sayMail('forgotten.why')}</p>
      <label>
        {sayMail('who')}
        <input
          name="who"
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="off"
          spellcheck={false}
        />
      </label>
      {words && <p role="alert">{words}</p>}
      <button disabled={busy}>{sayMail('send')}</button>
    </form>
  );
}

export function Forgotten() {
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  if (state === 'open') return <Question onSent={() => setState('sent')} />;
  if (state === 'sent') return <p role="status">{sayMail('sent')}</p>;
  return (
    <button type="button" class="quiet" onClick={() => setState('open')}>
      {sayMail('forgotten')}
    </button>
  );
}
