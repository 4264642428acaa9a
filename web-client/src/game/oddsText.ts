/* Time odds in words: which side has how much time. Null when both have the same. */

import { controlText, termsOf } from './clock';
import type { Control, Terms } from '../net/wire';
import { say } from '../text/later';

const timeText = (terms: Terms): string => controlText({ ...terms, odds: undefined });

/** What the player has asked for. */
export const ownOddsText = (asked: Control): string | null =>
  asked?.odds ? say('odds.mine', { you: timeText(asked), other: timeText(termsOf(asked)) }) : null;

/** What `name` has asked the player for. */
export const oddsFromText = (asked: Control, name: string): string | null =>
  asked?.odds
    ? say('odds.from', { you: timeText(termsOf(asked)), other: timeText(asked), name })
    : null;

/** Of a game. */
export const sidesOddsText = (clock: Control): string | null =>
  clock?.odds
    ? say('odds.sides', {
        white: timeText(termsOf(clock, 'white')),
        black: timeText(termsOf(clock, 'black')),
      })
    : null;
