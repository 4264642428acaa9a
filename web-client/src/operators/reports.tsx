/* Reports that are to be decided on, with the game and what was said there. */

import { type Report, isReports } from './lists';
import { Sanctions, TextForm } from './person';
import type { Perform } from './useActs';
import { useList } from './useList';
import type { Dispatch } from '../dispatch';
import { type PlainKey, say, sayInstant } from '../text/later';
import { sayOperator } from '../text/operators';
import { Failed } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';

type Props = { perform: Perform; dispatch: Dispatch };
type PanelProps = Props & { round: number };

const reasons = ['cheating', 'insults', 'spam', 'name', 'other'];
const reasonText = (reason: string): string =>
  reasons.includes(reason) ? say(`report.reason.${reason}` as PlainKey) : reason;

const Someone = ({ id, name, dispatch }: { id: string; name: string | null; dispatch: Dispatch }) =>
  name ? (
    <InnerLink to={{ page: 'profile', name }} dispatch={dispatch}>
      {name}
    </InnerLink>
  ) : (
    <bdi>{id}</bdi>
  );

function OneReport({ report, perform, dispatch }: Props & { report: Report }) {
  return (
    <li>
      <h3>
        <Someone {...report.about} dispatch={dispatch} />
        {` · ${reasonText(report.reason)}`}
      </h3>
      <p class="soft">
        {sayOperator('reports.by')} <Someone {...report.by} dispatch={dispatch} />
        {` · ${sayInstant(report.at)}`}
        {report.game && (
          <>
            {' · '}
            <InnerLink to={{ page: 'game', game: report.game }} dispatch={dispatch}>
              {sayOperator('game')} {report.game}
            </InnerLink>
          </>
        )}
      </p>
      <p>
        <bdi>{report.words}</bdi>
      </p>
      {report.chat.length > 0 && (
        <details>
          <summary>{sayOperator('reports.chat')}</summary>
          <ul class="operator-chat">
            {report.chat.map((line, i) => (
              <li key={i}>
                <strong>{line.user}</strong> <bdi>{line.text}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Sanctions who={report.about.id} perform={perform} />
      <TextForm
        label={sayOperator('warn.text')}
        button={sayOperator('warn')}
        send={words => perform('warn', report.about.id, words)}
      />
      <button class="primary" onClick={() => perform('decide', String(report.number))}>
        {sayOperator('decide')}
      </button>
    </li>
  );
}

export function ReportsPanel({ round, ...props }: PanelProps) {
  const [answer, again] = useList('/api/admin/reports', isReports, round);
  const open = answer?.ok ? answer.value.filter(({ decider }) => decider === null) : [];
  return (
    <section class="card" aria-labelledby="operator-reports">
      <h2 id="operator-reports">
        {sayOperator('reports')}
        {open.length > 0 && ` (${open.length})`}
      </h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && open.length === 0 && <p class="soft">{sayOperator('reports.none')}</p>}
      <ul class="operator-list">
        {open.map(report => (
          <OneReport key={report.number} report={report} {...props} />
        ))}
      </ul>
    </section>
  );
}
