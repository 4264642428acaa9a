/* What is shown while the player waits for a game: a seek with its countdown to the computer, a
 * link for a friend. */

import './waiting.css';

import { useEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { controlText, speedOf } from '../game/clock';
import { ownOddsText } from '../game/oddsText';
import type { Control } from '../net/wire';
import { sayFigures } from '../text';
import { say } from '../text/later';
import { Countdown } from '../ui/countdown';
import { Icon } from '../ui/icon';
import { lazily } from '../ui/lazily';
import { type Invitation, type Lobby, type Seek, poolOf } from './lobby';

const QrCode = lazily(async () => (await import('./qrCode')).QrCode, true);

const Terms = ({ control }: { control: Control }) => (
  <p class="soft figures">
    {control && `${sayFigures(controlText(control))} · `}
    {say(`speed.${speedOf(control)}`)}
  </p>
);

type SeekProps = { seek: Seek; lobby: Lobby; you: string | undefined; dispatch: Dispatch };

/** How many are online, how long the wait typically is, and some of their names. */
function PoolInfo({ seek, lobby, you }: Omit<SeekProps, 'dispatch'>) {
  const pool = poolOf(lobby.pools, seek.setup.clock);
  const took = pool?.took ?? null;
  const names = lobby.people.filter(({ id }) => id !== you).map(({ name }) => name);
  return (
    <p class="soft company">
      {say('seeks.here', { n: lobby.here })}
      {took !== null && (
        <span>{say('seek.took', { n: Math.max(1, Math.round(took / 1000)) })}</span>
      )}
      {names.length > 0 && <span>{names.join(' · ')}</span>}
    </p>
  );
}

/** The second tap of two on what brought the card may fall on a button of it: ms until it is another one. */
const doubleTap = 400;

function useSettled(): boolean {
  const [isSettled, settle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => settle(true), doubleTap);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

export function SeekCard({ seek, lobby, you, dispatch }: SeekProps) {
  const isSettled = useSettled();
  return (
    <section class="waiting card" aria-busy="true">
      <div class="breathing" aria-hidden="true">
        <Icon name="people" />
      </div>
      <Terms control={seek.setup.clock} />
      {seek.setup.rating && (
        <p class="soft figures">
          {say('seeks.range', {
            least: String(seek.setup.rating[0]),
            most: String(seek.setup.rating[1]),
          })}
        </p>
      )}
      <h1>{say('seek.title')}</h1>
      {seek.computerAt === null ? (
        <p class="soft">{say('seek.patient')}</p>
      ) : (
        <Countdown
          until={seek.computerAt}
          words={n => (n > 0 ? say('seek.computerIn', { n }) : say('seek.computerComes'))}
        />
      )}
      <PoolInfo seek={seek} lobby={lobby} you={you} />
      <div class="row">
        {seek.computerAt !== null && (
          <button disabled={!isSettled} onClick={() => dispatch({ m: 'computerRefused' })}>
            {say('seek.noComputer')}
          </button>
        )}
        <button
          class="quiet"
          disabled={!isSettled}
          onClick={() => dispatch({ m: 'seekCancelled' })}
        >
          {say('cancel')}
        </button>
      </div>
    </section>
  );
}

type InvitationProps = { invitation: Invitation; dispatch: Dispatch };

export function InvitationCard({ invitation, dispatch }: InvitationProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <section class="waiting beside-lobby card">
      <h1>{say('invitation.title')}</h1>
      <Terms control={invitation.control} />
      {invitation.control?.odds && <p class="soft">{ownOddsText(invitation.control)}</p>}
      <p class="soft">{say('invitation.hint')}</p>
      <QrCode text={invitation.url} />
      <div class="row link">
        <input
          ref={field}
          readOnly
          class="notation"
          aria-label={say('invitation.link')}
          value={invitation.url}
          onFocus={() => field.current?.select()}
        />
        <button class="primary" onClick={() => dispatch({ m: 'invitationCopied' })}>
          <Icon name="copy" /> {say('copy')}
        </button>
        <button class="quiet" onClick={() => dispatch({ m: 'invitationCancelled' })}>
          {say('cancel')}
        </button>
      </div>
    </section>
  );
}
