/* PGN with comments, glyphs and variations, read into a tree.
 *
 * The grammar is that of the PGN standard (Edwards 1994, 8.2); which moves there are, the rules say. What
 * is not understood ends the reading with words about where, and what came before it is kept. */

import { startFen } from './pgnText';
import { type Rules, startStep } from './rules';
import { type Path, type Tree, addStep, annotate, newTree, stepAtPath } from './tree';

export type PgnGame = { tags: Record<string, string>; tree: Tree; fault: PgnFault | null };
export type PgnFault = { token: string; ply: number };

/** Longer texts are no single game. */
export const pgnMax = 1_000_000;
const depthMax = 64;

const tagLine = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
// Comments, the rest of a line, brackets, glyphs, results, move numbers, moves.
const token =
  /\{[^}]*\}|;[^\n]*|[()]|\$\d{1,3}|1-0|0-1|1\/2-1\/2|\*|\d+\.*|\.+|[A-Za-z][A-Za-z0-9=+#-]*[!?]{0,2}|[!?]{1,2}|\S/g;

const glyphs: Record<string, number> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };

function readTags(text: string): [Record<string, string>, string] {
  const tags: Record<string, string> = {};
  let rest = text;
  for (let found = tagLine.exec(rest); found; found = tagLine.exec(rest)) {
    tags[found[1] ?? ''] = (found[2] ?? '').replace(/\\(["\\])/g, '$1');
    rest = rest.slice(found[0].length);
  }
  return [tags, rest];
}

type State = { tree: Tree; path: Path; before: Path; stack: [Path, Path][] };

const commented = (state: State, text: string): Tree =>
  state.path.length > 0
    ? annotate(state.tree, state.path, { comment: text.replace(/\s+/g, ' ').trim() })
    : state.tree;

function withGlyph(tree: Tree, path: Path, nag: number | undefined): Tree {
  return nag === undefined || path.length === 0 ? tree : annotate(tree, path, { nags: [nag] });
}

function move(state: State, word: string, rules: Rules): State | null {
  const [, san = '', glyph = ''] = /^(.*?)([!?]*)$/.exec(word) ?? [];
  const { fen } = stepAtPath(state.tree, state.path);
  const uci = rules.read(fen, san);
  const step = uci ? rules.play(fen, uci) : null;
  if (!step) return null;
  const [tree, path] = addStep(state.tree, state.path, step);
  return { ...state, tree: withGlyph(tree, path, glyphs[glyph]), path, before: state.path };
}

/** The state after one word; null when the word means nothing there. */
function take(state: State, word: string, rules: Rules): State | null {
  if (word.startsWith('{')) return { ...state, tree: commented(state, word.slice(1, -1)) };
  if (word.startsWith(';')) return { ...state, tree: commented(state, word.slice(1)) };
  if (/^(\d+\.*|\.+)$/.test(word)) return state;
  if (word.startsWith('$'))
    return { ...state, tree: withGlyph(state.tree, state.path, Number(word.slice(1))) };
  if (word in glyphs) return { ...state, tree: withGlyph(state.tree, state.path, glyphs[word]) };
  if (word === '(') {
    if (state.path.length === 0 || state.stack.length >= depthMax) return null;
    return { ...state, stack: [...state.stack, [state.path, state.before]], path: state.before };
  }
  if (word !== ')') return move(state, word, rules);
  const back = state.stack.at(-1);
  return back
    ? { ...state, path: back[0], before: back[1], stack: state.stack.slice(0, -1) }
    : null;
}

const isResult = (word: string): boolean => ['1-0', '0-1', '1/2-1/2', '*'].includes(word);

/** Null when the text names a position that is none, or is longer than a game. */
export function readPgn(text: string, rules: Rules): PgnGame | null {
  if (text.length > pgnMax) return null;
  const [tags, moves] = readTags(text);
  const start = startStep(rules, tags.FEN ?? startFen);
  if (!start) return null;
  let state: State = { tree: newTree(start), path: [], before: [], stack: [] };
  for (const [word] of moves.matchAll(token)) {
    if (isResult(word) && state.stack.length === 0) break;
    const next = isResult(word) ? state : take(state, word, rules);
    if (!next) return { tags, tree: state.tree, fault: { token: word, ply: state.path.length } };
    state = next;
  }
  return { tags, tree: state.tree, fault: null };
}
