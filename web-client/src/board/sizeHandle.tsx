/* A handle at the corner of the board that makes it larger and smaller, by pointer and by keys. */

import { useRef } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { type Settings, sizeLeast, sizeMost } from '../settings/settings';
import { say } from '../text/later';

type Props = { settings: Settings; dispatch: Dispatch };

const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  Home: -100,
  End: 100,
};

const within = (size: number): number => Math.max(sizeLeast, Math.min(sizeMost, Math.round(size)));

export function SizeHandle({ settings, dispatch }: Props) {
  /** Where the drag began, and how large the board was then. */
  const drag = useRef<{ x: number; y: number; width: number; size: number } | null>(null);
  const newSize = useRef(settings.size);

  const onPointerDown = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement;
    const width = handle.parentElement?.clientWidth ?? 0;
    handle.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, width, size: settings.size };
    event.preventDefault();
  };
  // During the drag only the look changes; the setting changes when the handle is released.
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag.current) return;
    const { x, y, width, size } = drag.current;
    const along = (event.clientX - x + event.clientY - y) / 2;
    newSize.current = within(size * (1 + along / width));
    document.documentElement.style.setProperty('--size', String(newSize.current / 100));
  };
  const onPointerUp = (): void => {
    if (drag.current) dispatch({ m: 'settingChanged', change: { size: newSize.current } });
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    dispatch({ m: 'settingChanged', change: { size: within(settings.size + step) } });
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class="size-handle"
      role="slider"
      tabIndex={0}
      aria-label={say('board.size')}
      aria-valuemin={sizeLeast}
      aria-valuemax={sizeMost}
      aria-valuenow={settings.size}
      aria-valuetext={`${settings.size} %`}
      title={say('board.size')}
      {...{ onPointerDown, onPointerMove, onPointerUp, onKeyDown }}
      onPointerCancel={onPointerUp}
    />
  );
}
