/* Where an app asks for a token of the person who is signed in (OAuth 2, as on Lichess): who asks,
 * where the browser goes afterwards, what would be allowed. */

import './people.css';

import { useEffect, useState } from 'preact/hooks';

import { base } from '../base';
import type { Dispatch } from '../dispatch';
import { type Infer, bool, listOf, nullable, object, text } from '../net/schema';
import { addressNow } from '../route';
import { say } from '../text/later';
import { scopeText } from './scopeText';
import { SignPage } from './signPage';

const isAuthorization = object({
  client: text,
  site: text,
  secure: bool,
  scopes: listOf(text),
  account: nullable(text),
  cancel: text,
});
type Authorization = Infer<typeof isAuthorization>;

/** What was wrong, in the words of OAuth, and the address at which the app hears of it. */
const isFault = object({ error: text, error_description: text, back: nullable(text) });
type Fault = Infer<typeof isFault>;

const isAllowed = object({ redirect: text });
const isRefusal = object({ error: text });

type State = 'asking' | 'failed' | { asked: Authorization } | { fault: Fault };

/** The app asks in the address of this page; the server reads it. */
const query = (): string => addressNow().split('#')[0]?.split('?')[1] ?? '';

async function ask(): Promise<State> {
  try {
    const response = await fetch(`${base}/api/oauth?${query()}`, {
      signal: AbortSignal.timeout(15_000),
      headers: { accept: 'application/json' },
    });
    const answer: unknown = await response.json();
    if (response.ok && isAuthorization(answer)) return { asked: answer };
    return isFault(answer) ? { fault: answer } : 'failed';
  } catch {
    return 'failed';
  }
}

/** Where to go back to with a code; null, or the server's words, when it did not work. */
async function allow(): Promise<{ redirect: string } | { words: string | null }> {
  try {
    const response = await fetch(`${base}/api/oauth`, {
      method: 'POST',
      body: new URLSearchParams(query()),
      signal: AbortSignal.timeout(15_000),
      headers: { accept: 'application/json' },
    });
    const answer: unknown = await response.json();
    if (response.ok && isAllowed(answer)) return answer;
    if (response.status === 429) return { words: say('api.429') };
    return { words: isRefusal(answer) ? say('api.other', { words: answer.error }) : null };
  } catch {
    return { words: null };
  }
}

function Faulty({ fault }: { fault: Fault }) {
  return (
    <main class="missing oauth">
      <h1>{say('oauth.fault')}</h1>
      <p class="soft">
        <bdi>{fault.error_description}</bdi>
      </p>
      {fault.back !== null && (
        <a class="button primary" href={fault.back} rel="noreferrer">
          {say('oauth.back')}
        </a>
      )}
    </main>
  );
}

function Question({ asked }: { asked: Authorization }) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const agree = async (): Promise<void> => {
    setBusy(true);
    const answer = await allow();
    if ('redirect' in answer) location.assign(answer.redirect);
    else setWords(answer.words ?? say('api.failed'));
    setBusy('redirect' in answer);
  };
  return (
    <main class="sign oauth">
      <form
        class="card"
        onSubmit={event => {
          event.preventDefault();
          void agree();
        }}
      >
        <h1>{say('oauth.title')}</h1>
        <p>{say('oauth.asks', { client: asked.client, name: asked.account ?? '' })}</p>
        <ul>
          {asked.scopes.length === 0 && <li>{say('scope.none')}</li>}
          {asked.scopes.map(scope => (
            <li key={scope}>{scopeText(scope)}</li>
          ))}
        </ul>
        <p>
          {say('oauth.goes')} <bdi class="site">{asked.site}</bdi>
        </p>
        <p class="soft">{say('oauth.unknown')}</p>
        {!asked.secure && <p role="alert">{say('oauth.insecure')}</p>}
        {words && <p role="alert">{words}</p>}
        <div class="row">
          <button class="primary" disabled={busy}>
            {say('oauth.allow')}
          </button>
          <a class="button" href={asked.cancel} rel="noreferrer">
            {say('cancel')}
          </a>
        </div>
      </form>
    </main>
  );
}

export function OauthPage({ dispatch }: { dispatch: Dispatch }) {
  const [state, setState] = useState<State>('asking');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    void ask().then(got => {
      if (wanted) setState(got);
    });
    return () => {
      wanted = false;
    };
  }, [round]);
  if (typeof state === 'string')
    return (
      <main class="missing">
        <p role="status">{say(state === 'failed' ? 'api.failed' : 'loading')}</p>
        {state === 'failed' && (
          <button onClick={() => setRound(before => before + 1)}>{say('link.retry')}</button>
        )}
      </main>
    );
  if ('fault' in state) return <Faulty fault={state.fault} />;
  const { asked } = state;
  if (asked.account === null)
    return (
      <SignPage
        way="in"
        stays
        hint={say('oauth.signIn', { client: asked.client, site: asked.site })}
        dispatch={dispatch}
      />
    );
  return <Question asked={asked} />;
}
