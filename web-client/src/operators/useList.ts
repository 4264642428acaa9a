/* What the server shows operators, fetched again in each round. What was there before stays until the answer comes, and so
 * does what somebody is typing. */

import { useEffect, useRef } from 'preact/hooks';

import { useCall } from '../ui/apiCall';

export function useList<T>(path: string, is: (value: unknown) => value is T, round: number) {
  const call = useCall(path, is);
  const [, again] = call;
  const last = useRef(round);
  useEffect(() => {
    if (last.current !== round) again();
    last.current = round;
  }, [round, again]);
  return call;
}
