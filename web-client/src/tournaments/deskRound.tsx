/* The desk's round: pairing it, changing its boards by hand, starting it, entering and correcting results. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { Board, Player } from '../net/tournaments';
import { hasText, say, sayKey } from '../text/tournaments';
import { InnerLink } from '../ui/innerLink';
import { Modal } from '../ui/modal';
import { ConfirmButton } from '../ui/twoStep';
import { GameActs } from './deskGame';
import { PairingEditor } from './pairingEditor';
import { Progress } from './facts';
import { resultWords } from './pairings';
import type { Acts } from './useActs';
import type { View } from './view';

export type DeskProps = { view: View; players: Player[]; may: Set<string>; acts: Acts };

type ButtonProps = Pick<DeskProps, 'may' | 'acts'> & { act: string; primary?: boolean };

/** A button of the desk that is there only for those who may. */
const ActButton = ({ may, acts, act, primary }: ButtonProps) =>
  may.has(act) ? (
    <button class={primary ? 'primary' : ''} onClick={() => acts.act(act)}>
      {sayKey(`tour.act.${act}`)}
    </button>
  ) : null;

const GraveButton = ({ may, acts, act }: ButtonProps) =>
  may.has(act) ? (
    <ConfirmButton
      label={sayKey(`tour.act.${act}`)}
      sure={say('tour.sure')}
      onConfirm={() => acts.act(act, {}, 'reason')}
    />
  ) : null;

/** What may be done next, the usual thing first. */
function NextActs({ view: { tournament, round }, may, acts }: DeskProps) {
  const { status, roundState, format, paused } = tournament;
  const props = { may, acts };
  const isRunning = status === 'started' && !paused;
  const hasRounds = format !== 'arena';
  const hasBegun = round?.boards.some(({ state }) => state !== 'paired') ?? false;
  return (
    <div class="row">
      {status === 'created' && <ActButton {...props} act="start" primary />}
      {isRunning && hasRounds && (roundState === 'none' || roundState === 'over') && (
        <ActButton {...props} act="pair" primary />
      )}
      {isRunning && roundState === 'paired' && <ActButton {...props} act="round" primary />}
      {status === 'started' && hasRounds && (roundState === 'paired' || hasBegun) && (
        <>{roundState !== 'over' && <ActButton {...props} act="unpair" />}</>
      )}
      {status === 'started' && !paused && <ActButton {...props} act="pause" />}
      {status === 'started' && paused && <ActButton {...props} act="resume" primary />}
    </div>
  );
}

const results = ['1-0', '½-½', '0-1'] as const;
const otherResults = ['1-0F', '0-1F', '0-0F', '½-0', '0-½', '0-0'] as const;

const resultName = (result: string): string =>
  hasText(`tour.result.${result}`) ? sayKey(`tour.result.${result}`) : result.replace('-', '–');

type BoardProps = Pick<DeskProps, 'may' | 'acts'> & {
  board: Board;
  close: () => void;
  dispatch: Dispatch;
};

/** One board: its result is entered, corrected or annulled. */
function BoardDialog({ board, may, acts, close, dispatch }: BoardProps) {
  const { white, black, table, game, result } = board;
  const title = say('tour.board', { n: table });
  const enter = (chosen: string): void => {
    close();
    // What is known is corrected, for a reason.
    acts.act(
      'result',
      { board: String(board.board), result: chosen },
      result === null ? undefined : 'reason',
    );
  };
  return (
    <Modal title={title} onClose={close}>
      <div class="act-dialog">
        <h2>{title}</h2>
        <p>
          <bdi>{white?.name}</bdi> – <bdi>{black?.name}</bdi>
        </p>
        {result !== null && <p class="soft">{say('tour.result.now', { result: resultWords(board) })}</p>}
        <div class="results notation">
          {results.map(each => (
            <button key={each} class="primary" onClick={() => enter(each)}>
              {resultName(each)}
            </button>
          ))}
        </div>
        <details>
          <summary>{say('tour.result.others')}</summary>
          <div class="results">
            {otherResults.map(each => (
              <button key={each} onClick={() => enter(each)}>
                {resultName(each)}
              </button>
            ))}
            {may.has('annul') && (
              <button
                onClick={() => {
                  close();
                  acts.act('annul', { board: String(board.board) }, 'reason');
                }}
              >
                {say('tour.act.annul')}
              </button>
            )}
          </div>
        </details>
        <GameActs board={board} may={may} acts={acts} close={close} />
        <div class="row">
          {game !== null && (
            <InnerLink to={{ page: 'game', game }} class="button" dispatch={dispatch}>
              {say('tour.watch')}
            </InnerLink>
          )}
          <button onClick={close}>{say('close')}</button>
        </div>
      </div>
    </Modal>
  );
}

