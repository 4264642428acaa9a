/* A position and a game as texts and as a picture, to take away or to bring along. */

import { useMemo, useState } from 'preact/hooks';

import { type Action, type Analysis, shownStep } from '../analysis';
import { boardImage } from '../boardImage';
import { pgnMax } from '../pgnReader';
import { printPgn } from '../pgnText';
import { saveFile } from '../saveFile';
import { say } from '../text/later';
import type { Color } from '../wire';
import { Icon } from './icon';

type Props = { state: Analysis; act: (action: Action) => void; orientation: Color };

export function Share({ state, act, orientation }: Props) {
  const { fen } = shownStep(state);
  const pgn = useMemo(() => printPgn(state.tree, state.tags), [state.tree, state.tags]);
  const [text, setText] = useState<string | null>(null);
  const { fault } = state;
  return (
    <section class="card share">
      <label>
        FEN
        <input
          class="figures notation"
          value={fen}
          spellcheck={false}
          onChange={event => act({ a: 'loadFen', text: event.currentTarget.value })}
        />
      </label>
      <label>
        PGN
        <textarea
          class="notation"
          rows={5}
          spellcheck={false}
          maxLength={pgnMax}
          value={text ?? pgn}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      {fault && (
        <p role="alert">
          {typeof fault === 'string'
            ? say(`analysis.bad.${fault}`)
            : say('analysis.bad.move', { text: fault.token, n: fault.ply })}
        </p>
      )}
      <div class="row">
        <button
          disabled={text === null}
          onClick={() => {
            act({ a: 'loadPgn', text: text ?? '' });
            setText(null);
          }}
        >
          {say('analysis.load')}
        </button>
        <button onClick={() => saveFile('castled.pgn', pgn, 'application/x-chess-pgn')}>
          <Icon name="save" /> PGN
        </button>
        <button
          onClick={() => saveFile('castled.svg', boardImage(fen, orientation), 'image/svg+xml')}
        >
          <Icon name="save" /> {say('analysis.image')}
        </button>
      </div>
    </section>
  );
}
