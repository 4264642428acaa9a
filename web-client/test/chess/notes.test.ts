import { expect, test } from 'vitest';

import { joinNotes, printNotes, readNotes } from '../../src/chess/notes';

// As lichess.org and ChessBase write them: %cal arrows, %csl squares; green, red, yellow, blue.
const written = '[%csl Rd5] [%cal Ge2e4,Bg1f3] The centre.';

test('a comment is split into its parts and written again', () => {
  const notes = readNotes(written);
  expect(notes).toEqual({
    comment: 'The centre.',
    marks: [
      { orig: 'd5', brush: 'red' },
      { orig: 'e2', dest: 'e4', brush: 'green' },
      { orig: 'g1', dest: 'f3', brush: 'blue' },
    ],
    commands: '',
  });
  expect(printNotes(notes)).toBe(written);
});

test('commands of clocks and other programs are kept, and are not part of the comment', () => {
  const notes = readNotes('[%clk 0:04:58] [%eval -0.31] forced');
  expect(notes).toMatchObject({ comment: 'forced', commands: '[%clk 0:04:58] [%eval -0.31]' });
  expect(printNotes(notes)).toBe('[%clk 0:04:58] [%eval -0.31] forced');
});

test.each(['[%cal e2e4]', '[%csl Gd9]', '[%cal Ge2]e4', '[%cal', '', '{}', '[%csl ]'])(
  '%s marks nothing that is not there',
  text => {
    for (const mark of readNotes(text).marks) expect(mark.orig).toMatch(/^[a-h][1-8]$/);
    expect(printNotes(readNotes(printNotes(readNotes(text))))).toBe(printNotes(readNotes(text)));
  },
);

// Comments to the end of the line may contain what would end the other kind.
test('braces in a comment are gone when it is written again', () =>
  expect(printNotes(readNotes('a } b { [%eval {1}] c'))).toBe('[%eval 1] a b c'));

test('two comments on one move are joined', () =>
  expect(joinNotes(readNotes('[%csl Ga1] one'), readNotes('two [%csl Ra1]'))).toEqual({
    comment: 'one two',
    marks: [
      { orig: 'a1', brush: 'green' },
      { orig: 'a1', brush: 'red' },
    ],
    commands: '',
  }));
