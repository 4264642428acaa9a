/* The tokens of an account: a list of them, and the form for a new one. */

import './people.css';
import '../ui/switch.css';

import { useState } from 'preact/hooks';

import { type ApiAnswer, type Refused, anyAnswer, callApi } from '../net/api';
import { say, sayDate, sayInstant, sayList } from '../text/later';
import { refusedText } from '../text/refusal';
import { Failed } from '../ui/apiCall';
import { scopeText, scopesText } from './scopeText';
import { type Token, isToken, scopes } from './user';

type Removal = { path: string; label: string; again: () => void };

/** Asks the server to delete something; says so if it failed. */
export function Remove({ path, label, again }: Removal) {
  const [failure, setFailure] = useState<Refused | null>(null);
  const remove = async (): Promise<void> => {
    const answer = await callApi('DELETE', path, anyAnswer);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) again();
  };
  return (
    <>
      <button class="quiet" onClick={() => void remove()}>
        {label}
      </button>
      {failure && <span role="alert">{refusedText(failure)}</span>}
    </>
  );
}

export type Called<T> = { answer: ApiAnswer<T>; again: () => void };

/** Guests get 403 where visitors without a cookie get 401; neither is signed in. */
export const lacksAccount = ({ status, code }: Refused): boolean =>
  status === 401 || (status === 403 && code !== 'banned');

/** What the link to this page asks for, as Lichess's does. */
export type AskedToken = { scopes: string[]; description: string };

function NewToken({ asked, again }: { asked?: AskedToken | undefined; again: () => void }) {
  const [made, setMade] = useState<Token | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const answer = await callApi('POST', '/api/tokens', isToken, {
      description: String(data.get('description')),
      scopes: data.getAll('scopes').map(String),
    });
    setWords(answer.ok ? null : refusedText(answer));
    setMade(answer.ok ? answer.value : null);
    if (answer.ok) form.reset();
    again();
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <label>
        {say('account.token.description')}
        <input
          name="description"
          required
          maxLength={100}
          defaultValue={asked?.description ?? ''}
        />
      </label>
      <fieldset class="scopes">
        <legend>{say('account.token.scopes')}</legend>
        {scopes.map(scope => (
          <label key={scope} class="switch">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={asked?.scopes.includes(scope) ?? false}
            />
            <span>
              {scopeText(scope)} <bdi class="soft">{scope}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <button>{say('account.token.make')}</button>
      {words && <p role="alert">{words}</p>}
      {made?.token && (
        <p role="status">
          {say('account.token.once')} <code>{made.token}</code>
        </p>
      )}
    </form>
  );
}

const usedText = ({ usedAt, expiresAt }: Token): string =>
  [
    usedAt && say('account.token.used', { date: sayInstant(usedAt) }),
    expiresAt && say('account.token.until', { date: sayDate(expiresAt) }),
  ]
    .filter(Boolean)
    .join(' · ');

type TokensProps = Called<{ tokens: Token[] }> & { asked?: AskedToken | undefined };

export function Tokens({ answer, again, asked }: TokensProps) {
  const tokens = answer.ok ? answer.value.tokens : [];
  return (
    <section class="card">
      <h2>{say('account.tokens')}</h2>
      <p class="soft">{say('account.token.hint')}</p>
      {!answer.ok && <Failed answer={answer} again={again} />}
      <ul>
        {tokens.map(token => (
          <li key={token.id}>
            <span>
              <bdi>{token.description}</bdi>
              <br />
              <span class="soft">{sayList(scopesText(token.scopes))}</span>
              <br />
              <span class="soft">{usedText(token)}</span>
            </span>
            <Remove
              path={`/api/tokens/${token.id}`}
              label={say('account.token.end')}
              again={again}
            />
          </li>
        ))}
      </ul>
      <NewToken asked={asked} again={again} />
    </section>
  );
}
