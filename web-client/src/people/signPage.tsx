/* Signing in and signing up: a name and a password, nothing else. */

import './people.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { anyAnswer, callApi } from '../net/api';
import { addressNow, lobbyPath } from '../route';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { useCall } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';
import { SiteTexts } from '../ui/siteTexts';
import { CodeField } from './codeField';
import { Arrival, type Provider, ProviderButton, isBack, isProvider } from './provider';
import type { Letter } from './letterPage';
import { isUser } from './user';

/** What a link brings: an invitation of the operator's, or the code that makes its owner the first operator. The address is
 * another one as soon as the page is shown. */
const address = addressNow();
const [, brings, code = ''] =
  /^#(invitation|operator)=([\w-]{1,100})$/.exec(location.hash) ?? [];

/** Or a letter's. */
const [, sent, token = ''] = /^#(confirm|recover|stop)=([\w.-]{1,100})$/.exec(location.hash) ?? [];
const LetterPage = lazily(async () => (await import('./letterPage')).LetterPage);
const Forgotten = lazily(async () => (await import('./forgotten')).Forgotten, 'optional');

/** A link that is opened in a tab with this page in it brings no other document. */
addEventListener('hashchange', ({ newURL }) => {
  if (!/\/sign-(in|up)#\w+=/.test(newURL)) return;
  history.replaceState(null, '', newURL);
  location.reload();
});

type Way = 'in' | 'up';
type Props = {
  way: Way;
  /** Afterwards one is back at the address of now, not in the lobby. */
  stays?: boolean;
  /** Why one is asked to. */
  hint?: string;
  dispatch: Dispatch;
};

const routes = { in: '/api/session', up: '/api/account' } as const;
const passwordLeast = 8;

type Other = {
  way: Way;
  /** Shows the other form without leaving this page. */
  show: ((way: Way) => void) | null;
  dispatch: Dispatch;
};

const OtherWay = ({ way, show, dispatch }: Other) =>
  show ? (
    <button type="button" class="quiet" onClick={() => show(way)}>
      {say(`sign.${way}`)}
    </button>
  ) : (
    <InnerLink to={{ page: `sign-${way}` }} dispatch={dispatch}>
      {say(`sign.${way}`)}
    </InnerLink>
  );

/** Signing up and signing in are pages of their own, unless they are a step on the way to another. */
export function SignPage(props: Props) {
  return sent && !props.stays ? (
    <LetterPage what={sent as Letter['what']} token={token} />
  ) : (
    <SignOrArrive {...props} />
  );
}

function SignOrArrive(props: Props) {
  const [found] = useCall('/api/oidc', isProvider);
  if (isBack && !props.stays) return <Arrival />;
  if (!found)
    return (
      <main class="missing">
        <p role="status">{say('loading')}</p>
      </main>
    );
  return <SignForm {...props} found={found.ok ? found.value : null} />;
}

function SignForm({ way: wayFirst, stays = false, hint, found, dispatch }: Props & { found: Provider | null }) {
  const [way, setWay] = useState(wayFirst);
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The account has a second factor. */
  const [needsCode, setNeedsCode] = useState(false);

  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    setBusy(true);
    setWords(null);
    const answer = await callApi('POST', routes[way], isUser, {
      name: String(data.get('name')),
      password: String(data.get('password')),
      ...(code && way === 'up' ? { invitation: code } : {}),
      ...(needsCode && way === 'in' ? { code: String(data.get('code')) } : {}),
    });
    const claim =
      answer.ok && brings === 'operator'
        ? await callApi('POST', '/api/account/operator', anyAnswer, { code })
        : answer;
    // The connection belongs to the guest from before: the page is loaded again for the account.
    if (!answer.ok && answer.code === 'needs_code') setNeedsCode(true);
    else if (!answer.ok) setWords(refusedText(answer));
    else if (!claim.ok) setWords(refusedText(claim));
    else if (stays) location.reload();
    else location.assign(lobbyPath);
    setBusy(false);
  };

  const password = (
    <>
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
      {needsCode && way === 'in' && <CodeField />}
      {words && <p role="alert">{words}</p>}
      <button class="primary" disabled={busy}>
        {say(`sign.${way}`)}
      </button>
      <p class="soft">
        {say(way === 'in' ? 'sign.none' : 'sign.already')}{' '}
        <OtherWay way={way === 'in' ? 'up' : 'in'} show={stays ? setWay : null} dispatch={dispatch} />
      </p>
    </>
  );
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
        {hint && <p>{hint}</p>}
        {brings === 'invitation' && way === 'up' && <p>{say('sign.invited')}</p>}
        {brings === 'operator' && <p>{say('sign.operator')}</p>}
        {!found?.only && password}
        {found?.provider && (
          <ProviderButton
            label={say('provider.with', { name: found.provider })}
            afterwards={stays || brings === 'operator' ? address : lobbyPath}
          />
        )}
        {way === 'up' && <SiteTexts />}
      </form>
      {found?.mail && !found.only && way === 'in' && <Forgotten />}
    </main>
  );
}
