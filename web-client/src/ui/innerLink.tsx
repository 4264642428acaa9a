/* A link within the site: the page stays, only its route changes. */

import type { ComponentChildren } from 'preact';

import type { Dispatch } from '../dispatch';
import { type Route, printRoute } from '../route';

type Props = {
  to: Route;
  class?: string;
  label?: string;
  dispatch: Dispatch;
  children: ComponentChildren;
};

export const InnerLink = (props: Props) => (
  <a
    href={printRoute(props.to)}
    class={props.class}
    aria-label={props.label}
    onClick={event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      props.dispatch({ m: 'navigated', to: props.to });
    }}
  >
    {props.children}
  </a>
);
