/* Buttons for actions; for those that cannot be undone a second press in the same place confirms. */

import './twoStep.css';

import { useEffect, useRef, useState } from 'preact/hooks';

import { type IconName, Icon } from './icon';
import { say } from '../text/later';

type ActProps = {
  icon: IconName;
  label: string;
  /** A word under the icon. */
  name: string;
  disabled?: boolean;
};

type TwoStepProps = ActProps & {
  /** It ends the game. */
  grave?: boolean;
  onConfirm: () => void;
};

/** An icon with a word under it. */
export const ActionButton = (props: ActProps & { onClick: () => void }) => (
  <button class="act named" title={props.label} disabled={props.disabled} onClick={props.onClick}>
    <Icon name={props.icon} />
    <span>{props.name}</span>
  </button>
);

const patience = 5_000;

/** Whether the second step is shown, and the button that gets the focus then. */
function useArmed() {
  const [isArmed, arm] = useState(false);
  const second = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isArmed) return;
    second.current?.focus();
    const timer = setTimeout(() => arm(false), patience);
    return () => clearTimeout(timer);
  }, [isArmed]);
  return { isArmed, arm, second };
}

/** A button with a text that has to be pressed twice. */
type ConfirmProps = {
  label: string;
  /** What the second step says. */
  sure: string;
  onConfirm: () => void;
};

export function ConfirmButton({ label, sure, onConfirm }: ConfirmProps) {
  const { isArmed, arm, second } = useArmed();
  return isArmed ? (
    <button
      class="primary"
      ref={second}
      onClick={() => {
        arm(false);
        onConfirm();
      }}
    >
      {sure}
    </button>
  ) : (
    <button onClick={() => arm(true)}>{label}</button>
  );
}

export function TwoStepAction({ icon, label, name, disabled, grave, onConfirm }: TwoStepProps) {
  const { isArmed, arm, second } = useArmed();
  if (!isArmed || disabled)
    return (
      <ActionButton
        icon={icon}
        label={label}
        name={name}
        disabled={disabled}
        onClick={() => arm(true)}
      />
    );
  return (
    <span class="armed">
      <button
        class={grave ? 'danger' : 'primary'}
        ref={second}
        onClick={() => {
          arm(false);
          onConfirm();
        }}
      >
        {label}
      </button>
      <button
        class="act"
        title={say('cancel')}
        aria-label={say('cancel')}
        onClick={() => arm(false)}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
