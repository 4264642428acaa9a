/* What the engine says about the shown position: on or off, how many lines, and the lines,
 * which can be played. */

import { useState } from 'preact/hooks';

import { MiniBoard } from '../board/miniBoard';
import type { Color } from '../chess/fen';
import type { Rules, Step } from '../chess/rules';
import { type Notation, sanIn, sanLabel } from '../game/notation';
import { say } from '../text/later';
import { type Action, type Analysis, type EngineLine, linesMax, shownStep } from './analysis';
import { evaluationText } from './judge';

type Props = {
  state: Analysis;
  rules: Rules;
  act: (action: Action) => void;
  notation: Notation;
  orientation: Color;
};

const linePlies = 12;

type LineProps = Props & { line: EngineLine; onPreview: (step: Step | null) => void };

/** The line in SAN. Each move can be seen on a small board, and played with those before
 * it. */
function LineText({ line, state, rules, act, notation, onPreview }: LineProps) {
  let { fen } = shownStep(state);
  const steps: Step[] = [];
  for (const uci of line.moves.slice(0, linePlies)) {
    const step = rules.play(fen, uci);
    if (!step) break;
    steps.push(step);
    fen = step.fen;
  }
  return (
    <li>
      <strong class="figures">{evaluationText(line.score)}</strong>
      {steps.map((step, i) => (
        <button
          key={i}
          class="move"
          aria-label={sanLabel(notation, step.san)}
          onMouseEnter={() => onPreview(step)}
          onMouseLeave={() => onPreview(null)}
          onFocus={() => onPreview(step)}
          onBlur={() => onPreview(null)}
          onClick={() => {
            onPreview(null);
            act({ a: 'play', moves: line.moves.slice(0, i + 1) });
          }}
        >
          {sanIn(notation, step.san)}
        </button>
      ))}
    </li>
  );
}

export function EnginePanel(props: Props & { works: boolean }) {
  const { state, rules, act, notation, orientation, works } = props;
  const { fen } = shownStep(state);
  const [preview, setPreview] = useState<Step | null>(null);
  const lines = state.engineResult?.fen === fen ? state.engineResult.lines : [];
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
            value={state.lineCount}
            onChange={event => act({ a: 'multi', count: Number(event.currentTarget.value) })}
          >
            {Array.from({ length: linesMax }, (_, i) => (
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
            <LineText
              key={i}
              {...{ line, state, rules, act, notation, orientation }}
              onPreview={setPreview}
            />
          ))}
        </ol>
      )}
      {state.engine && preview && (
        <div class="preview" aria-hidden="true">
          <MiniBoard fen={preview.fen} last={preview.uci} side={orientation} />
        </div>
      )}
    </section>
  );
}
