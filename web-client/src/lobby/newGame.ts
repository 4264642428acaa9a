/* The form of a new game: its values, which of them are allowed, and the request made of them.
 * Pure. */

import type { FormTopic } from '../dispatch';
import type { FormSetup } from '../net/requests';
import type { Control, Engine, Side, Terms } from '../net/wire';

/** With a clock, correspondence, or unlimited. */
export const paces = ['clock', 'days', 'none'] as const;
export type Pace = (typeof paces)[number];

/** What the clock does with the seconds per move. */
export const bonuses = ['increment', 'bronstein', 'delay'] as const;
export type Bonus = (typeof bonuses)[number];

export const starts = ['standard', 'chess960', 'fromPosition'] as const;
export type StartKind = (typeof starts)[number];

/** One stage, two, three, or one that is repeated. */
export const stageKinds = ['one', 'two', 'three', 'again'] as const;
export type StageKind = (typeof stageKinds)[number];

export type FormValues = FormTopic & {
  pace: Pace;
  initial: number;
  bonus: Bonus;
  /** Increment or delay, in ms. */
  perMove: number;
  /** Time odds: the opponent has these two instead of the two above. */
  odds: boolean;
  oddsInitial: number;
  oddsPerMove: number;
  /** After how many moves the next stage begins, and what it brings. */
  stages: StageKind;
  moves: number;
  initial2: number;
  perMove2: number;
  moves2: number;
  initial3: number;
  perMove3: number;
  days: number;
  start: StartKind;
  /** Only for a game from a position. */
  fen: string;
  rated: boolean;
  /** The rating range of the opponent; at the ends of the scale anybody. */
  ratingLeast: number;
  ratingMost: number;
  side: Side;
  /** Of our own computer. */
  level: number;
  /** It plays on this device, without the server. */
  device: boolean;
  /** The name of an external engine; null: our own computer. */
  engine: string | null;
  /** On that engine's own scale; null: full strength. */
  strength: number | null;
};

const minute = 60_000;

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The stops of the two sliders, in ms: close together where a small difference matters. */
export const initials: number[] = [
  ...[0, 0.25, 0.5, 0.75, 1, 1.5],
  ...upTo(2, 20),
  ...[25, 30, 35, 40, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180],
].map(minutes => minutes * minute);

export const perMoves: number[] = [
  ...upTo(0, 20),
  ...[25, 30, 35, 40, 45, 60, 90, 120, 150, 180],
].map(seconds => seconds * 1000);

/** The moves of a stage. */
export const movesStops: number[] = [2, ...upTo(5, 60), 70, 80, 90, 100];

/** The server takes no others. */
export const daysStops = [1, 2, 3, 5, 7, 10, 14];

/** The ends of the server's rating scale: nobody is beyond them. */
export const ratingMin = 0;
export const ratingMax = 4_000;

const hundreds = upTo(6, 28).map(hundred => hundred * 100);
export const leastStops = [ratingMin, ...hundreds];
export const mostStops = [...hundreds, ratingMax];

/** The stops of an engine's strength: ratings by fifties, steps one by one; the strongest
 * always. */
export function strengthStops({ strength }: Engine): number[] {
  if (!strength) return [];
  const { by, least, most } = strength;
  const step = by === 'rating' ? 50 : 1;
  const count = Math.ceil((most - least) / step);
  return Array.from({ length: count + 1 }, (_, i) => Math.min(most, least + i * step));
}

export const newForm = (topic: FormTopic): FormValues => ({
  ...topic,
  pace: topic.way === 'computer' ? 'none' : 'clock',
  initial: topic.way === 'people' ? 5 * minute : 10 * minute,
  bonus: 'increment',
  perMove: topic.way === 'people' ? 3000 : 5000,
  odds: false,
  oddsInitial: 5 * minute,
  oddsPerMove: 3000,
  ...newStages(),
  days: 2,
  start: topic.fen ? 'fromPosition' : 'standard',
  fen: topic.fen ?? '',
  rated: false,
  ratingLeast: ratingMin,
  ratingMost: ratingMax,
  side: 'random',
  level: 4,
  device: topic.device ?? false,
  engine: null,
  strength: null,
});

/** Seeks are for standard chess and Chess960 only. */
export const startsOf = (form: FormValues): StartKind[] =>
  starts.filter(start => form.way !== 'people' || start !== 'fromPosition');

/** A rating range makes sense only in a seek. */
export const mayChooseRating = (form: FormValues): boolean => form.way === 'people';

/** Both ends of the range after one was set: it pushes the other along. */
export const ratingRange = (
  { ratingLeast, ratingMost }: FormValues,
  { least = ratingLeast, most = ratingMost }: { least?: number; most?: number },
): Pick<FormValues, 'ratingLeast' | 'ratingMost'> =>
  least === ratingLeast
    ? { ratingLeast: Math.min(least, most), ratingMost: most }
    : { ratingLeast: least, ratingMost: Math.max(least, most) };

