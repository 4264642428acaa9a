/* Keys and the wheel at an analysis board. */

import type { Action } from '../analysis';
import { useBoardKeys } from './boardKeys';

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
  const onKey = (key: string): boolean => {
    const pressed = keys[key];
    if (pressed) act({ a: pressed } as Action);
    return pressed !== undefined;
  };
  useBoardKeys({ onKey, onTurn: by => act({ a: by > 0 ? 'on' : 'back' }) }, [act]);
}
