/* The operators' page: how the server is doing, what is to be decided, and what "castled admin" does. */

import './operators.css';
import '../people/people.css';
import '../ui/switch.css';

import { useEffect, useRef, useState } from 'preact/hooks';

import { FiguresPanel } from './figuresPanel';
import type { Figures } from './lists';
import { MailStatePanel } from './mailState';
import { PersonPanel } from './person';
import { ReportsPanel } from './reports';
import { SecondFactorPanel } from './secondFactor';
import { ActsPanel, BansPanel, OpenPanel, ServerPanel } from './serverPanels';
import { useActs } from './useActs';
import { useFigures } from './useFigures';
import { WebhooksPanel } from './webhooks';
import type { Dispatch } from '../dispatch';
import { isUser } from '../people/user';
import { say } from '../text/later';
import { sayOperator } from '../text/operators';
import { useCall } from '../ui/apiCall';

type Props = { dispatch: Dispatch };

/** What changes when somebody has reported a player, or when an operator has acted. */
const changesOf = (newest: Figures | undefined): string =>
  newest ? `${newest.totals.reports_total ?? 0} ${newest.totals.acts_total ?? 0}` : '';

function Desk({ name, hasSecond, dispatch }: Props & { name: string; hasSecond: boolean }) {
  const [round, setRound] = useState(0);
  const again = (): void => setRound(before => before + 1);
  const { series, lost } = useFigures();
  const { said, perform, dialog } = useActs(name, again);
  const changes = changesOf(series.at(-1));
  const known = useRef('');
  useEffect(() => {
    // The first figures, too: something may have happened since the lists were fetched.
    if (changes && changes !== known.current) again();
    known.current = changes;
  }, [changes]);
  return (
    <main class="operators">
      <header class="operator-head">
        <h1>{sayOperator('title')}</h1>
        <p role={said?.failed ? 'alert' : 'status'}>{said?.words}</p>
      </header>
      <FiguresPanel series={series} lost={lost} />
      <div class="operator-columns">
        <ReportsPanel round={round} perform={perform} dispatch={dispatch} />
        <PersonPanel round={round} perform={perform} dispatch={dispatch} />
        <BansPanel round={round} perform={perform} />
        <OpenPanel round={round} perform={perform} />
        <ServerPanel round={round} perform={perform} />
        <WebhooksPanel round={round} perform={perform} />
        <MailStatePanel round={round} perform={perform} />
        <SecondFactorPanel name={name} isOn={hasSecond} />
        <ActsPanel round={round} perform={perform} />
      </div>
      {dialog}
    </main>
  );
}

export function OperatorsPage({ dispatch }: Props) {
  const [account] = useCall('/api/account', isUser);
  if (account?.ok && account.value.operator)
    return (
      <Desk
        name={account.value.username}
        hasSecond={account.value.secondFactor ?? false}
        dispatch={dispatch}
      />
    );
  return (
    <main class="missing">
      {account ? <h1>{sayOperator('only')}</h1> : <p role="status">{say('loading')}</p>}
    </main>
  );
}
