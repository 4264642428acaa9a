/* Where one makes a token, at the address that Lichess has for it: programs send people there with
 * what they need already filled in. */

import './people.css';

import type { Dispatch } from '../dispatch';
import { addressNow } from '../route';
import { say } from '../text/later';
import { Failed, useCall } from '../ui/apiCall';
import { SignPage } from './signPage';
import { type AskedToken, Tokens, lacksAccount } from './tokens';
import { isTokens } from './user';

export function askedToken(address: string): AskedToken {
  const query = new URLSearchParams(address.split('#')[0]?.split('?')[1]);
  return {
    scopes: [...query.getAll('scopes[]'), ...query.getAll('scopes')],
    description: (query.get('description') ?? '').slice(0, 100),
  };
}

export function TokenPage({ dispatch }: { dispatch: Dispatch }) {
  const [answer, again] = useCall('/api/tokens', isTokens);
  if (!answer)
    return (
      <main class="missing">
        <p role="status">{say('loading')}</p>
      </main>
    );
  if (!answer.ok && lacksAccount(answer))
    return <SignPage way="in" stays hint={say('api.401')} dispatch={dispatch} />;
  if (!answer.ok)
    return (
      <main class="missing">
        <Failed answer={answer} again={again} />
      </main>
    );
  return (
    <main class="profile account">
      <h1>{say('account.title')}</h1>
      <Tokens answer={answer} again={again} asked={askedToken(addressNow())} />
    </main>
  );
}
