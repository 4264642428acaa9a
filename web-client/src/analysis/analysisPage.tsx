/* The analysis board: moves as a tree, what our own engine says about them, a report on a game,
 * and sharing. */

import './analysis.css';
import '../ui/switch.css';

import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';

import { type Shown, Board } from '../board/board';
import { useBoardKeys } from '../board/boardKeys';
import { type Color, colorToMove, startFen } from '../chess/fen';
import { destsOf } from '../chess/moves';
import type { BoardMark } from '../chess/notes';
import { nullMove } from '../chess/nullMove';
import { type Rules, startStep } from '../chess/rules';
import { lineFrom, newTree, nodesAlong, notesAt } from '../chess/tree';
import type { Dispatch } from '../dispatch';
import { type Game, hasComputer, isOver } from '../game/game';
import { fetchPgn, pgnTreeOf } from '../game/gamePgn';
import { useTimes } from '../game/moveTimes';
import { OpeningName } from '../game/opening';
import type { Table } from '../game/table';
import { type Route, printRoute } from '../route';
import type { Settings } from '../settings/settings';
import { say } from '../text/later';
import { Steps } from '../ui/steps';
import {
  type Action,
  type Analysis,
  analyse,
  finalScore,
  newAnalysis,
  scoreHere,
  shownStep,
} from './analysis';
import { ConditionalPanel } from './conditionalPanel';
import { EnginePanel } from './enginePanel';
import { chancesOf, evaluationText } from './judge';
import { Branch, CommentField, MoveTree } from './moveTree';
import { ReviewPanel, judgementsOf } from './reviewPanel';
import { Share } from './share';
import { useEngine } from './useEngine';

type AnalysisRoute = Extract<Route, { page: 'analysis' }>;

type Props = {
  route: AnalysisRoute;
  rules: Rules;
  settings: Settings;
  /** The game that is to be analysed; null: nothing yet. */
  table: Table | null;
  dispatch: Dispatch;
};

type Act = (action: Action) => void;

/** A game in progress between the player and somebody else: no engine helps them there. */
const isPlaying = (table: Table | null): table is Table =>
  table !== null && table.seat !== null && !isOver(table.game) && !hasComputer(table.game);

/** A game is opened at the ply of its link, or at its end; one that the player plays at its newest
 * position. */
function stateOf(table: Table, route: AnalysisRoute): Analysis {
  const { game } = table;
  const { tree, tags } = pgnTreeOf(
    game,
    location.origin + printRoute({ page: 'game', game: game.id }),
    new Date(),
  );
  const ply = isPlaying(table) ? game.steps.length : (route.ply ?? game.steps.length);
  return { ...newAnalysis(tree, tags), path: lineFrom(tree, []).slice(0, ply) };
}

function firstState(rules: Rules, table: Table | null, route: AnalysisRoute): Analysis {
  if (table) return stateOf(table, route);
  const start = startStep(rules, startFen);
  if (!start) throw new Error('the rules know no start');
  const usual = newAnalysis(newTree(start));
  return route.fen ? analyse(usual, { a: 'loadFen', text: route.fen }, rules) : usual;
}

const bestMoveShape = (uci: string | undefined): DrawShape[] =>
  uci ? [{ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush: 'paleBlue' }] : [];

function shownOf(state: Analysis, rules: Rules, settings: Settings, side: Color): Shown {
  const step = shownStep(state);
  const turn = colorToMove(step.fen);
  return {
    fen: step.fen,
    orientation: state.flipped === (side === 'white') ? 'black' : 'white',
    turn,
    check: step.check,
    lastMove: step.uci === nullMove ? '' : step.uci,
    mover: state.promoting ? undefined : turn,
    dests: () => destsOf(rules, step.fen),
    premoves: false,
    marks: new Map(),
    coordinates: settings.coordinates === 'inside',
    promoting: state.promoting && { dest: state.promoting.dest, color: turn },
    drawn: notesAt(state.tree, state.path).marks,
    redraws: state.redraws,
  };
}

/** The moves that can have an opening's name: those before a null move. */
function bookMoves({ tree, path }: Analysis): string[] {
  const moves = nodesAlong(tree, path).map(node => node.step.uci);
  const passed = moves.indexOf(nullMove);
  return passed < 0 ? moves : moves.slice(0, passed);
}

const EvalBar = ({ state, rules }: { state: Analysis; rules: Rules }) => {
  const score = finalScore(shownStep(state).fen, rules) ?? scoreHere(state);
  const percent = score ? 50 + 50 * chancesOf(score) : 50;
  return (
    <div
      class="eval-bar"
      role="img"
      aria-label={score ? evaluationText(score) : say('analysis.unknown')}
    >
      <div style={{ height: `${percent}%` }} />
    </div>
  );
};

const stepActs = { first: 'start', previous: 'back', next: 'on', last: 'end', flip: 'flip' } as const;

