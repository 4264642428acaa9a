/* Which games of this tab belong to tournaments, as the server said when they began. */

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

/** Null for a game of which that is not known. */
export const tournamentOf = (game: string): Kept | null =>
  keptGames().find(each => each.game === game) ?? null;
