/* The name of the opening on the board. Its room is there before it is known. */

import { useEffect, useState } from 'preact/hooks';

import { type Opening, askOpening, knownOpening } from '../opening';
import { startFen } from '../pgnText';

type Props = { start: string; moves: string[] };

/** Who leafs through a game asks nothing on the way. */
const rest = 250;

export function OpeningName({ start, moves }: Props) {
  const [named, setNamed] = useState<Opening | null>(null);
  const line = moves.join();
  const isUsual = start === startFen;

  useEffect(() => {
    if (!isUsual || moves.length === 0) return setNamed(null);
    const known = knownOpening(moves);
    if (known !== undefined) return setNamed(known);
    let isWanted = true;
    const timer = setTimeout(() => {
      void askOpening(moves).then(found => {
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
