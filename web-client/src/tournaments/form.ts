/* The form of a tournament: its values, which of them a format has, and the fields that are sent. Pure. */

import { type StageValues, laterOf, mayHaveStages, newStages } from '../lobby/newGame';
import type { Format, Tournament } from '../net/tournaments';

export type FormValues = StageValues & {
  name: string;
  format: Format;
  description: string;
  /** As a field of the kind datetime-local has it, in the organiser's own time; empty: when they say so. */
  starts: string;
  /** The instant at which the next round begins by itself, of one that is paired by hand; likewise. */
  nextRound: string;
  pace: 'clock' | 'days';
  /** In ms. */
  initial: number;
  increment: number;
  days: number;
  variant: 'standard' | 'chess960';
  rated: boolean;
  minutes: number;
  berserk: boolean;
  streaks: boolean;
  rounds: number;
  interval: number;
  pairing: 'auto' | 'manual';
  acceleration: 'none' | 'baku';
  initialColor: 'random' | 'white' | 'black';
  cycles: number;
  swapsRounds: boolean;
  varma: boolean;
  games: number;
  tiebreakPairs: number;
  /** Ids of teams, with commas. */
  teams: string;
  leaders: number;
  boards: number;
  system: 'roundrobin' | 'swiss';
  hostColor: 'white' | 'black' | 'random';
  /** In seconds. */
  hostExtra: number;
  hostExtraEach: number;
  /** Numbers and lists as they are typed; empty: none, or the usual one. */
  lateUntil: string;
  firstMove: string;
  delayMoves: string;
  delayMinutes: string;
  tiebreaks: string;
  playersMax: string;
  code: string;
  list: string;
  ratingMin: string;
  ratingMax: string;
  gamesMin: string;
  bots: boolean;
  guests: boolean;
  chat: boolean;
};

const minute = 60_000;

export const newForm = (): FormValues => ({
  name: '',
  format: 'swiss',
  description: '',
  starts: '',
  nextRound: '',
  pace: 'clock',
  initial: 3 * minute,
  increment: 2000,
  ...newStages(),
  days: 2,
  variant: 'standard',
  rated: true,
  minutes: 45,
  berserk: true,
  streaks: true,
  rounds: 7,
  interval: 30,
  pairing: 'auto',
  acceleration: 'none',
  initialColor: 'random',
  cycles: 1,
  swapsRounds: false,
  varma: false,
  games: 2,
  tiebreakPairs: 1,
  teams: '',
  leaders: 0,
  boards: 4,
  system: 'roundrobin',
  hostColor: 'white',
  hostExtra: 0,
  hostExtraEach: 0,
  lateUntil: '',
  firstMove: '',
  delayMoves: '',
  delayMinutes: '',
  tiebreaks: '',
  playersMax: '',
  code: '',
  list: '',
  ratingMin: '',
  ratingMax: '',
  gamesMin: '',
  bots: false,
  guests: false,
  chat: true,
});

export const minuteStops = [10, 15, 20, 30, 45, 60, 75, 90, 120, 180, 240, 360, 720];
export const roundStops = Array.from({ length: 40 }, (_, i) => i + 1);
export const intervalStops = [0, 5, 10, 20, 30, 45, 60, 120, 180, 300, 600, 900, 1800, 3600, 86_400];
export const gameStops = [1, 2, 3, 4, 6, 8, 10, 12];
export const leaderStops = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20];
export const boardStops = Array.from({ length: 20 }, (_, i) => i + 1);
export const pairStops = [0, 1, 2, 3, 4, 5];

export const hostExtraStops = [0, 60, 120, 300, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200];
export const hostEachStops = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300];

export const hasRounds = ({ format }: Pick<FormValues, 'format'>): boolean =>
  format !== 'arena' && format !== 'simul';

/** Teams are rivals, not only a condition. */
export const hasRivals = ({ format, leaders }: Pick<FormValues, 'format' | 'leaders'>): boolean =>
  format === 'teams' || (format === 'arena' && leaders > 0);

/** Guests, and the opponents of a host with more time, play casual games. */
export const mayBeRated = ({ format, guests }: Pick<FormValues, 'format' | 'guests'>): boolean =>
  format !== 'simul' && !guests;

/** Arenas and simuls have no correspondence games. */
const paceOf = (form: FormValues): FormValues['pace'] => (hasRounds(form) ? form.pace : 'clock');

/** Simuls usually have more time than other tournaments. */
export const ofFormat = (format: Format): Partial<FormValues> =>
  format === 'simul' ? { format, initial: 20 * minute, increment: 0 } : { format };

/** The stages as PGN writes them, in seconds; empty: only one. */
function stagesOf(form: FormValues): string {
  if (!hasRounds(form) || paceOf(form) === 'days' || !mayHaveStages(form) || form.stages === 'one')
    return '';
  const written = ([initial, perMove]: [number, number]): string =>
    `${initial / 1000}+${perMove / 1000}`;
  const first = `${form.moves}/${written([form.initial, form.increment])}`;
  const later = laterOf(form).map(({ moves, times }) => `${moves ? `${moves}/` : ''}${written(times)}`);
  return [first, ...later].join(':');
}

