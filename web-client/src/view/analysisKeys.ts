/* Keys and the wheel at an analysis board. */

import { useEffect } from 'preact/hooks';

import type { Action } from '../analysis';

const keys: Record<string, Action['a']> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  ArrowUp: 'start',
  ArrowDown: 'end',
  Home: 'start',
  End: 'end',
  f: 'flip',
  e: 'toggle',
};

export function useAnalysisKeys(act: (action: Action) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (
        target instanceof Element &&
        target.closest('input:not([type=checkbox]), select, textarea')
      )
        return;
      const pressed = keys[event.key];
      if (!pressed) return;
      act({ a: pressed } as Action);
      event.preventDefault();
    };
    const onWheel = (event: WheelEvent): void => {
      if (!(event.target instanceof Element && event.target.closest('.board'))) return;
      if (event.ctrlKey || event.deltaY === 0) return;
      act({ a: event.deltaY > 0 ? 'on' : 'back' });
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    addEventListener('wheel', onWheel, { passive: false });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('wheel', onWheel);
    };
  }, [act]);
}
