/* The page of one game: players and clocks around the board, moves and acts beside it. */

import { useEffect } from 'preact/hooks';

import type { Dispatch } from '../app';
import { controlText, speedOf } from '../clock';
import { type Game, isOver, lastStep } from '../game';
import { resultText } from '../result';
import type { Rules } from '../rules';
import { type Table, newestPly, orientation, shownPly } from '../table';
import { say } from '../text';
import { opposite } from '../wire';
import { ActionBar, Offers, Result } from './actions';
import { BoardView } from './boardView';
import { Chat } from './chat';
import { Icon, type IconName } from './icon';
import { MoveEntry } from './moveEntry';
import { MoveList } from './moveList';
import { PlayerBar, playerName } from './playerBar';

type Props = { table: Table; rules: Rules; connected: boolean; dispatch: Dispatch };

const Summary = ({ game, watchers }: { game: Game; watchers: number }) => {
  const { clock } = game;
  return (
    <header class="summary">
      <Icon name="clock" />
      <span>
        <strong class="figures">{clock ? controlText(clock) : '∞'}</strong>{' '}
        {say(`speed.${speedOf(clock)}`)} · {say(game.rated ? 'rated' : 'casual')}
        {game.variant !== 'standard' && ` · ${say(`variant.${game.variant}`)}`}
      </span>
      {watchers > 0 && (
        <span class="soft figures watchers">{say('watchers', { n: String(watchers) })}</span>
      )}
    </header>
  );
};

type Step = { icon: IconName; label: Parameters<typeof say>[0]; ply: number };

function Steps({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const ply = shownPly(table);
  const newest = newestPly(table);
  const steps: Step[] = [
    { icon: 'first', label: 'look.first', ply: 0 },
    { icon: 'previous', label: 'look.previous', ply: ply - 1 },
    { icon: 'next', label: 'look.next', ply: ply + 1 },
    { icon: 'last', label: 'look.last', ply: newest },
  ];
  return (
    <div class="steps">
      {steps.map(step => (
        <button
          key={step.icon}
          class="act"
          title={say(step.label)}
          aria-label={say(step.label)}
          disabled={step.ply < 0 || step.ply > newest || step.ply === ply}
          onClick={() => dispatch({ m: 'looked', ply: step.ply })}
        >
          <Icon name={step.icon} />
        </button>
      ))}
      <button
        class="act"
        title={say('flip')}
        aria-label={say('flip')}
        onClick={() => dispatch({ m: 'flipped' })}
      >
        <Icon name="flip" />
      </button>
    </div>
  );
}

/** Keys that look back and forth, wherever no field or board cursor wants them. */
function useLookKeys(table: Table, dispatch: Dispatch): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target;
      if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
      const plies: Record<string, number> = {
        ArrowLeft: shownPly(table) - 1,
        ArrowRight: shownPly(table) + 1,
        ArrowUp: 0,
        ArrowDown: newestPly(table),
        Home: 0,
        End: newestPly(table),
      };
      const ply = plies[event.key];
      if (ply !== undefined) dispatch({ m: 'looked', ply });
      else if (event.key === 'f') dispatch({ m: 'flipped' });
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [table, dispatch]);
}

/** The newest move in words, for those who listen. */
const Spoken = ({ game }: { game: Game }) => {
  const { san } = lastStep(game);
  const mover = game.steps.length % 2 === 1 ? 'white' : 'black';
  return (
    <p class="spoken" aria-live="assertive">
      {san && say('spoken.move', { side: say(`side.${mover}`), san })}{' '}
      {isOver(game) && resultText(game)}
    </p>
  );
};

export function GamePage({ table, rules, connected, dispatch }: Props) {
  const { game } = table;
  const bottom = orientation(table);
  useLookKeys(table, dispatch);
  return (
    <main class="game">
      <h1 class="spoken">
        {say('game.title', {
          white: playerName(game.players.white),
          black: playerName(game.players.black),
        })}
      </h1>
      <div class="play">
        <PlayerBar table={table} side={opposite(bottom)} />
        <BoardView
          table={table}
          rules={rules}
          onMove={(orig, dest) => dispatch({ m: 'moved', orig, dest })}
          onPremove={(orig, dest) => dispatch({ m: 'premoved', orig, dest })}
          onPremoveDrop={() => dispatch({ m: 'premoveDropped' })}
          onPromote={to => dispatch({ m: 'promoted', to })}
        />
        <PlayerBar table={table} side={bottom} />
      </div>
      <aside class="beside">
        <div class="card panel">
          <Summary game={game} watchers={table.watchers} />
          <MoveList table={table} dispatch={dispatch} />
          <Steps table={table} dispatch={dispatch} />
          {isOver(game) && <Result table={table} dispatch={dispatch} />}
          <Offers table={table} dispatch={dispatch} />
          <ActionBar table={table} connected={connected} dispatch={dispatch} />
          {table.seat && !isOver(game) && <MoveEntry dispatch={dispatch} />}
        </div>
        <Chat table={table} dispatch={dispatch} />
      </aside>
      <Spoken game={game} />
    </main>
  );
}
