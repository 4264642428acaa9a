/* Keys and the mouse wheel at a board, unless a field, a dialog or the board cursor uses them. */

import { useEffect, useRef } from 'preact/hooks';

type Handlers = {
  /** Whether the key did something. */
  onKey: (key: string, target: EventTarget | null) => boolean;
  /** 1: on, -1: back. */
  onWheel: (by: number) => void;
};

/** Elements that use keys themselves; a checkbox does not use the arrows. */
const takers = 'input:not([type=checkbox]), select, textarea, dialog';

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

export function useBoardKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isInside(event.target, takers)) return;
      if (latest.current.onKey(event.key, event.target)) event.preventDefault();
    };
    const turned = (event: WheelEvent): void => {
      if (!isInside(event.target, '.board') || event.ctrlKey || event.deltaY === 0) return;
      latest.current.onWheel(Math.sign(event.deltaY));
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    addEventListener('wheel', turned, { passive: false });
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener('wheel', turned);
    };
  }, []);
}
