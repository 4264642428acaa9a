/* An analysis board: a tree of moves, the current place in it, and what the engine says there. Pure.
 *
 * It is not a part of the page's model, so that people who only play never load it. */

import type { Key } from '@lichess-org/chessground/types';

import { type PositionFault, positionFault, positionOfFen } from '../chess/editedPosition';
import { colorToMove } from '../chess/fen';
import { type Promotion, letterOf, movesBetween } from '../chess/moves';
import { type BoardMark, plainComment, printNotes } from '../chess/notes';
import { type PgnEntry, type PgnFault, pgnFileMax, pgnMax, readPgn, splitPgn } from '../chess/pgn';
import { type Rules, type Step, startStep } from '../chess/rules';
import {
  type Path,
  type Tree,
  addStep,
  annotate,
  childrenAt,
  lineFrom,
  mainLine,
  makeMain,
  moveUp,
  newTree,
  removeNode,
  stepAtPath,
} from '../chess/tree';
import type { Evaluation } from './judge';

/** One of the best lines from a position; the score is White's. */
export type EngineLine = { score: Evaluation; depth: number; moves: string[] };

export type Review = {
  /** For each position of the main line, the start first; null: not yet looked at. */
  scores: (Evaluation | null)[];
  /** The line that was reviewed; another line needs a review of its own. */
  fens: string[];
};

export type Analysis = {
  tree: Tree;
  path: Path;
  tags: Record<string, string>;
  flipped: boolean;
  promoting: { orig: Key; dest: Key } | null;
  engine: boolean;
  /** How many lines are shown. */
  lineCount: number;
  /** What the engine said last, and of which position. */
  engineResult: { fen: string; lines: EngineLine[] } | null;
  review: Review | null;
  fault: PgnFault | PositionFault | 'fen' | 'pgn' | 'long' | 'large' | null;
  /** The games of the file that was loaded, and which of them is shown; a file of one game has no
   * list. */
  games: PgnEntry[];
  gameIndex: number;
  redraws: number;
};

export const linesMax = 5;

export const newAnalysis = (tree: Tree, tags: Record<string, string> = {}): Analysis => ({
  tree,
  path: [],
  tags,
  flipped: false,
  promoting: null,
  engine: false,
  lineCount: 1,
  engineResult: null,
  review: null,
  fault: null,
  games: [],
  gameIndex: 0,
  redraws: 0,
});

export type Action =
  | { a: 'go'; path: Path }
  | { a: 'back' | 'on' | 'start' | 'end' | 'flip' | 'toggle' }
  /** Of the line that leads to the current place. */
  | { a: 'up' | 'main' | 'remove' }
  | { a: 'enter'; orig: Key; dest: Key }
  | { a: 'promote'; to: Promotion | null }
  | { a: 'play'; moves: string[] }
  /** The arrows and circles of the shown position, all of them. */
  | { a: 'mark'; marks: BoardMark[] }
  /** The comment on the shown position; '' removes it. */
  | { a: 'comment'; text: string }
  | { a: 'multi'; count: number }
  | { a: 'said'; fen: string; lines: EngineLine[] }
  | { a: 'review' }
  | { a: 'scored'; index: number; fen: string; score: Evaluation }
  | { a: 'loadFen' | 'loadPgn'; text: string }
  /** The game that is analysed as the server has it, with its tags and clocks. */
  | { a: 'recorded'; text: string }
  /** A file that was not read. */
  | { a: 'fileRefused'; fault: 'large' | 'pgn' }
  /** Another game of the file. */
  | { a: 'chooseGame'; index: number };

export const shownStep = ({ tree, path }: Analysis): Step => stepAtPath(tree, path);

const goTo = (state: Analysis, path: Path): Analysis => ({ ...state, path, promoting: null });

const refused = (state: Analysis): Analysis => ({
  ...state,
  promoting: null,
  redraws: state.redraws + 1,
});

function playAll(state: Analysis, moves: string[], rules: Rules): Analysis {
  let { tree, path } = state;
  for (const uci of moves) {
    const step = rules.play(stepAtPath(tree, path).fen, uci);
    if (!step) return refused({ ...state, tree, path });
    [tree, path] = addStep(tree, path, step);
  }
  return goTo({ ...state, tree }, path);
}

function enter(state: Analysis, orig: Key, dest: Key, rules: Rules): Analysis {
  const moves = movesBetween(rules, shownStep(state).fen, orig, dest);
  if (moves.length > 1) return { ...state, promoting: { orig, dest } };
  return moves[0] ? playAll(state, [moves[0]], rules) : refused(state);
}

function promote(state: Analysis, to: Promotion | null, rules: Rules): Analysis {
  const { promoting } = state;
  if (!promoting || !to) return refused(state);
  return playAll(state, [promoting.orig + promoting.dest + letterOf(to)], rules);
}

function loadFen(state: Analysis, text: string, rules: Rules): Analysis {
  const start = startStep(rules, text.trim());
  if (!start) {
    const setup = positionOfFen(text);
    return { ...state, fault: setup ? positionFault(setup, false) : 'fen' };
  }
  const { engine, lineCount, flipped } = state;
  return { ...newAnalysis(newTree(start)), engine, lineCount, flipped };
}

