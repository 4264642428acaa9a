/* Keys and the wheel that look back and forth in a game, wherever no field or board cursor wants them. */

import { useBoardKeys } from '../board/boardKeys';
import type { Dispatch, Msg } from '../dispatch';

const back: Msg = { m: 'leafed', by: -1 };
const on: Msg = { m: 'leafed', by: 1 };
const first: Msg = { m: 'looked', ply: 0 };
const newest: Msg = { m: 'looked', ply: Infinity };

/** What looks through the game. */
export const lookKeys: Record<string, Msg> = {
  ...{ ArrowLeft: back, ArrowRight: on, ArrowUp: first, ArrowDown: newest },
  ...{ h: back, l: on, k: first, j: newest, Home: first, End: newest },
};

const keys: Record<string, Msg> = {
  ...lookKeys,
  f: { m: 'flipped' },
  z: { m: 'toggled', setting: 'zen' },
  b: { m: 'toggled', setting: 'blindfold' },
  '?': { m: 'helped', on: true },
  Escape: { m: 'premovesDropped' },
};

export function useLookKeys(dispatch: Dispatch): void {
  const onKey = (key: string, target: EventTarget | null): boolean => {
    if (key === 'Enter' && target === document.body)
      document.querySelector<HTMLInputElement>('.entry input')?.focus();
    const msg = keys[key];
    if (msg) dispatch(msg);
    return msg !== undefined;
  };
  useBoardKeys({ onKey, onTurn: by => dispatch({ m: 'leafed', by }) }, [dispatch]);
}
