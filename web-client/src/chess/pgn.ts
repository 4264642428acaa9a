/* A tree of moves written as PGN, with comments, glyphs and variations (the PGN standard,
 * 8.2.1). */

import { colorToMove, startFen } from './fen';
import { type Notes, joinNotes, noNotes, printNotes, readNotes } from './notes';
import { nullStep } from './nullMove';
import { type Rules, type Step, startStep } from './rules';
import { type Node, type Tree, newTree } from './tree';

const lineMax = 79;

const numberOf = (fen: string, isFirst: boolean): string => {
  const number = fen.split(' ')[5] ?? '1';
  if (colorToMove(fen) === 'white') return `${number}. `;
  return isFirst ? `${number}... ` : '';
};

const commentOf = (notes: Notes, before = ''): string => {
  const text = printNotes(notes);
  return text && `${before}{${text}}`;
};

function wordsOf(node: Node, fen: string, isFirst: boolean): string {
  const nags = node.nags.map(nag => ` $${nag}`).join('');
  return `${numberOf(fen, isFirst)}${node.step.san}${nags}${commentOf(node, ' ')}`;
}

function lineText(children: Node[], fen: string, isFirst: boolean): string {
  const [main, ...others] = children;
  if (!main) return '';
  const here = wordsOf(main, fen, isFirst);
  const variations = others.map(
    node =>
      `(${[wordsOf(node, fen, true), lineText(node.children, node.step.fen, false)].join(' ').trim()})`,
  );
  const rest = lineText(
    main.children,
    main.step.fen,
    variations.length > 0 || commentOf(main) !== '',
  );
  return [here, ...variations, rest].filter(Boolean).join(' ');
}

/** On one line: what begins another would be a tag or a game of its own for other programs. */
const escaped = (value: string): string =>
  value.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&');

/** At the start of a line '%' would hide it (6), and '[' would look like a tag. */
const firstOnLine = (word: string): string => (/^[%[]/.test(word) ? ` ${word}` : word);

/** Lines of fewer than 80 characters, as the export format requires (8.2.1). */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > lineMax) {
      lines.push(line);
      line = firstOnLine(word);
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}

/** The starting position, whatever its counters say. */
const isUsualStart = ({ fen }: Step): boolean =>
  fen.split(' ').slice(0, 4).join(' ') === startFen.split(' ').slice(0, 4).join(' ');

export function printPgn(tree: Tree, tags: Record<string, string>): string {
  const own = isUsualStart(tree.start) ? {} : { SetUp: '1', FEN: tree.start.fen };
  const result = tags.Result ?? '*';
  const head = Object.entries({ ...tags, Result: result, ...own }).map(
    ([name, value]) => `[${name} "${escaped(value)}"]`,
  );
  const moves = [commentOf(tree), lineText(tree.children, tree.start.fen, true), result]
    .filter(Boolean)
    .join(' ');
  return `${head.join('\n')}\n\n${wrapped(moves)}\n`;
}

/* PGN with comments, glyphs and variations, read into a tree.
 *
 * The grammar is that of the PGN standard (Edwards 1994, 8.2). Reading stops at the first token
 * that makes no sense, with an error that says where; what came before it is kept. */

export type PgnGame = {
  tags: Record<string, string>;
  tree: Tree;
  /** 'long': more moves than any game has. */
  fault: PgnFault | 'long' | null;
};
export type PgnFault = { token: string; ply: number };

/** A longer text is not a single game. */
export const pgnMax = 1_000_000;
/** As on the server; the longest game ever played had 269 moves. */
const pliesMax = 1_200;
const nodesMax = 5_000;
const depthMax = 64;
/** Of one move. */
const nagsMax = 16;
const tokenShown = 20;

/** A longer file is not read: its games would be more than anybody can choose from here. */
export const pgnFileMax = 10_000_000;
export const gamesMax = 1_000;

