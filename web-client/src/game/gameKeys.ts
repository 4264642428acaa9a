/* Keys and the mouse wheel that step through a game, unless a field or the board cursor uses them. */

import { useBoardKeys } from '../board/boardKeys';
import type { Dispatch, Msg } from '../dispatch';

const back: Msg = { m: 'stepped', by: -1 };
const on: Msg = { m: 'stepped', by: 1 };
const first: Msg = { m: 'plyViewed', ply: 0 };
const newest: Msg = { m: 'plyViewed', ply: Infinity };

/** Those that change the ply that is shown. */
export const viewKeys: Record<string, Msg> = {
  ...{ ArrowLeft: back, ArrowRight: on, ArrowUp: first, ArrowDown: newest },
  ...{ h: back, l: on, k: first, j: newest, Home: first, End: newest },
};

const keys: Record<string, Msg> = {
  ...viewKeys,
  f: { m: 'flipped' },
  z: { m: 'settingToggled', setting: 'zen' },
  b: { m: 'settingToggled', setting: 'blindfold' },
  '?': { m: 'helpToggled', on: true },
  Escape: { m: 'premovesDropped' },
};

export function useGameKeys(dispatch: Dispatch): void {
  const onKey = (key: string, target: EventTarget | null): boolean => {
    if (key === 'Enter' && target === document.body)
      document.querySelector<HTMLInputElement>('.entry input')?.focus();
    const msg = keys[key];
    if (msg) dispatch(msg);
    return msg !== undefined;
  };
  useBoardKeys({ onKey, onWheel: by => dispatch({ m: 'stepped', by }) });
}
