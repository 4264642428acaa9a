/* Parts of pages that are fetched from the HTTP API. */

import { useCallback, useEffect, useState } from 'preact/hooks';

import { type ApiAnswer, type Refused, callApi } from '../net/api';
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

/** Fetches something for a part of the page while that is shown: null while it is loading. The
 * function fetches it again. */
export function useCall<T>(
  path: string,
  is: (value: unknown) => value is T,
): [ApiAnswer<T> | null, () => void] {
  const [answer, setAnswer] = useState<ApiAnswer<T> | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    void callApi('GET', path, is).then(got => {
      if (wanted) setAnswer(got);
    });
    return () => {
      wanted = false;
    };
  }, [path, is, round]);
  return [answer, useCallback(() => setRound(before => before + 1), [])];
}