function loadGame(state: Analysis, text: string, rules: Rules): Analysis {
  const game = readPgn(text, rules);
  if (text.length > pgnMax) return { ...state, fault: 'long' };
  if (!game || (game.fault && game.tree.children.length === 0)) return { ...state, fault: 'pgn' };
  const { engine, lineCount, flipped, games, gameIndex } = state;
  const fresh = newAnalysis(game.tree, game.tags);
  return { ...fresh, engine, lineCount, flipped, games, gameIndex, fault: game.fault };
}

function chooseGame(state: Analysis, index: number, rules: Rules): Analysis {
  const game = state.games[index];
  return game ? loadGame({ ...state, gameIndex: index }, game.text, rules) : state;
}

function loadPgn(state: Analysis, text: string, rules: Rules): Analysis {
  if (text.length > pgnFileMax) return { ...state, fault: 'large' };
  const games = splitPgn(text);
  return games.length > 1
    ? chooseGame({ ...state, games }, 0, rules)
    : loadGame({ ...state, games: [], gameIndex: 0 }, text, rules);
}

const movesOf = (tree: Tree): string => mainLine(tree).map(node => node.step.uci).join(' ');

/** Only while nothing but the game itself is on the board: what a player has added stays. */
function recorded(state: Analysis, text: string, rules: Rules): Analysis {
  const { tree, path } = state;
  const game = readPgn(text, rules);
  const isUntouched =
    tree.nextId === newTree(tree.start).nextId + mainLine(tree).length &&
    [tree, ...mainLine(tree)].every(notes => printNotes(notes) === '');
  if (!game || game.fault || movesOf(game.tree) !== movesOf(tree)) return state;
  if (!isUntouched) return { ...state, tags: game.tags };
  return {
    ...state,
    tags: game.tags,
    tree: game.tree,
    path: lineFrom(game.tree, []).slice(0, path.length),
  };
}

function beginReview(state: Analysis): Analysis {
  const fens = [state.tree.start, ...mainLine(state.tree).map(node => node.step)].map(
    step => step.fen,
  );
  return { ...state, engine: false, review: { fens, scores: fens.map(() => null) } };
}

function scored(state: Analysis, index: number, fen: string, score: Evaluation): Analysis {
  const { review } = state;
  if (!review || review.fens[index] !== fen) return state;
  return {
    ...state,
    review: { ...review, scores: review.scores.map((old, i) => (i === index ? score : old)) },
  };
}

export function analyse(state: Analysis, action: Action, rules: Rules): Analysis {
  const { tree, path } = state;
  switch (action.a) {
    case 'go':
      return goTo(state, action.path);
    case 'back':
      return goTo(state, path.slice(0, -1));
    case 'on': {
      const next = childrenAt(tree, path)[0];
      return next ? goTo(state, [...path, next.id]) : state;
    }
    case 'start':
      return goTo(state, []);
    case 'end':
      return goTo(state, lineFrom(tree, path));
    case 'flip':
      return { ...state, flipped: !state.flipped };
    case 'toggle':
      return { ...state, engine: !state.engine };
    case 'enter':
      return enter(state, action.orig, action.dest, rules);
    case 'promote':
      return promote(state, action.to, rules);
    case 'play':
      return playAll(state, action.moves, rules);
    case 'remove':
      return goTo({ ...state, tree: removeNode(tree, path) }, path.slice(0, -1));
    case 'up':
      return { ...state, tree: moveUp(tree, path) };
    case 'main':
      return { ...state, tree: makeMain(tree, path) };
    case 'mark':
      return { ...state, tree: annotate(tree, path, { marks: action.marks }) };
    case 'comment':
      return { ...state, tree: annotate(tree, path, { comment: plainComment(action.text) }) };
    case 'multi':
      return { ...state, lineCount: Math.max(1, Math.min(linesMax, action.count)) };
    case 'said':
      return action.fen === shownStep(state).fen
        ? { ...state, engineResult: { fen: action.fen, lines: action.lines } }
        : state;
    case 'review':
      return beginReview(state);
    case 'scored':
      return scored(state, action.index, action.fen, action.score);
    case 'loadFen':
      return loadFen(state, action.text, rules);
    case 'recorded':
      return recorded(state, action.text, rules);
    case 'loadPgn':
      return loadPgn(state, action.text, rules);
    case 'fileRefused':
      return { ...state, fault: action.fault };
    case 'chooseGame':
      return chooseGame(state, action.index, rules);
  }
}

/** The next position of the review that has no score. */
export const nextToReview = ({ review }: Analysis): number =>
  review ? review.scores.indexOf(null) : -1;

/** The score of the shown position, if known: from the engine, else from the review. */
export function scoreHere(state: Analysis): Evaluation | null {
  const { fen } = shownStep(state);
  if (state.engineResult?.fen === fen && state.engineResult.lines[0])
    return state.engineResult.lines[0].score;
  const index = state.review?.fens.indexOf(fen) ?? -1;
  return (index >= 0 && state.review?.scores[index]) || null;
}

/** A mate on the board needs no engine. */
export const finalScore = (fen: string, rules: Rules): Evaluation | null => {
  if (rules.moves(fen).length > 0) return null;
  if (!rules.isCheck(fen)) return { cp: 0 };
  return { mate: colorToMove(fen) === 'white' ? -1 : 1 };
};
