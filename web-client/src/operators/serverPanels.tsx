/* Bans, open games and challenges, the server's switches, the log of acts. */

import { isActs, isBans, isChallenges, isSeeks, isStatus } from './lists';
import { TextForm, untilText } from './person';
import type { Perform } from './useActs';
import { useList } from './useList';
import { sayInstant } from '../text/later';
import { sayOperator } from '../text/operators';
import { Failed } from '../ui/apiCall';

type Props = { round: number; perform: Perform };

export function BansPanel({ round, perform }: Props) {
  const [answer, again] = useList('/api/admin/bans', isBans, round);
  const bans = answer?.ok ? answer.value : [];
  return (
    <section class="card" aria-labelledby="operator-bans">
      <h2 id="operator-bans">{sayOperator('bans')}</h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && bans.length === 0 && <p class="soft">{sayOperator('bans.none')}</p>}
      <ul class="operator-list">
        {bans.map(({ id, name, address, until }) => (
          <li key={id ?? address} class="row">
            <span class="grow">
              <bdi>{name ?? id ?? address}</bdi> <span class="soft">{untilText(until)}</span>
            </span>
            <button
              onClick={() =>
                address ? perform('unban-address', address) : perform('unban', id ?? '')
              }
            >
              {sayOperator('unban')}
            </button>
          </li>
        ))}
      </ul>
      <TextForm
        label={sayOperator('bans.address')}
        button={sayOperator('ban-address')}
        send={words => perform('ban-address', words)}
      />
    </section>
  );
}

export function OpenPanel({ round, perform }: Props) {
  const [seeks] = useList('/api/admin/seeks', isSeeks, round);
  const [challenges] = useList('/api/admin/challenges', isChallenges, round);
  const rows = [
    ...(seeks?.ok ? seeks.value : []).map(({ id, person, address }) => ({
      id,
      words: `${person.name ?? person.id} · ${address}`,
      command: 'clear-seeks',
    })),
    ...(challenges?.ok ? challenges.value : []).map(({ id, from, to }) => ({
      id,
      words: `${from.name ?? from.id} – ${to?.name ?? '…'}`,
      command: 'clear-challenges',
    })),
  ];
  return (
    <section class="card" aria-labelledby="operator-open">
      <h2 id="operator-open">{sayOperator('open')}</h2>
      {rows.length === 0 && <p class="soft">{sayOperator('open.none')}</p>}
      <ul class="operator-list">
        {rows.map(({ id, words, command }) => (
          <li key={id} class="row">
            <bdi class="grow">{words}</bdi>
            <button onClick={() => perform(command, id)}>{sayOperator('clear')}</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SwitchProps = { label: string; on: boolean; change: (on: boolean) => void };

const Switch = ({ label, on, change }: SwitchProps) => (
  <label class="switch">
    <input type="checkbox" checked={on} onChange={event => change(event.currentTarget.checked)} />{' '}
    {label}
  </label>
);

export function ServerPanel({ round, perform }: Props) {
  const [answer, again] = useList('/api/admin/status', isStatus, round);
  const status = answer?.ok ? answer.value[0] : undefined;
  return (
    <section class="card" aria-labelledby="operator-server">
      <h2 id="operator-server">{sayOperator('server')}</h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {status && (
        <>
          <Switch
            label={sayOperator('registration')}
            on={status.registration}
            change={on => perform('registration', on ? 'open' : 'closed')}
          />
          <Switch
            label={sayOperator('quiet')}
            on={status.quiet}
            change={on => perform('quiet', on ? 'on' : 'off')}
          />
        </>
      )}
      <TextForm
        label={sayOperator('notice')}
        button={sayOperator('send')}
        send={words => perform('notice', words)}
      />
      <TextForm
        label={sayOperator('make.name')}
        button={sayOperator('make')}
        send={words => perform('make', words)}
      />
    </section>
  );
}

const actsShown = 50;

export function ActsPanel({ round, perform }: Props) {
  const [answer, again] = useList('/api/admin/acts', isActs, round);
  const acts = answer?.ok ? answer.value.slice(0, actsShown) : [];
  return (
    <section class="card" aria-labelledby="operator-acts">
      <h2 id="operator-acts">{sayOperator('acts')}</h2>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && acts.length === 0 && <p class="soft">{sayOperator('acts.none')}</p>}
      <ul class="operator-list">
        {acts.map(({ number, at, who, act, target, undo }) => (
          <li key={number} class="row">
            <span class="grow">
              <bdi>
                {act} {target}
              </bdi>{' '}
              <span class="soft">
                <bdi>{who}</bdi> · {sayInstant(at)}
              </span>
            </span>
            {undo && (
              <button
                aria-label={`${sayOperator('undo')}: ${act} ${target}`}
                onClick={() => perform('undo', String(number))}
              >
                {sayOperator('undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
