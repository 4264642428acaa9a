/* Where links of letters lead: an address is confirmed, reminders end, a new password is set. Nothing happens before somebody
 * presses the button, since programs that read mail open links, too. */

import './people.css';

import { useEffect, useState } from 'preact/hooks';

import { CodeField } from './codeField';
import { mailRefusal } from './mailRefusal';
import { isUser } from './user';
import { type ApiAnswer, type Refused, anyAnswer, callApi } from '../net/api';
import { type Infer, object, text } from '../net/schema';
import { lobbyPath } from '../route';
import { say } from '../text/later';
import { type MailText, sayMail } from '../text/mail';

/** What a letter's link brings. */
export type Letter = { what: 'confirm' | 'recover' | 'stop'; token: string };

type Wish = { path: string; fields: Record<string, string>; title: MailText; act: MailText; done: MailText };

const wishOf = (what: 'confirm' | 'stop', token: string): Wish =>
  what === 'confirm'
    ? {
        path: '/api/mail/confirm',
        fields: { token },
        title: 'confirm.title',
        act: 'confirm.do',
        done: 'confirm.done',
      }
    : {
        path: `/api/mail/stop/${token}`,
        fields: {},
        title: 'stop.title',
        act: 'stop.do',
        done: 'stop.done',
      };

function Simple({ wish }: { wish: Wish }) {
  const [words, setWords] = useState<string | null>(null);
  const [state, setState] = useState<'asks' | 'busy' | 'done'>('asks');
  const go = async (): Promise<void> => {
    setState('busy');
    const answer = await callApi('POST', wish.path, anyAnswer, wish.fields);
    setWords(answer.ok ? null : mailRefusal(answer));
    setState(answer.ok ? 'done' : 'asks');
  };
  return (
    <main class="sign">
      <section class="card">
        <h1>{sayMail(wish.title)}</h1>
        {words && <p role="alert">{words}</p>}
        {state === 'done' ? (
          <>
            <p role="status">{sayMail(wish.done)}</p>
            <a class="button primary" href={lobbyPath}>
              {say('missing.back')}
            </a>
          </>
        ) : (
          <button class="primary" disabled={state === 'busy'} onClick={() => void go()}>
            {sayMail(wish.act)}
          </button>
        )}
      </section>
    </main>
  );
}

const isOwner = object({ username: text });

function NewPassword({ token, name }: { token: string; name: string }) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const refuse = (answer: Refused): void => {
    if (answer.code === 'needs_code') setNeedsCode(true);
    else setWords(mailRefusal(answer));
  };
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    setBusy(true);
    setWords(null);
    const answer = await callApi('POST', '/api/recovery/finish', isUser, {
      token,
      password: String(data.get('password')),
      ...(needsCode ? { code: String(data.get('code')) } : {}),
    });
    if (answer.ok) location.assign(lobbyPath);
    else refuse(answer);
    setBusy(answer.ok);
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
        <h1>
          {sayMail('new.title')} <bdi>{name}</bdi>
        </h1>
        <input name="name" type="text" value={name} autoComplete="username" readOnly hidden />
        <label>
          {sayMail('new.password')}
          <input
            name="password"
            type="password"
            required
            minLength={8}
            maxLength={200}
            autoComplete="new-password"
          />
        </label>
        {needsCode && <CodeField />}
        {words && <p role="alert">{words}</p>}
        <button class="primary" disabled={busy}>
          {sayMail('new.set')}
        </button>
      </form>
    </main>
  );
}

function Recovery({ token }: { token: string }) {
  const [found, setFound] = useState<ApiAnswer<Infer<typeof isOwner>> | null>(null);
  useEffect(() => {
    void callApi('POST', '/api/recovery/look', isOwner, { token }).then(setFound);
  }, [token]);
  if (!found)
    return (
      <main class="missing">
        <p role="status">{say('loading')}</p>
      </main>
    );
  if (!found.ok)
    return (
      <main class="missing">
        <p role="alert">{mailRefusal(found)}</p>
        <a class="button primary" href={lobbyPath}>
          {say('missing.back')}
        </a>
      </main>
    );
  return <NewPassword token={token} name={found.value.username} />;
}

export const LetterPage = ({ what, token }: Letter) =>
  what === 'recover' ? <Recovery token={token} /> : <Simple wish={wishOf(what, token)} />;
