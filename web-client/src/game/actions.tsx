/* What a player can do besides moving, what the opponent has offered, and how the game ended. */

import { useEffect, useState } from 'preact/hooks';

import { opposite } from '../chess/fen';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import type { Claim, TournamentRequest } from '../net/requests';
import { isOnDevice } from '../net/onDevice';
import type { Found, Offer } from '../net/wire';
import { sayFigures } from '../text';
import { say, sayInstant } from '../text/later';
import { Countdown } from '../ui/countdown';
import { Icon } from '../ui/icon';
import { lazily } from '../ui/lazily';
import { ActionButton, ConfirmButton, TwoStepAction } from '../ui/twoStep';
import { Result } from './afterGame';
import { firstMoveUntil } from './firstMove';
import { FoundAnswers } from './foundAnswers';
import { type Game, hasComputer, isOver, quietPlies, seatOf, toMove } from './game';
import { type Notation, sanIn } from './notation';
import { tournamentOf, wentBerserk } from './ofTournament';
import { playerName } from './player';
import { type Table, boardClaims, claimAt, isMyTurn, mayClaimAhead } from './table';
import { useWakeLock } from './wakeLock';

const ShareDialog = lazily(async () => (await import('./shareDialog')).ShareDialog, true);

type Props = { table: Table; dispatch: Dispatch };

type TournamentProps = Props & {
  tournament: NonNullable<ReturnType<typeof tournamentOf>>;
  disabled: boolean;
  /** The newest request about a tournament, if it was not carried out. */
  lost: TournamentRequest | null;
};

/** The way back to the tournament; in an arena half the time for one more point, before one's first move. */
function TournamentActs({ table: { game, seat }, tournament, disabled, lost, dispatch }: TournamentProps) {
  const [isAsked, ask] = useState(false);
  useEffect(() => {
    if (lost) ask(false);
  }, [lost]);
  const isFresh =
    seat !== null && game.steps.length < (seat === 'white' ? 1 : 2) && !wentBerserk(game, seat);
  return (
    <>
      <ActionButton
        icon="cup"
        label={say('act.toTournament', { name: tournament.name })}
        name={say('act.tournament')}
        onClick={() =>
          dispatch({
            m: 'navigated',
            to: { page: 'tournament', tournament: tournament.tournament },
          })
        }
      />
      {tournament.berserk && isFresh && (
        <ActionButton
          icon="clock"
          label={say('act.berserk')}
          name={say('act.berserk.short')}
          disabled={disabled || isAsked}
          onClick={() => {
            ask(true);
            dispatch({ m: 'asked', request: { t: 'tournament_berserk', game: game.id } });
          }}
        />
      )}
    </>
  );
}

type PlayProps = Props & Pick<TournamentProps, 'disabled' | 'lost'>;

function PlayActs({ table, disabled, lost, dispatch }: PlayProps) {
  const { game, seat } = table;
  if (!seat) return null;
  const mine = game.offers[seat];
  const tournament = tournamentOf(game);
  const drawsFrom = game.rules.includes('noEarlyDraw') ? 60 : 2;
  return (
    <>
      {tournament && (
        <TournamentActs
          table={table}
          tournament={tournament}
          disabled={disabled}
          lost={lost}
          dispatch={dispatch}
        />
      )}
      {game.steps.length < 2 && !tournament && !game.rules.includes('noAbort') ? (
        <TwoStepAction
          key="abort"
          icon="close"
          label={say('act.abort')}
          name={say('act.abort.short')}
          grave
          disabled={disabled}
          onConfirm={() => dispatch({ m: 'aborted' })}
        />
      ) : (
        <TwoStepAction
          key="resign"
          icon="flag"
          label={say('act.resign')}
          name={say('act.resign')}
          grave
          disabled={disabled}
          onConfirm={() => dispatch({ m: 'resigned' })}
        />
      )}
      <TwoStepAction
        icon="half"
        label={say('act.draw')}
        name={say('act.draw.short')}
        disabled={disabled || game.steps.length < drawsFrom || mine.draw !== undefined}
        onConfirm={() => dispatch({ m: 'offered', kind: 'draw' })}
      />
      {!tournament && (
        <TwoStepAction
          icon="back"
          label={say('act.takeback')}
          name={say('act.takeback.short')}
          disabled={disabled || game.rated || game.steps.length < 2 || mine.takeback !== undefined}
          onConfirm={() => dispatch({ m: 'offered', kind: 'takeback' })}
        />
      )}
      {game.clock &&
        !hasComputer(game) &&
        !tournament &&
        !game.rules.includes('noGiveTime') && (
        <ActionButton
          icon="plus"
          label={say('act.moretime')}
          name={say('act.moretime.short')}
          disabled={disabled}
          onClick={() => dispatch({ m: 'moreTimeGiven' })}
        />
      )}
    </>
  );
}

