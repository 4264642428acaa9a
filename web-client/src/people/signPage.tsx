/* Signing in and signing up: a name and a password, nothing else. */

import './people.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { lobbyPath } from '../route';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { InnerLink } from '../ui/innerLink';
import { isUser } from './user';

type Props = { way: 'in' | 'up'; dispatch: Dispatch };

const routes = { in: '/api/session', up: '/api/account' } as const;
const passwordLeast = 8;

export function SignPage({ way, dispatch }: Props) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    setBusy(true);
    setWords(null);
    const answer = await callApi('POST', routes[way], isUser, {
      name: String(data.get('name')),
      password: String(data.get('password')),
    });
    // The connection belongs to the guest from before: the page is loaded again for the account.
    if (answer.ok) location.assign(lobbyPath);
    else setWords(refusedText(answer));
    setBusy(false);
  };

  return (
    <main class="sign">
      <form
        class="card"
        onSubmit={event => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <h1>{say(`sign.${way}`)}</h1>
        {way === 'up' && <p class="soft">{say('sign.up.hint')}</p>}
        <label>
          {say('sign.name')}
          <input
            name="name"
            required
            minLength={3}
            maxLength={20}
            pattern="[A-Za-z][A-Za-z0-9_\-]*"
            autoComplete="username"
            autoCapitalize="off"
            spellcheck={false}
          />
        </label>
        <label>
          {say('sign.password')}
          <input
            name="password"
            type="password"
            required
            minLength={passwordLeast}
            maxLength={200}
            autoComplete={way === 'in' ? 'current-password' : 'new-password'}
          />
        </label>
        {words && <p role="alert">{words}</p>}
        <button class="primary" disabled={busy}>
          {say(`sign.${way}`)}
        </button>
        <p class="soft">
          {say(way === 'in' ? 'sign.none' : 'sign.already')}{' '}
          <InnerLink to={{ page: way === 'in' ? 'sign-up' : 'sign-in' }} dispatch={dispatch}>
            {say(way === 'in' ? 'sign.up' : 'sign.in')}
          </InnerLink>
        </p>
      </form>
    </main>
  );
}