// Not any number of escapes: millions would be more than the matcher can go back over.
const tagLine = /^\s*\[\s*(\w+)\s+"([^"\\]*(?:\\.[^"\\]*){0,1000})"\s*\]/;
// Comments, the rest of a line, brackets, glyphs, results, move numbers, null moves, moves.
const token =
  /\{[^}]*\}?|;[^\n]*|[()]|\$\d{1,3}|1-0|0-1|1\/2-1\/2|\*|\d+\.*|\.+|--[!?]{0,2}|[A-Za-z][A-Za-z0-9=+#-]*[!?]{0,2}|[!?]{1,2}|\S/g;

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

/** A place in the tree that is being read; without a node it is the start. */
type Place = { node: Node | null; before: Place | null; ply: number };

/** The tree is changed in place while it is read. */
type State = { tree: Tree; here: Place; stack: Place[]; rules: Rules };

const comment = ({ tree, here }: State, text: string): void => {
  const noted = here.node ?? tree;
  Object.assign(noted, joinNotes(noted, readNotes(text)));
};

const mark = ({ here }: State, nag: number | undefined): void => {
  const nags = here.node?.nags;
  if (nags && nag !== undefined && nags.length < nagsMax) nags.push(nag);
};

/** "--" is a null move in most programs, "Z0" in those of ChessBase. */
function stepOf(rules: Rules, fen: string, san: string): Step | null {
  if (san === '--' || san === 'Z0') return nullStep(rules, fen);
  const uci = rules.read(fen, san);
  return uci ? rules.play(fen, uci) : null;
}

function move(state: State, word: string): boolean {
  const { tree, here, rules } = state;
  const [, san = '', glyph = ''] = /^(.*?)([!?]*)$/.exec(word) ?? [];
  const fen = here.node?.step.fen ?? tree.start.fen;
  const step = stepOf(rules, fen, san);
  if (!step) return false;
  const siblings = here.node?.children ?? tree.children;
  let node = siblings.find(child => child.step.fen === step.fen);
  if (!node) {
    node = { id: tree.nextId++, step, ...noNotes, nags: [], children: [] };
    siblings.push(node);
  }
  state.here = { node, before: here, ply: here.ply + 1 };
  mark(state, glyphs[glyph]);
  return true;
}

function openVariation({ here, stack }: State): Place | null {
  if (!here.before || stack.length >= depthMax) return null;
  stack.push(here);
  return here.before;
}

/** False when the word means nothing there. */
function take(state: State, word: string): boolean {
  if (word.startsWith('{')) comment(state, word.replace(/^\{|\}$/g, ''));
  else if (word.startsWith(';')) comment(state, word.slice(1));
  else if (word.startsWith('$')) mark(state, Number(word.slice(1)));
  else if (Object.hasOwn(glyphs, word)) mark(state, glyphs[word]);
  else if (word === '(' || word === ')') {
    const place = word === '(' ? openVariation(state) : state.stack.pop();
    if (!place) return false;
    state.here = place;
  } else if (!/^(\d+\.*|\.+)$/.test(word)) return move(state, word);
  return true;
}

const isResult = (word: string): boolean => ['1-0', '0-1', '1/2-1/2', '*'].includes(word);

/** Null when the text is too long, or begins from an illegal position. */
export function readPgn(text: string, rules: Rules): PgnGame | null {
  if (text.length > pgnMax) return null;
  const [tags, moves] = readTags(text);
  const start = startStep(rules, tags.FEN ?? startFen);
  if (!start) return null;
  const tree = newTree(start);
  const state: State = { tree, here: { node: null, before: null, ply: 0 }, stack: [], rules };
  for (const [word] of moves.matchAll(token)) {
    if (isResult(word)) {
      if (state.stack.length === 0) break;
    } else if (tree.nextId > nodesMax || state.here.ply > pliesMax)
      return { tags, tree, fault: 'long' };
    else if (!take(state, word))
      return { tags, tree, fault: { token: word.slice(0, tokenShown), ply: state.here.ply } };
  }
  return { tags, tree, fault: null };
}

/* A file of several games. */

/** One game of a file: its tags, and the whole of its text for readPgn. */
export type PgnEntry = { tags: Record<string, string>; text: string };

// Comments, the rest of a line, a line that begins with a tag, brackets, results, other words.
const part =
  /\{[^}]*\}?|;[^\n]*|^[ \t]*\[[^\n]*|[()]|(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$)|[^\s{;()]+/gm;

/** Where the games of a text begin: at the first tag after moves, or after a result. */
function beginnings(text: string): number[] {
  const found = [0];
  let hasMoves = false;
  let isOver = false;
  let depth = 0;
  for (const { 0: word, index } of text.matchAll(part)) {
    const isNote = word.startsWith('{') || word.startsWith(';');
    if (isNote) continue;
    const isTag = /^[ \t]*\[\s*\w+\s/.test(word);
    if (isOver || (isTag && hasMoves)) {
      found.push(index);
      if (found.length > gamesMax) return found;
      hasMoves = isOver = false;
      depth = 0;
    }
    if (isTag) continue;
    hasMoves = true;
    if (word === '(') depth++;
    else if (word === ')') depth = Math.max(0, depth - 1);
    else isOver = depth === 0 && isResult(word);
  }
  return found;
}

/** The games of a file, at most gamesMax of them; a text of one game is one entry. */
export function splitPgn(text: string): PgnEntry[] {
  const starts = beginnings(text);
  return starts.slice(0, gamesMax).map((start, i) => {
    const own = text.slice(start, starts[i + 1]);
    return { tags: readTags(own)[0], text: own };
  });
}
