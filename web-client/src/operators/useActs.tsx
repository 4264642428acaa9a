/* What an operator does: it is asked of the server, which may want them to sign in again first. */

import { useState } from 'preact/hooks';

import { type Done, isDone } from './lists';
import { anyAnswer, callApi } from '../net/api';
import { CodeField } from '../people/codeField';
import { sayOperator } from '../text/operators';
import { refusedText } from '../text/refusal';
import { Modal } from '../ui/modal';

export type Perform = (command: string, ...words: string[]) => void;

type Asked = { command: string; words: string[] };

/** The password again, for what is grave. */
export function SignInAgain({ name, onDone, onClose }: { name: string; onDone: () => void; onClose: () => void }) {
  const [words, setWords] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const password = String(new FormData(form).get('password'));
    const answer = await callApi('POST', '/api/session', anyAnswer, {
      name,
      password,
      ...(needsCode ? { code: String(new FormData(form).get('code')) } : {}),
    });
    if (answer.ok) onDone();
    else if (answer.code === 'needs_code') setNeedsCode(true);
    else setWords(refusedText(answer));
  };
  return (
    <Modal title={sayOperator('again')} onClose={onClose}>
      <form
        class="operator-form"
        onSubmit={event => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <h2>{sayOperator('again')}</h2>
        <p class="soft">{sayOperator('again.why')}</p>
        <label>
          {sayOperator('again.password')}
          <input name="password" type="password" required autoComplete="current-password" />
        </label>
        {needsCode && <CodeField />}
        {words && <p role="alert">{words}</p>}
        <div class="row">
          <button class="primary">{sayOperator('send')}</button>
          <button type="button" onClick={onClose}>
            {sayOperator('cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** `again` is called after each act; `said` is what came of the last one. */
export function useActs(name: string, again: () => void) {
  const [said, setSaid] = useState<{ words: string; failed: boolean } | null>(null);
  const [pending, setPending] = useState<Asked | null>(null);
  const outcome = ({ text, password }: Done): string =>
    password ? `${text} ${sayOperator('password.is')}: ${password}` : text || sayOperator('done');
  const ask = async (asked: Asked): Promise<void> => {
    const path = `/api/admin/${asked.command}`;
    const answer = await callApi('POST', path, isDone, { word: asked.words });
    if (!answer.ok && answer.code === 'sign_in_again') {
      setPending(asked);
      return;
    }
    setSaid(
      answer.ok
        ? { words: outcome(answer.value), failed: false }
        : { words: refusedText(answer), failed: true },
    );
    again();
  };
  const perform: Perform = (command, ...words) => void ask({ command, words });
  const dialog = pending && (
    <SignInAgain
      name={name}
      onClose={() => setPending(null)}
      onDone={() => {
        setPending(null);
        void ask(pending);
      }}
    />
  );
  return { said, perform, dialog };
}
