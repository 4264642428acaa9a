/* Messages in the part of ICU MessageFormat that the page's words need:
 *
 *   {name}    {n, plural, =0 {…} one {…} other {# …}}    {side, select, white {…} other {…}}
 *
 * with its quoting: '' is an apostrophe, and one before a brace (or a # that counts) quotes up to the
 * next. Offsets, ordinals and formats of dates are left out. */

export type Values = Readonly<Record<string, string | number>>;

export type Part =
  | string
  | { name: string }
  | { name: string; by: 'plural' | 'select'; branches: Map<string, Part[]> };

/** How a language writes the arguments of a message. */
export type Formatting = {
  numbers: Intl.NumberFormat;
  plurals: Intl.PluralRules;
  /** Names and other foreign words may run in the other direction: they must not change the order of
   * the text around them. */
  isolates: boolean;
};

/** Throws SyntaxError for a malformed message. */
export function parsePattern(text: string): Part[] {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const need = (pattern: RegExp): string[] => {
    const found = take(pattern);
    if (!found) throw new SyntaxError(`not understood from character ${at} on: ${text}`);
    return found;
  };

  const argument = (counted: string | null): Part => {
    const [, name = ''] = need(/\{\s*(\w+)\s*/y);
    if (take(/\}/y)) return { name };
    const by = need(/,\s*(plural|select)\s*,\s*/y)[1] as 'plural' | 'select';
    const branches = new Map<string, Part[]>();
    while (!branches.has('other') || !take(/\}/y)) {
      const [, key = ''] = need(/(=\d+|\w+)\s*\{/y);
      branches.set(key, parts(by === 'plural' ? name : counted));
      need(/\}\s*/y);
    }
    return { name, by, branches };
  };

  /** `counted`: the argument that a # stands for. */
  const parts = (counted: string | null): Part[] => {
    const found: Part[] = [];
    for (;;) {
      const plain = take(/[^{}'#]+/y);
      const quoted = plain ?? take(counted ? /'([{}#](?:[^']|'')*)'?/y : /'([{}](?:[^']|'')*)'?/y);
      if (quoted) found.push((quoted[1] ?? quoted[0]).replaceAll("''", "'"));
      else if (take(/''?/y)) found.push("'");
      else if (take(/#/y)) found.push(counted ? { name: counted } : '#');
      else if (text[at] === '{') found.push(argument(counted));
      else return found;
    }
  };

  const all = parts(null);
  need(/$/y);
  return all;
}

function valueText(value: string | number | undefined, name: string, manner: Formatting): string {
  if (value === undefined) return `{${name}}`;
  if (typeof value === 'number') return manner.numbers.format(value);
  return manner.isolates ? `\u2068${value}\u2069` : value;
}

const render = (parts: Part[], values: Values, manner: Formatting): string =>
  parts
    .map(part => {
      if (typeof part === 'string') return part;
      const value = values[part.name];
      if (!('branches' in part)) return valueText(value, part.name, manner);
      const { by, branches } = part;
      const kind = by === 'plural' ? manner.plurals.select(Number(value)) : String(value);
      const branch = branches.get(`=${value}`) ?? branches.get(kind) ?? branches.get('other');
      return render(branch ?? [], values, manner);
    })
    .join('');

/** Always returns something: a missing argument stays in its braces, and a malformed message stays
 * as it is. */
export function formatPattern(text: string, values: Values, manner: Formatting): string {
  if (!/[{'#]/.test(text)) return text;
  try {
    return render(parsePattern(text), values, manner);
  } catch {
    return text;
  }
}
