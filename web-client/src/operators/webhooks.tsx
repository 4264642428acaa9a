/* Other programs that are told of what happens here: which, of what, and what came of it. */

import { useState } from 'preact/hooks';

import { type Webhook, isDeliveries, isWebhooks } from './lists';
import type { Perform } from './useActs';
import { useList } from './useList';
import { sayInstant } from '../text/later';
import { sayOperator } from '../text/operators';
import { Failed } from '../ui/apiCall';
import { ConfirmButton } from '../ui/twoStep';

type Props = { round: number; perform: Perform };

/** As the server calls them. */
const eventWords = [
  'game.ended',
  'round.began',
  'round.ended',
  'tournament.ended',
  'seek.opened',
];

function Deliveries({ id, round }: { id: string; round: number }) {
  const [answer, again] = useList(`/api/admin/webhook-deliveries?word=${id}`, isDeliveries, round);
  return (
    <>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      <ul class="operator-list">
        {(answer?.ok ? answer.value : []).map(({ id: delivery, event, made, tries, outcome }) => (
          <li key={delivery}>
            <bdi>{event}</bdi>{' '}
            <span class="soft">
              {sayInstant(made)} · {tries}× · <bdi>{outcome}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function stateText({ on, reason, failingSince, waiting }: Webhook): string {
  const parts = [sayOperator(on ? 'webhooks.is.on' : 'webhooks.is.off')];
  if (reason) parts.push(reason);
  if (on && failingSince !== undefined)
    parts.push(`${sayOperator('webhooks.failing')} ${sayInstant(failingSince)}`);
  if (waiting) parts.push(`${sayOperator('webhooks.waiting')}: ${waiting}`);
  return parts.join(' · ');
}

function Row({ hook, round, perform }: Props & { hook: Webhook }) {
  const [isOpen, setOpen] = useState(false);
  const { id, url, events, on } = hook;
  return (
    <li>
      <p>
        <bdi>{url}</bdi> <span class="soft">{stateText(hook)}</span>
      </p>
      <p class="soft">
        <bdi>{events.join(', ')}</bdi>
      </p>
      <div class="row">
        {on && (
          <button onClick={() => perform('webhook-test', id)}>{sayOperator('webhooks.test')}</button>
        )}
        <button onClick={() => perform(on ? 'webhook-off' : 'webhook-on', id)}>
          {sayOperator(on ? 'webhooks.off' : 'webhooks.on')}
        </button>
        <ConfirmButton
          label={sayOperator('webhooks.remove')}
          sure={sayOperator('sure')}
          onConfirm={() => perform('webhook-remove', id)}
        />
        <button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {sayOperator('webhooks.last')}
        </button>
      </div>
      {isOpen && <Deliveries id={id} round={round} />}
    </li>
  );
}

function AddForm({ perform }: { perform: Perform }) {
  return (
    <form
      class="operator-form"
      onSubmit={event => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const chosen = data.getAll('event').map(String);
        if (chosen.length) perform('webhook-add', String(data.get('url')).trim(), chosen.join(','));
      }}
    >
      <label>
        {sayOperator('webhooks.url')}
        <input name="url" type="url" required maxLength={500} autoComplete="off" />
      </label>
      <div class="row">
        {eventWords.map(word => (
          <label key={word} class="switch">
            <input type="checkbox" name="event" value={word} defaultChecked /> <bdi>{word}</bdi>
          </label>
        ))}
      </div>
      <button>{sayOperator('webhooks.add')}</button>
    </form>
  );
}

export function WebhooksPanel({ round, perform }: Props) {
  const [answer, again] = useList('/api/admin/webhooks', isWebhooks, round);
  const hooks = answer?.ok ? answer.value : [];
  return (
    <section class="card" aria-labelledby="operator-webhooks">
      <h2 id="operator-webhooks">{sayOperator('webhooks')}</h2>
      <p class="soft">{sayOperator('webhooks.why')}</p>
      {answer && !answer.ok && <Failed answer={answer} again={again} />}
      {answer?.ok && hooks.length === 0 && <p class="soft">{sayOperator('webhooks.none')}</p>}
      <ul class="operator-list">
        {hooks.map(hook => (
          <Row key={hook.id} hook={hook} round={round} perform={perform} />
        ))}
      </ul>
      <AddForm perform={perform} />
    </section>
  );
}
