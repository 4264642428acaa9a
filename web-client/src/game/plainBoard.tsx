/* The board for screen readers: 64 buttons with names, keys for jumping and asking, answers read
 * aloud. */

import './plainBoard.css';

import type { Key } from '@lichess-org/chessground/types';
import { useRef, useState } from 'preact/hooks';

import type { Color } from '../chess/fen';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import {
  clocksText,
  lastCaptureText,
  lastMoveText,
  movesText,
  piecesText,
  squareText,
  squaresWith,
} from './readout';
import { type Table, canPlay, isMyTurn, orientation, shownStep } from './table';

type Props = { table: Table; rules: Rules; dispatch: Dispatch };

const ranksOf = (side: Color): string[] => [...(side === 'white' ? '87654321' : '12345678')];
const filesOf = (side: Color): string[] => [...(side === 'white' ? 'abcdefgh' : 'hgfedcba')];

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads from a square, in the board's orientation; null when it leads nowhere. */
export function jump(fen: string, side: Color, from: Key, pressed: string): Key | null {
  const files = filesOf(side);
  const ranks = ranksOf(side);
  const arrow = arrows[pressed];
  if (arrow) {
    const file = files[files.indexOf(from[0] ?? '') + arrow[0]];
    const rank = ranks[ranks.indexOf(from[1] ?? '') + arrow[1]];
    return file && rank ? (`${file}${rank}` as Key) : null;
  }
  if (/^[1-8]$/.test(pressed)) return `${from[0]}${pressed}` as Key;
  if (!/^[kqrbnp]$/i.test(pressed)) return null;
  const keys = squaresWith(fen, pressed.toLowerCase() + pressed.toUpperCase());
  if (pressed !== pressed.toLowerCase()) keys.reverse();
  return keys[(keys.indexOf(from) + 1) % keys.length] ?? null;
}

/** What a key asks about; null when it is not a question. */
function answer(table: Table, rules: Rules, key: Key, pressed: string): string | null {
  switch (pressed) {
    case 'o':
      return squareText(shownStep(table).fen, key);
    case 'l':
      return lastMoveText(table);
    case 't':
      return clocksText(table, performance.now());
    case 'c':
      return lastCaptureText(table);
    case 'm':
      return movesText(table, rules, key);
    case 's':
      return piecesText(table);
    default:
      return null;
  }
}

export function PlainBoard({ table, rules, dispatch }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<Key | null>(null);
  const [spoken, speak] = useState('');
  const side = orientation(table);
  const { fen } = shownStep(table);

  const focus = (key: Key): void =>
    grid.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();

  const press = (key: Key): void => {
    if (chosen === null || chosen === key || !canPlay(table)) {
      choose(chosen === key ? null : key);
      speak(chosen === key ? say('read.letGo') : say('read.chosen', { key }));
      return;
    }
    dispatch({ m: isMyTurn(table) ? 'moved' : 'premoved', orig: chosen, dest: key });
    choose(null);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from = (event.target as HTMLElement).dataset.key as Key | undefined;
    if (!from) return;
    const said = answer(table, rules, from, event.key);
    const to = said === null ? jump(fen, side, from, event.key) : null;
    if (said !== null) speak(said);
    else if (to) focus(to);
    else if (event.key === 'Escape') choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section class="plain" aria-label={say('read.board')}>
      <p class="soft">{say('read.help')}</p>
      <div ref={grid} class="plain-grid" onKeyDown={onKeyDown}>
        {ranksOf(side).map(rank =>
          filesOf(side).map(file => {
            const key = `${file}${rank}` as Key;
            return (
              <button
                key={key}
                data-key={key}
                aria-pressed={chosen === key}
                aria-label={squareText(fen, key)}
                onClick={() => press(key)}
              >
                {key}
              </button>
            );
          }),
        )}
      </div>
      <p aria-live="polite" class="plain-said">
        {spoken}
      </p>
    </section>
  );
}
