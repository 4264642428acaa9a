/* A game with this page sitting at it: moves not yet confirmed, the premove, the promotion that is being
 * chosen, and which ply is looked at. Pure; the server's word always wins over what stands here. */

import type { Key } from '@lichess-org/chessground/types';

import { type Speed, speedOf } from './clock';
import {
  type Game,
  type World,
  isOver,
  lastStep,
  quietPlies,
  repetitions,
  seatOf,
  stepAt,
  toMove,
} from './game';
import { materialOf } from './material';
import type { Dests, Rules, Step } from './rules';
import { type Act, type Claim, type Color, type Crowd, opposite } from './wire';

export type Promotion = 'queen' | 'knight' | 'rook' | 'bishop';
export const promotions: Promotion[] = ['queen', 'knight', 'rook', 'bishop'];
const letters: Record<Promotion, string> = { queen: 'q', knight: 'n', rook: 'r', bishop: 'b' };

/** A move that was shown at once and that the server has not confirmed yet. */
export type Pending = { ply: number; turn: number; step: Step; asked: number | null };

export type Premove = { orig: Key; dest: Key; promotion: Promotion | null };

export type Talk = { by: string; text: string };

export type Table = {
  game: Game;
  /** Null for a spectator. */
  seat: Color | null;
  pending: Pending | null;
  premove: Premove | null;
  /** A pawn stands before its promotion and the player has not chosen the piece. */
  choosing: { orig: Key; dest: Key } | null;
  /** The ply that is looked at; null is the newest. */
  looking: number | null;
  flipped: boolean;
  talk: Talk[];
  /** Who has a connection, and the page's instant at which the opponent's was lost. */
  present: Record<Color, boolean>;
  awaySince: number | null;
  watchers: number;
  /** Grows whenever the board must be set again although nothing else changed. */
  redraws: number;
};

export const sitDown = (game: Game, you: string | undefined): Table => ({
  game,
  seat: seatOf(game, you),
  pending: null,
  premove: null,
  choosing: null,
  looking: null,
  flipped: false,
  talk: [],
  present: { white: true, black: true },
  awaySince: null,
  watchers: 0,
  redraws: 0,
});

export const newestPly = (table: Table): number =>
  table.game.steps.length + (table.pending ? 1 : 0);
export const shownPly = (table: Table): number => table.looking ?? newestPly(table);

export const shownStep = (table: Table): Step =>
  table.pending && shownPly(table) > table.game.steps.length
    ? table.pending.step
    : stepAt(table.game, shownPly(table));

export const orientation = (table: Table): Color => {
  const side = table.seat ?? 'white';
  return table.flipped ? opposite(side) : side;
};

export const isMyTurn = (table: Table): boolean =>
  !table.pending && !isOver(table.game) && table.seat === toMove(table.game);

/** May a move be entered now, to be played or to wait for its turn? */
export const canPlay = (table: Table): boolean => table.seat !== null && !isOver(table.game);

/** Looks at a ply, kept inside the game; the newest one is followed from then on. */
export function look(table: Table, ply: number): Table {
  const newest = newestPly(table);
  const inside = Math.max(0, Math.min(ply, newest));
  return { ...table, looking: inside === newest ? null : inside, choosing: null };
}

export function withCrowd(table: Table, crowd: Crowd, now: number): Table {
  const { white, black, watchers } = crowd;
  const isAway = table.seat !== null && !crowd[opposite(table.seat)];
  const awaySince = isAway ? (table.awaySince ?? now) : null;
  return { ...table, present: { white, black }, awaySince, watchers };
}

/** How long a player must be gone before the other may claim the game, as the server has it. */
const goneFor: Record<Speed, number | null> = {
  bullet: 40_000,
  blitz: 40_000,
  rapid: 80_000,
  classical: 120_000,
  unlimited: null,
};
const lostPoints = 4;

/** The page's instant from which the absent opponent's game may be claimed; null: not to be waited for. */
export function claimAt(table: Table): number | null {
  const { game, seat, awaySince } = table;
  const wait = goneFor[speedOf(game.clock)];
  if (!seat || awaySince === null || wait === null || isOver(game) || game.steps.length < 2)
    return null;
  const { lead } = materialOf(lastStep(game).fen);
  const isWinning = (seat === 'white' ? lead : -lead) >= lostPoints;
  return awaySince + (isWinning ? wait / 3 : wait);
}

/** The draws that the position allows the player to claim. */
export function boardClaims(table: Table): Claim[] {
  if (!isMyTurn(table)) return [];
  const claims: Claim[] = [];
  if (repetitions(table.game) >= 3) claims.push('threefold');
  if (quietPlies(table.game) >= 100) claims.push('fifty');
  return claims;
}

/* From squares to moves. */

/** The letter of the piece on a square, as in a FEN. */
export function pieceOn(fen: string, key: Key): string | null {
  const row = (fen.split(' ')[0] ?? '').split('/')[8 - Number(key[1])] ?? '';
  let file = key.charCodeAt(0) - 97;
  for (const letter of row) {
    const empty = Number(letter);
    if (empty > 0) {
      if (file < empty) return null;
      file -= empty;
    } else if (file-- === 0) return letter;
  }
  return null;
}

const keyAt = (uci: string, at: 0 | 2): Key => uci.slice(at, at + 2) as Key;
const filesApart = (a: string, b: string): number => Math.abs(a.charCodeAt(0) - b.charCodeAt(0));

/** The other square on which a person may put the king to mean that castling: the rook's, or the
 * king's goal where UCI names the rook. Null when the move is no castling or the goal is one step away. */
