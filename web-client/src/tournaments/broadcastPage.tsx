/* A broadcast: its rounds, the boards of one of them live, one board with its moves; and for whoever made it the rounds' sources. */

import './tournaments.css';
import './broadcast.css';
import './liveBoards.css';

import { useEffect, useState } from 'preact/hooks';

import { base } from '../base';
import { MiniBoard } from '../board/miniBoard';
import type { Rules, Step } from '../chess/rules';
import { readPgn } from '../chess/pgn';
import { mainLine } from '../chess/tree';
import type { Dispatch } from '../dispatch';
import { clockText } from '../game/clock';
import {
  type BroadcastBoard,
  type BroadcastRound,
  type BroadcastSide,
  isBroadcast,
  parseBroadcastMessage,
} from '../net/broadcasts';
import { ratingText } from '../net/rating';
import { siteName } from '../siteName';
import { say, useTournamentTexts } from '../text/tournaments';
import { Failed, useCall } from '../ui/apiCall';
import { Choice } from '../ui/choice';
import { useHeard } from '../ui/heard';
import { InnerLink } from '../ui/innerLink';
import { BroadcastDesk } from './broadcastDesk';
import { TimeLeft } from './facts';

type Props = { id: string; connected: boolean; you: string | undefined; rules: Rules; dispatch: Dispatch };

type Followed = BroadcastRound & {
  /** The page's instant less the server's. */
  skew: number;
};

/** A round as the server tells it, while the page shows it. */
function useRound(id: string | undefined, isHeard: boolean, dispatch: Dispatch): Followed | null {
  const [round, setRound] = useState<Followed | null>(null);
  useEffect(() => {
    if (!id || !isHeard) return;
    dispatch({ m: 'asked', request: { t: 'broadcast_watch', round: id } });
    return () => dispatch({ m: 'asked', request: { t: 'broadcast_unwatch', round: id } });
  }, [id, isHeard, dispatch]);
  useHeard(text => {
    const message = text.includes('"broadcast') ? parseBroadcastMessage(text) : null;
    if (!message) return;
    if (message.t === 'broadcast')
      return setRound({ ...message.round, skew: performance.now() - message.round.now });
    setRound(before => {
      if (before?.id !== message.round) return before;
      const fresh = new Set(message.boards.map(({ board }) => board));
      const boards = [...before.boards.filter(({ board }) => !fresh.has(board)), ...message.boards];
      return {
        ...before,
        state: message.state,
        skew: performance.now() - message.now,
        boards: boards.sort((a, b) => a.board - b.board),
      };
    });
  });
  return round?.id === id ? round : null;
}

/* One side of a board: who, and what is left on the clock. */

type SideProps = { side: BroadcastSide; runsUntil: number | null };

const Side = ({ side: { name, title, rating, clock }, runsUntil }: SideProps) => (
  <span class="live-seat">
    <strong>
      {title && <span class="soft">{title} </span>}
      <bdi>{name}</bdi>
      {rating !== null && <span class="soft figures"> {ratingText(rating)}</span>}
    </strong>
    {clock !== null &&
      (runsUntil === null ? (
        <span class="figures notation">{clockText(clock, 'never')}</span>
      ) : (
        <TimeLeft until={runsUntil} />
      ))}
  </span>
);

/** The instant of the page at which a side's time is over; null while its clock does not run. */
function timeOver(board: BroadcastBoard, color: 'white' | 'black', skew: number): number | null {
  const { clock } = board[color];
  const isTurn = board.fen.split(' ')[1] === color[0];
  if (!isTurn || board.result !== '*' || board.movedAt === null || clock === null) return null;
  return board.movedAt + clock + skew;
}

const resultText = (result: string): string =>
  result === '*' ? '' : result === '1/2-1/2' ? '½–½' : result.replace('-', '–');

const Small = ({ board, skew, choose }: { board: BroadcastBoard; skew: number; choose: () => void }) => (
  <li class="live-board">
    <button class="quiet cast-board" onClick={choose}>
      <span class="figures soft">
        {say('tour.board', { n: board.board })} <strong>{resultText(board.result)}</strong>
      </span>
      <Side side={board.black} runsUntil={timeOver(board, 'black', skew)} />
      <MiniBoard fen={board.fen} last={board.last ?? ''} side="white" />
      <Side side={board.white} runsUntil={timeOver(board, 'white', skew)} />
    </button>
  </li>
);

/* One board. */

/** The moves of a board, fetched again whenever it has changed. */
function useSteps(round: string, board: BroadcastBoard, rules: Rules): Step[] {
  const [steps, setSteps] = useState<Step[]>([]);
  useEffect(() => {
    let isWanted = true;
    const path = `${base}/api/v1/broadcast-rounds/${round}/boards/${board.board}.pgn`;
    void fetch(path)
      .then(async response => (response.ok ? response.text() : ''))
      .then(
        text => {
          const game = readPgn(text, rules);
          if (isWanted && game) setSteps(mainLine(game.tree).map(({ step }) => step));
        },
        () => {}, // then the moves stay as they were
      );
    return () => {
      isWanted = false;
    };
  }, [round, board.board, board.fen, board.plies, rules]);
  return steps;
}

