/* Signing in at an OpenID provider: the button, and what follows when it has sent the browser back. */

import './people.css';

import { useEffect, useState } from 'preact/hooks';

import { base } from '../base';
import { type Refused, anyAnswer, callApi } from '../net/api';
import { type Infer, bool, nullable, object, optional, text } from '../net/schema';
import { addressNow, lobbyPath, printRoute } from '../route';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';
import { CodeField } from './codeField';
import { Remove } from './tokens';

export const isProvider = object({
  /** What people call it; null when there is none. */
  provider: nullable(text),
  /** It is the only way in. */
  only: bool,
  /** The server sends e-mail. */
  mail: optional(bool),
  /** Of one's own account. */
  linked: optional(bool),
  password: optional(bool),
});
export type Provider = Infer<typeof isProvider>;

const isBegun = object({ url: text });

/** What the provider has sent the browser back with. The address is another one as soon as the page is shown. */
const returned = new URLSearchParams(location.search);
export const isBack = returned.has('state') && (returned.has('code') || returned.has('error'));

/** Where one was before: an address of this page, kept in this tab. */
const backKey = 'castled.signIn';
const isOurs = (address: string | null): address is string => /^\/(?![/\\])/.test(address ?? '');
function takeBack(): string {
  const kept = sessionStorage.getItem(backKey);
  sessionStorage.removeItem(backKey);
  return isOurs(kept) ? kept : lobbyPath;
}

/** Goes to the provider; afterwards one is at that address. Returns why it did not work. */
async function begin(afterwards: string): Promise<Refused | null> {
  const answer = await callApi('POST', '/api/oidc', isBegun);
  if (!answer.ok) return answer;
  sessionStorage.setItem(backKey, afterwards);
  location.assign(answer.value.url);
  return null;
}

export function ProviderButton({ label, afterwards }: { label: string; afterwards: string }) {
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    const refused = await begin(afterwards);
    if (refused) setWords(refusedText(refused));
    setBusy(!refused);
  };
  return (
    <>
      {words && <p role="alert">{words}</p>}
      <button type="button" disabled={busy} onClick={() => void go()}>
        {label}
      </button>
    </>
  );
}

/** A link may have brought the operator's code, which is kept in the address. */
async function goBack(address: string): Promise<void> {
  const [, code] = /#operator=([\w-]{1,100})$/.exec(address) ?? [];
  if (code) await callApi('POST', '/api/account/operator', anyAnswer, { code });
  location.assign(code ? lobbyPath : address);
}

const isEnd = object({
  linked: optional(bool),
  code: optional(text),
  error: optional(text),
  suggestion: optional(text),
});

type Wanted = { code: string; status: number; words: string; suggestion: string };

/** As callApi, with what a refusal suggests. */
async function finish(fields: Record<string, string>): Promise<Wanted | null> {
  const failed: Wanted = { code: '', status: 0, words: '', suggestion: '' };
  try {
    const response = await fetch(`${base}/api/oidc/finish`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(30_000),
      headers: { accept: 'application/json' },
    });
    const answer: unknown = await response.json();
    if (!isEnd(answer)) return failed;
    const { linked, code = '', error: words = '', suggestion = '' } = answer;
    if (!response.ok) return { status: response.status, code, words, suggestion };
    await goBack(linked ? printRoute({ page: 'account' }) : takeBack());
    return null;
  } catch {
    return failed;
  }
}

/** The provider asks nothing itself here; a name or a code may still be wanted. */
const asksName = ({ code }: Wanted): boolean => code === 'choose_name' || code.startsWith('name_');
const asksCode = ({ code }: Wanted): boolean => code === 'needs_code' || code === 'wrong_code';

function Again() {
  return (
    <a class="button primary" href={printRoute({ page: 'sign-in' })}>
      {say('provider.again')}
    </a>
  );
}

function NameField({ suggestion }: { suggestion: string }) {
  return (
    <label>
      {say('sign.name')}
      <input
        name="name"
        required
        minLength={3}
        maxLength={20}
        pattern="[A-Za-z][A-Za-z0-9_\-]*"
        defaultValue={suggestion}
        autoComplete="username"
        autoCapitalize="off"
        spellcheck={false}
      />
    </label>
  );
}

/** The end of the way: the browser has come back. */
export function Arrival() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [suggestion, setSuggestion] = useState('');
  const [busy, setBusy] = useState(true);
  const go = async (fields: Record<string, string>): Promise<void> => {
    setBusy(true);
    const next = await finish(fields);
    if (next) {
      setWanted(next);
      if (next.suggestion) setSuggestion(next.suggestion);
      setBusy(false);
    }
  };
  useEffect(() => void go(Object.fromEntries(returned)), []);
  if (!wanted)
    return (
      <main class="missing">
        <p role="status">{say('loading')}</p>
      </main>
    );
  const words = wanted.code === 'choose_name' ? say('provider.name') : refusedText({ ok: false, ...wanted });
  if (!asksName(wanted) && !asksCode(wanted))
    return (
      <main class="missing">
        <p role="alert">{words}</p>
        <Again />
      </main>
    );
  const send = (form: HTMLFormElement): void => {
    const data = new FormData(form);
    void go(
      asksName(wanted) ? { name: String(data.get('name')) } : { second: String(data.get('code')) },
    );
  };
  return (
    <main class="sign">
      <form
        class="card"
        onSubmit={event => {
          event.preventDefault();
          send(event.currentTarget);
        }}
      >
        <h1>{say('sign.in')}</h1>
        <p role="status">{words}</p>
        {asksName(wanted) ? <NameField suggestion={suggestion} /> : <CodeField />}
        <button class="primary" disabled={busy}>
          {say('sign.in')}
        </button>
      </form>
    </main>
  );
}

/** Where one's account is linked and unlinked. */
export function ProviderCard({ found, again }: { found: Provider; again: () => void }) {
  const name = found.provider ?? '';
  return (
    <section class="card">
      <h2>{name}</h2>
      {!found.linked && (
        <ProviderButton label={say('provider.link', { name })} afterwards={addressNow()} />
      )}
      {found.linked && <p class="soft">{say('provider.linked', { name })}</p>}
      {found.linked && !found.password && <p class="soft">{say('provider.password', { name })}</p>}
      {found.linked && found.password && !found.only && (
        <Remove path="/api/oidc" label={say('provider.unlink', { name })} again={again} />
      )}
    </section>
  );
}
