/* Time as a game on this device counts it: monotonic, and without the hours that the device
 * slept. */

export type DeviceTime = {
  /** Whole ms from an arbitrary start. */
  now: () => number;
  close: () => void;
};

/** How late a timer can be though the device did not sleep: a hidden page is woken once a minute. */
const lateBy = { seen: 5_000, hidden: 70_000 };

export type Clockwork = { now: () => number; isHidden: () => boolean };

const browser: Clockwork = {
  now: () => performance.now(),
  isHidden: () => document.hidden,
};

/** `onSlept`: the device slept, and that time was left out. */
export function openDeviceTime(onSlept: () => void, clockwork: Clockwork = browser): DeviceTime {
  let last = clockwork.now();
  let slept = 0;
  let wasHidden = clockwork.isHidden();

  const look = (): void => {
    const now = clockwork.now();
    const gap = now - last;
    const hidden = clockwork.isHidden();
    const isAsleep = gap > (hidden || wasHidden ? lateBy.hidden : lateBy.seen);
    last = now;
    wasHidden = hidden;
    if (!isAsleep) return;
    slept += gap;
    onSlept();
  };

  const timer = setInterval(look, 1000);
  return {
    now() {
      look();
      return Math.round(last - slept);
    },
    close: () => clearInterval(timer),
  };
}
