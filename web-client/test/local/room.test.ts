/* The room as WebAssembly against the transcripts that the native room is held to
 * (tests/replay). */

import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Color } from '../../src/chess/fen';
import type { Rules } from '../../src/chess/rules';
import {
  type Happening,
  type Outcome,
  type Room,
  type RoomAct,
  openRoom,
} from '../../src/local/room';
import type { Claim } from '../../src/net/requests';
import type { Control, Snapshot, Variant } from '../../src/net/wire';
import { loadRules, made, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const folder = new URL('../../../tests/replay', import.meta.url).pathname;
const module = new WebAssembly.Module(fs.readFileSync(made('room.wasm')));

type Line = {
  number: number;
  at: string;
  who: string;
  what: string;
  words: string[];
  expected: string | null;
};
type Game = { title: string; setup: Record<string, string>; lines: Line[] };

/* What does not exist on a device: rated games, arbiters, lag compensation, a disk that is slow on
 * command. */
const isServers = ({ setup, lines }: Game): boolean =>
  'rated' in setup ||
  lines.some(({ who, words }) => who === 'arbiter' || words.some(word => word.startsWith('lag=')));

function readGames(text: string): Game[] {
  const games: Game[] = [];
  text.split('\n').forEach((whole, i) => {
    const line = whole.replace(/(^| )#.*/, '').trim();
    const [key = '', ...rest] = line.split(/\s+/);
    const game = games.at(-1);
    if (key === 'game') games.push({ title: rest.join(' '), setup: {}, lines: [] });
    else if (/^[0-9+]/.test(key) && game) {
      const [asked = '', expected = null] = line.split('=>').map(part => part.trim());
      const [at = '', who = '', what = '', ...words] = asked.split(/\s+/);
      game.lines.push({ number: i + 1, at, who, what, words, expected });
    } else if (key && game) game.setup[key] = rest.join(' ');
  });
  return games;
}

/** PGN's "40/5400+30:1800+30", in seconds. */
function stagesOf(text: string): Control {
  const isDelay = text.includes('d');
  const [first, ...stages] = text.split(':').map(field => {
    const [, moves, initial, bonus = '0'] = /^(?:(\d+)\/)?(\d+)(?:[+d](\d+))?$/.exec(field) ?? [];
    const each = Number(bonus) * 1000;
    return {
      initial: Number(initial) * 1000,
      ...(isDelay ? { delay: each } : { increment: each }),
      ...(moves ? { moves: Number(moves) } : {}),
    };
  });
  return { ...first, ...(isDelay ? { kind: 'delay' as const } : {}), stages };
}

function clockOf(text = 'none'): Control {
  if (text.includes('/')) return stagesOf(text);
  const days = /^(\d+) days$/.exec(text);
  if (days) return { days: Number(days[1]) };
  const [, initial, sign, bonus] = /^(\d+)([+bd])(\d+)$/.exec(text) ?? [];
  if (!sign) return null;
  return sign === '+'
    ? { initial: Number(initial), increment: Number(bonus) }
    : {
        initial: Number(initial),
        kind: sign === 'b' ? 'bronstein' : 'delay',
        delay: Number(bonus),
      };
}

/** "black 60000+0": that side has this clock instead. */
function withOdds(clock: Control, text: string | undefined): Control {
  if (!clock || !text) return clock;
  const [color, own] = text.split(' ') as [Color, string];
  const { initial, increment, delay } = clockOf(own) ?? {};
  return { ...clock, odds: { color, initial, increment, delay } };
}

const variants: Record<string, Variant> = {
  standard: 'standard',
  chess960: 'chess960',
  from_position: 'fromPosition',
};

/** In the form of the transcripts; lag is stored but not part of the messages. */
function eventText({ message }: Happening): string {
  const details = (): string => {
    switch (message.t) {
      case 'move':
        return `move ${message.ply} ${message.san}`;
      case 'draw':
        return `offer draw ${message.by}`;
      case 'takeback':
        return message.ply === undefined
          ? `offer takeback ${message.by}`
          : `takeback ${message.by} ${message.ply}`;
      case 'rematch':
        return message.next === undefined
          ? `offer rematch ${message.by}`
          : `rematch ${message.by} ${message.next}`;
      case 'refuse':
        return `refused ${message.by} ${message.offer}`;
      case 'moretime':
        return `moretime ${message.by} ${message.given}`;
      case 'pause':
        return 'paused';
      case 'adjourn':
        return 'adjourn';
      case 'resume':
        return 'resumed';
      case 'end':
        return `end ${resultText(message)}`;
    }
  };
  const times =
    'clock' in message && message.clock ? ` ${message.clock.white}/${message.clock.black}` : '';
  return `[${message.seq}] ${details()}${times}`;
}

const resultText = (game: Pick<Snapshot, 'status' | 'winner' | 'reason'>): string =>
  [game.status, game.winner ?? 'nobody', game.reason].filter(Boolean).join(' ');

/** A transcript has clocks with every event, the wire only where they changed; nobody on the page reads
 * which move a draw was claimed with. */
const comparable = (text: string, withTimes: boolean): string =>
  text
    .split('; ')
    .map(event => event.replace(/ claimed \S+/, ''))
    .map(event =>
      withTimes && !/offer|refused|rematch/.test(event) ? event : event.replace(/ \d+\/\d+$/, ''),
    )
    .join('; ');

const refusals: Record<string, string> = { over: 'game_over' };

class Stage {
  now = 0;
  moves: string[] = [];
  journal: Uint8Array[] = [];

  constructor(
    readonly room: Room,
    readonly game: Game,
  ) {}

  snapshot = (): Snapshot => this.room.snapshot(this.now);

  /** The position at a ply, by the rules alone. */
  fenAt(ply: number): string {
    const { fen, moves } = this.snapshot();
    return moves.slice(0, ply).reduce((at, uci) => rules.play(at, uci)?.fen ?? at, fen);
  }

  uciAt = (ply: number, text: string): string => rules.read(this.fenAt(ply), text) ?? text;

  text(outcome: Outcome): string {
    if (outcome.refusal) return `refused ${outcome.refusal.code}`;
    for (const { packed } of outcome.happened) this.journal.push(packed);
    if (this.game.setup.disk !== 'by_hand') this.room.durable(this.journal.length, this.now);
    return outcome.happened.map(eventText).join('; ') || 'ok';
  }

  ask(seat: Color, what: string, words: string[]): string {
    const option = (name: string) =>
      words.find(word => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const number = (name: string, otherwise: number) => Number(option(name) ?? otherwise);
    const plies = this.snapshot().moves.length;
    const ply = number('ply', plies);
    switch (what) {
      case 'comes':
      case 'goes':
        return this.text(this.room.presence(seat, what === 'comes', this.now));
      case 'move':
        return this.text(
          this.room.move(seat, this.uciAt(ply, words[0] ?? ''), ply, number('turn', 0), this.now),
        );
      case 'claim': {
        const intended = option('move');
        const uci = intended && this.uciAt(ply, intended);
        return this.text(this.room.claim(seat, words[0] as Claim, this.now, uci, ply));
      }
      default:
        return this.text(
          this.room.act(seat, what as RoomAct, number('offer', 0), this.now, option('next')),
        );
    }
  }

  keep(words: string[]): void {
    const seq = words.find(word => word.startsWith('seq='))?.slice(4);
    this.room.durable(Number(seq ?? this.journal.length), this.now);
  }

  play(words: string[]): string {
    const step = Number(words.find(word => word.startsWith('step='))?.slice(5) ?? 0);
    let last = 'ok';
    words
      .filter(word => !word.startsWith('step='))
      .forEach((san, i) => {
        this.now += i ? step : 0;
        const mover =
          this.fenAt(this.snapshot().moves.length).split(' ')[1] === 'b' ? 'black' : 'white';
        last = this.ask(mover, 'move', [san]);
      });
    return last;
  }

  answer(what: string, words: string[]): string | null {
    const game = this.snapshot();
    const instant = (at: number): string => (at === Infinity ? 'never' : String(at));
    switch (what) {
      case 'deadline':
        return instant(this.room.deadline());
      case 'claim':
        return instant(this.room.claimAt(words[0] as Color));
      case 'turn':
        return String(game.turn);
      case 'status':
        return resultText(game);
      case 'fen':
        return this.fenAt(game.moves.length);
      case 'clock':
        return `${game.clock?.white ?? 0}/${game.clock?.black ?? 0} ${game.clock?.running ?? 'stands'}`;
      default:
        return null;
    }
  }
}

async function enter(game: Game, journal: Uint8Array[] = []): Promise<Stage> {
  const { variant = 'standard', fen, clock, odds, first_move: firstMove } = game.setup;
  const room = await openRoom(module, {
    id: '~0000000',
    variant: variants[variant] ?? 'standard',
    fen: fen ?? startFen,
    number: 0,
    clock: withOdds(clockOf(clock), odds),
    firstMove: Number(firstMove ?? 0),
  });
  if (!room) throw new Error(`${game.title}: nothing to play`);
  for (const packed of journal) expect(room.replay(packed)).toBe(true);
  const stage = new Stage(room, game);
  stage.journal = journal;
  return stage;
}

async function run(game: Game): Promise<void> {
  let stage = await enter(game);
  for (const { number, at, who, what, words, expected } of game.lines) {
    stage.now = at.startsWith('+') ? stage.now + Number(at) : Number(at);
    let came: string | null = null;
    if (who === 'white' || who === 'black') came = stage.ask(who, what, words);
    else if (who === 'both') came = stage.play(words);
    else if (who === 'clock') came = stage.text(stage.room.tick(stage.now));
    else if (who === 'disk') stage.keep(words);
    else if (who === 'room') came = stage.answer(what, words);
    else if (who === 'server') {
      const { now } = stage;
      stage = await enter(game, stage.journal);
      stage.now = now;
      came = stage.text(stage.room.restart(now));
    }
    if (came === null || expected === null) continue;
    const wanted = expected.replace(
      /^refused (\w+)$/,
      (_, name: string) => `refused ${refusals[name] ?? name}`,
    );
    expect(comparable(came, true), `line ${number}`).toBe(comparable(wanted, true));
  }
}

for (const file of fs.readdirSync(folder).filter(name => /^(?!CMake).*[.]txt$/.test(name))) {
  const games = readGames(fs.readFileSync(path.join(folder, file), 'utf8')).filter(
    game => !isServers(game),
  );
  describe.runIf(games.length > 0)(file, () => {
    test.each(games.map(game => [game.title, game] as const))('%s', async (_, game) => run(game));
  });
}

test('an invalid position, or a clock that nobody can play with, is refused', async () => {
  const setup = {
    id: '~0000000',
    variant: 'fromPosition',
    number: 0,
    clock: null,
    firstMove: 0,
  } as const;
  expect(await openRoom(module, { ...setup, fen: 'nonsense' })).toBeNull();
  const clock = { initial: 0, increment: 0 };
  expect(await openRoom(module, { ...setup, fen: startFen, clock })).toBeNull();
});
