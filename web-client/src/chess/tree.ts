/* Moves as a tree: the first child of a node goes on, the others are variations. Values only. */

import { type Notes, noNotes } from './notes';
import { nullMove } from './nullMove';
import type { Step } from './rules';

export type Node = Notes & {
  id: number;
  step: Step;
  /** Numeric annotation glyphs: 1 is "!", 2 is "?", and so on (PGN standard, 10). */
  nags: number[];
  children: Node[];
};

/** Its own notes are those on the start. */
export type Tree = Notes & { start: Step; children: Node[]; nextId: number };

/** The ids of the nodes from the start to a place in the tree; the start is []. */
export type Path = number[];

export const newTree = (start: Step): Tree => ({
  ...noNotes,
  start,
  children: [],
  nextId: 1,
});

const childOf = (children: Node[], id: number | undefined): Node | undefined =>
  children.find(child => child.id === id);

/** The nodes along a path, as far as it leads. */
export function nodesAlong({ children }: Tree, path: Path): Node[] {
  const nodes: Node[] = [];
  let below = children;
  for (const id of path) {
    const node = childOf(below, id);
    if (!node) break;
    nodes.push(node);
    below = node.children;
  }
  return nodes;
}

export const nodeAt = (tree: Tree, path: Path): Node | null =>
  nodesAlong(tree, path).at(-1) ?? null;
export const stepAtPath = (tree: Tree, path: Path): Step => nodeAt(tree, path)?.step ?? tree.start;
export const childrenAt = (tree: Tree, path: Path): Node[] =>
  nodeAt(tree, path)?.children ?? tree.children;

/** The path, continued by the first child each time, to the end. */
export function lineFrom(tree: Tree, path: Path): Path {
  const line = [...path];
  for (let next = childrenAt(tree, line)[0]; next; next = next.children[0]) line.push(next.id);
  return line;
}

/** A line as an engine takes it: a position and moves from there. Engines do not know null moves, so
 * it begins after the last of them. */
export function engineLine({ start }: Tree, nodes: Node[]): { fen: string; moves: string[] } {
  const moves = nodes.map(({ step }) => step.uci);
  const last = moves.lastIndexOf(nullMove);
  return { fen: nodes[last]?.step.fen ?? start.fen, moves: moves.slice(last + 1) };
}

export const mainLine = (tree: Tree): Node[] => nodesAlong(tree, lineFrom(tree, []));

type Change = (children: Node[]) => Node[];

function changeBelow(children: Node[], path: Path, change: Change, depth = 0): Node[] {
  if (depth === path.length) return change(children);
  return children.map(child =>
    child.id === path[depth]
      ? { ...child, children: changeBelow(child.children, path, change, depth + 1) }
      : child,
  );
}

const changeAt = (tree: Tree, path: Path, change: Change): Tree => ({
  ...tree,
  children: changeBelow(tree.children, path, change),
});

/** Plays a move there, or goes to it if it is in the tree already. */
export function addStep(tree: Tree, path: Path, step: Step): [Tree, Path] {
  const known = childrenAt(tree, path).find(child => child.step.fen === step.fen);
  if (known) return [tree, [...path, known.id]];
  const node: Node = { id: tree.nextId, step, ...noNotes, nags: [], children: [] };
  const grown = changeAt(tree, path, children => [...children, node]);
  return [{ ...grown, nextId: tree.nextId + 1 }, [...path, node.id]];
}

/** Removes a node and everything after it. */
export const removeNode = (tree: Tree, path: Path): Tree =>
  changeAt(tree, path.slice(0, -1), children => children.filter(({ id }) => id !== path.at(-1)));

/** The line that leads to the node becomes the first at each fork on its way. */
export function makeMain(tree: Tree, path: Path): Tree {
  return path.reduce<Tree>(
    (changed, id, depth) =>
      changeAt(changed, path.slice(0, depth), children => {
        const chosen = childOf(children, id);
        return chosen ? [chosen, ...children.filter(child => child !== chosen)] : children;
      }),
    tree,
  );
}

/** Where the path leaves the first line for the last time; -1 if nowhere. */
function lastFork(tree: Tree, path: Path): number {
  let last = -1;
  path.forEach((id, depth) => {
    if (childrenAt(tree, path.slice(0, depth))[0]?.id !== id) last = depth;
  });
  return last;
}

/** Whether the path is the first line at each fork on its way. */
export const isMain = (tree: Tree, path: Path): boolean => lastFork(tree, path) < 0;

/** The variation that the path leads into changes places with the one before it. */
export function moveUp(tree: Tree, path: Path): Tree {
  const depth = lastFork(tree, path);
  if (depth < 0) return tree;
  return changeAt(tree, path.slice(0, depth), children => {
    const at = children.findIndex(({ id }) => id === path[depth]);
    return at < 1
      ? children
      : [
          ...children.slice(0, at - 1),
          ...children.slice(at - 1, at + 1).reverse(),
          ...children.slice(at + 1),
        ];
  });
}

export const notesAt = (tree: Tree, path: Path): Notes => nodeAt(tree, path) ?? tree;

export function annotate(
  tree: Tree,
  path: Path,
  change: Partial<Notes & Pick<Node, 'nags'>>,
): Tree {
  if (path.length === 0) return { ...tree, ...change };
  return changeAt(tree, path.slice(0, -1), children =>
    children.map(child => (child.id === path.at(-1) ? { ...child, ...change } : child)),
  );
}
