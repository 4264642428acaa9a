/* A notification was clicked: the service worker says what it is about (serviceWorker.ts), and the page leads there. The server sends
 * some whether or not the page shows any itself. */

import type { Dispatch } from '../dispatch';
import { parseRoute } from '../route';
import type { FromWorker } from './install';

/** To be called while the document is parsed: from then on nobody keeps what the worker says to a page that does not listen. */
export function openWhatIsClicked(app: Promise<Dispatch>): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: { data: FromWorker }) => {
    if (data.t !== 'open') return;
    const to = parseRoute(data.path);
    app.then(dispatch => dispatch({ m: 'navigated', to })).catch(() => {});
  });
}
