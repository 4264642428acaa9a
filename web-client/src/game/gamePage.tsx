/* The page of one game: players and clocks around the board, moves and actions beside it. */

import type { Key } from '@lichess-org/chessground/types';

import { type Shown, Board } from '../board/board';
import { colorToMove, opposite } from '../chess/fen';
import { destsOf } from '../chess/moves';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import type { TournamentRequest } from '../net/requests';
import type { Found } from '../net/wire';
import type { Settings } from '../settings/settings';
import { say } from '../text';
import { Icon } from '../ui/icon';
import { lazily } from '../ui/lazily';
import { Steps } from '../ui/steps';
import { controlText, speedOf } from './clock';
import { type Game, hasComputer, isOver } from './game';
import { useGameKeys } from './gameKeys';
import { MoveList } from './moveList';
import { PlayerBar, playerName } from './player';
import {
  type Table,
  boardFen,
  canPlay,
  isMyTurn,
  newestPly,
  orientation,
  shownPly,
  shownStep,
} from './table';

const PlainBoard = lazily(async () => (await import('./plainBoard')).PlainBoard, true);
const Actions = lazily(async () => (await import('./besideBoard')).Actions, true);
const Chat = lazily(async () => (await import('./besideBoard')).Chat, 'optional');
const Watchers = lazily(async () => (await import('./besideBoard')).Watchers, 'optional');
const Spoken = lazily(async () => (await import('./besideBoard')).Spoken, 'optional');
const Told = lazily(async () => (await import('./besideBoard')).GameDetails, 'optional');
const MoveEntry = lazily(async () => (await import('./besideBoard')).MoveEntry, 'optional');

type Props = {
  table: Table;
  rules: Rules;
  settings: Settings;
  connected: boolean;
  /** Only preset messages are allowed on this server. */
  quiet: boolean;
  /** Somebody who came while the player plays the computer. */
  found: Found | null;
  otherGames: Game[];
  lost: TournamentRequest | null;
  dispatch: Dispatch;
};

/** Our own computer never chats; an external engine says when something is wrong with it. */
const mayTalk = ({ game, chat }: Table): boolean => chat.length > 0 || !hasComputer(game);

type SummaryProps = { table: Table; dispatch: Dispatch };

const Summary = ({ table, dispatch }: SummaryProps) => {
  const { game } = table;
  const { clock } = game;
  return (
    <header class="summary">
      <Icon name="clock" />
      <span>
        <strong class="figures">{clock ? controlText(clock) : '∞'}</strong>{' '}
        {say(`speed.${speedOf(clock)}`)} · {say(game.rated ? 'rated' : 'casual')}
        {game.variant !== 'standard' && ` · ${say(`variant.${game.variant}`)}`}
      </span>
      <Watchers table={table} />
      <p class="soft opening">
        <Told table={table} dispatch={dispatch} />
      </p>
    </header>
  );
};

function GameSteps({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const ply = shownPly(table);
  const newest = newestPly(table);
  const plies = { first: 0, previous: ply - 1, next: ply + 1, last: newest };
  return (
    <Steps
      isOff={step =>
        step !== 'flip' && (plies[step] < 0 || plies[step] > newest || plies[step] === ply)
      }
      onStep={step =>
        dispatch(step === 'flip' ? { m: 'flipped' } : { m: 'plyViewed', ply: plies[step] })
      }
    />
  );
}

export function GamePage(props: Props) {
  const { table, rules, settings, connected, quiet, found, otherGames, lost, dispatch } = props;
  const { game } = table;
  const bottom = orientation(table);
  useGameKeys(dispatch);
  return (
    <main class="game">
      <h1 class="spoken">
        {say('game.title', {
          white: playerName(game.players.white),
          black: playerName(game.players.black),
        })}
      </h1>
      {settings.reader === 'off' && (
        <button
          class="skip"
          onClick={() => dispatch({ m: 'settingChanged', change: { reader: 'on' } })}
        >
          {say('read.turnOn')}
        </button>
      )}
      <div class="play">
        <PlayerBar table={table} side={opposite(bottom)} settings={settings} dispatch={dispatch} />
        <BoardView table={table} rules={rules} settings={settings} dispatch={dispatch} />
        <PlayerBar table={table} side={bottom} settings={settings} dispatch={dispatch} />
      </div>
      {settings.reader === 'on' && <PlainBoard table={table} rules={rules} dispatch={dispatch} />}
      <aside class="beside">
        <div class="card panel">
          <Summary table={table} dispatch={dispatch} />
          <MoveList table={table} notation={settings.notation} dispatch={dispatch} />
          <GameSteps table={table} dispatch={dispatch} />
          {table.pending && (
            <p class="offer soft late" role="status">
              {say('move.unconfirmed')}
            </p>
          )}
          <div class="acts-place">
            <Actions
              table={table}
              rules={rules}
              notation={settings.notation}
              connected={connected}
              found={found}
              otherGames={otherGames}
              lost={lost}
              dispatch={dispatch}
            />
          </div>
          {table.seat && !isOver(game) && settings.entry === 'shown' && (
            <div class="entry-place">
              <MoveEntry
                table={table}
                rules={rules}
                notation={settings.notation}
                dispatch={dispatch}
              />
            </div>
          )}
        </div>
        {mayTalk(table) && (
          <div class="chat-place">
            <Chat table={table} quiet={quiet} dispatch={dispatch} />
          </div>
        )}
      </aside>
      <Spoken game={game} />
    </main>
  );
}

/* The board of a game: what of the table it shows, and what the player does there. */

type BoardProps = { table: Table; rules: Rules; settings: Settings; dispatch: Dispatch };

/** The squares that premoves lead from and to. */
function marksOf({ premoves, viewedPly }: Table): Map<Key, string> {
  const keys = viewedPly === null ? premoves.flatMap(({ orig, dest }) => [orig, dest]) : [];
  return new Map(keys.map(key => [key, 'current-premove']));
}

function shownOf(table: Table, rules: Rules, settings: Settings): Shown {
  const step = shownStep(table);
  const plays =
    canPlay(table) && table.viewedPly === null && !table.promoting && !table.unconfirmed;
  const myTurn = plays && isMyTurn(table);
  return {
    fen: boardFen(table),
    orientation: orientation(table),
    // Pieces that premoves have moved may be moved on before their turn, too.
    turn: colorToMove(step.fen),
    check: step.check,
    lastMove: step.uci,
    mover: plays && table.seat ? table.seat : undefined,
    dests: () => (myTurn ? destsOf(rules, step.fen) : new Map()),
    premoves: plays && !myTurn && settings.premoves === 'many',
    marks: marksOf(table),
    coordinates: settings.coordinates === 'inside',
    promoting: table.promoting && { dest: table.promoting.dest, color: table.seat ?? 'white' },
    redraws: table.redraws,
  };
}

const SizeHandle = lazily(async () => (await import('./besideBoard')).SizeHandle, 'optional');

export const BoardView = ({ table, rules, settings, dispatch }: BoardProps) => (
  <Board
    shown={shownOf(table, rules, settings)}
    onMove={(orig, dest) => dispatch({ m: 'moved', orig, dest })}
    onPremove={(orig, dest) => dispatch({ m: 'premoved', orig, dest })}
    onPremovesDrop={() => dispatch({ m: 'premovesDropped' })}
    onStep={by => dispatch({ m: 'stepped', by })}
    onPromote={to => dispatch({ m: 'promoted', to })}
  >
    <SizeHandle settings={settings} dispatch={dispatch} />
  </Board>
);
