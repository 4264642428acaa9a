/* A tree of moves written as PGN, with comments, glyphs and variations (the PGN standard, 8.2.1). */

import { colorToMove } from './game';
import { type Notes, printNotes } from './marks';
import type { Step } from './rules';
import type { Node, Tree } from './tree';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
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

const escaped = (value: string): string => value.replace(/["\\]/g, '\\$&');

/** Lines of fewer than 80 characters, as the export format wants them (8.2.1). */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > lineMax) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}

/** The usual start, whatever its counters say. */
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
