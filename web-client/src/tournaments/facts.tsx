/* What is said of a tournament wherever it is named: its format, its time control, when it begins. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { clockText, controlText } from '../game/clock';
import { ratingText } from '../net/rating';
import type { Summary } from '../net/tournaments';
import { sayFigures } from '../text';
import { sayInstant } from '../text/later';
import { say } from '../text/tournaments';
import { InnerLink } from '../ui/innerLink';

export const timeControl = ({ clock, days }: Pick<Summary, 'clock' | 'days'>): string =>
  sayFigures(controlText(clock ?? (days === null ? null : { days })));

/** "Swiss · 3+2 · rated · 7 rounds" */
export function factsOf(tournament: Summary): string {
  const { format, variant, rated, rounds } = tournament;
  return [
    say(`tour.format.${format}`),
    timeControl(tournament),
    ...(variant === 'chess960' ? [say('variant.chess960')] : []),
    say(rated ? 'rated' : 'casual'),
    ...(rounds !== null && rounds > 0 && format !== 'simul' ? [say('tour.rounds', { n: rounds })] : []),
  ].join(' · ');
}

type NameProps = {
  user: string | null;
  name: string;
  rating?: number | null;
  dispatch: Dispatch;
};

/** A player, with a link to the profile of their account. */
export const PlayerName = ({ user, name, rating, dispatch }: NameProps) => (
  <span class="player-name">
    {user === null ? (
      <bdi>{name}</bdi>
    ) : (
      <InnerLink to={{ page: 'profile', name }} dispatch={dispatch}>
        <bdi>{name}</bdi>
      </InnerLink>
    )}
    {typeof rating === 'number' && <span class="soft figures"> {ratingText(rating)}</span>}
  </span>
);

/** The time until an instant of the page, as a clock; it ticks by itself. */
export function TimeLeft({ until }: { until: number }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const left = Math.max(0, until - performance.now());
      if (place.current) place.current.textContent = clockText(left, 'never');
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return <span class="figures notation" role="timer" ref={place} />;
}

/** Where the tournament is: when it begins, which round goes on, how long until the next. */
export function Progress({ tournament, skew }: { tournament: Progressing; skew: number }) {
  const { status, startsAt, paused } = tournament;
  if (status === 'finished' || status === 'cancelled') return <>{say(`tour.status.${status}`)}</>;
  if (paused) return <>{say('tour.status.paused')}</>;
  if (status === 'created')
    return startsAt === null ? (
      <>{say('tour.starts.byHand')}</>
    ) : (
      <>
        {say('tour.starts', { when: sayInstant(startsAt) })} <TimeLeft until={startsAt + skew} />
      </>
    );
  return <Going tournament={tournament} skew={skew} />;
}

type Progressing = Summary & {
  roundState?: string;
  nextRoundAt?: number | null;
  boardsLeft?: number;
};

const Line = ({ words, until }: { words: string; until: number }) => (
  <>
    {words} <TimeLeft until={until} />
  </>
);

function Going({ tournament, skew }: { tournament: Progressing; skew: number }): ComponentChildren {
  const { format, endsAt, round, rounds, nextRoundAt, roundState, boardsLeft = 0 } = tournament;
  if (format === 'arena')
    return endsAt === null ? (
      <>{say('tour.status.started')}</>
    ) : (
      <Line words={say('tour.endsIn')} until={endsAt + skew} />
    );
  if (nextRoundAt !== null && nextRoundAt !== undefined)
    return <Line words={say('tour.nextRound', { n: round + 1 })} until={nextRoundAt + skew} />;
  if (format === 'simul') return <>{say('tour.boardsLeft', { n: boardsLeft })}</>;
  const name =
    rounds === null || rounds < round
      ? say('tour.round', { n: round })
      : say('tour.roundOf', { n: round, of: rounds });
  if (round === 0) return <>{say('tour.status.started')}</>;
  if (roundState === 'playing' && boardsLeft > 0)
    return (
      <>
        {name} · {say('tour.boardsLeft', { n: boardsLeft })}
      </>
    );
  return (
    <>
      {name}
      {roundState === 'paired' && ` · ${say('tour.roundPaired')}`}
      {roundState === 'over' && ` · ${say('tour.roundOver')}`}
    </>
  );
}
