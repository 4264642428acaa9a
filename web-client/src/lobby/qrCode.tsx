/* An address as a QR code for a friend's phone. */

import './qrCode.css';

import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

import { say } from '../text/later';

/** `label` says what it is, unless it is an invitation. */
export function QrCode({ text, label }: { text: string; label?: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label ?? say('invitation.qr')}
    >
      <path d={path} />
    </svg>
  );
}

/* A text as a QR code: one SVG path over a grid of modules. */

/** Light modules that a reader needs around the code (ISO/IEC 18004, 9.1). */
const quietZone = 4;

export type QrPath = { size: number; path: string };

export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
