/* One clock. It writes its own text node from its own timer, so the page is not drawn again for a tick. */

import { useLayoutEffect, useRef } from 'preact/hooks';

import {
  type Axis,
  type Clock,
  type Tenths,
  clockText,
  isLow,
  isSafe,
  remaining,
  textLasts,
} from '../clock';
import { say } from '../text';
import type { Color } from '../wire';

type Props = {
  clock: Clock;
  axis: Axis;
  side: Color;
  stopped: boolean;
  tenths: Tenths;
  /** Called once when little is left, and again only after there was more. */
  onLow: (() => void) | undefined;
};

export function ClockFace({ clock, axis, side, stopped, tenths, onLow }: Props) {
  const face = useRef<HTMLDivElement>(null);
  const runs = clock.running === side && !stopped;
  const isWarned = useRef(false);
  const warn = useRef(onLow);
  warn.current = onLow;

  useLayoutEffect(() => {
    const element = face.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const shown = stopped ? { ...clock, running: null } : clock;
      const left = remaining(shown, side, axis, performance.now());
      element.textContent = clockText(left, tenths);
      element.classList.toggle('low', isLow(clock, left));
      if (runs && isLow(clock, left) && !isWarned.current) {
        isWarned.current = true;
        warn.current?.();
      } else if (isSafe(clock, left)) isWarned.current = false;
      if (runs && left > 0) timer = setTimeout(tick, Math.max(16, textLasts(left, tenths)));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock, axis, side, runs, stopped, tenths]);

  return (
    <div
      class={`clock figures ${runs ? 'running' : ''}`}
      role="timer"
      aria-label={say(side === 'white' ? 'clock.white' : 'clock.black')}
      ref={face}
    />
  );
}
