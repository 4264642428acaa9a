/* A new version of the page is ready: it is loaded when the player says so, or at the next visit. */

import './updateBanner.css';

import { useState } from 'preact/hooks';

import { applyUpdate } from './install';
import { say } from '../text/later';

export function UpdateBanner() {
  const [isHidden, hide] = useState(false);
  if (isHidden) return null;
  return (
    <div class="banner" role="status">
      <span>{say('update.waits')}</span>
      <button class="quiet" onClick={() => void applyUpdate()}>
        {say('update.reload')}
      </button>
      <button class="quiet" onClick={() => hide(true)}>
        {say('update.later')}
      </button>
    </div>
  );
}
