/* Who looks for a game and on what terms: each is taken with one tap, or says why not. */

import { useEffect, useState } from 'preact/hooks';

import { call } from '../api';
import type { Dispatch } from '../app';
import { controlText, speedOf } from '../clock';
import { type Hindrance, hindranceTo } from '../openSeek';
import { sayFigures } from '../text';
import { say } from '../text/later';
import { type Perf, isUser } from '../user';
import { type Control, type OpenSeek, type Person, type Variant, opposite } from '../wire';

export const termsText = (clock: Control, variant: Variant, rated: boolean): string =>
  [
    sayFigures(controlText(clock)),
    say(`speed.${speedOf(clock)}`),
    ...(variant === 'standard' ? [] : [say(`variant.${variant}`)]),
    say(rated ? 'rated' : 'casual'),
  ].join(' · ');

/** What is wished for beside the terms; '' when nothing is. */
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
    void call('GET', `/api/user/${name}`, isUser).then(answer => {
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
          <bdi>{person.name}</bdi> <span class="soft figures">{person.rating}</span>
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
