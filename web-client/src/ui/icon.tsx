/* The icons that the page uses, drawn on a grid of 24. */

const paths = {
  flip: 'M7 4v13m0 0-3-3m3 3 3-3M17 20V7m0 0-3 3m3-3 3 3',
  first: 'M18 6l-7 6 7 6M7 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M17 6v12',
  flag: 'M6 21V4m0 1c4-3 7 3 12 0v8c-5 3-8-3-12 0',
  back: 'M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3',
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v11m0 0-4-4m4 4 4-4M5 20h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5a6 6 0 0 1 3 5.5',
  computer: 'M7 8h10v9H7zM12 8V4.5M4 11v3m16-3v3M10 12v1m4-1v1M9 20h6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3 2',
  again: 'M20 11a8 8 0 1 0-2 6m2-6V5m0 6h-6',
  send: 'M4 12l16-7-6 15-3-6z',
  half: 'M18.5 5l-13 14M4.5 6.5L7 5v7M14.5 14.5a2.2 2.2 0 1 1 3.8 1.4L14.5 20h4.5',
  graph: 'M4 19V5m0 14h16M7 15l4-5 3 3 5-7',
  editor: 'M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.8l1.4 2.7 2.9-.9.6 3 3 .6-.9 2.9 2.2 1-2.2 1.9.9 2.9-3 .6-.6 3-2.9-.9L12 21.2l-1.4-2.6-2.9.9-.6-3-3-.6.9-2.9L2.8 12 5 10.9 4.1 8l3-.6.6-3 2.9.9z',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 4 2 5 4 5m8-5h4c0 4-2 5-4 5m-4 3v5m-4 1h8',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
} as const;

export type IconName = keyof typeof paths;

/** Icons that are mirrored in right-to-left text; media and clock icons are not. */
const turning: ReadonlySet<IconName> = new Set(['back', 'send']);

/** An icon beside text, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class={turning.has(name) ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
