/* Boards of a round that are changed by hand. Pure. */

import type { Board } from '../net/tournaments';

/** Two seats: white and black; 0 is the bye, and null an empty chair. */
export type Seats = [white: number | null, black: number | null];

export type Pairing = {
  boards: Seats[];
  /** Those who are not paired. */
  bench: number[];
};

export const pairingOf = (boards: Board[], active: number[]): Pairing => {
  const seats = boards
    .filter(({ white, result }) => white !== null && (result === null || result === 'bye'))
    .map(({ white, black }): Seats => [white?.player ?? null, black?.player ?? 0]);
  const taken = new Set([
    ...seats.flat(),
    ...boards.flatMap(({ white, black }) => [white?.player, black?.player]),
  ]);
  return { boards: seats, bench: active.filter(player => !taken.has(player)) };
};

/** A seat, or a player on the bench. */
export type Place = { board: number; side: 0 | 1 } | { bench: number };

const at = ({ boards, bench }: Pairing, place: Place): number | null =>
  'bench' in place
    ? (bench[place.bench] ?? null)
    : (boards[place.board]?.[place.side] ?? null);

function put(pairing: Pairing, place: Place, player: number | null): Pairing {
  if ('bench' in place)
    return {
      ...pairing,
      // An empty chair or the bye is no player who could wait.
      bench: pairing.bench.flatMap((each, i) => {
        if (i !== place.bench) return [each];
        return player === null || player === 0 ? [] : [player];
      }),
    };
  const boards = pairing.boards.map((seats, i): Seats => {
    if (i !== place.board) return seats;
    return place.side === 0 ? [player, seats[1]] : [seats[0], player];
  });
  return { ...pairing, boards };
}

/** The bye is always where Black would sit. */
const upright = (pairing: Pairing): Pairing => ({
  ...pairing,
  boards: pairing.boards.map(([white, black]): Seats => (white === 0 ? [black, 0] : [white, black])),
});

export const exchanged = (pairing: Pairing, a: Place, b: Place): Pairing =>
  upright(put(put(pairing, a, at(pairing, b)), b, at(pairing, a)));

export const turned = (pairing: Pairing, board: number): Pairing => ({
  ...pairing,
  boards: pairing.boards.map(
    (seats, i): Seats => (i === board && seats[1] !== 0 ? [seats[1], seats[0]] : seats),
  ),
});

/** Both go to the bench. */
export function dissolved(pairing: Pairing, board: number): Pairing {
  const left = (pairing.boards[board] ?? []).flatMap(player => player || []);
  return {
    boards: pairing.boards.filter((_, i) => i !== board),
    bench: [...pairing.bench, ...left],
  };
}

/** A new board for the first two on the bench, or for one and the bye. */
export function seated(pairing: Pairing): Pairing {
  const [white, black = 0, ...rest] = pairing.bench;
  if (white === undefined) return pairing;
  return { boards: [...pairing.boards, [white, black]], bench: rest };
}

export const isWhole = ({ boards }: Pairing): boolean =>
  boards.every(seats => seats.every(player => player !== null)) &&
  boards.filter(([, black]) => black === 0).length <= 1;

/** "3-5 4-1 7-0", as the server takes it. */
export const printPairing = ({ boards }: Pairing): string =>
  boards.map(([white, black]) => `${white}-${black}`).join(' ');
