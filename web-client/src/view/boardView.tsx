/* The board: chessground, told what to show, telling what was done on it; and a cursor for the keyboard. */

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { colorToMove } from '../game';
import type { Rules } from '../rules';
import type { Settings } from '../settings';
import { pieceOn } from '../squares';
import {
  type Promotion,
  type Table,
  boardFen,
  canPlay,
  destsOf,
  isMyTurn,
  orientation,
  shownStep,
} from '../table';
import { say, sayPiece } from '../text';
import type { Color } from '../wire';
import { PromotionChoice } from './promotionChoice';

type Props = {
  table: Table;
  rules: Rules;
  settings: Settings;
  onMove: (orig: Key, dest: Key) => void;
  onPremove: (orig: Key, dest: Key) => void;
  onPremovesDrop: () => void;
  onPromote: (to: Promotion | null) => void;
};

const lastMoveOf = (uci: string): Key[] =>
  uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : [];

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The squares that are marked beside the last move: where premoves lead, where the keyboard is. */
function marksOf({ premoves, looking }: Table, cursor: Key | null): Map<Key, string> {
  const marks = new Map<Key, string>();
  for (const { orig, dest } of looking === null ? premoves : [])
    for (const key of [orig, dest]) marks.set(key, 'current-premove');
  if (cursor) marks.set(cursor, `${marks.get(cursor) ?? ''} cursor`.trim());
  return marks;
}

/** All of the board that follows from the table. */
function configOf(table: Table, rules: Rules, settings: Settings): Config {
  const step = shownStep(table);
  const plays = canPlay(table) && table.looking === null && !table.choosing && !table.held;
  const myTurn = plays && isMyTurn(table);
  return {
    fen: boardFen(table),
    orientation: orientation(table),
    // Pieces that stand where premoves lead are moved on before their turn, too.
    turnColor: colorToMove(step.fen),
    check: step.check,
    lastMove: lastMoveOf(step.uci),
    viewOnly: false,
    coordinates: settings.coordinates === 'inside',
    animation: { enabled: !calm(), duration: 180 },
    movable: {
      free: false,
      color: plays && table.seat ? table.seat : undefined,
      dests: myTurn ? destsOf(rules, step.fen) : new Map(),
    },
    premovable: {
      enabled: plays && !myTurn && settings.premoves === 'many',
      current: undefined, // the table's list of them is shown by marks
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

/** A right click, or a tap that picks nothing up and puts nothing down, takes all premoves back. */
function dropOnTap(element: HTMLElement, board: { current: Api | null }, drop: () => void) {
  const onDown = ({ button, clientX, clientY }: PointerEvent): void => {
    const { current } = board;
    if (!current) return;
    const { pieces, movable, selected } = current.state;
    const key = current.getKeyAtDomPos([clientX, clientY]);
    const isOwn = key !== undefined && pieces.get(key)?.color === movable.color;
    if (button === 2 || (!isOwn && selected === undefined)) drop();
  };
  element.addEventListener('pointerdown', onDown, true);
  return () => element.removeEventListener('pointerdown', onDown, true);
}

export function BoardView(props: Props) {
  const { table, rules, settings, onMove, onPremove, onPremovesDrop, onPromote } = props;
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  const [cursor, setCursor] = useState<Key | null>(null);
  const calls = useRef({ onMove, onPremove, onPremovesDrop });
  calls.current = { onMove, onPremove, onPremovesDrop };

  useLayoutEffect(() => {
    if (!place.current) return;
    const api = Chessground(place.current, {
      ranksPosition: 'left',
      disableContextMenu: true,
      blockTouchScroll: true,
      premovable: { events: { set: (orig, dest) => calls.current.onPremove(orig, dest) } },
      movable: { events: { after: (orig, dest) => calls.current.onMove(orig, dest) } },
    });
    board.current = api;
    return () => api.destroy();
  }, []);

  // Setting a position wipes the player's arrows, so it is done only when the board itself changes.
  useLayoutEffect(
    () => board.current?.set(configOf(table, rules, settings)),
    [
      shownStep(table),
      canPlay(table),
      isMyTurn(table),
      table.premoves,
      table.held,
      settings,
      table.choosing,
      table.looking === null,
      orientation(table),
      table.redraws,
    ],
  );

  useEffect(
    () =>
      board.current?.set({
        highlight: { custom: marksOf(table, cursor) },
      }),
    [cursor, table.premoves, table.looking],
  );
  useLayoutEffect(() => {
    const element = place.current;
    if (element) return dropOnTap(element, board, () => calls.current.onPremovesDrop());
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cursor || !board.current) return;
    if (event.key.startsWith('Arrow')) setCursor(neighbour(cursor, event.key, orientation(table)));
    else if (event.key === 'Enter' || event.key === ' ') board.current.selectSquare(cursor);
    else if (event.key === 'Escape') {
      board.current.cancelMove();
      onPremovesDrop();
    } else return;
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
