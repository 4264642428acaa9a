/* Open seeks with their terms: each can be accepted with one tap, or says why it cannot. */

import { useEffect, useState } from 'preact/hooks';

import { opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { controlText, estimateOf, speedOf } from '../game/clock';
import { callApi } from '../net/api';
import { ratingText } from '../net/rating';
import type { Control, OpenSeek, Person, Variant } from '../net/wire';
import { type Perf, type PerfName, isUser } from '../people/user';
import { sayFigures } from '../text';
import { say } from '../text/later';

export const termsText = (clock: Control, variant: Variant, rated: boolean): string =>
  [
    sayFigures(controlText(clock)),
    say(`speed.${speedOf(clock)}`),
    ...(variant === 'standard' ? [] : [say(`variant.${variant}`)]),
    say(rated ? 'rated' : 'casual'),
  ].join(' · ');

/** Wishes besides the terms; '' when there are none. */
const wishesText = ({ color, rating }: OpenSeek): string =>
  [
    ...(color === 'random' ? [] : [say(`challenge.side.${opposite(color)}`)]),
    ...(rating ? [say('seeks.range', { least: String(rating[0]), most: String(rating[1]) })] : []),
  ].join(' · ');

const hindranceText = (hindrance: Hindrance): string =>
  hindrance.why === 'account'
    ? say('seeks.account')
    : say('seeks.outside', { rating: String(hindrance.rating) });

type Perfs = Record<string, Perf>;

/** The player's ratings, as far as they matter; null until they are known. */
function usePerfs(name: string | null): Perfs | null {
  const [perfs, setPerfs] = useState<Perfs | null>(null);
  useEffect(() => {
    if (name === null) return;
    void callApi('GET', `/api/user/${name}`, isUser).then(answer => {
      if (answer.ok) setPerfs(answer.value.perfs ?? {});
    });
  }, [name]);
  return perfs;
}

type ItemProps = { seek: OpenSeek; hindrance: Hindrance | null; dispatch: Dispatch };

function Item({ seek, hindrance, dispatch }: ItemProps) {
  const { person, clock, variant, rated } = seek;
  const wishes = wishesText(seek);
  return (
    <li>
      <span>
        <strong>
          <bdi>{person.name}</bdi>{' '}
          <span class="soft figures">{ratingText(person.rating, person.provisional)}</span>
        </strong>
        <span class="soft figures">{termsText(clock, variant, rated)}</span>
        {wishes && <span class="soft figures">{wishes}</span>}
      </span>
      {hindrance ? (
        <span class="soft">{hindranceText(hindrance)}</span>
      ) : (
        <button onClick={() => dispatch({ m: 'seekTaken', seek: seek.seek })}>
          {say('challenge.accept')}
        </button>
      )}
    </li>
  );
}

type Props = { seeks: OpenSeek[]; you: Person; dispatch: Dispatch };

export function SeekList({ seeks, you, dispatch }: Props) {
  const isRanged = you.guest === false && seeks.some(({ rating }) => rating !== null);
  const perfs = usePerfs(isRanged ? you.name : null);
  return (
    <ul>
      {seeks.map(seek => (
        <Item
          key={seek.seek}
          seek={seek}
          hindrance={hindranceTo(seek, you, perfs)}
          dispatch={dispatch}
        />
      ))}
    </ul>
  );
}

/* Whether a player may accept an open seek, by the rules of the server. */

/** What players without a rating count as. */
const unrated = 1500;

const ultraBelow = 30_000;

/** The rating that a game would count for; null: none. */
export function perfOf(clock: Control, variant: Variant): PerfName | null {
  if (variant === 'fromPosition') return null;
  if (variant === 'chess960') return 'chess960';
  const speed = speedOf(clock);
  if (!clock || speed === 'unlimited') return 'correspondence';
  return speed === 'bullet' && estimateOf(clock) < ultraBelow ? 'ultraBullet' : speed;
}

export type Hindrance = { why: 'account' } | { why: 'range'; rating: number };

/** Null: nothing is in the way, as far as the page knows. */
export function hindranceTo(
  { clock, variant, rated, rating: range }: OpenSeek,
  you: Person,
  perfs: Record<string, Perf> | null,
): Hindrance | null {
  if (rated && you.guest !== false) return { why: 'account' };
  if (!range) return null;
  const perf = you.guest === false ? perfOf(clock, variant) : null;
  if (perf && !perfs) return null;
  const rating = (perf && perfs?.[perf]?.rating) ?? unrated;
  const [least, most] = range;
  return rating < least || rating > most ? { why: 'range', rating } : null;
}
