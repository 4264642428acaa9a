/* Finished games as the HTTP API lists them. */

export type PlayedSeat = {
  user?: { name: string; id: string };
  name?: string;
  aiLevel?: number;
  rating?: number;
};

export type PlayedGame = {
  id: string;
  rated: boolean;
  perf: string;
  createdAt: number;
  status: string;
  winner?: 'white' | 'black';
  players: { white: PlayedSeat; black: PlayedSeat };
  opening?: { eco: string; name: string };
};

export type PlayedGames = { games: PlayedGame[]; next: string | null };

const isPlayedGame = (value: unknown): value is PlayedGame => {
  const game = value as PlayedGame | null;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.id === 'string' &&
    typeof game.createdAt === 'number' &&
    typeof game.players?.white === 'object' &&
    typeof game.players?.black === 'object'
  );
};

export const isPlayedGames = (value: unknown): value is PlayedGames =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as PlayedGames).games) &&
  (value as PlayedGames).games.every(isPlayedGame);

/** "1–0", "0–1", "½–½"; nothing for a game without a result. */
export function scoreText({ winner, status }: PlayedGame): string {
  if (winner) return winner === 'white' ? '1–0' : '0–1';
  return status === 'aborted' || status === 'noStart' ? '–' : '½–½';
}