/** After the player's own move: the next of their games in which it is their turn. */
export function waitingGame(table: Table, otherGames: Game[]): string | null {
  const { game, seat } = table;
  if (!seat || isMyTurn(table)) return null;
  const you = game.players[seat].id;
  return otherGames.find(other => toMove(other) === seatOf(other, you))?.id ?? null;
}

type BarProps = Props & { connected: boolean; waiting: string | null } & Pick<PlayProps, 'lost'>;

function ActionBar({ table, connected, waiting, lost, dispatch }: BarProps) {
  const [isSharing, setSharing] = useState(false);
  const tournament = tournamentOf(table.game);
  return (
    <div class="acts" role="group" aria-label={say('acts')}>
      {waiting && (
        <ActionButton
          icon="next"
          label={say('act.nextGame')}
          name={say('act.nextGame.short')}
          onClick={() => dispatch({ m: 'navigated', to: { page: 'game', game: waiting } })}
        />
      )}
      {table.seat && !isOver(table.game) && table.game.clock?.days && !hasComputer(table.game) && (
        <ActionButton
          icon="graph"
          label={say('act.conditional')}
          name={say('act.conditional.short')}
          onClick={() =>
            dispatch({ m: 'navigated', to: { page: 'analysis', game: table.game.id } })
          }
        />
      )}
      {!isOver(table.game) && (
        <PlayActs table={table} disabled={!connected} lost={lost} dispatch={dispatch} />
      )}
      {!table.seat && !isOver(table.game) && tournament && (
        <TournamentActs table={table} tournament={tournament} disabled lost={null} dispatch={dispatch} />
      )}
      {!table.seat && (
        <span class="soft watching">
          <Icon name="eye" /> {say('watching')}
        </span>
      )}
      {isOver(table.game) && (
        <ActionButton
          icon="copy"
          label={say('act.link')}
          name={say('act.link.short')}
          onClick={() => dispatch({ m: 'gameLinkCopied' })}
        />
      )}
      <ActionButton
        icon="save"
        label={say('act.save')}
        name={say('act.save.short')}
        disabled={table.game.steps.length === 0}
        onClick={() => dispatch({ m: 'pgnSaved' })}
      />
      {!isOnDevice(table.game.id) && (isOver(table.game) || !table.seat) && (
        <ActionButton
          icon="send"
          label={say('share')}
          name={say('share')}
          onClick={() => setSharing(true)}
        />
      )}
      {isSharing && <ShareDialog table={table} onClose={() => setSharing(false)} />}
    </div>
  );
}

const offerKinds: Offer[] = ['draw', 'takeback', 'rematch'];

type OfferProps = Props & { kind: Offer };

const TheirOffer = ({ table, kind, dispatch }: OfferProps) => {
  const name = playerName(table.game.players[opposite(table.seat ?? 'white')]);
  return (
    <div class="offer" role="alert">
      <span>{say(`offer.${kind}.theirs`, { name })}</span>
      <button class="primary" onClick={() => dispatch({ m: 'offered', kind })}>
        <Icon name="check" /> {say('accept')}
      </button>
      <button onClick={() => dispatch({ m: 'refused', kind })}>{say('decline')}</button>
    </div>
  );
};

/** The opponent has left: how long until the game may be claimed, then the two claims. */
function Absence({ at, dispatch }: { at: number; dispatch: Dispatch }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
    const timer = setTimeout(() => setOpen(true), Math.max(0, at - performance.now()));
    return () => clearTimeout(timer);
  }, [at]);
  if (!isOpen)
    return <Countdown class="offer soft" until={at} words={n => say('claim.awayFor', { n })} />;
  return (
    <div class="offer">
      <span>{say('claim.away')}</span>
      {(['win', 'draw'] as const).map(what => (
        <ConfirmButton
          key={what}
          label={say(`claim.${what}`)}
          sure={say('claim.sure')}
          onConfirm={() => dispatch({ m: 'claimed', what })}
        />
      ))}
    </div>
  );
}

const ClaimOffer = ({ what, dispatch }: { what: Claim; dispatch: Dispatch }) => (
  <div class="offer">
    <span>{say(`claim.${what}`)}</span>
    <ConfirmButton
      label={say('claim')}
      sure={say('claim.sure')}
      onConfirm={() => dispatch({ m: 'claimed', what })}
    />
  </div>
);

