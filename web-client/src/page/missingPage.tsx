/* What is shown in place of a page that does not exist, or of a game or challenge that is gone. */

import type { Dispatch } from '../dispatch';
import type { Missing } from '../state/model';
import { say } from '../text/later';
import { InnerLink } from '../ui/innerLink';

type Props = { what: Missing; dispatch: Dispatch };

export const MissingPage = ({ what, dispatch }: Props) => (
  <main class="missing">
    <h1>{say(`missing.${what}`)}</h1>
    <p class="soft">{say(`missing.${what}.hint`)}</p>
    <InnerLink to={{ page: 'lobby' }} class="button primary" dispatch={dispatch}>
      {say('missing.back')}
    </InnerLink>
  </main>
);