function castlingGoal(fen: string, uci: string): Key | null {
  const orig = keyAt(uci, 0);
  const target = keyAt(uci, 2);
  const king = pieceOn(fen, orig);
  if (king !== 'K' && king !== 'k') return null;
  const towardsH = target > orig;
  if (pieceOn(fen, target) === (king === 'K' ? 'R' : 'r')) {
    const goal = `${towardsH ? 'g' : 'c'}${orig[1]}` as Key;
    return filesApart(goal, orig) > 1 && goal !== target ? goal : null;
  }
  return filesApart(orig, target) === 2 ? (`${towardsH ? 'h' : 'a'}${orig[1]}` as Key) : null;
}

/** Where each piece may be put, castling by every gesture that means it. */
export function destsOf(rules: Rules, fen: string): Dests {
  const dests: Dests = new Map();
  for (const uci of rules.moves(fen)) {
    const orig = keyAt(uci, 0);
    const targets = dests.get(orig) ?? [];
    const goal = castlingGoal(fen, uci);
    for (const target of goal ? [keyAt(uci, 2), goal] : [keyAt(uci, 2)])
      if (!targets.includes(target)) targets.push(target);
    dests.set(orig, targets);
  }
  return dests;
}

/** The legal moves that putting a piece there can mean: none, one, or the four promotions. */
export const movesBetween = (rules: Rules, fen: string, orig: Key, dest: Key): string[] =>
  rules
    .moves(fen)
    .filter(uci => keyAt(uci, 0) === orig)
    .filter(uci => keyAt(uci, 2) === dest || castlingGoal(fen, uci) === dest);

const isPawnToLastRank = (fen: string, orig: Key, dest: Key): boolean => {
  const piece = pieceOn(fen, orig);
  return (piece === 'P' && dest[1] === '8') || (piece === 'p' && dest[1] === '1');
};

/* Acts at the board. Each answers the table after it and what to ask the server, if anything. */

export type Played = [Table, Act | null];

/** The board shows something that is not so: have it set again. */
export const redraw = (table: Table): Table => ({ ...table, redraws: table.redraws + 1 });

export function playMove(table: Table, world: World, uci: string): Played {
  const step = isMyTurn(table) ? world.rules.play(lastStep(table.game).fen, uci) : null;
  if (!step) return [redraw({ ...table, choosing: null }), null];
  const { id: game, turn, steps } = table.game;
  const pending: Pending = { ply: steps.length, turn, step, asked: null };
  return [
    { ...table, pending, premove: null, choosing: null, looking: null },
    { t: 'move', game, ply: steps.length, uci, turn },
  ];
}

/** A piece was put on a square: a move, or a promotion to be chosen. */
export function enterMove(table: Table, world: World, orig: Key, dest: Key): Played {
  if (!isMyTurn(table)) return [redraw(table), null];
  const moves = movesBetween(world.rules, lastStep(table.game).fen, orig, dest);
  if (moves.length > 1) return [{ ...table, choosing: { orig, dest } }, null];
  return playMove(table, world, moves[0] ?? '');
}

/** A piece was put on a square before its turn. When the turn has come in that very moment it is a move. */
export function enterPremove(table: Table, world: World, orig: Key, dest: Key): Played {
  if (isMyTurn(table)) return enterMove(table, world, orig, dest);
  if (!canPlay(table)) return [redraw(table), null];
  return isPawnToLastRank(shownStep(table).fen, orig, dest)
    ? [{ ...table, premove: null, choosing: { orig, dest } }, null]
    : [{ ...table, premove: { orig, dest, promotion: null } }, null];
}

/** The piece was chosen, or null: the player thought better of it. */
export function choosePromotion(table: Table, world: World, promotion: Promotion | null): Played {
  const { choosing } = table;
  if (!choosing) return [table, null];
  const chosen = { ...table, choosing: null };
  if (!promotion) return [redraw(chosen), null];
  if (isMyTurn(table))
    return playMove(chosen, world, choosing.orig + choosing.dest + letters[promotion]);
  return [{ ...chosen, premove: { ...choosing, promotion } }, null];
}

function playPremove(table: Table, world: World, premove: Premove): Played {
  const fen = lastStep(table.game).fen;
  const letter = premove.promotion ? letters[premove.promotion] : '';
  const uci = movesBetween(world.rules, fen, premove.orig, premove.dest).find(
    move => move.slice(4) === letter,
  );
  const waiting = { ...table, premove: null };
  return uci ? playMove(waiting, world, uci) : [redraw(waiting), null];
}

// By position: castling may be written in two ways.
const isConfirmed = (pending: Pending, game: Game): boolean =>
  game.steps[pending.ply]?.fen === pending.step.fen;

/** Takes the game as the server has it now. What was shown ahead of it is confirmed or taken back, and
 * a premove whose turn has come is played. */
export function settle(table: Table, game: Game, world: World): Played {
  const { pending } = table;
  const holds = pending !== null && game.turn === pending.turn && !isOver(game);
  const settled: Table = { ...table, game, pending: holds ? pending : null };
  if (pending && !holds && !isConfirmed(pending, game)) settled.redraws++;
  if (isOver(game)) return [{ ...settled, premove: null, choosing: null }, null];
  if (game.turn !== table.game.turn && table.choosing && isMyTurn(table)) settled.choosing = null;
  if (settled.looking !== null && settled.looking >= newestPly(settled)) settled.looking = null;
  return settled.premove && isMyTurn(settled)
    ? playPremove(settled, world, settled.premove)
    : [settled, null];
}

/** The server refused the pending move, or it can no longer be sent. */
export const takeBackPending = (table: Table): Table =>
  redraw({ ...table, pending: null, premove: null });
