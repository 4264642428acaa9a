/* A button that asks once more in its own place before it acts. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { say } from '../text';
import { Icon, type IconName } from './icon';

type Props = {
  icon: IconName;
  label: string;
  confirm: string;
  disabled?: boolean;
  onConfirm: () => void;
  children?: ComponentChildren;
};

const patience = 5_000;

export function TwoStep({ icon, label, confirm, disabled, onConfirm }: Props) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return;
    const timer = setTimeout(() => arm(false), patience);
    return () => clearTimeout(timer);
  }, [isArmed]);

  if (!isArmed || disabled)
    return (
      <button class="act" title={label} aria-label={label} disabled={disabled} onClick={() => arm(true)}>
        <Icon name={icon} />
      </button>
    );
  return (
    <span class="armed">
      <button
        class="danger"
        autoFocus
        onClick={() => {
          arm(false);
          onConfirm();
        }}
      >
        {confirm}
      </button>
      <button class="act" title={say('cancel')} aria-label={say('cancel')} onClick={() => arm(false)}>
        <Icon name="close" />
      </button>
    </span>
  );
}
