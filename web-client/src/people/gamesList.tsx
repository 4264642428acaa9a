/* A player's finished games, newest first, with filters. */

import { useCallback, useEffect, useState } from 'preact/hooks';

import { gameScore } from '../chess/outcome';
import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { say, sayDate } from '../text/later';
import { refusedText } from '../text/refusal';
import { Select } from '../ui/choice';
import { InnerLink } from '../ui/innerLink';
import {
  type Filters,
  type PlayedGame,
  type PlayedSeat,
  colors,
  gamesPath,
  isPlayedGames,
  parseFilters,
  printFilters,
  results,
  speeds,
} from './playedGames';

type Props = { name: string; dispatch: Dispatch };

const seatName = ({ user, name, aiLevel }: PlayedSeat): string =>
  user?.name ?? name ?? (aiLevel === undefined ? '?' : say('player.computer'));

const Row = ({ game, dispatch }: { game: PlayedGame; dispatch: Dispatch }) => (
  <li>
    <InnerLink to={{ page: 'game', game: game.id }} dispatch={dispatch}>
      <bdi dir="ltr">
        <bdi>{seatName(game.players.white)}</bdi>
        {' – '}
        <bdi>{seatName(game.players.black)}</bdi>
      </bdi>
    </InnerLink>
    <bdi class="soft" lang="en">
      {game.opening?.name}
    </bdi>
    <strong class="figures">{gameScore(game) || '–'}</strong>
    <span class="soft figures">{sayDate(game.createdAt)}</span>
  </li>
);

type Change = (change: Partial<Filters>) => void;

const Narrowing = ({ filters, change }: { filters: Filters; change: Change }) => (
  <div class="narrowing">
    <Select
      label={say('games.result')}
      value={filters.result}
      options={results.map(value => ({ value, label: say(`games.result.${value || 'all'}`) }))}
      onChange={result => change({ result })}
    />
    <Select
      label={say('games.color')}
      value={filters.color}
      options={colors.map(value => ({
        value,
        label: value ? say(`side.${value}`) : say('games.color.all'),
      }))}
      onChange={color => change({ color })}
    />
    <Select
      label={say('games.speed')}
      value={filters.speed}
      options={speeds.map(value => ({
        value,
        label: value ? say(`speed.${value}`) : say('games.speed.all'),
      }))}
      onChange={speed => change({ speed })}
    />
    {(['opponent', 'opening'] as const).map(name => (
      <label key={name} class="select">
        <span>{say(`games.${name}`)}</span>
        <input
          type="search"
          value={filters[name]}
          maxLength={60}
          spellcheck={false}
          onChange={event => change({ [name]: event.currentTarget.value.trim() })}
        />
      </label>
    ))}
    {(['since', 'until'] as const).map(name => (
      <label key={name} class="select">
        <span>{say(`games.${name}`)}</span>
        <input
          type="date"
          value={filters[name]}
          onChange={event => change({ [name]: event.currentTarget.value })}
        />
      </label>
    ))}
  </div>
);

/** The filters are in the page's address. */
function useFilters(): [Filters, Change] {
  const [filters, set] = useState(() => parseFilters(location.search));
  const change: Change = changed => {
    const next = { ...filters, ...changed };
    const query = printFilters(next);
    history.replaceState(null, '', `${location.pathname}${query && `?${query}`}`);
    set(next);
  };
  return [filters, change];
}

export function GamesList({ name, dispatch }: Props) {
  const [filters, change] = useFilters();
  const [games, setGames] = useState<PlayedGame[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<'loading' | 'there'>('loading');
  const [fault, setFault] = useState<string | null>(null);
  const query = printFilters(filters);

  /** Answers that arrive too late are dropped. */
  const load = useCallback(
    async (
      before: string | null,
      known: PlayedGame[],
      isWanted: () => boolean = () => true,
    ): Promise<void> => {
      const path = gamesPath(name, parseFilters(query), before);
      const answer = await callApi('GET', path, isPlayedGames);
      if (!isWanted()) return;
      setFault(answer.ok ? null : refusedText(answer));
      if (!answer.ok) return;
      setState('there');
      setGames([...known, ...answer.value.games]);
      setNext(answer.value.next);
    },
    [name, query],
  );
  useEffect(() => {
    let wanted = true;
    setState('loading');
    void load(null, [], () => wanted);
    return () => {
      wanted = false;
    };
  }, [load]);

  return (
    <section class="card">
      <h2>{say('games.title')}</h2>
      <Narrowing filters={filters} change={change} />
      {fault && <p role="alert">{fault}</p>}
      {!fault && state === 'there' && games.length === 0 && <p class="soft">{say('games.none')}</p>}
      <ol class="games">
        {games.map(game => (
          <Row key={game.id} game={game} dispatch={dispatch} />
        ))}
      </ol>
      {next && <button onClick={() => void load(next, games)}>{say('games.more')}</button>}
    </section>
  );
}
