/* After a game: rating changes, the score between the two players, and what they can do next. */

import { type Color, colors, opposite } from '../chess/fen';
import { gameScore } from '../chess/outcome';
import type { Dispatch } from '../dispatch';
import { isOnDevice } from '../net/onDevice';
import { ratingText } from '../net/rating';
import { integer, object, recordOf } from '../net/schema';
import type { Control, Person } from '../net/wire';
import { sayFigures } from '../text';
import { say } from '../text/later';
import { useCall } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { type Game, hasComputer } from './game';
import { tournamentOf } from './ofTournament';
import { playerName } from './player';
import { resultText } from './result';
import type { Table } from './table';

type Props = { table: Table; dispatch: Dispatch };

/* Ratings. */

/** A player's rating before the game, and its change. */
function RatingChange({ table, side }: { table: Table; side: Color }) {
  const change = table.ratingChanges?.[side];
  if (!change) return null;
  const gained = change.after - change.before;
  const values = {
    rating: ratingText(change.after, change.provisional),
    change: gained < 0 ? `−${-gained}` : `+${gained}`,
  };
  return (
    <p class="figures">
      {table.seat === side
        ? say('result.rating', values)
        : say('result.rating.of', { name: playerName(table.game.players[side]), ...values })}
    </p>
  );
}

/* The score between the two. */

const isPoints = (value: unknown): value is number => typeof value === 'number';
const isCrosstable = object({ users: recordOf(isPoints), nbGames: integer });

/** As the API wants them: accounts by name, guests by id. */
const nameOf = ({ guest, name, id }: Person): string => (guest === false ? name : id);

/** "2½" */
export const scoreText = (points: number): string =>
  `${points < 1 && points > 0 ? '' : Math.floor(points)}${points % 1 ? '½' : ''}`;

/** Players of an imported game have no ids. */
export const isBetweenPeople = (game: Game): boolean =>
  !isOnDevice(game.id) && !hasComputer(game) && colors.every(side => game.players[side].id !== '');

function Score({ game: { players } }: { game: Game }) {
  const path = colors.map(side => encodeURIComponent(nameOf(players[side]))).join('/');
  const [answer] = useCall(`/api/crosstable/${path}`, isCrosstable);
  if (!answer?.ok || answer.value.nbGames < 2) return null;
  const { users } = answer.value;
  const pointsOf = (side: Color): string =>
    scoreText(users[nameOf(players[side]).toLowerCase()] ?? users[players[side].id] ?? 0);
  return (
    <p class="figures score">
      {say('result.score', {
        white: playerName(players.white),
        black: playerName(players.black),
        score: sayFigures(`${pointsOf('white')} – ${pointsOf('black')}`),
      })}
    </p>
  );
}

/* What may follow. */

/** The same terms for any opponent; null where nobody can be sought on them. */
export function controlFor({ id, variant, clock }: Game): { control: Control } | null {
  if (isOnDevice(id) || variant === 'fromPosition' || clock?.odds) return null;
  if (!clock) return { control: null };
  const { initial, increment, delay, kind, days, moves, stages } = clock;
  // Undefined members are not sent.
  return { control: { initial, increment, delay, kind, days, moves, stages } };
}

function NewOpponent({ table: { game }, connected, dispatch }: Props & { connected: boolean }) {
  const terms = controlFor(game);
  if (!terms) return null;
  return (
    <button
      class="primary"
      disabled={!connected}
      onClick={() => {
        const { rated, variant } = game;
        dispatch({ m: 'quickSeek', control: terms.control, rated, variant });
        dispatch({ m: 'navigated', to: { page: 'lobby' } });
      }}
    >
      <Icon name="people" /> {say('act.newOpponent')}
    </button>
  );
}

function NextSteps({ table, connected, dispatch }: Props & { connected: boolean }) {
  const { game, seat } = table;
  const { next } = game;
  const tournament = tournamentOf(game);
  const rematch =
    seat &&
    !next &&
    game.offers[seat].rematch === undefined &&
    !game.rules.includes('noRematch');
  const isAsked = seat && game.offers[opposite(seat)].rematch !== undefined;
  return (
    <div class="row">
      {tournament && (
        <InnerLink
          to={{ page: 'tournament', tournament: tournament.tournament }}
          class="button primary"
          dispatch={dispatch}
        >
          {say('act.toTournament', { name: tournament.name })}
        </InnerLink>
      )}
      {rematch && !tournament && !isAsked && game.status !== 'aborted' && (
        <button class="primary" onClick={() => dispatch({ m: 'offered', kind: 'rematch' })}>
          <Icon name="again" /> {say('act.rematch')}
        </button>
      )}
      {next && (
        <button
          class="primary"
          onClick={() => dispatch({ m: 'navigated', to: { page: 'game', game: next } })}
        >
          {say('act.toRematch')}
        </button>
      )}
      {seat && !tournament && <NewOpponent table={table} connected={connected} dispatch={dispatch} />}
      {game.steps.length > 0 && (
        <button
          onClick={() => dispatch({ m: 'navigated', to: { page: 'analysis', game: game.id } })}
        >
          <Icon name="graph" /> {say('act.analyse')}
        </button>
      )}
      <button onClick={() => dispatch({ m: 'navigated', to: { page: 'lobby' } })}>
        {say('act.newGame')}
      </button>
    </div>
  );
}

export function Result({ table, connected, dispatch }: Props & { connected: boolean }) {
  const { game, seat } = table;
  const score = gameScore(game);
  const own = seat ?? 'white';
  return (
    <section class="result" aria-live="polite">
      <p>
        {score && <strong class="figures">{score}</strong>} {resultText(game)}
      </p>
      <RatingChange table={table} side={own} />
      <RatingChange table={table} side={opposite(own)} />
      {isBetweenPeople(game) && <Score game={game} />}
      <NextSteps table={table} connected={connected} dispatch={dispatch} />
    </section>
  );
}
