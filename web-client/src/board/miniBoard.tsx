/* A small board that is only for looking at. */

import './miniBoard.css';

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Color } from '../chess/fen';

type Props = { fen: string; last: string; side: Color };

export function MiniBoard({ fen, last, side }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    board.current = Chessground(place.current, {
      viewOnly: true,
      coordinates: false,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches },
    });
    return () => board.current?.destroy();
  }, []);
  useLayoutEffect(
    () =>
      board.current?.set({
        fen,
        orientation: side,
        lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : [],
      }),
    [fen, last, side],
  );
  return (
    <div class="mini">
      <div class="cg-wrap" ref={place} />
    </div>
  );
}
