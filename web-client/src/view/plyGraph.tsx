/* A drawing over the plies of a game: a click goes to one, and so do arrows while it has the focus. */

import type { ComponentChildren } from 'preact';

type Props = {
  class: string;
  label: string;
  /** The last ply, and the one that is looked at. */
  plies: number;
  ply: number;
  /** What the drawing says of a ply, for those who listen. */
  words: (ply: number) => string;
  onGo: (ply: number) => void;
  /** Where a ply stands on the drawing, which is 1 wide: its middle. */
  placeOf: (ply: number) => number;
  /** Drawn on a field 300 wide and 80 high. */
  children: ComponentChildren;
};

export const width = 300;
export const height = 80;

const steps: Record<string, (ply: number, plies: number) => number> = {
  ArrowLeft: ply => ply - 1,
  ArrowDown: ply => ply - 1,
  ArrowRight: ply => ply + 1,
  ArrowUp: ply => ply + 1,
  PageDown: ply => ply - 10,
  PageUp: ply => ply + 10,
  Home: () => 0,
  End: (_, plies) => plies,
};

const nearest = (place: number, plies: number, placeOf: (ply: number) => number): number => {
  let best = 0;
  for (let ply = 1; ply <= plies; ply++)
    if (Math.abs(placeOf(ply) - place) < Math.abs(placeOf(best) - place)) best = ply;
  return best;
};

export function PlyGraph(props: Props) {
  const { label, plies, ply, words, onGo, placeOf } = props;
  const here = Math.min(ply, plies);

  const onClick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onGo(nearest((event.clientX - box.left) / box.width, plies, placeOf));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    onGo(Math.max(0, Math.min(plies, step(here, plies))));
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class={`graph ${props.class}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={here}
      aria-valuetext={words(here)}
      title={words(here)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {props.children}
        <line
          class="here"
          x1={placeOf(here) * width}
          x2={placeOf(here) * width}
          y1={0}
          y2={height}
        />
      </svg>
    </div>
  );
}