export type FormFault = 'name' | 'noTime' | 'past';

const isEmpty = ({ times: [initial, perMove] }: { times: [number, number] }): boolean =>
  initial + perMove === 0;

const instantOf = (starts: string): number => new Date(starts).getTime();

export function formFault(form: FormValues, now: number): FormFault | null {
  if (form.name.trim() === '') return 'name';
  if (paceOf(form) === 'clock' && form.initial + form.increment === 0) return 'noTime';
  if (stagesOf(form) !== '' && (form.initial === 0 || laterOf(form).some(isEmpty))) return 'noTime';
  return form.starts !== '' && instantOf(form.starts) < now ? 'past' : null;
}

const flag = (is: boolean): string => (is ? 'true' : 'false');

/** What is typed and not empty. */
const typed = (form: FormValues, names: (keyof FormValues)[]): Record<string, string> =>
  Object.fromEntries(
    names
      .map(name => [name, String(form[name]).trim()] as const)
      .filter(([, value]) => value !== ''),
  );

function fieldsOfFormat(form: FormValues): Record<string, string> {
  const { format } = form;
  if (format === 'arena')
    return {
      minutes: String(form.minutes),
      berserk: flag(form.berserk),
      streaks: flag(form.streaks),
      leaders: String(form.leaders),
    };
  if (format === 'simul')
    return {
      hostColor: form.hostColor,
      hostExtra: String(form.hostExtra),
      hostExtraEach: String(form.hostExtraEach),
    };
  const shared = {
    interval: String(form.interval),
    pairing: form.pairing,
    ...(form.pairing === 'manual' && form.nextRound !== ''
      ? { nextRound: String(instantOf(form.nextRound)) }
      : {}),
  };
  if (format === 'swiss')
    return {
      ...shared,
      rounds: String(form.rounds),
      acceleration: form.acceleration,
      initial: form.initialColor,
      ...typed(form, ['lateUntil', 'tiebreaks']),
    };
  if (format === 'roundrobin')
    return {
      ...shared,
      cycles: String(form.cycles),
      ...(form.cycles === 2 ? { swapsRounds: flag(form.swapsRounds) } : {}),
      ...(form.varma ? { varma: 'true' } : {}),
      ...typed(form, ['tiebreaks']),
    };
  if (format === 'teams')
    return {
      ...shared,
      boards: String(form.boards),
      system: form.system,
      ...(form.system === 'swiss' ? { rounds: String(form.rounds) } : { cycles: String(form.cycles) }),
      ...typed(form, ['tiebreaks']),
    };
  return { ...shared, games: String(form.games), tiebreakPairs: String(form.tiebreakPairs) };
}

export const fieldsOf = (form: FormValues): Record<string, string> => ({
  name: form.name.trim(),
  format: form.format,
  ...typed(form, ['description']),
  ...(form.starts === '' ? {} : { startsAt: String(instantOf(form.starts)) }),
  ...(paceOf(form) === 'days'
    ? { days: String(form.days) }
    : {
        'clock.limit': String(form.initial / 1000),
        'clock.increment': String(form.increment / 1000),
      }),
  ...(hasRounds(form) ? { 'clock.stages': stagesOf(form) } : {}),
  variant: form.variant,
  rated: flag(form.rated && mayBeRated(form)),
  ...fieldsOfFormat(form),
  ...typed(form, [
    ...(['firstMove', 'playersMax', 'code', 'list'] as const),
    ...(['ratingMin', 'ratingMax', 'gamesMin', 'delayMoves', 'delayMinutes'] as const),
  ]),
  teams: form.teams,
  bots: flag(form.bots),
  guests: flag(form.guests),
  chat: flag(form.chat),
});

const two = (n: number): string => String(n).padStart(2, '0');