const FirstMove = ({ game }: { game: Game }) => {
  const until = firstMoveUntil(game);
  const side = toMove(game);
  return until === null ? null : (
    <Countdown class="offer soft" until={until} words={n => say('firstMove', { side, n })} />
  );
};

/** Why no move is made: a restart of the server, or an arbiter. */
function Halted({ table: { game, seat } }: { table: Table }) {
  const { paused, halted, until } = game;
  if (!paused && !halted) return null;
  const isMine = halted === 'sealing' && seat === toMove(game);
  return (
    <p class="offer soft" role="status">
      {!halted ? say('paused') : say(isMine ? 'halted.sealing.mine' : `halted.${halted}`)}
      {until !== null && halted && halted !== 'arbiter' && (
        <> {say('halted.until', { time: sayInstant(until) })}</>
      )}
    </p>
  );
}

function Offers({ table, rules, dispatch }: Props & { rules: Rules }) {
  const { game, seat } = table;
  const claimable = claimAt(table);
  if (!seat)
    return (
      <>
        <FirstMove game={game} />
        <Halted table={table} />
      </>
    );
  const theirs = game.offers[opposite(seat)];
  const mine = game.offers[seat];
  const kinds = offerKinds.filter(kind => (kind === 'rematch') === isOver(game));
  return (
    <>
      <FirstMove game={game} />
      <Halted table={table} />
      {kinds.map(kind =>
        theirs[kind] !== undefined ? (
          <TheirOffer key={kind} table={table} kind={kind} dispatch={dispatch} />
        ) : (
          mine[kind] !== undefined && (
            <p key={kind} class="offer soft">
              {say(`offer.${kind}.mine`)}
            </p>
          )
        ),
      )}
      {boardClaims(table).map(what => (
        <ClaimOffer key={what} what={what} dispatch={dispatch} />
      ))}
      {isMyTurn(table) && quietPlies(game) >= 7 && (
        <ClaimAhead table={table} rules={rules} dispatch={dispatch} />
      )}
      {claimable !== null && <Absence at={claimable} dispatch={dispatch} />}
    </>
  );
}

/** A move that is shown but not yet sent. */
const Held = ({ san, dispatch }: { san: string; dispatch: Dispatch }) => (
  <div class="offer" role="alert">
    <span>{say('confirm.ask', { san: sayFigures(san) })}</span>
    <button class="primary" onClick={() => dispatch({ m: 'confirmed', yes: true })}>
      <Icon name="check" /> {say('confirm.yes')}
    </button>
    <button onClick={() => dispatch({ m: 'confirmed', yes: false })}>
      <Icon name="close" /> {say('confirm.no')}
    </button>
  </div>
);

/** Somebody came while the player plays the computer. */
const FoundOffer = ({ found, dispatch }: { found: Found; dispatch: Dispatch }) => (
  <div class="offer" role="alert">
    <span>{say('found', { name: found.person.name })}</span>
    <FoundAnswers dispatch={dispatch} />
  </div>
);

type ActionsProps = Props & {
  rules: Rules;
  notation: Notation;
  connected: boolean;
  found: Found | null;
  otherGames: Game[];
} & Pick<PlayProps, 'lost'>;

export function Actions(props: ActionsProps) {
  const { table, rules, notation, connected, found, otherGames, lost, dispatch } = props;
  useWakeLock(table);
  return (
    <>
      {found && table.seat && <FoundOffer found={found} dispatch={dispatch} />}
      {table.unconfirmed && (
        <Held san={sanIn(notation, table.unconfirmed.san)} dispatch={dispatch} />
      )}
      {isOver(table.game) && <Result table={table} connected={connected} dispatch={dispatch} />}
      <Offers table={table} rules={rules} dispatch={dispatch} />
      <ActionBar
        table={table}
        connected={connected}
        waiting={waitingGame(table, otherGames)}
        lost={lost}
        dispatch={dispatch}
      />
    </>
  );
}

/* A draw by repetition or by fifty moves, claimed with the move that is about to be made (FIDE
 * 9.2.1, 9.3.1): first the wish, then the move, which is not played. */

type ClaimAheadProps = { table: Table; rules: Rules; dispatch: Dispatch };

export function ClaimAhead({ table, rules, dispatch }: ClaimAheadProps) {
  if (!mayClaimAhead(table, rules)) return null;
  const { claimingAhead } = table;
  return (
    <div class="offer" role={claimingAhead ? 'alert' : undefined}>
      <span>{say(claimingAhead ? 'claim.ahead.now' : 'claim.ahead')}</span>
      <button onClick={() => dispatch({ m: 'claimAheadToggled', on: !claimingAhead })}>
        {say(claimingAhead ? 'cancel' : 'claim.ahead.act')}
      </button>
    </div>
  );
}
