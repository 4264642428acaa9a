/* The open games of the lobby. */

import type { Dispatch } from '../app';
import type { Lobby } from '../lobby';
import { say } from '../text';
import type { Person } from '../wire';
import { lazily } from './lazily';

const SeekList = lazily(async () => (await import('./seekList')).SeekList, true);

type SeeksProps = { lobby: Lobby; you: Person | null; dispatch: Dispatch };

export function OpenSeeks({ lobby, you, dispatch }: SeeksProps) {
  const others = lobby.seeks.filter(({ person }) => person.id !== you?.id);
  return (
    <section class="seeks card" aria-label={say('seeks.title')}>
      <header>
        <h2>{say('seeks.title')}</h2>
        <span class="soft figures">{say('seeks.here', { n: lobby.here })}</span>
      </header>
      {you && others.length > 0 ? (
        <SeekList seeks={others} you={you} dispatch={dispatch} />
      ) : (
        <p class="soft">{say('seeks.none')}</p>
      )}
    </section>
  );
}
