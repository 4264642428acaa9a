/* The board: chessground, given what to show, reporting what was done on it; and a cursor for the
 * keyboard. */

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { type Color, pieceOn } from '../chess/fen';
import type { Dests, Promotion } from '../chess/moves';
import { say, sayPiece } from '../text';
import { PromotionChoice } from './promotionChoice';

/** Everything that is shown; values that did not change are not drawn again. */
export type Shown = {
  fen: string;
  orientation: Color;
  turn: Color;
  check: boolean;
  /** As UCI; empty before the first. */
  lastMove: string;
  /** Whose pieces may be moved. */
  mover: Color | 'both' | undefined;
  dests: () => Dests;
  /** Pieces may be moved before their turn. */
  premoves: boolean;
  marks: Map<Key, string>;
  shapes?: DrawShape[];
  /** The player's arrows and circles, where they are stored; otherwise they vanish with the
   * position. */
  drawn?: DrawShape[];
  coordinates: boolean;
  promoting: { dest: Key; color: Color } | null;
  /** Grows whenever the board must be set again although nothing else changed. */
  redraws: number;
};

type Props = {
  shown: Shown;
  onMove: (orig: Key, dest: Key) => void;
  onPremove?: (orig: Key, dest: Key) => void;
  onPremovesDrop?: () => void;
  onDraw?: (shapes: DrawShape[]) => void;
  /** Shown at the edge of the board. */
  children?: ComponentChildren;
  onPromote: (to: Promotion | null) => void;
  /** One move on (1) or back (-1). */
  onStep: (by: number) => void;
};

const lastMoveOf = (uci: string): Key[] =>
  uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : [];

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function configOf(shown: Shown): Config {
  return {
    fen: shown.fen,
    orientation: shown.orientation,
    turnColor: shown.turn,
    check: shown.check,
    lastMove: lastMoveOf(shown.lastMove),
    coordinates: shown.coordinates,
    animation: { enabled: !prefersReducedMotion(), duration: 180 },
    movable: { free: false, color: shown.mover, dests: shown.dests() },
    premovable: {
      enabled: shown.premoves,
      current: undefined, // a list of premoves is shown by highlights
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

/** A right click, or a tap that neither picks up nor drops a piece, cancels all premoves. */
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

const swipeMin = 40; // pixels across

/** A finger that swipes across the board without taking a piece along steps through the game. */
function stepOnSwipe(
  element: HTMLElement,
  board: { current: Api | null },
  step: (by: number) => void,
) {
  let from: PointerEvent | null = null;
  const takesPiece = ({ clientX, clientY }: PointerEvent): boolean => {
    if (!board.current) return true;
    const { pieces, movable, selected } = board.current.state;
    const key = board.current.getKeyAtDomPos([clientX, clientY]);
    const { color } = (key && pieces.get(key)) || {};
    return selected !== undefined || (color !== undefined && color === movable.color);
  };
  const onDown = (event: PointerEvent): void => {
    from = event.pointerType === 'touch' && event.isPrimary && !takesPiece(event) ? event : null;
  };
  const onUp = ({ clientX, clientY }: PointerEvent): void => {
    const across = clientX - (from?.clientX ?? clientX);
    const along = clientY - (from?.clientY ?? clientY);
    from = null;
    if (Math.abs(across) >= swipeMin && Math.abs(across) > 2 * Math.abs(along))
      step(across < 0 ? 1 : -1);
  };
  element.addEventListener('pointerdown', onDown, true);
  element.addEventListener('pointerup', onUp, true);
  return () => {
    element.removeEventListener('pointerdown', onDown, true);
    element.removeEventListener('pointerup', onUp, true);
  };
}

const withCursor = (marks: Map<Key, string>, cursor: Key | null): Map<Key, string> =>
  cursor ? new Map(marks).set(cursor, `${marks.get(cursor) ?? ''} cursor`.trim()) : marks;

export function Board({
  shown,
  onMove,
  onPremove,
  onPremovesDrop,
  onPromote,
  onStep,
  onDraw,
  children,
}: Props) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  const [cursor, setCursor] = useState<Key | null>(null);
  const calls = useRef({ onMove, onPremove, onPremovesDrop, onStep, onDraw });
  calls.current = { onMove, onPremove, onPremovesDrop, onStep, onDraw };

  useLayoutEffect(() => {
    if (!place.current) return;
    const api = Chessground(place.current, {
      ranksPosition: 'left',
      disableContextMenu: true,
      blockTouchScroll: true,
      drawable: {
        eraseOnMovablePieceClick: !calls.current.onDraw,
        onChange: shapes => calls.current.onDraw?.(shapes),
      },
      premovable: { events: { set: (orig, dest) => calls.current.onPremove?.(orig, dest) } },
      movable: { events: { after: (orig, dest) => calls.current.onMove(orig, dest) } },
    });
    board.current = api;
    // Something above the board may have moved it, which chessground does not notice by itself.
    place.current.addEventListener('pointerdown', () => api.state.dom.bounds.clear(), {
      capture: true,
    });
    const release = dropOnTap(place.current, board, () => calls.current.onPremovesDrop?.());
    const unleaf = stepOnSwipe(place.current, board, by => calls.current.onStep(by));
    return () => {
      release();
      unleaf();
      api.destroy();
    };
  }, []);

  const marked = [...shown.marks.keys()].join();
  // Setting a position erases the player's arrows, so this is done only when the board itself changes.
  useLayoutEffect(
    () => board.current?.set(configOf(shown)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [
      shown.fen,
      shown.orientation,
      shown.turn,
      shown.lastMove,
      shown.mover,
      shown.premoves,
      shown.coordinates,
      shown.promoting?.dest,
      shown.redraws,
    ],
  );
  useEffect(
    () =>
      board.current?.set({
        highlight: { custom: withCursor(shown.marks, cursor) },
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [cursor, marked],
  );
  useLayoutEffect(() => {
    if (shown.drawn) board.current?.setShapes(shown.drawn);
  });
  useEffect(() => board.current?.setAutoShapes(shown.shapes ?? []), [shown.shapes]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cursor || !board.current) return;
    if (event.key.startsWith('Arrow')) setCursor(neighbour(cursor, event.key, shown.orientation));
    else if (event.key === 'Enter' || event.key === ' ') board.current.selectSquare(cursor);
    else if (event.key === 'Escape') {
      board.current.cancelMove();
      onPremovesDrop?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // A click on the board does not bring up the cursor.
  const onFocus = (event: FocusEvent): void => {
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible');
    if (isByKeyboard) setCursor(cursor ?? (shown.orientation === 'white' ? 'e2' : 'e7'));
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
      {children}
      <div class="spoken" aria-live="polite">
        {cursor && `${cursor} ${sayPiece(pieceOn(shown.fen, cursor))}`}
      </div>
      {shown.promoting && (
        <PromotionChoice
          dest={shown.promoting.dest}
          color={shown.promoting.color}
          orientation={shown.orientation}
          onChoose={onPromote}
        />
      )}
    </div>
  );
}
