/* What can be done with the variation that one is in. */

import type { Action, Analysis } from '../analysis';
import { say } from '../text/later';
import { isMain } from '../tree';

type Props = { state: Analysis; act: (action: Action) => void };

export function Branch({ state: { tree, path }, act }: Props) {
  if (path.length === 0) return null;
  const isFirst = isMain(tree, path);
  return (
    <div class="row branch">
      <button class="quiet" disabled={isFirst} onClick={() => act({ a: 'up' })}>
        {say('analysis.up')}
      </button>
      <button class="quiet" disabled={isFirst} onClick={() => act({ a: 'main' })}>
        {say('analysis.main')}
      </button>
      <button class="quiet" onClick={() => act({ a: 'remove' })}>
        {say('analysis.remove')}
      </button>
    </div>
  );
}
