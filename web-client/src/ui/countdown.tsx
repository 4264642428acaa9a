/* Seconds until an instant of the page's clock, in words; updated by its own timer, like the
 * clocks. */

import { useLayoutEffect, useRef } from 'preact/hooks';

type Props = { until: number; words: (seconds: number) => string; class?: string };

export function Countdown({ until, words, class: name = '' }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  const write = useRef(words);
  write.current = words;

  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const left = Math.max(0, until - performance.now());
      if (place.current) place.current.textContent = write.current(Math.ceil(left / 1000));
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);

  return <p class={`figures ${name}`} ref={place} />;
}