/** An instant as a field of the kind datetime-local has it. */
export function localTime(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Stages that were made elsewhere may be more than the form has: then the last ones are left out. */
function stageValuesOf(clock: Tournament['clock']): StageValues {
  const usual = newStages();
  if (clock?.moves === undefined) return usual;
  const [second, third] = clock.stages ?? [];
  return {
    stages: third ? 'three' : second ? 'two' : 'again',
    moves: clock.moves,
    initial2: second?.initial ?? usual.initial2,
    perMove2: second?.increment ?? usual.perMove2,
    moves2: second?.moves ?? usual.moves2,
    initial3: third?.initial ?? usual.initial3,
    perMove3: third?.increment ?? usual.perMove3,
  };
}

const written = (n: number | null | undefined): string => String(n ?? '');

/** The form of one that exists, in which it can be changed. */
export function formOf(tournament: Tournament): FormValues {
  const { clock, days, settings, variant, startsAt, rounds, me } = tournament;
  const usual = newForm();
  return {
    ...usual,
    name: tournament.name,
    format: tournament.format,
    description: tournament.description ?? '',
    starts: startsAt === null ? '' : localTime(startsAt),
    nextRound:
      settings.pairing === 'manual' && tournament.nextRoundAt ? localTime(tournament.nextRoundAt) : '',
    pace: clock ? 'clock' : 'days',
    initial: clock?.initial ?? usual.initial,
    increment: clock?.increment ?? usual.increment,
    ...stageValuesOf(clock),
    days: days ?? usual.days,
    variant: variant === 'chess960' ? 'chess960' : 'standard',
    rated: tournament.rated,
    minutes: settings.minutes ?? usual.minutes,
    berserk: settings.berserk ?? usual.berserk,
    streaks: settings.streaks ?? usual.streaks,
    rounds: rounds ?? usual.rounds,
    interval: settings.interval ?? usual.interval,
    pairing: settings.pairing === 'manual' ? 'manual' : 'auto',
    acceleration: settings.acceleration === 'baku' ? 'baku' : 'none',
    initialColor: settings.initial === 'white' || settings.initial === 'black' ? settings.initial : 'random',
    cycles: settings.cycles ?? usual.cycles,
    swapsRounds: settings.swapsRounds ?? false,
    varma: settings.varma ?? false,
    games: settings.games ?? usual.games,
    tiebreakPairs: settings.tiebreakPairs ?? usual.tiebreakPairs,
    code: me?.code ?? '',
    list: me?.list ?? '',
    teams: (settings.teams ?? []).map(({ id }) => id).join(','),
    leaders: settings.leaders ?? 0,
    boards: settings.boards ?? usual.boards,
    system: settings.system === 'swiss' ? 'swiss' : 'roundrobin',
    hostColor: settings.hostColor === 'black' || settings.hostColor === 'random' ? settings.hostColor : 'white',
    hostExtra: settings.hostExtra ?? 0,
    hostExtraEach: settings.hostExtraEach ?? 0,
    lateUntil: written(settings.lateUntil),
    firstMove: written(settings.firstMove),
    delayMoves: written(settings.delayMoves),
    delayMinutes: written(settings.delayMinutes),
    tiebreaks: (settings.tiebreaks ?? []).join(','),
    playersMax: written(tournament.playersMax),
    ratingMin: written(settings.ratingMin),
    ratingMax: written(settings.ratingMax),
    gamesMin: written(settings.gamesMin),
    bots: settings.bots,
    guests: settings.guests,
    chat: settings.chat,
  };
}

const changedLater = [
  ...['name', 'description', 'interval', 'pairing', 'rounds', 'chat', 'code', 'list', 'tiebreaks'],
  ...['delayMoves', 'delayMinutes', 'nextRound', 'teams'],
];

/** What the server takes for a field that was emptied, or that does not go with the others any more. */
const cleared = (name: string, form: FormValues): string => {
  if (name === 'swapsRounds' || name === 'varma') return 'false';
  return name === 'lateUntil' ? String(Math.floor(form.rounds / 2)) : '';
};

/** Of the fields those that differ from before and may still be changed. */
export function changedFields(before: FormValues, form: FormValues, isStarted: boolean) {
  const old = fieldsOf(before);
  const isOpen = (name: string): boolean =>
    name !== 'format' && (!isStarted || changedLater.includes(name));
  const fields = fieldsOf(form);
  const gone = Object.keys(old).filter(name => !(name in fields));
  const now = { ...fields, ...Object.fromEntries(gone.map(name => [name, cleared(name, form)])) };
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => old[name] !== value && isOpen(name)),
  );
}

/** What is typed into the form of one that exists, and what was saved last, with the seq after that: it is shown until the
 * server's own state is at least as new. */
export type Edits = { typed: Partial<FormValues>; saved: Partial<FormValues>; seq: number };

export const noEdits: Edits = { typed: {}, saved: {}, seq: 0 };

/** The form as the server has it: what was fetched, and what was saved since. */
export const savedForm = (fetched: FormValues, fetchedSeq: number, { saved, seq }: Edits): FormValues =>
  seq > fetchedSeq ? { ...fetched, ...saved } : fetched;

const unlike = (values: Partial<FormValues>, others: Partial<FormValues>): Partial<FormValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== others[name as keyof FormValues]),
  );

/** What is typed as the server has it is no edit: it follows what others change. */
export const withTyped = (edits: Edits, changed: Partial<FormValues>, saved: FormValues): Edits => ({
  ...edits,
  typed: unlike({ ...edits.typed, ...changed }, saved),
});

/** What was typed while it was being saved stays. */
export const withSaved = (edits: Edits, saved: Partial<FormValues>, seq: number): Edits => ({
  typed: unlike(edits.typed, saved),
  saved,
  seq,
});
