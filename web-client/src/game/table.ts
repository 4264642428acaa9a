/* A game as seen from this page's seat: moves not yet confirmed, premoves, the promotion that is
 * being chosen, and the ply that is shown. Pure; the server always wins. */

import type { Key } from '@lichess-org/chessground/types';

import { type Color, afterPlacings, halfmoveClock, isPawnToLastRank, opposite } from '../chess/fen';
import { type Promotion, letterOf, movesBetween } from '../chess/moves';
import type { Rules, Step } from '../chess/rules';
import type { Claim, GameAction } from '../net/requests';
import type { Conditional, Crowd, Person, Preset, Rated } from '../net/wire';
import type { GameView, Route } from '../route';
import type { Settings } from '../settings/settings';
import { speedOf } from './clock';
import {
  type Game,
  type World,
  hasComputer,
  isOver,
  lastStep,
  quietPlies,
  repetitions,
  seatOf,
  stepAt,
  toMove,
} from './game';

/** A move that was shown at once and that the server has not confirmed yet. */
export type Pending = {
  ply: number;
  turn: number;
  step: Step;
  requestId: number | null;
  /** The page's instant at which it was sent; null: it waits to be sent, and the clock runs on. */
  sentAt: number | null;
};

export type Premove = { orig: Key; dest: Key; promotion: Promotion | null };

/** Nobody plans further ahead than that. */
export const premovesMax = 30;

export type ChatLine = { by: string; text: string; preset?: Preset | undefined };

export type Table = {
  game: Game;
  /** Null for a spectator. */
  seat: Color | null;
  pending: Pending | null;
  /** Premoves, the next one first. */
  premoves: Premove[];
  /** A move that is shown but not sent until the player confirms it. */
  unconfirmed: Step | null;
  /** A pawn is about to promote and the player has not chosen the piece yet. */
  promoting: { orig: Key; dest: Key } | null;
  /** The ply that is shown; null: the newest. */
  viewedPly: number | null;
  flipped: boolean;
  /** The next move that is entered is not played; a draw is claimed with it. */
  claimingAhead: boolean;
  chat: ChatLine[];
  /** The last chat message, if it did not arrive: it goes back to the field where it was typed. */
  unsentChat: Extract<GameAction, { t: 'chat' }> | null;
  /** Who is connected. */
  present: Record<Color, boolean>;
  /** The page's instant from which the game may be claimed because the opponent has left. */
  claimableAt: number | null;
  watchers: number;
  /** Some of the spectators who have accounts. */
  watcherNames: string[];
  /** The conditional moves that the server plays for the player. */
  conditional: Conditional | null;
  /** How the game changed the ratings. */
  ratingChanges: Rated | null;
  /** The opponent's chat is not shown. */
  muted: boolean;
  /** Grows whenever the board must be set again although nothing else changed. */
  redraws: number;
};

export const newTable = (game: Game, you: string | undefined): Table => ({
  game,
  seat: seatOf(game, you),
  pending: null,
  premoves: [],
  unconfirmed: null,
  promoting: null,
  viewedPly: null,
  flipped: false,
  claimingAhead: false,
  chat: [],
  unsentChat: null,
  present: { white: true, black: true },
  claimableAt: null,
  watchers: 0,
  watcherNames: [],
  conditional: null,
  ratingChanges: null,
  muted: false,
  redraws: 0,
});

/** The person at this page has changed: moves not yet sent belonged to the previous one. */
export function reseat(table: Table, you: string): Table {
  const seat = seatOf(table.game, you);
  return seat === table.seat
    ? table
    : { ...undoPending(table), seat, unconfirmed: null, promoting: null };
}

/** The person on the other side of the board; a spectator has none. */
export const opponentOf = ({ game, seat }: Table): Person | undefined =>
  seat ? game.players[opposite(seat)] : undefined;

/** Between two accounts the server remembers that one has muted the other. */
export const isMuteKept = (table: Table): boolean =>
  opponentOf(table)?.guest === false && table.game.players[table.seat ?? 'white'].guest === false;

/** The moves so far, with one that the server has not taken yet. */
export const stepsSoFar = ({ game, pending }: Table): Step[] =>
  pending ? [...game.steps, pending.step] : game.steps;
export const newestPly = (table: Table): number => stepsSoFar(table).length;
export const shownPly = (table: Table): number => table.viewedPly ?? newestPly(table);

export function shownStep(table: Table): Step {
  if (table.unconfirmed && table.viewedPly === null) return table.unconfirmed;
  return table.pending && shownPly(table) > table.game.steps.length
    ? table.pending.step
    : stepAt(table.game, shownPly(table));
}

/** The position on the board: premoves are shown as if they were played. */
export const boardFen = (table: Table): string =>
  table.viewedPly === null
    ? afterPlacings(
        shownStep(table).fen,
        table.premoves.map(({ orig, dest, promotion }) => ({
          orig,
          dest,
          promotion: promotion && letterOf(promotion),
        })),
      )
    : shownStep(table).fen;

export const orientation = (table: Table): Color => {
  const side = table.seat ?? 'white';
  return table.flipped ? opposite(side) : side;
};