/** While the moves of the game itself are viewed, the address names the ply. */
function useAddress(game: Game | undefined, { tree, path }: Analysis): void {
  const main = lineFrom(tree, []);
  const isMain = path.every((id, i) => main[i] === id);
  const link =
    game && isMain ? printRoute({ page: 'analysis', game: game.id, ply: path.length }) : null;
  useEffect(() => {
    if (!link || location.pathname + location.hash === link) return;
    const timer = setTimeout(() => history.replaceState(null, '', link), 300);
    return () => clearTimeout(timer);
  }, [link]);
}

/** The server knows more of its games than the page: the day, ratings, the opening, clocks. */
function useRecord(game: Game | undefined, act: Act): void {
  const wanted = game && isOver(game) ? game : null;
  // Once for each game, however often it changes meanwhile.
  useEffect(() => {
    if (!wanted) return;
    let isThere = true;
    void fetchPgn(wanted).then(text => {
      if (text !== null && isThere) act({ a: 'recorded', text });
    });
    return () => {
      isThere = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted?.id]);
}

export function AnalysisPage({ route, rules, settings, table, dispatch }: Props) {
  const game = table?.game;
  const isFair = isPlaying(table);
  const [state, doAct] = useReducer<Analysis, Action, null>(
    (before, action) => analyse(before, action, rules),
    null,
    () => firstState(rules, table, route),
  );
  const act = (action: Action): void => {
    if (!isFair || (action.a !== 'toggle' && action.a !== 'review')) doAct(action);
  };
  useTimes(game, dispatch);
  useRecord(game, doAct);
  useAddress(game, state);
  const orientation = table?.seat ?? 'white';
  const works = useEngine(state, rules, doAct);
  const comment = useRef<HTMLTextAreaElement>(null);
  useAnalysisKeys({
    act,
    onComment: () => comment.current?.focus(),
    onHelp: () => dispatch({ m: 'helpToggled', on: true }),
  });
  const shown = shownOf(state, rules, settings, orientation);
  const lines =
    state.engine && state.engineResult?.fen === shown.fen ? state.engineResult.lines : [];
  const best = lines[0]?.moves[0];
  const shapes = useMemo(() => bestMoveShape(best), [best]);
  return (
    <main class="game analysis">
      <h1 class="spoken">{say('analysis.title')}</h1>
      <div class="play">
        <div class={isFair ? undefined : 'evaluated'}>
          {!isFair && <EvalBar state={state} rules={rules} />}
          <Board
            shown={{ ...shown, shapes }}
            onMove={(orig, dest) => act({ a: 'enter', orig, dest })}
            onPromote={to => act({ a: 'promote', to })}
            onDraw={drawn =>
              act({ a: 'mark', marks: drawn.map(shape => ({ ...shape }) as BoardMark) })
            }
            onStep={by => act({ a: by > 0 ? 'on' : 'back' })}
          />
        </div>
      </div>
      <aside class="beside">
        <div class="card panel">
          {isFair ? (
            <p class="engine soft">{say('analysis.fair')}</p>
          ) : (
            <EnginePanel
              state={state}
              rules={rules}
              act={act}
              notation={settings.notation}
              works={works}
              orientation={shown.orientation}
            />
          )}
          <p class="opening soft">
            <OpeningName
              start={state.tree.start.fen}
              moves={bookMoves(state)}
            />
          </p>
          <MoveTree
            tree={state.tree}
            path={state.path}
            judgements={judgementsOf(state)}
            notation={settings.notation}
            onGo={path => act({ a: 'go', path })}
          />
          <Steps onStep={step => act({ a: stepActs[step] })} />
          <CommentField
            key={state.path.at(-1)}
            comment={notesAt(state.tree, state.path).comment}
            onWrite={text => act({ a: 'comment', text })}
            field={comment}
          />
          <Branch state={state} act={act} />
          {isFair && table.game.clock?.days && (
            <ConditionalPanel
              table={table}
              state={state}
              rules={rules}
              notation={settings.notation}
              act={act}
              dispatch={dispatch}
            />
          )}
          {!isFair && (
            <ReviewPanel state={state} act={act} notation={settings.notation} game={game} />
          )}
        </div>
        <Share state={state} act={act} orientation={shown.orientation} game={game} />
      </aside>
    </main>
  );
}

/* Keys and the wheel at an analysis board. */

const keys: Record<string, Action['a']> = {
  ...{ ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'start', ArrowDown: 'end' },
  ...{ h: 'back', l: 'on', k: 'start', j: 'end', Home: 'start', End: 'end' },
  f: 'flip',
  e: 'toggle',
  u: 'up',
  m: 'main',
  Delete: 'remove',
};

type Handlers = {
  act: (action: Action) => void;
  /** The player wants to comment, or to see the list of keys. */
  onComment: () => void;
  onHelp: () => void;
};

export function useAnalysisKeys({ act, onComment, onHelp }: Handlers): void {
  const onKey = (key: string): boolean => {
    const pressed = keys[key];
    if (pressed) act({ a: pressed } as Action);
    else if (key === 'c') onComment();
    else if (key === '?') onHelp();
    else return false;
    return true;
  };
  useBoardKeys({ onKey, onWheel: by => act({ a: by > 0 ? 'on' : 'back' }) });
}
