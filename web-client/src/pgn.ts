/* A game as PGN, for the player to keep. */

import { type Game, isOver } from './game';
import { say } from './text';
import type { Person, Terms } from './wire';

const lineWidth = 79;

const playerTag = (player: Person): string =>
  player.computer === undefined
    ? player.name
    : `${say('player.computer')} ${say('player.level', { n: String(player.computer) })}`;

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

const isUsualStart = (fen: string): boolean =>
  fen.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -');

/** Two digits everywhere, as the standard's "2026.01.09". */
const dateTag = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('.');

/** PGN 9.6.1: "300+3", by days "1/259200"; delays, which it has not, as the server writes them: "300d5". */
function timeControl({ initial, increment, delay, days }: Terms): string {
  if (days !== undefined) return `1/${days * 86_400}`;
  const sign = delay === undefined ? '+' : 'd';
  return `${(initial ?? 0) / 1000}${sign}${(increment ?? delay ?? 0) / 1000}`;
}

function tagsOf(game: Game, site: string, date: Date): [string, string][] {
  const { clock, players, start, variant } = game;
  const tags: [string, string][] = [
    ['Event', `${game.rated ? 'Rated' : 'Casual'} game`],
    ['Site', site],
    ['Date', dateTag(date)],
    ['Round', '-'],
    ['White', playerTag(players.white)],
    ['Black', playerTag(players.black)],
    ['Result', result(game)],
    ['TimeControl', clock ? timeControl(clock) : '-'],
    ['Termination', termination(game)],
  ];
  if (variant === 'chess960') tags.push(['Variant', 'Chess960']);
  if (!isUsualStart(start.fen)) tags.push(['SetUp', '1'], ['FEN', start.fen]);
  return tags;
}

function movesOf(game: Game): string[] {
  const [, side, , , , number] = game.start.fen.split(' ');
  const shift = side === 'b' ? 1 : 0;
  const first = Number(number ?? 1);
  return game.steps.flatMap((step, i) => {
    const at = i + shift;
    const count = first + Math.floor(at / 2);
    if (at % 2 === 0) return [`${count}.`, step.san];
    return i === 0 ? [`${count}...`, step.san] : [step.san];
  });
}

function wrapped(words: string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= lineWidth)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

const escaped = (value: string): string => value.replace(/[\\"]/g, sign => `\\${sign}`);

export function pgnOf(game: Game, site: string, date: Date): string {
  const tags = tagsOf(game, site, date).map(([name, value]) => `[${name} "${escaped(value)}"]`);
  return `${tags.join('\n')}\n\n${wrapped([...movesOf(game), result(game)])}\n`;
}
