/* The board of a game: what of the table is to be seen, and what a player does there. */

import type { Key } from '@lichess-org/chessground/types';

import type { Dispatch } from '../app';
import { colorToMove } from '../game';
import type { Rules } from '../rules';
import type { Settings } from '../settings';
import { type Table, boardFen, canPlay, destsOf, isMyTurn, orientation, shownStep } from '../table';
import { Board, type Shown } from './board';
import { lazily } from './lazily';

type Props = { table: Table; rules: Rules; settings: Settings; dispatch: Dispatch };

/** The squares that premoves lead from and to. */
function marksOf({ premoves, looking }: Table): Map<Key, string> {
  const keys = looking === null ? premoves.flatMap(({ orig, dest }) => [orig, dest]) : [];
  return new Map(keys.map(key => [key, 'current-premove']));
}

function shownOf(table: Table, rules: Rules, settings: Settings): Shown {
  const step = shownStep(table);
  const plays = canPlay(table) && table.looking === null && !table.choosing && !table.held;
  const myTurn = plays && isMyTurn(table);
  return {
    fen: boardFen(table),
    orientation: orientation(table),
    // Pieces that stand where premoves lead are moved on before their turn, too.
    turn: colorToMove(step.fen),
    check: step.check,
    lastMove: step.uci,
    mover: plays && table.seat ? table.seat : undefined,
    dests: () => (myTurn ? destsOf(rules, step.fen) : new Map()),
    premoves: plays && !myTurn && settings.premoves === 'many',
    marks: marksOf(table),
    coordinates: settings.coordinates === 'inside',
    choosing: table.choosing && { dest: table.choosing.dest, color: table.seat ?? 'white' },
    redraws: table.redraws,
  };
}

const SizeHandle = lazily(async () => (await import('./besides')).SizeHandle, 'spare');

export const BoardView = ({ table, rules, settings, dispatch }: Props) => (
  <Board
    shown={shownOf(table, rules, settings)}
    onMove={(orig, dest) => dispatch({ m: 'moved', orig, dest })}
    onPremove={(orig, dest) => dispatch({ m: 'premoved', orig, dest })}
    onPremovesDrop={() => dispatch({ m: 'premovesDropped' })}
    onLeaf={by => dispatch({ m: 'leafed', by })}
    onPromote={to => dispatch({ m: 'promoted', to })}
  >
    <SizeHandle settings={settings} dispatch={dispatch} />
  </Board>
);
