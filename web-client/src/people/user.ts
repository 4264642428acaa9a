/* People as the HTTP API tells of them. */

export type Perf = { games: number; rating: number; rd: number; prog: number; prov?: boolean };

export type User = {
  id: string;
  username: string;
  person?: string;
  title?: string;
  perfs?: Record<string, Perf>;
  createdAt?: number;
  seenAt?: number;
  online?: boolean;
  playing?: string;
  followable?: boolean;
  following?: boolean;
  blocking?: boolean;
};

export const perfNames = [
  'ultraBullet',
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
  'chess960',
] as const;
export type PerfName = (typeof perfNames)[number];

export const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as User).id === 'string' &&
  typeof (value as User).username === 'string';

export const isUsers = (value: unknown): value is User[] =>
  Array.isArray(value) && value.every(isUser);

/** [year, month from 0, day, rating], as lichess has it. */
export type Point = [number, number, number, number];
export type RatingHistory = { name: string; points: Point[] }[];

export const isRatingHistory = (value: unknown): value is RatingHistory =>
  Array.isArray(value) &&
  value.every(
    line =>
      typeof line.name === 'string' &&
      Array.isArray(line.points) &&
      line.points.every(
        (point: unknown) =>
          Array.isArray(point) && point.length === 4 && point.every(Number.isFinite),
      ),
  );

export type Session = {
  id: string;
  agent: string;
  current: boolean;
  createdAt: number;
  usedAt: number;
};
export type Token = {
  id: string;
  description: string;
  scopes: string;
  createdAt: number;
  usedAt?: number | null;
  token?: string;
};

const hasList =
  <K extends string, T>(name: K) =>
  (value: unknown): value is Record<K, T[]> =>
    typeof value === 'object' &&
    value !== null &&
    Array.isArray((value as Record<string, unknown>)[name]);

export const isSessions = hasList<'sessions', Session>('sessions');
export const isTokens = hasList<'tokens', Token>('tokens');
export const isTop = hasList<'users', User>('users');
export const isToken = (value: unknown): value is Token =>
  typeof value === 'object' && value !== null && typeof (value as Token).id === 'string';

export const scopes = [
  'preference:read',
  'preference:write',
  'challenge:read',
  'challenge:write',
  'follow:read',
  'follow:write',
  'msg:write',
  'board:play',
  'bot:play',
] as const;
