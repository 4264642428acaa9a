/* What the server says, for parts of the page that follow something by themselves: each message as the text that
 * came by the WebSocket (page/startApp.ts tells of it). */

import { useEffect, useRef } from 'preact/hooks';

export function useHeard(hear: (text: string) => void): void {
  const newest = useRef(hear);
  newest.current = hear;
  useEffect(() => {
    const listen = (event: Event): void => newest.current(String((event as CustomEvent).detail));
    addEventListener('castled', listen);
    return () => removeEventListener('castled', listen);
  }, []);
}