type OneProps = {
  round: Followed;
  board: BroadcastBoard;
  rules: Rules;
  back: () => void;
  dispatch: Dispatch;
};

function OneBoard({ round, board, rules, back, dispatch }: OneProps) {
  const steps = useSteps(round.id, board, rules);
  /** How many moves are shown; null: all, and those to come. */
  const [chosen, choose] = useState<number | null>(null);
  const shown = chosen === null ? null : steps[chosen - 1];
  const fen = shown?.fen ?? board.fen;
  const ply = chosen ?? steps.length;
  const go = (to: number): void => choose(to >= steps.length ? null : Math.max(1, to));
  return (
    <div class="cast-one">
      <div class="cast-large">
        <Side side={board.black} runsUntil={timeOver(board, 'black', round.skew)} />
        <MiniBoard fen={fen} last={shown?.uci ?? board.last ?? ''} side="white" />
        <Side side={board.white} runsUntil={timeOver(board, 'white', round.skew)} />
        <p class="row no-print">
          <button onClick={back}>{say('tour.cast.all')}</button>
          <button disabled={ply <= 1} onClick={() => go(ply - 1)} aria-label={say('tour.cast.previous')}>
            ‹
          </button>
          <button disabled={chosen === null} onClick={() => go(ply + 1)} aria-label={say('tour.cast.next')}>
            ›
          </button>
          <InnerLink to={{ page: 'analysis', game: null, fen }} class="button" dispatch={dispatch}>
            {say('tour.cast.analyse')}
          </InnerLink>
        </p>
      </div>
      <ol class="cast-moves notation" aria-label={say('tour.cast.moves')}>
        {steps.map((step, i) => (
          <li key={i}>
            {i % 2 === 0 && <span class="soft figures">{i / 2 + 1}.</span>}{' '}
            <button
              class={i + 1 === ply ? 'quiet chosen' : 'quiet'}
              aria-current={i + 1 === ply ? 'true' : undefined}
              onClick={() => go(i + 1)}
            >
              {step.san}
            </button>
          </li>
        ))}
        {board.result !== '*' && (
          <li>
            <strong class="figures">{resultText(board.result)}</strong>
          </li>
        )}
      </ol>
      {board.fault && <p class="soft">{say('tour.cast.fault', { why: board.fault })}</p>}
    </div>
  );
}

/* The whole. */

export function BroadcastPage({ id, connected, you, rules, dispatch }: Props) {
  useTournamentTexts();
  const [answer, again] = useCall(`/api/v1/broadcasts/${id}`, isBroadcast);
  const [wanted, want] = useState<string | null>(null);
  const [one, open] = useState<number | null>(null);
  const broadcast = answer?.ok ? answer.value : null;
  const name = broadcast?.name;
  const rounds = broadcast?.rounds ?? [];
  const usual = rounds.find(({ state }) => state === 'live') ?? rounds.at(-1);
  const shown = rounds.find(each => each.id === wanted) ?? usual;
  const round = useRound(shown?.id, connected && you !== undefined, dispatch);
  useEffect(() => {
    if (name) document.title = `${name} · ${siteName}`;
  }, [name]);
  if (!broadcast)
    return (
      <main class="missing">
        {answer && !answer.ok ? (
          <Failed answer={answer} again={again} />
        ) : (
          <p class="soft" role="status">
            {say('loading')}
          </p>
        )}
      </main>
    );
  const board = round?.boards.find(each => each.board === one);
  return (
    <main class="calendar broadcast">
      <header>
        <h1>
          <bdi>{broadcast.name}</bdi>
        </h1>
      </header>
      {broadcast.description && (
        <p class="description">
          <bdi>{broadcast.description}</bdi>
        </p>
      )}
      {rounds.length > 1 && (
        <Choice
          name="round"
          legend={say('tour.cast.rounds')}
          value={shown?.id ?? ''}
          options={rounds.map(each => ({ value: each.id, label: each.name }))}
          onChange={chosen => {
            want(chosen);
            open(null);
          }}
        />
      )}
      {shown && <h2>{shown.name}</h2>}
      {round && board ? (
        <OneBoard round={round} board={board} rules={rules} back={() => open(null)} dispatch={dispatch} />
      ) : (
        round && (
          <ul class="live-boards">
            {round.boards.map(each => (
              <Small
                key={each.board}
                board={each}
                skew={round.skew}
                choose={() => open(each.board)}
              />
            ))}
          </ul>
        )
      )}
      {round?.boards.length === 0 && <p class="soft">{say('tour.cast.none')}</p>}
      {shown && (
        <p class="row files no-print">
          <a
            class="button"
            href={`${base}/api/v1/broadcast-rounds/${shown.id}/games.pgn`}
            download={`${shown.id}.pgn`}
          >
            {say('act.save.short')}
          </a>
        </p>
      )}
      {broadcast.mayChange && (
        <BroadcastDesk broadcast={broadcast} again={again} dispatch={dispatch} />
      )}
    </main>
  );
}
