/* One player's line beside the board: name, rating, what was captured, the clock. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { pieceImage } from '../board/pieceImage';
import { type Color, materialOf, opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { ratingText } from '../net/rating';
import type { Person } from '../net/wire';
import type { Settings } from '../settings/settings';
import { say } from '../text';
import { Icon } from '../ui/icon';
import { lazily } from '../ui/lazily';
import {
  type Axis,
  type Clock,
  type Tenths,
  clockText,
  isLow,
  isSafe,
  remaining,
  delayLeft,
  termsOf,
  textLasts,
} from './clock';
import { isOver, toMove } from './game';
import { type Table, shownStep, stoppedAt } from './table';

const PlayerMenu = lazily(async () => (await import('../people/playerMenu')).PlayerMenu, true);

type Props = { table: Table; side: Color; settings: Settings; dispatch: Dispatch };

const Captured = ({ fen, side }: { fen: string; side: Color }) => {
  const material = materialOf(fen);
  const lead = side === 'white' ? material.lead : -material.lead;
  return (
    <span class="captured cg-wrap" aria-hidden="true">
      {material.more[side].map(role => pieceImage(opposite(side), role))}
      {lead > 0 && <span class="soft figures">+{lead}</span>}
    </span>
  );
};

/** A level of our own computer; an external engine (0) goes by its name. */
const isLevel = (player: Person): boolean => (player.computer ?? 0) > 0;

export const playerName = (player: Person): string =>
  !isLevel(player) ? player.name : say('player.computer');

const rankOf = (player: Person): string => {
  const rating = ratingText(player.rating, player.provisional);
  if (!isLevel(player)) return rating;
  const n = String(player.computer);
  return rating ? say('player.level.rated', { n, rating }) : say('player.level', { n });
};

type NameProps = { player: Person; hasMenu: boolean; dispatch: Dispatch };

/** The name of another player with an account opens a menu. */
function Name({ player, hasMenu, dispatch }: NameProps) {
  const [open, setOpen] = useState(false);
  const name = <strong>{playerName(player)}</strong>;
  if (!hasMenu) return name;
  return (
    <>
      <button class="name-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && <PlayerMenu person={player} dispatch={dispatch} onClose={() => setOpen(false)} />}
    </>
  );
}

export function PlayerBar({ table, side, settings, dispatch }: Props) {
  const { game } = table;
  const player = game.players[side];
  const isTurn = !isOver(game) && toMove(game) === side;
  const isAway = !table.present[side] && player.computer === undefined;
  return (
    <section class={`player ${isTurn ? 'turn' : ''}`} aria-label={say(`side.${side}`)}>
      <span class={`who ${isAway ? 'away' : ''}`}>
        {player.computer === undefined ? <span class="dot" /> : <Icon name="computer" />}
        <span class="names">
          <Name
            player={player}
            hasMenu={player.guest === false && table.seat !== side}
            dispatch={dispatch}
          />
          <span class="soft figures">{rankOf(player)}</span>
          {isAway && <span class="soft">{say('player.away')}</span>}
        </span>
        <Captured fen={shownStep(table).fen} side={side} />
      </span>
      {game.clock && (
        <ClockFace
          clock={game.clock}
          axis={game.axis}
          side={side}
          stopped={isOver(game) || game.paused}
          stoppedAt={stoppedAt(table, side)}
          tenths={settings.tenths}
          onLow={table.seat === side ? () => dispatch({ m: 'timeLow' }) : undefined}
        />
      )}
    </section>
  );
}

/* One clock. It writes its own text from its own timer, so that the page is not rendered again for
 * every tick. */

type ClockProps = {
  clock: Clock;
  axis: Axis;
  side: Color;
  stopped: boolean;
  /** The page's instant whose reading is shown although the clock runs; null: now. */
  stoppedAt: number | null;
  tenths: Tenths;
  /** Called once when little time is left, and again only after there was more. */
  onLow: (() => void) | undefined;
};

/** Only writes what is new, so that screen readers do not repeat it. */
const write = (element: HTMLElement | null, text: string): void => {
  if (element && element.textContent !== text) element.textContent = text;
};

export function ClockFace(props: ClockProps) {
  const { clock, axis, side, stopped, stoppedAt: at, tenths, onLow } = props;
  const face = useRef<HTMLDivElement>(null);
  const delay = useRef<HTMLSpanElement>(null);
  const said = useRef<HTMLSpanElement>(null);
  const runs = clock.running === side && !stopped && at === null;
  const isWarned = useRef(false);
  const warn = useRef(onLow);
  warn.current = onLow;

  useLayoutEffect(() => {
    const element = face.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const own = termsOf(clock, side);
    const tick = (): void => {
      const now = at ?? performance.now();
      const shown = stopped ? { ...clock, running: null } : clock;
      const left = remaining(shown, side, axis, now);
      const stands = delayLeft(shown, side, axis, now);
      write(element, clockText(left, tenths));
      write(said.current, clockText(left, 'never'));
      write(delay.current, stands > 0 ? String(Math.ceil(stands / 1000)) : '');
      element.classList.toggle('low', isLow(own, left));
      if (runs && isLow(own, left) && !isWarned.current) {
        isWarned.current = true;
        warn.current?.();
      } else if (isSafe(own, left)) isWarned.current = false;
      const lasts = stands > 0 ? stands % 1000 || 1000 : textLasts(left, tenths);
      if (runs && left > 0) timer = setTimeout(tick, Math.max(16, lasts));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock, axis, side, runs, stopped, at, tenths]);

  return (
    <div
      class="timer figures"
      role="timer"
      aria-label={say(side === 'white' ? 'clock.white' : 'clock.black')}
    >
      <span class="delay soft" aria-hidden="true" ref={delay} />
      <div class={`clock ${runs ? 'running' : ''}`} aria-hidden="true" ref={face} />
      <span class="spoken" ref={said} />
    </div>
  );
}
