/* The desk's acts on a game that goes on: time is given and taken, the clocks are stopped, the game is adjourned. */

import { useState } from 'preact/hooks';

import type { Color } from '../chess/fen';
import type { Board } from '../net/tournaments';
import { say } from '../text/tournaments';
import { Choice } from '../ui/choice';
import type { Acts } from './useActs';

type Props = { board: Board; may: Set<string>; acts: Acts; close: () => void };
type Send = (act: string, fields?: Record<string, string>) => void;

const secondsMost = 86_400;

function Time({ send }: { send: Send }) {
  const [side, choose] = useState<Color>('white');
  const [seconds, setSeconds] = useState('60');
  const isNumber = /^[1-9]\d*$/.test(seconds) && Number(seconds) <= secondsMost;
  return (
    <>
      <Choice
        name="timeSide"
        legend={say('tour.game.side')}
        value={side}
        options={(['white', 'black'] as const).map(value => ({ value, label: say(`side.${value}`) }))}
        onChange={choose}
      />
      <label class="field">
        {say('tour.game.seconds')}
        <input
          inputMode="numeric"
          value={seconds}
          maxLength={5}
          autoComplete="off"
          onInput={event => setSeconds(event.currentTarget.value.trim())}
        />
      </label>
      <div class="results">
        <button disabled={!isNumber} onClick={() => send('time', { side, seconds })}>
          {say('tour.game.give')}
        </button>
        <button disabled={!isNumber} onClick={() => send('time', { side, seconds: `-${seconds}` })}>
          {say('tour.game.take')}
        </button>
      </div>
    </>
  );
}

function Adjourn({ send, disabled }: { send: Send; disabled: boolean }) {
  const [until, setUntil] = useState('');
  return (
    <>
      <label class="field">
        {say('tour.game.until')}
        <input
          type="datetime-local"
          disabled={disabled}
          value={until}
          onInput={event => setUntil(event.currentTarget.value)}
        />
      </label>
      <button
        disabled={disabled}
        onClick={() =>
          send('adjourn', until === '' ? {} : { until: String(new Date(until).getTime()) })
        }
      >
        {say('tour.act.adjourn')}
      </button>
    </>
  );
}

/** Nothing for those who may not, and at boards without a game here. What happens to the game meanwhile moves no button: an arbiter may
 * be about to press one. */
export function GameActs({ board, may, acts, close }: Props) {
  const { game, state, halted } = board;
  if (!may.has('time') || game === null || state !== 'playing') return null;
  const send: Send = (act, fields = {}) => {
    close();
    acts.act(act, { board: String(board.board), ...fields });
  };
  return (
    <details>
      <summary>{say('tour.game')}</summary>
      <div class="fields">
        <Time send={send} />
        <div class="results">
          {halted ? (
            <button onClick={() => send('go_on')}>{say('tour.act.go_on')}</button>
          ) : (
            <button onClick={() => send('stop')}>{say('tour.act.stop')}</button>
          )}
        </div>
        <Adjourn send={send} disabled={Boolean(halted)} />
        <p class="game-state" role="status">
          {halted && say(`tour.game.${halted}`)}
        </p>
      </div>
    </details>
  );
}
