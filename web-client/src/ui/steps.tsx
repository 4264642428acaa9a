/* The buttons that step through a game and turn the board. */

import { say } from '../text';
import { Icon } from './icon';

const names = ['first', 'previous', 'next', 'last', 'flip'] as const;
export type StepName = (typeof names)[number];

type Props = {
  /** There is nowhere to go in that direction. */
  isOff?: (step: StepName) => boolean;
  onStep: (step: StepName) => void;
};

export const Steps = ({ isOff, onStep }: Props) => (
  <div class="steps">
    {names.map(name => {
      const label = say(name === 'flip' ? name : `look.${name}`);
      return (
        <button
          key={name}
          class="act"
          title={label}
          aria-label={label}
          disabled={isOff?.(name)}
          onClick={() => onStep(name)}
        >
          <Icon name={name} />
        </button>
      );
    })}
  </div>
);
