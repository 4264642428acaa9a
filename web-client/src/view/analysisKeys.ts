/* Keys and the wheel at an analysis board. */

import type { Action } from '../analysis';
import { useBoardKeys } from './boardKeys';

const keys: Record<string, Action['a']> = {
  ...{ ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'start', ArrowDown: 'end' },
  ...{ h: 'back', l: 'on', k: 'start', j: 'end', Home: 'start', End: 'end' },
  f: 'flip',
  e: 'toggle',
  u: 'up',
  m: 'main',
  Delete: 'remove',
};

type Handlers = {
  act: (action: Action) => void;
  /** Somebody wants to comment, or to know the keys. */
  onComment: () => void;
  onHelp: () => void;
};

export function useAnalysisKeys({ act, onComment, onHelp }: Handlers): void {
  const onKey = (key: string): boolean => {
    const pressed = keys[key];
    if (pressed) act({ a: pressed } as Action);
    else if (key === 'c') onComment();
    else if (key === '?') onHelp();
    else return false;
    return true;
  };
  useBoardKeys({ onKey, onTurn: by => act({ a: by > 0 ? 'on' : 'back' }) }, [act]);
}
