/* An address to be read by a friend's phone. */

import '../style/qr.css';

import { useMemo } from 'preact/hooks';

import { qrPath } from '../qr';
import { say } from '../text/later';

export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={say('invitation.qr')}
    >
      <path d={path} />
    </svg>
  );
}
