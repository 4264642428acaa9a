/* How long the way to the server and back is, as four bars and in numbers. */

import { say } from '../text';

/** Round trips in ms above which a bar is lost, as players know them. */
const steps = [150, 300, 500];

export const barsOf = (roundTrip: number): number =>
  4 - steps.filter(step => roundTrip > step).length;

export const Lag = ({ roundTrip }: { roundTrip: number }) => (
  <span class="lag" title={say('lag')}>
    <svg viewBox="0 0 16 12" class={`bars bars-${barsOf(roundTrip)}`} aria-hidden="true">
      {[0, 1, 2, 3].map(i => (
        <rect key={i} x={i * 4} y={9 - i * 3} width={3} height={3 + i * 3} rx={1} />
      ))}
    </svg>
    {roundTrip} ms
  </span>
);
