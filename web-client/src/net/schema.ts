/* What a value from outside must look like: small checks that can be combined, each of which also gives
 * the type of what passes it (`Infer`). So a type and the check that guards it are written once. Members
 * that a check does not name are allowed. */

export type Check<T> = (value: unknown) => value is T;
export type Infer<C> = C extends Check<infer T> ? T : never;

type Shape = Record<string, Check<unknown>>;
type Optional<S> = { [K in keyof S]: undefined extends Infer<S[K]> ? K : never }[keyof S];
type Plain<T> = { [K in keyof T]: T[K] };
/** A member that may be undefined may also be missing. */
type Shaped<S> = Plain<
  { [K in keyof S as Exclude<K, Optional<S>>]: Infer<S[K]> } & {
    [K in keyof S as Extract<K, Optional<S>>]?: Infer<S[K]>;
  }
>;

export const text: Check<string> = (value): value is string => typeof value === 'string';
export const integer: Check<number> = (value): value is number => Number.isSafeInteger(value);
export const bool: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

export const oneOf =
  <const T extends string>(...words: readonly T[]): Check<T> =>
  (value): value is T =>
    (words as readonly unknown[]).includes(value);

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check);

/** One for each check. */
export const tuple =
  <const C extends readonly Check<unknown>[]>(
    ...checks: C
  ): Check<{ -readonly [I in keyof C]: Infer<C[I]> }> =>
  (value): value is { -readonly [I in keyof C]: Infer<C[I]> } =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((check, i) => check(value[i]));

const isObject: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const object =
  <S extends Shape>(shape: S): Check<Shaped<S>> =>
  (value): value is Shaped<S> =>
    isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

/** Members of any names, all of one kind. */
export const recordOf =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(check);