const isRanged = (form: FormValues): boolean =>
  mayChooseRating(form) && (form.ratingLeast > ratingMin || form.ratingMost < ratingMax);

/** Seeks have no time odds: somebody else would have to want exactly the opposite. Nor have stages. */
export const mayHaveOdds = (form: FormValues): boolean =>
  form.way !== 'people' && form.pace === 'clock' && form.stages === 'one';

/** The values of the stages, without the time of the first one. */
export type StageValues = Pick<
  FormValues,
  'stages' | 'moves' | 'initial2' | 'perMove2' | 'moves2' | 'initial3' | 'perMove3'
>;

export const newStages = (): StageValues => ({
  stages: 'one',
  moves: 40,
  initial2: 30 * minute,
  perMove2: 30_000,
  moves2: 20,
  initial3: 15 * minute,
  perMove3: 30_000,
});

/** Stages are for long games: the choice appears with half an hour, and stays while there is more than one. */
export const mayHaveStages = (form: Pick<FormValues, 'stages' | 'initial'>): boolean =>
  form.stages !== 'one' || form.initial >= 30 * minute;

const hasOdds = (form: FormValues): boolean =>
  mayHaveOdds(form) &&
  form.odds &&
  (form.oddsInitial !== form.initial || form.oddsPerMove !== form.perMove);

/** Games against the computer, from a position and with time odds are casual. */
export const mayBeRated = (form: FormValues): boolean =>
  form.way !== 'computer' && form.start !== 'fromPosition' && !hasOdds(form);

export type FormFault = 'noTime' | 'noDelay' | 'position' | 'engine960';

type Later = { moves?: number; times: [initial: number, perMove: number] };

/** The stages after the first one. */
export function laterOf({ stages, ...form }: StageValues): Later[] {
  const second: Later = { times: [form.initial2, form.perMove2] };
  if (stages === 'two') return [second];
  if (stages !== 'three') return [];
  return [{ ...second, moves: form.moves2 }, { times: [form.initial3, form.perMove3] }];
}

function clockFault(form: FormValues): FormFault | null {
  const times = [[form.initial, form.perMove], ...laterOf(form).map(later => later.times)];
  if (form.stages !== 'one' && form.initial === 0) return 'noTime';
  if (hasOdds(form)) times.push([form.oddsInitial, form.oddsPerMove]);
  if (times.some(([initial = 0, perMove = 0]) => initial + perMove === 0)) return 'noTime';
  const isDelayed = form.bonus !== 'increment';
  return isDelayed && times.some(([, perMove]) => perMove === 0) ? 'noDelay' : null;
}

/** Why that game cannot be played, if it cannot; `isLegal` checks a position. */
export function formFault(
  form: FormValues,
  engines: Engine[],
  isLegal: (fen: string) => boolean,
): FormFault | null {
  const fault = form.pace === 'clock' && clockFault(form);
  if (fault) return fault;
  if (form.start === 'fromPosition' && !isLegal(form.fen.trim())) return 'position';
  const engine = form.way === 'computer' && engines.find(({ name }) => name === form.engine);
  return engine && form.start === 'chess960' && !engine.chess960 ? 'engine960' : null;
}

export function controlOf(form: FormValues): Control {
  const { bonus } = form;
  if (form.pace === 'none') return null;
  if (form.pace === 'days') return { days: form.days };
  const later = laterOf(form);
  const timeOf = (initial: number, perMove: number): Terms =>
    bonus === 'increment' ? { initial, increment: perMove } : { initial, delay: perMove };
  return {
    ...timeOf(form.initial, form.perMove),
    ...(bonus === 'increment' ? {} : { kind: bonus }),
    ...(hasOdds(form) ? { odds: timeOf(form.oddsInitial, form.oddsPerMove) } : {}),
    ...(form.stages === 'one' ? {} : { moves: form.moves }),
    ...(later.length > 0
      ? { stages: later.map(({ times, ...moves }) => ({ ...moves, ...timeOf(...times) })) }
      : {}),
  };
}

export const setupOf = (form: FormValues): FormSetup => ({
  clock: controlOf(form),
  variant: form.start,
  ...(form.start === 'fromPosition' ? { fen: form.fen.trim() } : {}),
  ...(mayBeRated(form) && form.rated ? { rated: true } : {}),
  ...(isRanged(form) ? { rating: [form.ratingLeast, form.ratingMost] as [number, number] } : {}),
  color: form.side,
});

/** Which computer is challenged. */
export const opponentOf = (form: FormValues) =>
  form.engine === null
    ? { level: form.level }
    : { engine: form.engine, ...(form.strength === null ? {} : { strength: form.strength }) };
