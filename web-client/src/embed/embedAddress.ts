/* What the address of an embedded page shows, and how: a game of this server (/embed/game/ID, also
 * /embed/game/ID/black), or a board of one's own (/embed/board?fen=… or ?pgn=…, also as #pgn=… for
 * what is too long for a query). The query may have any setting of the page that matters here:
 * scheme, board, pieces, coordinates, language; and orientation, and ply (or #12). */

import type { Color } from '../chess/fen';
import { type Settings, settingsOf } from '../settings/settings';

export type EmbedAddress = {
  shows: { game: string } | { fen: string } | { pgn: string } | null;
  orientation: Color;
  /** The position to begin with; without it, the newest. */
  ply: number | undefined;
  settings: Settings;
};

const plyOf = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

const colorOf = (text: string | null | undefined): Color | undefined =>
  text === 'white' || text === 'black' ? text : undefined;

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

export function readEmbedAddress({ pathname, search, hash }: Place): EmbedAddress {
  const query = new URLSearchParams(search);
  const behind = new URLSearchParams(hash.slice(1));
  const [, game, side] =
    /\/embed\/game\/([0-9A-Za-z]{8})(?:\/(white|black))?\/?$/.exec(pathname) ?? [];
  const pgn = behind.get('pgn') ?? query.get('pgn');
  const fen = query.get('fen')?.replaceAll('_', ' ');
  const board = pgn !== null ? { pgn } : fen === undefined ? { pgn: '' } : { fen };
  return {
    shows: game ? { game } : /\/embed\/board\/?$/.test(pathname) ? board : null,
    orientation: colorOf(query.get('orientation')) ?? colorOf(side) ?? 'white',
    ply: plyOf(query.get('ply')) ?? plyOf(hash.slice(1)),
    settings: settingsOf(Object.fromEntries(query)),
  };
}
