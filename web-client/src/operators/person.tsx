/* One person: what is known of them, and what operators can do about them. */

import { useState } from 'preact/hooks';

import { type Shown, isShown } from './lists';
import type { Perform } from './useActs';
import { useList } from './useList';
import type { Dispatch } from '../dispatch';
import { sayInstant } from '../text/later';
import { sayOperator } from '../text/operators';
import { Failed } from '../ui/apiCall';
import { InnerLink } from '../ui/innerLink';
import { ConfirmButton } from '../ui/twoStep';

export const untilText = (until: number | null): string =>
  until === null ? sayOperator('forever') : `${sayOperator('until')} ${sayInstant(until)}`;

/** A text that goes with an act. */
export function TextForm({ label, button, send }: { label: string; button: string; send: (words: string) => void }) {
  return (
    <form
      class="row"
      onSubmit={event => {
        event.preventDefault();
        const words = String(new FormData(event.currentTarget).get('words')).trim();
        if (!words) return;
        send(words);
        event.currentTarget.reset();
      }}
    >
      <label class="grow">
        {label}
        <input name="words" required maxLength={200} autoComplete="off" />
      </label>
      <button>{button}</button>
    </form>
  );
}

const Sure = (props: { label: string; onConfirm: () => void }) => (
  <ConfirmButton {...props} sure={sayOperator('sure')} />
);

/** What can be undone; `who` is a name or an id. */
export function Sanctions({ who, shown, perform }: { who: string; shown?: Shown; perform: Perform }) {
  const isMuted = shown?.muted !== undefined;
  const isBanned = shown?.banned !== undefined;
  const isMarked = shown?.marked ?? false;
  return (
    <div class="row">
      {isMuted ? (
        <button onClick={() => perform('unmute', who)}>{sayOperator('unmute')}</button>
      ) : (
        <button onClick={() => perform('mute', who, '7d')}>{sayOperator('mute')}</button>
      )}
      {isMarked ? (
        <button onClick={() => perform('unmark', who)}>{sayOperator('unmark')}</button>
      ) : (
        shown?.account !== false && (
          <Sure label={sayOperator('mark')} onConfirm={() => perform('mark', who)} />
        )
      )}
      {isBanned ? (
        <button onClick={() => perform('unban', who)}>{sayOperator('unban')}</button>
      ) : (
        <Sure label={sayOperator('ban')} onConfirm={() => perform('ban', who)} />
      )}
    </div>
  );
}

function About({ shown, dispatch }: { shown: Shown; dispatch: Dispatch }) {
  const states = [
    shown.online && sayOperator('online'),
    shown.operator && sayOperator('operator'),
    shown.marked && sayOperator('marked'),
    shown.muted !== undefined && `${sayOperator('muted')} ${untilText(shown.muted)}`,
    shown.banned !== undefined && `${sayOperator('banned')} ${untilText(shown.banned)}`,
  ].filter(Boolean);
  return (
    <>
      <h3>
        {shown.account ? (
          <InnerLink to={{ page: 'profile', name: shown.name }} dispatch={dispatch}>
            {shown.name}
          </InnerLink>
        ) : (
          shown.name
        )}
      </h3>
      <p class="soft">
        {sayOperator('id')} <bdi>{shown.id}</bdi>
        {shown.address && (
          <>
            {' · '}
            {sayOperator('address')} <bdi>{shown.address}</bdi>
          </>
        )}
      </p>
      {states.length > 0 && <p>{states.join(' · ')}</p>}
      {(shown.games ?? []).map(game => (
        <p key={game}>
          <InnerLink to={{ page: 'game', game }} dispatch={dispatch}>
            {sayOperator('game')} {game}
          </InnerLink>
        </p>
      ))}
    </>
  );
}

function Grave({ shown, perform }: { shown: Shown; perform: Perform }) {
  return (
    <div class="row">
      <Sure
        label={sayOperator(shown.operator ? 'take' : 'give')}
        onConfirm={() => perform('operator', shown.name, shown.operator ? 'off' : 'on')}
      />
      <Sure
        label={sayOperator('password')}
        onConfirm={() => perform('password', shown.name)}
      />
      <Sure
        label={sayOperator('delete')}
        onConfirm={() => perform('delete', shown.name)}
      />
    </div>
  );
}

type PersonProps = { who: string; round: number; perform: Perform; dispatch: Dispatch };

function Person({ who, round, perform, dispatch }: PersonProps) {
  const [answer, again] = useList(`/api/admin/show?word=${encodeURIComponent(who)}`, isShown, round);
  if (!answer) return null;
  if (!answer.ok) return <Failed answer={answer} again={again} />;
  const [shown] = answer.value;
  if (!shown) return null;
  return (
    <>
      <About shown={shown} dispatch={dispatch} />
      <Sanctions who={shown.id} shown={shown} perform={perform} />
      <TextForm
        label={sayOperator('warn.text')}
        button={sayOperator('warn')}
        send={words => perform('warn', shown.id, words)}
      />
      {shown.account && <Grave shown={shown} perform={perform} />}
    </>
  );
}

export function PersonPanel(props: Omit<PersonProps, 'who'>) {
  const [who, setWho] = useState('');
  return (
    <section class="card" aria-labelledby="operator-person">
      <h2 id="operator-person">{sayOperator('person')}</h2>
      <TextForm label={sayOperator('person.name')} button={sayOperator('show')} send={setWho} />
      {who && <Person key={who} who={who} {...props} />}
    </section>
  );
}
