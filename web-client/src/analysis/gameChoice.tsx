/* The games of a file, to choose one from; they can be searched by players, event or date. */

import { useState } from 'preact/hooks';

import { type PgnEntry, gamesMax } from '../chess/pgn';
import { say } from '../text/later';

type Props = { games: PgnEntry[]; chosen: number; onChoose: (index: number) => void };

/** With fewer games no search is needed. */
const manyGames = 10;

/** "?" is how PGN says that something is not known (8.1.1). */
const known = (value: string | undefined): string => (value && !/^[?.-]+$/.test(value) ? value : '');

const detailsOf = ({ tags }: PgnEntry): string =>
  [known(tags.Event), known(tags.Round) && `(${tags.Round})`, known(tags.Date)]
    .filter(Boolean)
    .join(' ');

const fits = ({ tags }: PgnEntry, wanted: string): boolean =>
  [tags.White, tags.Black, tags.Event, tags.Site, tags.Date, tags.ECO, tags.Opening]
    .join(' ')
    .toLowerCase()
    .includes(wanted);

export function GameChoice({ games, chosen, onChoose }: Props) {
  const [wanted, setWanted] = useState('');
  const listed = games
    .map((game, index) => ({ game, index }))
    .filter(({ game }) => fits(game, wanted.trim().toLowerCase()));
  return (
    <div class="game-choice">
      <p class="soft" role="status">
        {say('analysis.games', { n: listed.length })}
        {games.length >= gamesMax && ` ${say('analysis.games.first')}`}
      </p>
      {games.length > manyGames && (
        <input
          type="search"
          aria-label={say('analysis.games.find')}
          placeholder={say('analysis.games.find')}
          value={wanted}
          onInput={event => setWanted(event.currentTarget.value)}
        />
      )}
      <ol>
        {listed.map(({ game, index }) => (
          <li key={index}>
            <button
              class="quiet"
              aria-current={index === chosen ? 'true' : undefined}
              onClick={() => onChoose(index)}
            >
              <span>
                <bdi>{known(game.tags.White) || '?'}</bdi> – <bdi>{known(game.tags.Black) || '?'}</bdi>
              </span>
              <span class="figures">{game.tags.Result ?? '*'}</span>
              <span class="soft details">{detailsOf(game)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
