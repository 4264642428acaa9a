/* Whether e-mail can be sent, and a test of it. */

import { isMailState } from './lists';
import type { Perform } from './useActs';
import { useList } from './useList';
import { sayInstant } from '../text/later';
import { sayOperator } from '../text/operators';
import { Failed } from '../ui/apiCall';

type Props = { round: number; perform: Perform };

export function MailStatePanel({ round, perform }: Props) {
  const [answer, again] = useList('/api/admin/mail', isMailState, round);
  const state = answer?.ok ? answer.value[0] : undefined;
  return (
    <section class="card" aria-labelledby="operator-mail">
      <h2 id="operator-mail">{sayOperator('mail')}</h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {state && !state.server && <p class="soft">{sayOperator('mail.none')}</p>}
      {state?.server && (
        <>
          <p>
            <bdi>{state.server}</bdi>{' '}
            <span class="soft">
              {sayOperator('mail.addresses')}: {state.addresses} · {sayOperator('webhooks.waiting')}:{' '}
              {state.waiting}
            </span>
          </p>
          {state.last !== undefined && (
            <p role={state.failing ? 'alert' : undefined}>
              {sayInstant(state.last)} · <bdi>{state.outcome}</bdi>
            </p>
          )}
          <form
            class="operator-form"
            onSubmit={event => {
              event.preventDefault();
              perform('mail-test', String(new FormData(event.currentTarget).get('address')).trim());
            }}
          >
            <label>
              {sayOperator('mail.to')}
              <input name="address" type="email" required maxLength={254} autoComplete="off" />
            </label>
            <button>{sayOperator('webhooks.test')}</button>
          </form>
        </>
      )}
    </section>
  );
}
