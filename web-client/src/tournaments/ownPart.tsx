/* What concerns the player: taking part, the next game, the conditions. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { Board, Player, Tournament } from '../net/tournaments';
import { sayList } from '../text/later';
import { say, sayKey, sayPoints } from '../text/tournaments';
import { Select } from '../ui/choice';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';
import { ConfirmButton } from '../ui/twoStep';
import { type Outcome, join, withdraw } from './acts';
import { outcomeText } from './outcome';
import { type View, boardOf, isHostOf, ownRow } from './view';

const OwnLineups = lazily(async () => (await import('./lineups')).OwnLineups, true);

type Props = { view: View; refresh: () => void; dispatch: Dispatch };

/** What one must bring to take part. */
function conditionsOf({ settings, hasCode, playersMax }: Tournament): string[] {
  const { ratingMin, ratingMax, gamesMin, hasList, guests, bots, teams } = settings;
  return [
    ...(ratingMin === null ? [] : [say('tour.condition.ratingMin', { n: ratingMin })]),
    ...(ratingMax === null ? [] : [say('tour.condition.ratingMax', { n: ratingMax })]),
    ...(gamesMin === null ? [] : [say('tour.condition.gamesMin', { n: gamesMin })]),
    ...(hasList ? [say('tour.condition.list')] : []),
    ...(teams?.length ? [say('tour.condition.teams', { names: sayList(teams.map(({ id, name }) => name ?? id)) })] : []),
    ...(hasCode ? [say('tour.condition.code')] : []),
    ...(guests ? [say('tour.condition.guests')] : []),
    ...(bots ? [say('tour.condition.bots')] : []),
    ...(playersMax === null ? [] : [say('tour.condition.max', { n: playersMax })]),
  ];
}

export const Conditions = ({ tournament }: { tournament: Tournament }) => {
  const conditions = conditionsOf(tournament);
  return conditions.length === 0 ? null : (
    <section aria-label={say('tour.conditions')}>
      <ul class="conditions soft">
        {conditions.map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
};

function Joining({
  tournament: { id, hasCode, format, status, teams, me },
  again,
  done,
}: {
  tournament: Tournament;
  again: boolean;
  done: (outcome: Outcome) => void;
}) {
  const [code, setCode] = useState('');
  const mine = (teams ?? []).filter(({ team, id: of }) => of !== null && me?.teams?.includes(team));
  const [chosen, choose] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const team = again ? '' : (chosen ?? mine[0]?.id ?? '');
  return (
    <form
      class="row"
      onSubmit={event => {
        event.preventDefault();
        setBusy(true);
        // Who has joined sees no form any more, as soon as the page knows.
        void join(id, code.trim(), team).then(outcome => {
          setBusy(outcome.is === 'done');
          done(outcome);
        });
      }}
    >
      {mine.length > 1 && !again && (
        <Select
          label={say('tour.team.choose')}
          value={team}
          options={mine.map(({ id: of, name }) => ({ value: of ?? '', label: name }))}
          onChange={choose}
        />
      )}
      {hasCode && !again && (
        <label class="grow">
          {say('tour.code')}
          <input
            value={code}
            maxLength={40}
            autoComplete="off"
            onInput={event => setCode(event.currentTarget.value)}
          />
        </label>
      )}
      <button class="primary" disabled={isBusy}>
        {say(again && format === 'arena' && status === 'started' ? 'tour.rejoin' : 'tour.join')}
      </button>
    </form>
  );
}

function BoardWords({ board, own }: { board: Board; own: number }) {
  const isWhite = board.white?.player === own;
  const other = isWhite ? board.black : board.white;
  if (!other) return <p>{say('tour.own.bye', { n: board.round })}</p>;
  return (
    <p>
      {say(isWhite ? 'tour.own.white' : 'tour.own.black', {
        table: board.table,
        name: other.name,
      })}
    </p>
  );
}

/** The board of the round that goes on, or what the player waits for. */
function OwnGame({ view, dispatch }: { view: View; dispatch: Dispatch }) {
  const { tournament } = view;
  const player = tournament.me?.player?.player ?? 0;
  const board = boardOf(view, player);
  const game = board?.state === 'playing' ? board.game : tournament.me?.game;
  if (tournament.status !== 'started') return null;
  return (
    <>
      {board ? (
        <BoardWords board={board} own={player} />
      ) : (
        <p class="soft">
          {say(tournament.format === 'arena' ? 'tour.own.soon' : 'tour.own.waits')}
        </p>
      )}
      {game && (
        <InnerLink to={{ page: 'game', game }} class="button primary" dispatch={dispatch}>
          {say('tour.own.toBoard')}
        </InnerLink>
      )}
    </>
  );
}

function Place({ view }: { view: View }) {
  const row = ownRow(view);
  if (!row || view.tournament.status === 'created') return null;
  return (
    <p class="figures">
      {say('tour.own.place', { rank: row.rank, total: view.total, points: sayPoints(row.points) })}
    </p>
  );
}

/** Taking part; a simul's host may still have to accept the player. */
function ownState(player: Player | null): string {
  if (typeof player?.accepted !== 'boolean') return say('tour.own.in');
  return say(player.accepted ? 'tour.simul.accepted' : 'tour.simul.applied');
}

export function OwnPart({ view, refresh, dispatch }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const { tournament } = view;
  const { me, status, format } = tournament;
  const done = (outcome: Outcome): void => {
    setFault(outcomeText(outcome));
    refresh();
  };
  const isOpen = status === 'created' || status === 'started';
  const isIn = me?.player?.status === 'active';
  const isHost = isHostOf(tournament);
  const mustChoose = me?.whyNot?.code === 'team' && (me.teams?.length ?? 0) > 0;
  const mayJoin = isOpen && (me?.canJoin === true || mustChoose);
  const whyNot = me?.whyNot?.code;
  return (
    <section class="card own-part no-print" aria-label={say('tour.own')}>
      <Conditions tournament={tournament} />
      {isIn && status === 'created' && !isHost && <p>{ownState(me?.player ?? null)}</p>}
      {isIn && !isHost && <OwnGame view={view} dispatch={dispatch} />}
      {me?.player && format !== 'simul' && <Place view={view} />}
      {mayJoin && <Joining tournament={tournament} again={Boolean(me?.player)} done={done} />}
      {isIn && isOpen && !isHost && (
        <ConfirmButton
          label={say(
            status === 'created' || format !== 'arena' ? 'tour.withdraw' : 'tour.pauseSelf',
          )}
          sure={say('tour.sure')}
          onConfirm={() => void withdraw(tournament.id).then(done)}
        />
      )}
      {isOpen && !isIn && !mayJoin && (
        <p class="soft">
          {whyNot ? sayKey(`tour.refused.${whyNot}`) : say('tour.join.signIn')}{' '}
          {(!whyNot || whyNot === 'guests') && (
            <InnerLink to={{ page: 'sign-in' }} dispatch={dispatch}>
              {say('sign.in')}
            </InnerLink>
          )}
        </p>
      )}
      {isOpen && (me?.captainOf?.length ?? 0) > 0 && format === 'teams' && (
        <OwnLineups view={view} refresh={refresh} />
      )}
      {fault && <p role="alert">{fault}</p>}
    </section>
  );
}
