/* Conditional moves: how much of a variation can be saved, and beside which lines. A line has its moves in
 * UCI, from the game's position on; it ends with a reply of the player's. Pure. */

import { nullMove } from '../chess/nullMove';
import { type Path, type Tree, nodesAlong } from '../chess/tree';
import { type Game, toMove } from '../game/game';
import type { Color } from '../chess/fen';

export type Line = string[];

/** Of the server: PROTOCOL.md, "conditional". */
export const linesMax = 16;
const pliesMax = 30;

const isReply = (game: Game, seat: Color, index: number): boolean =>
  (index % 2 === 0) === (toMove(game) === seat);

/** The moves after those of the game, up to the player's last reply among them; null: there is none, or
 * the variation does not begin at the game's position. */
export function lineHere(tree: Tree, path: Path, game: Game, seat: Color): Line | null {
  const nodes = nodesAlong(tree, path);
  const played = nodes.slice(0, game.steps.length);
  const isGames = game.steps.every((step, i) => played[i]?.step.fen === step.fen);
  const line = nodes.slice(game.steps.length, game.steps.length + pliesMax);
  const moves = line.map(({ step }) => step.uci);
  if (!isGames || moves.includes(nullMove)) return null;
  if (!isReply(game, seat, moves.length - 1)) moves.pop();
  // The first move is made before all this; the first reply comes after one of the opponent's.
  return moves.length >= (toMove(game) === seat ? 3 : 2) ? moves : null;
}

/** Where two lines part; the shorter one's length when one is the beginning of the other. */
function partingOf(one: Line, other: Line): number {
  const at = one.findIndex((move, i) => move !== other[i]);
  return at < 0 ? one.length : at;
}

/** The lines plus one more. It replaces those that reply to the same move differently, and those that are
 * its own beginning. Null: it is there already, or there is no room. */
export function withLine(lines: Line[], line: Line, game: Game, seat: Color): Line[] | null {
  const isThere = lines.some(other => partingOf(line, other) === line.length);
  const kept = lines.filter(other => {
    const at = partingOf(other, line);
    return at < other.length && !isReply(game, seat, at);
  });
  return isThere || kept.length >= linesMax ? null : [...kept, line];
}
