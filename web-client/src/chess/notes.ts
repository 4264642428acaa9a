/* Arrows and circles on a board, and how PGN has them: commands in comments, "[%cal Ge2e4]"
 * and "[%csl Rd5]", as other chess programs write them. */

import type { Key } from '@lichess-org/chessground/types';

const brushes = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' } as const;
type Letter = keyof typeof brushes;
export type Brush = (typeof brushes)[Letter];

/** A circle, or with `dest` an arrow. */
export type BoardMark = { orig: Key; dest?: Key | undefined; brush: Brush };

/** The notes on a position. */
export type Notes = {
  comment: string;
  marks: BoardMark[];
  /** Commands that the page doesn't know ("[%eval 0.2]"), unchanged. */
  commands: string;
};

export const noNotes: Notes = { comment: '', marks: [], commands: '' };

const markOf = (word: string): BoardMark[] => {
  const [, letter, orig, dest] = /^([GRYB])([a-h][1-8])([a-h][1-8])?$/.exec(word.trim()) ?? [];
  if (!letter || !orig) return [];
  const mark: BoardMark = { orig: orig as Key, brush: brushes[letter as Letter] };
  return [dest ? { ...mark, dest: dest as Key } : mark];
};

/** Of one position: more than anybody could tell apart. */
const marksMax = 200;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A player's text made safe for a comment: it neither ends the comment nor contains commands. */
export const plainComment = (text: string): string =>
  oneLine(text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('[%', '(%'));

/** Splits a comment of a PGN into its parts. */
export function readNotes(text: string): Notes {
  const marks: BoardMark[] = [];
  const commands: string[] = [];
  const comment = text
    .replace(/[{}]/g, '')
    .replace(/\[%(\w+)\s([^[\]]*)\]/g, (whole, name: string, value: string) => {
      if (name === 'cal' || name === 'csl')
        marks.push(...value.split(',', marksMax).flatMap(markOf));
      else commands.push(oneLine(whole));
      return ' ';
    });
  return {
    comment: oneLine(comment),
    marks: marks.slice(0, marksMax),
    commands: commands.join(' '),
  };
}

/** A file may have thousands of comments on one move: what is joined is not read again. */
const joined = (one: string, other: string): string =>
  one && other ? `${one} ${other}` : one || other;

/** Joins two comments on the same move. */
export const joinNotes = (one: Notes, other: Notes): Notes => ({
  comment: joined(one.comment, other.comment),
  marks: [...one.marks, ...other.marks].slice(0, marksMax),
  commands: joined(one.commands, other.commands),
});

const letterOf = (brush: Brush): string =>
  (Object.keys(brushes) as Letter[]).find(letter => brushes[letter] === brush) ?? 'G';

const command = (name: string, marks: BoardMark[]): string =>
  marks.length > 0
    ? `[%${name} ${marks.map(({ orig, dest = '', brush }) => letterOf(brush) + orig + dest).join(',')}]`
    : '';

/** As a comment of a PGN, without its braces; '' when nothing is noted. */
export const printNotes = ({ comment, marks, commands }: Notes): string =>
  oneLine(
    [
      commands,
      command(
        'csl',
        marks.filter(mark => !mark.dest),
      ),
      command(
        'cal',
        marks.filter(mark => mark.dest),
      ),
      comment,
    ].join(' '),
  );
