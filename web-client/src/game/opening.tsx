/* The name of the opening on the board. */

import { useEffect, useState } from 'preact/hooks';

import { startFen } from '../chess/fen';
import { callApi } from '../net/api';
import { type Infer, nullable, object, text } from '../net/schema';

type Props = { start: string; moves: string[] };

/** Nothing is asked about positions that are only stepped past. */
const rest = 250;

export function OpeningName({ start, moves }: Props) {
  const [named, setNamed] = useState<Opening | null>(null);
  const line = moves.join(' ');
  const isUsual = start === startFen;

  useEffect(() => {
    if (!isUsual || line === '') return setNamed(null);
    const played = line.split(' ');
    const known = knownOpening(played);
    if (known !== undefined) return setNamed(known);
    let isWanted = true;
    const timer = setTimeout(() => {
      void askOpening(played).then(found => {
        if (isWanted && found !== undefined) setNamed(found);
      });
    }, rest);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [line, isUsual]);

  // The names are the English ones of the book.
  return (
    named && (
      <bdi lang="en" title={`${named.eco} ${named.name}`}>
        {named.name}
      </bdi>
    )
  );
}

/* What an opening is called: the server knows, and is asked once for each line of moves. */

const opening = object({ eco: text, name: text });
export type Opening = Infer<typeof opening>;

const isAnswer = object({ opening: nullable(opening) });

/** The names end there; later moves do not change them. */
const pliesMax = 40;

// The names don't change while the page is open.
const answers = new Map<string, Opening | null>();

const keyOf = (moves: string[]): string => moves.slice(0, pliesMax).join(',');

/** Undefined: not asked yet. */
export const knownOpening = (moves: string[]): Opening | null | undefined =>
  answers.get(keyOf(moves));

/** Undefined when the server does not say; then it may be asked again. */
export async function askOpening(moves: string[]): Promise<Opening | null | undefined> {
  const key = keyOf(moves);
  const answer = await callApi('GET', `/api/opening?moves=${key}`, isAnswer);
  if (!answer.ok) return undefined;
  answers.set(key, answer.value.opening);
  return answer.value.opening;
}
