/* The operator's own second factor: set up with an authenticator app, turned off again. */

import { useState } from 'preact/hooks';

import { isOffered, isRecovery } from './lists';
import { SignInAgain } from './useActs';
import { QrCode } from '../lobby/qrCode';
import { type Refused, anyAnswer, callApi } from '../net/api';
import { CodeField } from '../people/codeField';
import { siteName } from '../siteName';
import { sayOperator } from '../text/operators';
import { refusedText } from '../text/refusal';

const path = '/api/account/second-factor';

/** The address that authenticator apps read from the QR code. */
const appAddress = (name: string, secret: string): string => {
  const [site, account] = [encodeURIComponent(siteName), encodeURIComponent(name)];
  return `otpauth://totp/${site}:${account}?secret=${secret}&issuer=${site}`;
};

type CodeFormProps = { button: string; send: (code: string) => void };

const CodeForm = ({ button, send }: CodeFormProps) => (
  <form
    class="operator-form"
    onSubmit={event => {
      event.preventDefault();
      send(String(new FormData(event.currentTarget).get('code')));
    }}
  >
    <CodeField />
    <button class="primary">{button}</button>
  </form>
);

const Offered = ({ name, secret }: { name: string; secret: string }) => (
  <>
    <p>{sayOperator('second.scan')}</p>
    <QrCode text={appAddress(name, secret)} label={sayOperator('second.qr')} />
    <p>
      {sayOperator('second.key')} <code class="operator-key">{secret.match(/.{4}/g)?.join(' ')}</code>
    </p>
  </>
);

const Recovery = ({ codes }: { codes: string[] }) => (
  <>
    <p>{sayOperator('second.recovery')}</p>
    <ul class="operator-codes">
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </>
);

type State = { is: 'off' | 'on' | 'ending' } | { is: 'offered'; secret: string } | { is: 'new'; codes: string[] };

export function SecondFactorPanel({ name, isOn }: { name: string; isOn: boolean }) {
  const [state, setState] = useState<State>({ is: isOn ? 'on' : 'off' });
  const [words, setWords] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  const take = <T,>(answer: Refused | { ok: true; value: T }, next: (value: T) => State): void => {
    setWords(answer.ok ? null : refusedText(answer));
    if (answer.ok) setState(next(answer.value));
  };
  const begin = async (): Promise<void> => {
    const answer = await callApi('POST', path, isOffered);
    if (!answer.ok && answer.code === 'sign_in_again') setAgain(true);
    else take(answer, ({ secret }) => ({ is: 'offered', secret }));
  };
  const confirm = async (code: string): Promise<void> =>
    take(await callApi('POST', `${path}/confirm`, isRecovery, { code }), ({ recovery }) => ({
      is: 'new',
      codes: recovery,
    }));
  const end = async (code: string): Promise<void> =>
    take(await callApi('DELETE', path, anyAnswer, { code }), () => ({ is: 'off' }));
  return (
    <section class="card" aria-labelledby="operator-second">
      <h2 id="operator-second">{sayOperator('second')}</h2>
      {state.is === 'off' && (
        <>
          <p class="soft">{sayOperator('second.why')}</p>
          <button onClick={() => void begin()}>{sayOperator('second.begin')}</button>
        </>
      )}
      {state.is === 'offered' && (
        <>
          <Offered name={name} secret={state.secret} />
          <CodeForm button={sayOperator('second.on')} send={code => void confirm(code)} />
        </>
      )}
      {state.is === 'new' && <Recovery codes={state.codes} />}
      {state.is === 'ending' && (
        <CodeForm button={sayOperator('second.off')} send={code => void end(code)} />
      )}
      {(state.is === 'on' || state.is === 'new') && (
        <>
          <p class="soft">{sayOperator('second.is')}</p>
          <button onClick={() => setState({ is: 'ending' })}>{sayOperator('second.off')}</button>
        </>
      )}
      {words && <p role="alert">{words}</p>}
      {again && (
        <SignInAgain
          name={name}
          onClose={() => setAgain(false)}
          onDone={() => {
            setAgain(false);
            void begin();
          }}
        />
      )}
    </section>
  );
}
