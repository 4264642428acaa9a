/* The moves of the game in pairs; a click on one shows the position after it. */

import { useEffect, useRef } from 'preact/hooks';

import { colorToMove } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { languageInUse, say } from '../text';
import { clockText } from './clock';
import { isOver } from './game';
import { type Notation, sanIn, sanLabel } from './notation';
import { type Table, newestPly, shownPly, stepsSoFar } from './table';

type Row = { number: number; cells: { ply: number; san: string }[] };

/** Pairs of moves with their numbers; a game that Black began has an empty first cell. */
export function rowsOf(sans: string[], startFen: string): Row[] {
  const first = Number(startFen.split(' ')[5] ?? 1) || 1;
  const shift = colorToMove(startFen) === 'black' ? 1 : 0;
  const rows: Row[] = [];
  sans.forEach((san, i) => {
    const row = Math.floor((i + shift) / 2);
    const at = (rows[row] ??= {
      number: first + row,
      cells: shift === 1 && row === 0 ? [{ ply: 0, san: '…' }] : [],
    });
    at.cells.push({ ply: i + 1, san });
  });
  return rows;
}

/** "3.4 s", "1:05"; German has "3,4 s". */
export const tookText = (ms: number): string =>
  ms < 60_000
    ? say('move.took', { time: languageInUse().tenths.format(ms / 1000) })
    : clockText(ms, 'never');

/** How long a move took: shown in finished games, otherwise on hover. */
const moveTimeText = ({ game }: Table, ply: number): string => {
  const time = game.times[ply - 1] ?? null;
  return time === null ? '' : tookText(time);
};

type Props = { table: Table; notation: Notation; dispatch: Dispatch };

export function MoveList({ table, notation, dispatch }: Props) {
  const timed = isOver(table.game);
  const list = useRef<HTMLOListElement>(null);
  const shown = shownPly(table);
  const newest = newestPly(table);
  const sans = stepsSoFar(table).map(step => step.san);

  // Also when the size of the list changes: offers below it take some of its room.
  useEffect(() => {
    const element = list.current;
    const current = element?.querySelector<HTMLElement>('[aria-current]');
    if (!element || !current) return;
    const watch = new ResizeObserver(() => {
      const middle = current.offsetTop - element.clientHeight / 2 + current.offsetHeight / 2;
      const centre = current.offsetLeft - element.clientWidth / 2 + current.offsetWidth / 2;
      element.scrollTo({ top: middle, left: centre });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [shown, newest, table.game]);

  return (
    <ol class="moves figures" ref={list} aria-label={say('moves')} tabIndex={0}>
      {sans.length === 0 && <li class="soft none">{say('moves.none')}</li>}
      {rowsOf(sans, table.game.start.fen).map(row => (
        <li key={row.number}>
          <span class="number soft">{row.number}</span>
          {row.cells.map(cell => (
            <button
              key={cell.ply}
              class="move"
              disabled={cell.ply === 0}
              aria-label={sanLabel(notation, cell.san)}
              aria-current={cell.ply === shown && cell.ply > 0 ? 'step' : undefined}
              title={moveTimeText(table, cell.ply)}
              data-took={timed ? moveTimeText(table, cell.ply) : undefined}
              onClick={() => dispatch({ m: 'plyViewed', ply: cell.ply })}
            >
              {sanIn(notation, cell.san)}
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}
