/* A game as PGN, for the player to keep. */

import { base } from '../base';
import { printPgn } from '../chess/pgn';
import { type Path, type Tree, addStep, newTree } from '../chess/tree';
import { isOnDevice } from '../net/onDevice';
import type { Person, Terms } from '../net/wire';
import { printRoute } from '../route';
import { saveFile } from '../ui/saveFile';
import { termsOf } from './clock';
import { type Game, isOver } from './game';

const playerTag = (player: Person): string =>
  (player.computer ?? 0) === 0 ? player.name : `Computer level ${player.computer}`;

const result = (game: Game): string => {
  if (!isOver(game) || game.status === 'aborted' || game.status === 'noStart') return '*';
  return game.winner === null ? '1/2-1/2' : game.winner === 'white' ? '1-0' : '0-1';
};

const termination = (game: Game): string => {
  if (!isOver(game)) return 'unterminated';
  if (game.status === 'outoftime') return 'time forfeit';
  if (game.status === 'timeout' || game.status === 'noStart') return 'abandoned';
  return game.status === 'aborted' ? 'abandoned' : 'normal';
};

/** Two digits everywhere, as the standard's "2026.01.09". */
const dateTag = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('.');

/** PGN 9.6.1: "300+3", stages "40/5400+30:1800+30", correspondence "1/259200"; delays, which the standard lacks, as the server writes them:
 * "300d5". */
function timeControl({ days, stages = [], ...first }: Terms): string {
  if (days !== undefined) return `1/${days * 86_400}`;
  const sign = first.delay === undefined ? '+' : 'd';
  return [first, ...stages]
    .map(
      ({ moves, initial = 0, increment = 0, delay = increment }) =>
        `${moves ? `${moves}/` : ''}${initial / 1000}${sign}${delay / 1000}`,
    )
    .join(':');
}

/** With time odds a tag for each side instead of one for both, as the server writes them. */
const timeTags = (clock: Terms | null): [string, string][] =>
  clock?.odds
    ? [
        ['WhiteTimeControl', timeControl(termsOf(clock, 'white'))],
        ['BlackTimeControl', timeControl(termsOf(clock, 'black'))],
      ]
    : [['TimeControl', clock ? timeControl(clock) : '-']];

function tagsOf(game: Game, site: string, date: Date): [string, string][] {
  const { clock, players, variant } = game;
  const tags: [string, string][] = [
    ['Event', `${game.rated ? 'Rated' : 'Casual'} game`],
    ['Site', site],
    ['Date', dateTag(date)],
    ['Round', '-'],
    ['White', playerTag(players.white)],
    ['Black', playerTag(players.black)],
    ['Result', result(game)],
    ...timeTags(clock),
    ['Termination', termination(game)],
  ];
  if (variant === 'chess960') tags.push(['Variant', 'Chess960']);
  return tags;
}

/** A game as a tree with its tags, as it is written and analysed. */
export function pgnTreeOf(
  game: Game,
  site: string,
  date: Date,
): { tree: Tree; tags: Record<string, string> } {
  const [tree] = game.steps.reduce<[Tree, Path]>(
    ([grown, path], step) => addStep(grown, path, step),
    [newTree(game.start), []],
  );
  return { tree, tags: Object.fromEntries(tagsOf(game, site, date)) };
}

export function pgnOf(game: Game, site: string, date: Date): string {
  const { tree, tags } = pgnTreeOf(game, site, date);
  return printPgn(tree, tags);
}

const patience = 10_000;

/** The server's PGN of a finished game, with its day, ratings, opening and clocks; null: this device
 * has to write the PGN itself. */
export async function fetchPgn(game: Game): Promise<string | null> {
  if (isOnDevice(game.id) || !isOver(game)) return null;
  try {
    const response = await fetch(`${base}/game/export/${game.id}`, {
      signal: AbortSignal.timeout(patience),
      headers: { accept: 'application/x-chess-pgn' },
    });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/* A game as a file for the player to keep. */

export async function savePgn(game: Game): Promise<void> {
  const site = location.origin + printRoute({ page: 'game', game: game.id });
  saveFile(
    `castled-${game.id}.pgn`,
    (await fetchPgn(game)) ?? pgnOf(game, site, new Date()),
    'application/x-chess-pgn',
  );
}
