/* Dragging in the editor, by mouse, pen or finger: a piece is taken from a square or from the
 * tray and follows the pointer until it is let go. A drag of less than a few pixels is a click. */

import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A piece that is dragged; `from` null: it comes from the tray. `x`, `y`: of the pointer. */
export type Drag = { letter: string; from: Key | null; x: number; y: number };

/** Pixels. */
const dragMin = 5;

/** The square under a point; null: none. */
const squareAt = (x: number, y: number): Key | null =>
  (document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-key]')?.dataset.key as
    | Key
    | undefined) ?? null;

/** Begins a drag when a button is pressed, and reports what to show; `drop` is told where it ended. */
export function usePieceDrag(drop: (drag: Drag, to: Key | null) => void) {
  const [shown, setShown] = useState<Drag | null>(null);
  const pressed = useRef<(Drag & { id: number; moves: boolean }) | null>(null);
  const dropped = useRef(drop);
  dropped.current = drop;

  useEffect(() => {
    const onMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent): void => {
      const at = pressed.current;
      if (!at || at.id !== pointerId) return;
      at.moves ||= Math.hypot(x - at.x, y - at.y) >= dragMin;
      if (at.moves) setShown({ letter: at.letter, from: at.from, x, y });
    };
    const onUp = ({ pointerId, clientX: x, clientY: y }: PointerEvent): void => {
      const at = pressed.current;
      if (!at || at.id !== pointerId) return;
      pressed.current = null;
      setShown(null);
      if (!at.moves) return;
      dropped.current(at, squareAt(x, y));
      // The press that began the drag is not a click.
      const swallow = (event: Event): void => event.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, true));
    };
    const onCancel = (): void => {
      pressed.current = null;
      setShown(null);
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onCancel);
    };
  }, []);

  const press = (event: PointerEvent, letter: string | null, from: Key | null): void => {
    if (!letter || !event.isPrimary || event.button !== 0) return;
    // Events of a finger go to the button that it pressed unless that releases it.
    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
    const { pointerId: id, clientX: x, clientY: y } = event;
    pressed.current = { letter, from, x, y, id, moves: false };
  };
  return { shown, press };
}
