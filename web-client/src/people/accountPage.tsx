/* The player's account: password, sessions, API tokens, download of all data, closing
 * it. */

import './people.css';
import '../ui/switch.css';

import { useState } from 'preact/hooks';

import { base } from '../base';
import { anyAnswer, callApi } from '../net/api';
import { lobbyPath, printRoute } from '../route';
import { say, sayInstant } from '../text/later';
import { refusedText } from '../text/refusal';
import { Failed, useCall } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { type Provider, ProviderCard, isProvider } from './provider';
import { type Called, Remove, Tokens, lacksAccount } from './tokens';
import { type Session, type Token, isSessions, isTokens, isUser } from './user';

/** The form for a new password; the player may keep these tokens. */
function Password({ tokens, lacks, again }: { tokens: Token[]; lacks: boolean; again: () => void }) {
  const [words, setWords] = useState<string | null>(null);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const answer = await callApi('POST', '/api/account/password', anyAnswer, {
      ...(lacks ? {} : { old: String(data.get('old')) }),
      new: String(data.get('new')),
      keep_tokens: data.getAll('keep_tokens').map(String),
    });
    setWords(answer.ok ? say('account.password.done') : refusedText(answer));
    if (!answer.ok) return;
    form.reset();
    again();
  };
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <h2>{say('account.password')}</h2>
      {!lacks && (
        <label>
          {say('account.password.old')}
          <input name="old" type="password" required autoComplete="current-password" />
        </label>
      )}
      <label>
        {say('account.password.new')}
        <input name="new" type="password" required minLength={8} autoComplete="new-password" />
      </label>
      <p class="soft">
        {say(tokens.length ? 'account.password.hint.tokens' : 'account.password.hint')}
      </p>
      {tokens.length > 0 && (
        <fieldset class="scopes">
          <legend>{say('account.password.keep')}</legend>
          {tokens.map(({ id, description }) => (
            <label key={id} class="switch">
              <input type="checkbox" name="keep_tokens" value={id} /> <bdi>{description}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {words && <p role="status">{words}</p>}
      <button>{say('account.password.change')}</button>
    </form>
  );
}

function Sessions({ answer, again }: Called<{ sessions: Session[] }>) {
  const sessions = answer.ok ? answer.value.sessions : [];
  return (
    <section class="card">
      <h2>{say('account.sessions')}</h2>
      {!answer.ok && <Failed answer={answer} again={again} />}
      <ul>
        {sessions.map(({ id, agent, current, usedAt }) => (
          <li key={id}>
            <span>
              <bdi>{agent}</bdi> <bdi class="soft">{usedAt ? sayInstant(usedAt) : '–'}</bdi>
            </span>
            {current ? (
              <span class="soft">{say('account.session.this')}</span>
            ) : (
              <Remove
                path={`/api/sessions/${id}`}
                label={say('account.session.end')}
                again={again}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Remove path="/api/sessions" label={say('account.session.endOthers')} again={again} />
      )}
    </section>
  );
}

function Ending({ lacks }: { lacks: boolean }) {
  const [words, setWords] = useState<string | null>(null);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const password = String(new FormData(form).get('password'));
    const fields = lacks ? undefined : { password };
    const answer = await callApi('DELETE', '/api/account', anyAnswer, fields);
    if (answer.ok) location.assign(lobbyPath);
    else setWords(refusedText(answer));
  };
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <h2>{say('account.end')}</h2>
      <p class="soft">{say('account.end.hint')}</p>
      {!lacks && (
        <label>
          {say('sign.password')}
          <input name="password" type="password" required autoComplete="current-password" />
        </label>
      )}
      {words && <p role="alert">{words}</p>}
      <button class="danger">{say('account.end')}</button>
    </form>
  );
}

export function AccountPage() {
  const [account, again] = useCall('/api/account', isUser);
  const [sessions, sessionsAgain] = useCall('/api/sessions', isSessions);
  const [tokens, tokensAgain] = useCall('/api/tokens', isTokens);
  const [provider, providerAgain] = useCall('/api/oidc', isProvider);
  // All at once: what comes later would push away what is already shown.
  if (!account || !sessions || !tokens || !provider)
    return (
      <main key="coming" class="missing">
        <p role="status">{say('loading')}</p>
      </main>
    );
  if (!account.ok)
    return (
      <main key="failed" class="missing">
        {lacksAccount(account) ? (
          <>
            <h1>{say('api.401')}</h1>
            <a class="button primary" href={printRoute({ page: 'sign-in' })}>
              {say('sign.in')}
            </a>
          </>
        ) : (
          <Failed answer={account} again={again} />
        )}
      </main>
    );
  const found: Provider | null = provider.ok ? provider.value : null;
  const lacks = found?.password === false;
  return (
    <main key="there" class="profile account">
      <h1>{say('account.title')}</h1>
      <div class="row">
        <Remove
          path="/api/session"
          label={say('account.signOut')}
          again={() => location.assign(lobbyPath)}
        />
        {account.value.operator && (
          <a class="button" href={printRoute({ page: 'admin' })}>
            <Icon name="gear" /> {say('account.operators')}
          </a>
        )}
        <a class="button" href={`${base}/api/account/data`} download="castled.ndjson">
          <Icon name="save" /> {say('account.data')}
        </a>
      </div>
      <Sessions answer={sessions} again={sessionsAgain} />
      <Tokens answer={tokens} again={tokensAgain} />
      {found?.provider && <ProviderCard found={found} again={providerAgain} />}
      <Password
        lacks={lacks}
        tokens={tokens.ok ? tokens.value.tokens : []}
        again={() => {
          sessionsAgain();
          tokensAgain();
          providerAgain();
        }}
      />
      <Ending lacks={lacks} />
    </main>
  );
}
