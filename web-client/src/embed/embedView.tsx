/* An embedded board: the players with their clocks, the moves to step through, and a link to the
 * game on this server. It is only for looking at. */

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { type Color, opposite } from '../chess/fen';
import type { Step } from '../chess/rules';
import type { Axis, Clock } from '../game/clock';
import { ClockFace } from '../game/clockFace';
import { rowsOf } from '../game/moveList';
import type { Settings } from '../settings/settings';
import { say } from '../text/later';
import { Icon, type IconName } from '../ui/icon';

export type Embedded = {
  start: Step;
  steps: Step[];
  /** Name and rating. */
  players: Record<Color, [name: string, rating: string]> | null;
  clock: Clock | null;
  axis: Axis;
  isOver: boolean;
  /** The state of the game, in a sentence. */
  words: string;
  /** Where there is more to see. */
  path: string;
};

type Props = {
  shown: Embedded;
  orientation: Color;
  ply: number | undefined;
  settings: Settings;
};

const squaresOf = (uci: string): Key[] =>
  uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : [];

type SquaresProps = { step: Step; orientation: Color; coordinates: boolean };

function Squares({ step, orientation, coordinates }: SquaresProps) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | null>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    board.current = Chessground(place.current, {
      viewOnly: true,
      ranksPosition: 'left',
      coordinates,
      orientation,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches },
    });
    return () => board.current?.destroy();
  }, [orientation, coordinates]);
  useLayoutEffect(
    () =>
      board.current?.set({
        fen: step.fen,
        check: step.check,
        lastMove: squaresOf(step.uci),
        turnColor: step.fen.split(' ')[1] === 'b' ? 'black' : 'white',
      }),
    [step, orientation, coordinates],
  );
  return (
    <div class="embed-place">
      <div class="board embed-board">
        <div class="board-place" role="img" aria-label={say('board.label')}>
          <div class="cg-wrap" ref={place} />
        </div>
      </div>
    </div>
  );
}

function Player({ shown, side }: { shown: Embedded; side: Color }) {
  if (!shown.players) return null;
  const [name, rating] = shown.players[side];
  return (
    <section class="embed-player" aria-label={say(`side.${side}`)}>
      <span class="names">
        <span class={`embed-side ${side}`} /> <strong>{name}</strong>{' '}
        <span class="soft figures">{rating}</span>
      </span>
      {shown.clock && (
        <ClockFace
          clock={shown.clock}
          axis={shown.axis}
          side={side}
          stopped={shown.isOver}
          stoppedAt={null}
          tenths="low"
          onLow={undefined}
        />
      )}
    </section>
  );
}

type MovesProps = { shown: Embedded; ply: number; onShow: (ply: number) => void };

function Moves({ shown, ply, onShow }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    const current = element?.querySelector<HTMLElement>('[aria-current]');
    if (element && current) element.scrollTo({ top: current.offsetTop - element.clientHeight / 2 });
  }, [ply]);
  const sans = shown.steps.map(step => step.san);
  return (
    <ol class="embed-moves moves figures" ref={list} aria-label={say('moves')} tabIndex={0}>
      {rowsOf(sans, shown.start.fen).map(row => (
        <li key={row.number}>
          <span class="number soft">{row.number}</span>
          {row.cells.map(cell => (
            <button
              key={cell.ply}
              class="move"
              disabled={cell.ply === 0}
              aria-current={cell.ply === ply && cell.ply > 0 ? 'step' : undefined}
              onClick={() => onShow(cell.ply)}
            >
              {cell.san}
            </button>
          ))}
        </li>
      ))}
    </ol>
  );
}

const steppers: [IconName, 'look.first' | 'look.previous' | 'look.next' | 'look.last'][] = [
  ['first', 'look.first'],
  ['previous', 'look.previous'],
  ['next', 'look.next'],
  ['last', 'look.last'],
];

export function EmbedView({ shown, orientation, ply: first, settings }: Props) {
  /** Null: the newest, even when another move comes. */
  const [chosen, setChosen] = useState<number | null>(first ?? null);
  const newest = shown.steps.length;
  const ply = Math.min(chosen ?? newest, newest);
  const step = shown.steps[ply - 1] ?? shown.start;
  const show = (to: number): void => setChosen(to >= newest ? null : Math.max(0, to));
  const targets = [0, ply - 1, ply + 1, newest];

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      const by = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: newest }[key];
      if (by !== undefined) show(by);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <main class="embed">
      <h1 class="spoken">
        {shown.players
          ? `${shown.players.white[0]} – ${shown.players.black[0]}`
          : say('board.label')}
      </h1>
      <Player shown={shown} side={opposite(orientation)} />
      <Squares
        step={step}
        orientation={orientation}
        coordinates={settings.coordinates === 'inside'}
      />
      <Player shown={shown} side={orientation} />
      <Moves shown={shown} ply={ply} onShow={show} />
      <div class="embed-foot">
        <div class="steps">
          {steppers.map(([icon, label], i) => (
            <button
              key={icon}
              class="quiet"
              aria-label={say(label)}
              disabled={targets[i] === ply || (targets[i] ?? 0) < 0 || (targets[i] ?? 0) > newest}
              onClick={() => show(targets[i] ?? newest)}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
        <p class="embed-words soft" aria-live="polite">
          <span class="spoken">{step.san}</span> {shown.words}
        </p>
        <a href={shown.path} target="_blank" rel="noopener">
          {say('embed.open')}
        </a>
      </div>
    </main>
  );
}
