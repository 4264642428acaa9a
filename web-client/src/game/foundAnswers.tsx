/* Somebody came who seeks the same game while the player plays the computer: play them, or not. */

import type { Dispatch } from '../dispatch';
import { say } from '../text/later';

export const FoundAnswers = ({ dispatch }: { dispatch: Dispatch }) => (
  <>
    <button class="primary" onClick={() => dispatch({ m: 'foundAnswered', yes: true })}>
      {say('found.accept')}
    </button>
    <button onClick={() => dispatch({ m: 'foundAnswered', yes: false })}>
      {say('found.decline')}
    </button>
  </>
);
