/* Making a tournament. */

import './tournaments.css';
import '../ui/switch.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { isTournament } from '../net/tournaments';
import { say, useTournamentTexts } from '../text/tournaments';
import { InnerLink } from '../ui/innerLink';
import { fieldsOf, formFault, newForm } from './form';
import { FormFields } from './formFields';
import { outcomeText } from './outcome';

type Props = { account: string | null; mayRate: boolean; dispatch: Dispatch };

export function NewTournamentPage({ account, mayRate, dispatch }: Props) {
  useTournamentTexts();
  const [form, setForm] = useState(newForm);
  const [fault, setFault] = useState<string | null>(null);
  const title = say('tour.new');
  if (account === null)
    return (
      <main class="missing">
        <h1>{title}</h1>
        <p class="soft">{say('tour.new.account')}</p>
        <InnerLink to={{ page: 'sign-in' }} class="button primary" dispatch={dispatch}>
          {say('sign.in')}
        </InnerLink>
      </main>
    );
  const submit = async (): Promise<void> => {
    const wrong = formFault(form, Date.now());
    if (wrong) return setFault(say(`tour.form.fault.${wrong}`));
    const made = await callApi('POST', '/api/v1/tournaments', isTournament, fieldsOf(form));
    if (made.ok)
      return dispatch({ m: 'navigated', to: { page: 'tournament', tournament: made.value.id } });
    setFault(outcomeText({ is: 'refused', refused: made, field: '', row: 0, column: 0 }));
  };
  return (
    <main class="calendar">
      <h1>{title}</h1>
      <form
        class="card tour-form"
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormFields
          form={form}
          change={changed => setForm(before => ({ ...before, ...changed }))}
          exists={false}
          mayRate={mayRate}
        />
        {fault && <p role="alert">{fault}</p>}
        <button class="primary">{say('tour.make')}</button>
      </form>
    </main>
  );
}
