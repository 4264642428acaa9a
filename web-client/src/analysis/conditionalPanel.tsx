/* Conditional moves in a correspondence game: a variation that was played on the board is saved, and the
 * server plays the player's replies as soon as the opponent plays the moves before them. */

import type { Rules } from '../chess/rules';
import { lineFrom } from '../chess/tree';
import type { Dispatch } from '../dispatch';
import { lastStep } from '../game/game';
import { type Notation, sanIn, sanWords } from '../game/notation';
import type { Table } from '../game/table';
import { say } from '../text/later';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import type { Action, Analysis } from './analysis';
import { type Line, lineHere, linesMax, withLine } from './conditionalLines';
import { numberOf } from './moveTree';

type Props = {
  table: Table;
  state: Analysis;
  rules: Rules;
  notation: Notation;
  act: (action: Action) => void;
  dispatch: Dispatch;
};

/** "12… Nf6 13. Bg5 h6" */
function lineText(fen: string, line: Line, rules: Rules, write: (san: string) => string): string {
  const words: string[] = [];
  let before = fen;
  for (const uci of line) {
    const step = rules.play(before, uci);
    if (!step) break;
    words.push(numberOf(before, words.length === 0), write(step.san));
    before = step.fen;
  }
  return words.filter(Boolean).join(' ');
}

export function ConditionalPanel({ table, state, rules, notation, act, dispatch }: Props) {
  const { game, seat, conditional } = table;
  if (!seat) return null;
  // Between an event and the server's message about the lines after it, there are none.
  const lines = conditional?.ply === game.steps.length ? conditional.lines : [];
  const here = lineHere(state.tree, state.path, game, seat);
  const more = here && withLine(lines, here, game, seat);
  const { fen } = lastStep(game);
  const save = (saved: Line[]): void => dispatch({ m: 'conditionalSaved', lines: saved });
  const show = (line: Line): void => {
    act({ a: 'go', path: lineFrom(state.tree, []).slice(0, game.steps.length) });
    act({ a: 'play', moves: line });
  };
  return (
    <section class="conditional" aria-labelledby="conditional">
      <h2 id="conditional">{say('conditional.title')}</h2>
      <p class="soft">{say('conditional.hint')}</p>
      <ul>
        {lines.map((line, i) => (
          <li key={line.join()}>
            <button
              class="move"
              aria-label={lineText(fen, line, rules, san => sanWords(notation, san))}
              onClick={() => show(line)}
            >
              {lineText(fen, line, rules, san => sanIn(notation, san))}
            </button>
            <button
              class="act"
              aria-label={say('conditional.remove')}
              title={say('conditional.remove')}
              onClick={() => save(lines.filter((_, other) => other !== i))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status">
        {lines.length >= linesMax
          ? say('conditional.full', { n: linesMax })
          : say('conditional.saved', { n: lines.length })}
      </p>
      <div class="row">
        <button class="primary" disabled={!more} onClick={() => more && save(more)}>
          {say('conditional.add')}
        </button>
        <InnerLink to={{ page: 'game', game: game.id }} class="button" dispatch={dispatch}>
          {say('conditional.back')}
        </InnerLink>
      </div>
    </section>
  );
}