export const isMyTurn = (table: Table): boolean =>
  !table.pending && !table.unconfirmed && !isOver(table.game) && table.seat === toMove(table.game);

/** May a move be entered now, to be played or to wait for its turn? */
export const canPlay = (table: Table): boolean => table.seat !== null && !isOver(table.game);

/** Shows a ply of the game, or the nearest there is; at the newest ply the board follows the
 * game. */
export function viewPly(table: Table, ply: number): Table {
  const newest = newestPly(table);
  const inside = Math.max(0, Math.min(ply, newest));
  return { ...table, viewedPly: inside === newest ? null : inside, promoting: null };
}

/** The game as a link to it shows it. */
export const viewAsLinked = (table: Table, { ply, side }: GameView): Table =>
  viewPly(
    { ...table, flipped: side !== undefined && side !== (table.seat ?? 'white') },
    ply ?? newestPly(table),
  );

/** The route to what is shown of the game. */
export const routeOf = (table: Table): Route => ({
  page: 'game',
  game: table.game.id,
  ply: table.viewedPly ?? undefined,
  side: orientation(table) === 'black' ? 'black' : undefined,
});

export function withCrowd(table: Table, crowd: Crowd, now: number): Table {
  const { white, black, watchers, names = [], claimIn } = crowd;
  const isAway = table.seat !== null && !crowd[opposite(table.seat)];
  const claimableAt = isAway && claimIn !== undefined ? now + claimIn : null;
  return { ...table, present: { white, black }, claimableAt, watchers, watcherNames: names };
}

/** The page's instant from which the game may be claimed against the absent opponent; null: it will
 * not be. */
export const claimAt = (table: Table): number | null =>
  isOver(table.game) ? null : table.claimableAt;

const quietPliesMax = 100; // plies: FIDE 9.3
const repetitionsMin = 3; // times: FIDE 9.2

/** The draws that the position allows the player to claim. */
export function boardClaims(table: Table): Claim[] {
  if (!isMyTurn(table)) return [];
  const claims: Claim[] = [];
  if (repetitions(table.game) >= repetitionsMin) claims.push('threefold');
  if (quietPlies(table.game) >= quietPliesMax) claims.push('fifty');
  return claims;
}

/** May a draw be claimed with a move that is about to be played (FIDE 9.2.1, 9.3.1)? */
export function mayClaimAhead(table: Table, rules: Rules): boolean {
  const { game } = table;
  // A position can occur for the third time after four moves of each side at the earliest.
  if (!isMyTurn(table) || boardClaims(table).length > 0 || quietPlies(game) < 7) return false;
  const { fen } = lastStep(game);
  return rules.moves(fen).some(uci => {
    const step = rules.play(fen, uci);
    return (
      step && (halfmoveClock(step) >= quietPliesMax || repetitions(game, step) >= repetitionsMin)
    );
  });
}

/* Actions at the board. Each returns the table after it and the request to send, if any. */

export type TableUpdate = [Table, GameAction | null];

/** The board shows something wrong: have it set again. */
export const redraw = (table: Table): Table => ({ ...table, redraws: table.redraws + 1 });

function send(table: Table, step: Step, sentAt: number): TableUpdate {
  const { id: game, turn, steps } = table.game;
  const pending: Pending = { ply: steps.length, turn, step, requestId: null, sentAt };
  return [
    { ...table, pending, unconfirmed: null, promoting: null, viewedPly: null },
    { t: 'move', game, ply: steps.length, uci: step.uci, turn },
  ];
}

/** The move is not played; the server decides whether the claim is right. */
function claimWith(table: Table, { uci, ...step }: Step): TableUpdate {
  const { id: game, steps } = table.game;
  const what = halfmoveClock(step) >= quietPliesMax ? 'fifty' : 'threefold';
  return [
    redraw({ ...table, claimingAhead: false, promoting: null }),
    { t: 'claim', game, what, ply: steps.length, uci },
  ];
}

/** In slow games there is time to confirm each move. */
const wantsConfirmation = (game: Game, { confirm }: Settings): boolean =>
  confirm === 'always' ||
  (confirm === 'slow' &&
    ['classical', 'correspondence', 'unlimited'].includes(speedOf(game.clock)));

export function playMove(table: Table, world: World, settings: Settings, uci: string): TableUpdate {
  const step = isMyTurn(table) ? world.rules.play(lastStep(table.game).fen, uci) : null;
  if (!step) return [redraw({ ...table, promoting: null }), null];
  if (table.claimingAhead) return claimWith(table, step);
  const mayBeTakenBack = hasComputer(table.game) && settings.confirm !== 'always';
  if (wantsConfirmation(table.game, settings) && !mayBeTakenBack)
    return [{ ...table, unconfirmed: step, premoves: [], promoting: null, viewedPly: null }, null];
  return send({ ...table, premoves: [] }, step, world.now);
}

/** The player confirmed the move, or cancelled it. */
export function confirmMove(table: Table, now: number, yes: boolean): TableUpdate {
  const { unconfirmed } = table;
  if (!unconfirmed) return [table, null];
  const free: Table = { ...table, unconfirmed: null };
  return yes && isMyTurn(free) ? send(free, unconfirmed, now) : [redraw(free), null];
}

