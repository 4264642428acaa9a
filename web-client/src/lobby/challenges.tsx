/* Challenges to the player: accepted, or declined with or without a reason; and somebody who came while the player plays
 * the computer. */

import './challenges.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { FoundAnswers } from '../game/foundAnswers';
import { oddsFromText } from '../game/oddsText';
import { declineReasons } from '../net/requests';
import type { Challenge, Found } from '../net/wire';
import { say } from '../text/later';
import { termsText } from './seekList';

type ItemProps = { item: Challenge; dispatch: Dispatch };

function Item({ item: { challenge, from, clock, variant, rated }, dispatch }: ItemProps) {
  const [chosen, choose] = useState('');
  const reason = declineReasons.find(word => word === chosen);
  return (
    <li>
      <span>
        <strong>{say('challenge.from', { name: from.name })}</strong>
        <span class="soft figures">{termsText(clock, variant, rated)}</span>
        {clock?.odds && <span class="soft">{oddsFromText(clock, from.name)}</span>}
      </span>
      <span class="row">
        <button class="primary" onClick={() => dispatch({ m: 'challengeAccepted', challenge })}>
          {say('accept')}
        </button>
        <button
          onClick={() => dispatch({ m: 'challengeDeclined', challenge, ...(reason && { reason }) })}
        >
          {say('decline')}
        </button>
        <select
          class="reasons"
          aria-label={say('decline.reason')}
          value={chosen}
          onChange={event => choose(event.currentTarget.value)}
        >
          <option value="">{say('decline.reason.none')}</option>
          {declineReasons.map(word => (
            <option key={word} value={word}>
              {say(`decline.reason.${word}`)}
            </option>
          ))}
        </select>
      </span>
    </li>
  );
}

type Props = { list: Challenge[]; found: Found | null; dispatch: Dispatch };

export const Challenges = ({ list, found, dispatch }: Props) => (
  <section class="seeks card" aria-label={say('challenges.title')} role="alert">
    <ul>
      {found && (
        <li>
          <span>
            <strong>{say('found', { name: found.person.name })}</strong>
          </span>
          <span class="row">
            <FoundAnswers dispatch={dispatch} />
          </span>
        </li>
      )}
      {list.map(item => (
        <Item key={item.challenge} item={item} dispatch={dispatch} />
      ))}
    </ul>
  </section>
);
