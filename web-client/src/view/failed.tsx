/* Why a part of the page could not be fetched, and a way on. */

import type { Refused } from '../api';
import { say } from '../text/later';
import { refusedText } from '../text/refusal';

export const Failed = ({ answer, again }: { answer: Refused; again: () => void }) => (
  <p role="alert">
    {refusedText(answer)}{' '}
    <button class="quiet" onClick={again}>
      {say('link.retry')}
    </button>
  </p>
);
