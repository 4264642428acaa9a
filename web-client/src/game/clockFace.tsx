/* One clock. It writes its own text from its own timer, so that the page is not rendered again for
 * every tick. */

import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Color } from '../chess/fen';
import { say } from '../text';
import {
  type Axis,
  type Clock,
  type Tenths,
  clockText,
  delayLeft,
  isLow,
  isSafe,
  remaining,
  termsOf,
  textLasts,
} from './clock';

type ClockProps = {
  clock: Clock;
  axis: Axis;
  side: Color;
  stopped: boolean;
  /** The page's instant whose reading is shown even though the clock runs; null: now. */
  stoppedAt: number | null;
  tenths: Tenths;
  /** Called once when time runs low, and again only after there was more. */
  onLow: (() => void) | undefined;
};

/** Writes only what has changed, so that screen readers do not repeat it. */
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