type ListProps = Pick<DeskProps, 'may' | 'acts'> & { boards: Board[]; dispatch: Dispatch };

/** Each board as one large button, those without a result first. */
function Boards({ boards, ...props }: ListProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [isAll, showAll] = useState(false);
  const waiting = boards.filter(({ result }) => result === null);
  const shown = isAll || waiting.length === 0 ? boards : waiting;
  const board = boards.find(each => each.board === open);
  return (
    <>
      <ul class="desk-boards">
        {shown.map(each => (
          <li key={each.board}>
            <button
              disabled={each.black === null || !props.may.has('result')}
              onClick={() => setOpen(each.board)}
            >
              <span class="figures soft">{each.table}</span>
              <span class="entry-text">
                <bdi>{each.white?.name}</bdi> – <bdi>{each.black?.name ?? say('tour.bye')}</bdi>
              </span>
              <strong class="figures">{resultWords(each)}</strong>
            </button>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && waiting.length < boards.length && (
        <button class="quiet" onClick={() => showAll(!isAll)}>
          {isAll ? say('tour.boards.open') : say('tour.boards.all')}
        </button>
      )}
      {board && (
        <BoardDialog key={open} {...props} board={board} close={() => setOpen(null)} />
      )}
    </>
  );
}

export function DeskRound({ dispatch, ...props }: DeskProps & { dispatch: Dispatch }) {
  const { view, may, acts, players } = props;
  const { tournament, round, skew } = view;
  const [isEditing, edit] = useState(false);
  const isPaired = tournament.roundState === 'paired' && round !== null;
  return (
    <>
      <section class="card" aria-label={say('tour.desk.round')}>
        <p>
          <Progress tournament={tournament} skew={skew} />
        </p>
        <NextActs {...props} />
        {tournament.noPairing && <p class="soft">{say('tour.noPairing')}</p>}
        {isPaired && may.has('boards') && !isEditing && (
          <button onClick={() => edit(true)}>{say('tour.act.boards')}</button>
        )}
      </section>
      {isPaired && isEditing && (
        <PairingEditor
          key={tournament.seq}
          boards={round.boards}
          players={players}
          save={boards => {
            edit(false);
            acts.act('boards', { boards });
          }}
          cancel={() => edit(false)}
        />
      )}
      {round && !isEditing && round.boards.length > 0 && (
        <section class="card" aria-label={say('tour.results')}>
          <h3>
            {say('tour.results')}{' '}
            {round.round > 0 && <span class="soft">{say('tour.round', { n: round.round })}</span>}
          </h3>
          <Boards boards={round.boards} may={may} acts={acts} dispatch={dispatch} />
        </section>
      )}
      {(may.has('finish') || may.has('cancel')) &&
        (tournament.status === 'created' || tournament.status === 'started') && (
          <section class="card row" aria-label={say('tour.desk.end')}>
            {tournament.status === 'started' && <GraveButton may={may} acts={acts} act="finish" />}
            <GraveButton may={may} acts={acts} act="cancel" />
          </section>
        )}
    </>
  );
}

