/* A person's finished games, the newest first, to be narrowed and looked at again. */

import { useEffect, useState } from 'preact/hooks';

import { call } from '../api';
import type { Dispatch } from '../app';
import { type PlayedGame, type PlayedSeat, isPlayedGames, scoreText } from '../playedGame';
import { say, sayDate } from '../text/later';
import { InnerLink } from './innerLink';

type Props = { name: string; dispatch: Dispatch };

const results = ['', 'won', 'lost', 'drawn'] as const;
const speeds = ['', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
const pageLength = 20;

const seatName = ({ user, name, aiLevel }: PlayedSeat): string =>
  user?.name ?? name ?? (aiLevel === undefined ? '?' : say('player.computer'));

const Row = ({ game, dispatch }: { game: PlayedGame; dispatch: Dispatch }) => (
  <li>
    <InnerLink path={`/${game.id}`} dispatch={dispatch}>
      <bdi dir="ltr">
        <bdi>{seatName(game.players.white)}</bdi>
        {' – '}
        <bdi>{seatName(game.players.black)}</bdi>
      </bdi>
    </InnerLink>
    <bdi class="soft" lang="en">
      {game.opening?.name}
    </bdi>
    <strong class="figures">{scoreText(game)}</strong>
    <span class="soft figures">{sayDate(game.createdAt)}</span>
  </li>
);

const pathOf = (name: string, result: string, speed: string, before: string | null): string => {
  const query = new URLSearchParams({ player: name, max: String(pageLength) });
  if (result) query.set('result', result);
  if (speed) query.set('speed', speed);
  if (before) query.set('before', before);
  return `/api/games?${query}`;
};

export function GamesList({ name, dispatch }: Props) {
  const [result, setResult] = useState('');
  const [speed, setSpeed] = useState('');
  const [games, setGames] = useState<PlayedGame[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');

  const load = async (before: string | null, known: PlayedGame[]): Promise<void> => {
    const answer = await call('GET', pathOf(name, result, speed, before), isPlayedGames);
    setState(answer.ok ? 'there' : 'failed');
    if (!answer.ok) return;
    setGames([...known, ...answer.value.games]);
    setNext(answer.value.next);
  };
  useEffect(() => {
    setState('loading');
    void load(null, []);
  }, [name, result, speed]);

  return (
    <section class="card">
      <h2>{say('games.title')}</h2>
      <div class="row">
        <select
          aria-label={say('games.result')}
          value={result}
          onChange={event => setResult(event.currentTarget.value)}
        >
          {results.map(each => (
            <option key={each} value={each}>
              {say(`games.result.${each || 'all'}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={say('games.speed')}
          value={speed}
          onChange={event => setSpeed(event.currentTarget.value)}
        >
          {speeds.map(each => (
            <option key={each} value={each}>
              {each ? say(`speed.${each}`) : say('games.speed.all')}
            </option>
          ))}
        </select>
      </div>
      {state === 'failed' && <p role="alert">{say('api.failed')}</p>}
      {state === 'there' && games.length === 0 && <p class="soft">{say('games.none')}</p>}
      <ol class="games">
        {games.map(game => (
          <Row key={game.id} game={game} dispatch={dispatch} />
        ))}
      </ol>
      {next && <button onClick={() => void load(next, games)}>{say('games.more')}</button>}
    </section>
  );
}
