/* How long the moves of a game took. */

import { useEffect } from 'preact/hooks';

import { type Color, colorToMove, opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { integer, listOf, object } from '../net/schema';
import type { Terms } from '../net/wire';
import { stageAfter, termsOf } from './clock';
import { type Game, isOver } from './game';

type Times = (number | null)[];

/** How long a move took that cost the clock so much. Null: less than the delay, and nobody knows how
 * much less. */
function took(spent: number, { kind, increment = 0, delay = 0 }: Terms): number | null {
  if (kind !== 'bronstein' && kind !== 'delay') return Math.max(0, spent + increment);
  return spent > 0 ? spent + delay : null;
}

/** The last move of a stage also brought the time of the next one. */
function tookInStages(spent: number, terms: Terms, made: number): number | null {
  const now = stageAfter(terms, made);
  const next = stageAfter(terms, made + 1);
  const brought = next.begun > now.begun ? (next.stage.initial ?? 0) : 0;
  return took(spent + brought, { kind: terms.kind, ...now.stage });
}

/** From what each clock showed after its move, in hundredths of a second. The first move of each
 * side is made without a clock. */
export function timesOfClocks(clocks: number[], terms: Terms, first: Color = 'white'): Times {
  return clocks.map((left, i) => {
    const before = clocks[i - 2];
    if (before === undefined) return null;
    if (terms.moves) return tookInStages(10 * (before - left), terms, i >> 1);
    return took(10 * (before - left), termsOf(terms, i % 2 === 0 ? first : opposite(first)));
  });
}

const isExport = object({ clocks: listOf(integer) });

/** Whether the server knows more: it stores the clocks of finished games. */
export const knowsMore = (game: Game): boolean =>
  isOver(game) &&
  game.clock?.initial !== undefined &&
  game.times.slice(2).some(time => time === null);

/** What the page saw itself, and the rest from the server; null when it does not answer. */
export async function fetchTimes({ id, clock, times, start }: Game): Promise<Times | null> {
  const path = `/game/export/${id}?clocks=true&moves=false`;
  const answer = await callApi('GET', path, isExport);
  if (!answer.ok || !clock || answer.value.clocks.length !== times.length) return null;
  const kept = timesOfClocks(answer.value.clocks, clock, colorToMove(start.fen));
  return times.map((known, i) => known ?? kept[i] ?? null);
}

/** In a finished game: fetches how long its moves took, unless the page saw it itself. */
export function useTimes(game: Game | undefined, dispatch: Dispatch): void {
  const isAsked = game !== undefined && knowsMore(game);
  // Once for each game, however often it changes meanwhile.
  useEffect(() => {
    if (!isAsked) return;
    void fetchTimes(game).then(times => {
      if (times) dispatch({ m: 'moveTimesLoaded', game: game.id, times });
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);
}
