/* Which games belong to tournaments: as the server says while they go on; of this tab's, also as it said when they began. */

import type { Color } from '../chess/fen';
import { bool, listOf, object, text } from '../net/schema';
import type { Game } from './game';

type Kept = {
  game: string;
  tournament: string;
  name: string;
  /** The player may halve their time for one more point. */
  berserk: boolean;
};

const key = 'castled.tournaments';
const keptMost = 20;

function keptGames(): Kept[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? (list as Kept[]) : [];
  } catch {
    return [];
  }
}

export function keepTournamentOf({ game, tournament, name, berserk }: Kept): void {
  const list = [{ game, tournament, name, berserk }, ...keptGames().filter(each => each.game !== game)];
  try {
    sessionStorage.setItem(key, JSON.stringify(list.slice(0, keptMost)));
  } catch {
    // Then the game has no link back to its tournament.
  }
}

type OfTournament = Omit<Kept, 'game'>;

const isNamed = object({ tournament: object({ id: text, name: text, berserk: bool }) });
const isBerserk = object({ berserk: listOf(text) });

/** Null for a game of which that is not known. The server names it while the game goes on. */
export function tournamentOf({ id, told }: Game): OfTournament | null {
  if (isNamed(told)) return { ...told.tournament, tournament: told.tournament.id };
  return keptGames().find(each => each.game === id) ?? null;
}

/** Whether that side had halved its time when the game was fetched. */
export const wentBerserk = ({ told }: Game, side: Color): boolean =>
  isBerserk(told) && told.berserk.includes(side);
