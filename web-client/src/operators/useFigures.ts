/* The server's figures, live: a stream that is open only while the page is looked at. */

import { useEffect, useState } from 'preact/hooks';

import { type Figures, isFigures } from './lists';
import { base } from '../base';

const keptMost = 100;

function parsed(data: unknown): Figures | null {
  try {
    const value: unknown = JSON.parse(String(data));
    return isFigures(value) ? value : null;
  } catch {
    return null;
  }
}

/** The newest ones, oldest first, and whether the stream has broken off for good. */
export function useFigures(): { series: Figures[]; lost: boolean } {
  const [series, setSeries] = useState<Figures[]>([]);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let stream: EventSource | null = null;
    const close = (): void => {
      stream?.close();
      stream = null;
    };
    const open = (): void => {
      close();
      if (document.hidden) return;
      const opened = new EventSource(`${base}/api/admin/events`);
      stream = opened;
      opened.onmessage = ({ data }) => {
        const figures = parsed(data);
        if (!figures) return;
        setLost(false);
        setSeries(before => [...before, figures].slice(-keptMost));
      };
      opened.onerror = () => setLost(opened.readyState === EventSource.CLOSED);
    };
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, []);
  return { series, lost };
}
