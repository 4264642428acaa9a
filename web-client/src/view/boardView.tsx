/* The board: chessground, told what to show, telling what was done on it; and a cursor for the keyboard. */

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { colorToMove } from '../game';
import type { Rules } from '../rules';
import {
  type Promotion,
  type Table,
  canPlay,
  destsOf,
  isMyTurn,
  orientation,
  pieceOn,
  shownStep,
} from '../table';
import { say, sayPiece } from '../text';
import type { Color } from '../wire';
import { PromotionChoice } from './promotionChoice';

type Props = {
  table: Table;
  rules: Rules;
  onMove: (orig: Key, dest: Key) => void;
  onPremove: (orig: Key, dest: Key) => void;
  onPremoveDrop: () => void;
  onPromote: (to: Promotion | null) => void;
};

const lastMoveOf = (uci: string): Key[] =>
  uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : [];

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** All of the board that follows from the table. */
function configOf(table: Table, rules: Rules): Config {
  const step = shownStep(table);
  const plays = canPlay(table) && table.looking === null && !table.choosing;
  const myTurn = plays && isMyTurn(table);
  const { premove } = table;
  return {
    fen: step.fen,
    orientation: orientation(table),
    turnColor: colorToMove(step.fen),
    check: step.check,
    lastMove: lastMoveOf(step.uci),
    viewOnly: false,
    animation: { enabled: !calm(), duration: 180 },
    movable: {
      free: false,
      color: plays && table.seat ? table.seat : undefined,
      dests: myTurn ? destsOf(rules, step.fen) : new Map(),
    },
    premovable: {
      enabled: plays && !myTurn,
      current: premove ? [premove.orig, premove.dest] : undefined,
    },
  } as Config;
}

/** The square one step away as the player sees it. */
function neighbour(key: Key, arrow: string, side: Color): Key {
  const turn = side === 'white' ? 1 : -1;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-turn, 0],
    ArrowRight: [turn, 0],
    ArrowUp: [0, turn],
    ArrowDown: [0, -turn],
  };
  const [files, ranks] = steps[arrow] ?? [0, 0];
  const file = Math.max(0, Math.min(7, key.charCodeAt(0) - 97 + files));
  const rank = Math.max(1, Math.min(8, Number(key[1]) + ranks));
  return `${String.fromCharCode(97 + file)}${rank}` as Key;
}

export function BoardView({ table, rules, onMove, onPremove, onPremoveDrop, onPromote }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  const [cursor, setCursor] = useState<Key | null>(null);
  const calls = useRef({ onMove, onPremove, onPremoveDrop });
  calls.current = { onMove, onPremove, onPremoveDrop };

  useLayoutEffect(() => {
    if (!place.current) return;
    const api = Chessground(place.current, {
      ranksPosition: 'left',
      disableContextMenu: true,
      blockTouchScroll: true,
      premovable: {
        events: {
          set: (orig, dest) => calls.current.onPremove(orig, dest),
          unset: () => calls.current.onPremoveDrop(),
        },
      },
      movable: { events: { after: (orig, dest) => calls.current.onMove(orig, dest) } },
    });
    board.current = api;
    return () => api.destroy();
  }, []);

  // Setting a position wipes the player's arrows, so it is done only when the board itself changes.
  useLayoutEffect(
    () => board.current?.set(configOf(table, rules)),
    [
      shownStep(table),
      canPlay(table),
      isMyTurn(table),
      table.premove,
      table.choosing,
      table.looking === null,
      orientation(table),
      table.redraws,
    ],
  );

  useEffect(
    () =>
      board.current?.set({
        highlight: { custom: cursor ? new Map([[cursor, 'cursor']]) : new Map() },
      }),
    [cursor],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cursor || !board.current) return;
    if (event.key.startsWith('Arrow')) setCursor(neighbour(cursor, event.key, orientation(table)));
    else if (event.key === 'Enter' || event.key === ' ') board.current.selectSquare(cursor);
    else if (event.key === 'Escape') board.current.cancelMove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // A click on the board is no request for the cursor.
  const onFocus = (event: FocusEvent): void => {
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible');
    if (isByKeyboard) setCursor(cursor ?? (orientation(table) === 'white' ? 'e2' : 'e7'));
  };

  return (
    <div class="board">
      <div
        class="board-place"
        tabIndex={0}
        role="application"
        aria-label={say('board.label')}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setCursor(null)}
      >
        <div class="cg-wrap" ref={place} />
      </div>
      <div class="spoken" aria-live="polite">
        {cursor && `${cursor} ${sayPiece(pieceOn(shownStep(table).fen, cursor))}`}
      </div>
      {table.choosing && (
        <PromotionChoice
          dest={table.choosing.dest}
          color={table.seat ?? 'white'}
          orientation={orientation(table)}
          onChoose={onPromote}
        />
      )}
    </div>
  );
}
