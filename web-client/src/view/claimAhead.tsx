/* A draw by repetition or by fifty moves, claimed with the move that is about to be made (FIDE 9.2.1, 9.3.1):
 * first the wish, then the move, which is not played. */

import type { Dispatch } from '../app';
import type { Rules } from '../rules';
import { type Table, mayClaimAhead } from '../table';
import { say } from '../text/later';

type Props = { table: Table; rules: Rules; dispatch: Dispatch };

export function ClaimAhead({ table, rules, dispatch }: Props) {
  if (!mayClaimAhead(table, rules)) return null;
  const { claiming } = table;
  return (
    <div class="offer" role={claiming ? 'alert' : undefined}>
      <span>{say(claiming ? 'claim.ahead.now' : 'claim.ahead')}</span>
      <button onClick={() => dispatch({ m: 'claiming', on: !claiming })}>
        {say(claiming ? 'cancel' : 'claim.ahead.act')}
      </button>
    </div>
  );
}