/** A piece was dropped on a square: a move, or a promotion to be chosen. */
export function enterMove(
  table: Table,
  world: World,
  settings: Settings,
  orig: Key,
  dest: Key,
): TableUpdate {
  if (!isMyTurn(table)) return [redraw(table), null];
  const moves = movesBetween(world.rules, lastStep(table.game).fen, orig, dest);
  if (moves.length <= 1) return playMove(table, world, settings, moves[0] ?? '');
  return settings.autoQueen === 'always'
    ? playMove(table, world, settings, `${orig}${dest}${letterOf('queen')}`)
    : [{ ...table, promoting: { orig, dest } }, null];
}

const withPremove = (table: Table, premove: Premove): Table => ({
  ...table,
  promoting: null,
  premoves: [...table.premoves, premove].slice(0, premovesMax),
});

/** A piece was dropped on a square before the player's turn. If the turn has just come, it is a
 * move. */
export function enterPremove(
  table: Table,
  world: World,
  settings: Settings,
  orig: Key,
  dest: Key,
): TableUpdate {
  if (isMyTurn(table)) return enterMove(table, world, settings, orig, dest);
  if (!canPlay(table) || settings.premoves === 'none') return [redraw(table), null];
  if (!isPawnToLastRank(boardFen(table), orig, dest))
    return [withPremove(table, { orig, dest, promotion: null }), null];
  return settings.autoQueen === 'never'
    ? [{ ...table, promoting: { orig, dest } }, null]
    : [withPremove(table, { orig, dest, promotion: 'queen' }), null];
}

export const dropPremoves = (table: Table): Table =>
  table.premoves.length > 0 ? redraw({ ...table, premoves: [] }) : table;

/** The piece was chosen; null: the player cancelled. */
export function choosePromotion(
  table: Table,
  world: World,
  settings: Settings,
  promotion: Promotion | null,
): TableUpdate {
  const { promoting } = table;
  if (!promoting) return [table, null];
  const chosen: Table = { ...table, promoting: null };
  if (!promotion) return [redraw(chosen), null];
  return isMyTurn(table)
    ? playMove(chosen, world, settings, promoting.orig + promoting.dest + letterOf(promotion))
    : [withPremove(chosen, { ...promoting, promotion }), null];
}

/** Plays the next premove; if it is no longer legal, all premoves are dropped. */
function playPremove(table: Table, world: World): TableUpdate {
  const [premove, ...rest] = table.premoves;
  if (!premove) return [table, null];
  const fen = lastStep(table.game).fen;
  const letter = premove.promotion ? letterOf(premove.promotion) : '';
  const uci = movesBetween(world.rules, fen, premove.orig, premove.dest).find(
    move => move.slice(4) === letter,
  );
  const step = uci === undefined ? null : world.rules.play(fen, uci);
  return step ? send({ ...table, premoves: rest }, step, world.now) : [dropPremoves(table), null];
}

/** The game goes on from the newest position of the page, by one move at most. Positions are compared, for castling
 * may be written in two ways. */
function goesOn(table: Table, game: Game): boolean {
  const ply = newestPly(table);
  const newest = table.pending?.step ?? lastStep(table.game);
  return game.steps.length <= ply + 1 && stepAt(game, ply).fen === newest.fen;
}

/** Takes the game as the server has it now. What was shown ahead of it is confirmed or taken back,
 * and a premove whose turn has come is played, unless the game went another way than the page knew when it was
 * entered. */
export function followGame(table: Table, game: Game, world: World): TableUpdate {
  const { pending } = table;
  const isSealed = game.halted === 'adjourned';
  const holds = pending !== null && game.turn === pending.turn && !isOver(game) && !isSealed;
  const kept =
    holds || goesOn(table, game) ? table : (pending ? undoPending : dropPremoves)(table);
  const settled: Table = { ...kept, game, pending: holds ? pending : null };
  if (isOver(game))
    return [
      { ...settled, premoves: [], unconfirmed: null, promoting: null, claimingAhead: false },
      null,
    ];
  if (game.turn !== table.game.turn) {
    settled.unconfirmed = null;
    settled.claimingAhead = false;
  }
  if (game.turn !== table.game.turn && table.promoting && isMyTurn(table)) settled.promoting = null;
  if (settled.viewedPly !== null && settled.viewedPly >= newestPly(settled))
    settled.viewedPly = null;
  return isMyTurn(settled) ? playPremove(settled, world) : [settled, null];
}

/** A move that has not arrived as far as the page knows, or that is being sent now. */
export const sentAgain = (table: Table, sentAt: number | null): Table =>
  table.pending ? { ...table, pending: { ...table.pending, sentAt } } : table;

/** When the player's clock stopped as far as this page knows: with the move that it sent. */
export const stoppedAt = ({ seat, pending }: Table, side: Color): number | null =>
  seat === side ? (pending?.sentAt ?? null) : null;

/** The server refused the pending move, or it can no longer be sent. */
export const undoPending = (table: Table): Table =>
  redraw({ ...table, pending: null, premoves: [] });
