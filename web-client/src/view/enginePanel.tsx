/* What the engine says of the shown position: on or off, how many lines, and the lines to be played. */

import { type Action, type Analysis, type Line, multiMax, shownStep } from '../analysis';
import { scoreText } from '../judge';
import type { Rules } from '../rules';
import { say } from '../text/later';

type Props = { state: Analysis; rules: Rules; act: (action: Action) => void };

const linePlies = 12;

/** The line in SAN, each move to be played with those before it. */
function LineText({ line, state, rules, act }: Props & { line: Line }) {
  let { fen } = shownStep(state);
  const sans: string[] = [];
  for (const uci of line.moves.slice(0, linePlies)) {
    const step = rules.play(fen, uci);
    if (!step) break;
    sans.push(step.san);
    fen = step.fen;
  }
  return (
    <li>
      <strong class="figures">{scoreText(line.score)}</strong>
      {sans.map((san, i) => (
        <button
          key={i}
          class="move"
          onClick={() => act({ a: 'play', moves: line.moves.slice(0, i + 1) })}
        >
          {san}
        </button>
      ))}
    </li>
  );
}

export function EnginePanel({ state, rules, act, works }: Props & { works: boolean }) {
  const { fen } = shownStep(state);
  const lines = state.said?.fen === fen ? state.said.lines : [];
  return (
    <section class="engine" aria-label={say('analysis.engine')}>
      <div class="row">
        <label class="switch">
          <input type="checkbox" checked={state.engine} onChange={() => act({ a: 'toggle' })} />
          {say('analysis.engine')}
        </label>
        <span class="soft figures">
          {state.engine && lines[0] && say('analysis.depth', { n: String(lines[0].depth) })}
        </span>
        <label>
          <span class="spoken">{say('analysis.lines')}</span>
          <select
            value={state.multi}
            onChange={event => act({ a: 'multi', count: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: multiMax }, (_, i) => (
              <option key={i} value={i + 1}>
                {say('analysis.linesCount', { n: i + 1 })}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!works && <p role="alert">{say('analysis.noEngine')}</p>}
      {state.engine && (
        <ol class="lines">
          {lines.map((line, i) => (
            <LineText key={i} line={line} state={state} rules={rules} act={act} />
          ))}
        </ol>
      )}
    </section>
  );
}
