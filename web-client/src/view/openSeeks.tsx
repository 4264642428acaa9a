/* Who looks for a game: each is taken with one tap. */

import type { Dispatch } from '../app';
import { controlText, speedOf } from '../clock';
import type { Lobby } from '../lobby';
import { say, sayFigures } from '../text';
import type { Control, OpenSeek, Person, Variant } from '../wire';

export const termsText = (clock: Control, variant: Variant, rated: boolean): string =>
  [
    sayFigures(controlText(clock)),
    say(`speed.${speedOf(clock)}`),
    ...(variant === 'standard' ? [] : [say(`variant.${variant}`)]),
    say(rated ? 'rated' : 'casual'),
  ].join(' · ');

const Name = ({ person }: { person: Person }) => (
  <strong>
    <bdi>{person.name}</bdi> <span class="soft figures">{person.rating}</span>
  </strong>
);

type SeeksProps = { lobby: Lobby; you: string | undefined; dispatch: Dispatch };

export function OpenSeeks({ lobby, you, dispatch }: SeeksProps) {
  const others = lobby.seeks.filter(({ person }) => person.id !== you);
  return (
    <section class="seeks card" aria-label={say('seeks.title')}>
      <header>
        <h2>{say('seeks.title')}</h2>
        <span class="soft figures">{say('seeks.here', { n: lobby.here })}</span>
      </header>
      {others.length === 0 && <p class="soft">{say('seeks.none')}</p>}
      <ul>
        {others.map(({ seek, person, clock, variant, rated }: OpenSeek) => (
          <li key={seek}>
            <span>
              <Name person={person} />
              <span class="soft figures">{termsText(clock, variant, rated)}</span>
            </span>
            <button onClick={() => dispatch({ m: 'seekTaken', seek })}>
              {say('challenge.accept')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
