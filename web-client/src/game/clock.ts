/* Clocks of a game: what is left, and how it is written.
 *
 * The server counts in game time, which does not pass while the server is down. An Axis relates it
 * to the page's own clock (performance.now); all in milliseconds. */

import type { Color } from '../chess/fen';
import type { Control, Stage, Terms } from '../net/wire';

/** At the page's instant `now` the game's time was `at`. */
export type Axis = { at: number; now: number };

export type Clock = Terms & {
  white: number;
  black: number;
  /** The game time at which `white` and `black` hold. */
  at: number;
  running: Color | null;
  /** How much of the delay is left at `at`, on clocks with a delay. */
  stands?: number | undefined;
};

export const gameTime = (axis: Axis, now: number): number => axis.at + (now - axis.now);

/** The better of two readings: messages can only be late, so the axis that is further ahead is
 * more accurate. */
export const laterAxis = (axis: Axis, at: number, now: number): Axis =>
  at > gameTime(axis, now) ? { at, now } : axis;

/** How much of the delay is left; 0 when the clock runs down or is not running. */
export function delayLeft(clock: Clock, side: Color, axis: Axis, now: number): number {
  if (clock.running !== side) return 0;
  return Math.max(0, (clock.stands ?? 0) - (gameTime(axis, now) - clock.at));
}

export function remaining(clock: Clock, side: Color, axis: Axis, now: number): number {
  if (clock.running !== side) return Math.max(0, clock[side]);
  const passed = gameTime(axis, now) - clock.at - (clock.stands ?? 0);
  return Math.max(0, clock[side] - Math.max(0, passed));
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** When tenths of a second are shown: under ten seconds, under an hour, or never. */
export type Tenths = 'low' | 'hour' | 'never';

const tenthsBelow: Record<Tenths, number> = { low: 10_000, hour: 3_600_000, never: 0 };

const day = 86_400_000;

/** "2d 04:05", "1:02:03", "5:00", "0:09.4". Rounded so that 0 means the flag fell. */
export function clockText(ms: number, tenths: Tenths = 'low'): string {
  const parts = Math.ceil(ms / 100);
  if (parts * 100 < tenthsBelow[tenths]) {
    const whole = Math.floor(parts / 10);
    return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}.${parts % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (seconds * 1000 >= day)
    return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}:${twoDigits(minutes)}`;
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** For how long that text stays correct while the clock runs. */
export function textLasts(ms: number, tenths: Tenths = 'low'): number {
  const unit = ms <= tenthsBelow[tenths] ? 100 : 1000;
  const rest = ms % unit;
  return rest === 0 ? unit : rest;
}

/** The terms of that side; without a colour those of the opponent of whoever made the request. */
export const termsOf = (terms: Terms, side?: Color): Terms =>
  terms.odds?.color === side ? { ...terms, ...terms.odds, odds: undefined } : terms;

/** When the clock shows low time: an eighth of the initial time, at least ten seconds and at most a
 * minute. */
const lowBelow = (own: Terms): number => Math.min(60_000, Math.max(10_000, (own.initial ?? 0) / 8));
export const isLow = (own: Terms, ms: number): boolean => ms < lowBelow(own);
/** So much more than that that running low again is worth another warning. */
export const isSafe = (own: Terms, ms: number): boolean => ms > 1.5 * lowBelow(own);

export type TimeControl = Control;

/** Increment or delay. */
const perMove = (control: Stage): number => control.increment ?? control.delay ?? 0;

const minutesText = (initial: number): string => {
  const fractions: Record<number, string> = { 15_000: '¼', 30_000: '½', 45_000: '¾', 90_000: '1½' };
  return fractions[initial] ?? String(Math.round((initial / 60_000) * 100) / 100);
};

/** "5+3", "½+0"; Bronstein "5b3", with a delay "5d3", correspondence "3d"; no clock is "∞". In stages
 * "40/90+30, 30+30". With time odds White's first, or that of the player who asks: "5+3 : 1+0". */
export function controlText(control: TimeControl): string {
  if (!control) return '∞';
  if (control.days !== undefined) return `${control.days}d`;
  const { odds } = control;
  if (odds) {
    const both = [{ ...control, odds: undefined }, termsOf(control, odds.color)];
    if (odds.color === 'white') both.reverse();
    return both.map(controlText).join(' : ');
  }
  const sign = { increment: '+', bronstein: 'b', delay: 'd' }[control.kind ?? 'increment'];
  return [control, ...(control.stages ?? [])]
    .map(
      ({ moves, initial = 0, increment = 0, delay = increment }) =>
        `${moves ? `${moves}/` : ''}${minutesText(initial)}${sign}${delay / 1000}`,
    )
    .join(', ');
}

export type Speed = 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'unlimited';

/** The stage in which a player makes the next move after so many, and how many it still has; 0: the
 * rest of the game. The last stage is repeated if it has moves. */
export function stageAfter(control: Terms, made: number): { stage: Stage; begun: number; left: number } {
  const stages: Stage[] = [control, ...(control.stages ?? [])];
  for (let begun = 0; ; begun++) {
    const stage = stages[Math.min(begun, stages.length - 1)] as Stage;
    const moves = stage.moves ?? 0;
    if (made < moves || !moves) return { stage, begun, left: moves && moves - made };
    made -= moves;
  }
}

/** In ms, the time for sixty moves, by which FIDE tells kinds of chess apart. */
function estimateOfStages(control: Terms): number {
  let sum = control.initial ?? 0;
  for (let made = 0, before = 0; made < 60; made++) {
    const { stage, begun } = stageAfter(control, made);
    sum += perMove(stage) + (begun > before ? (stage.initial ?? 0) : 0);
    before = begun;
  }
  return sum;
}

/** In ms, the estimated duration: initial time and forty increments; with time odds the mean of both. */
export function estimateOf(control: Terms): number {
  if (control.moves) return estimateOfStages(control);
  const [own, other] = [control, control.odds ?? control].map(
    terms => (terms.initial ?? 0) + 40 * perMove(terms),
  ) as [number, number];
  return (own + other) / 2;
}

/** By the estimated duration, with the limits that players know. */
export function speedOf(control: TimeControl): Speed {
  if (!control) return 'unlimited';
  if (control.days !== undefined) return 'correspondence';
  const estimate = estimateOf(control) / 1000;
  if (estimate < 180) return 'bullet';
  if (estimate < 480) return 'blitz';
  if (estimate < 1500) return 'rapid';
  return 'classical';
}
