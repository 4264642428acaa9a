// tmux.mjs - castled in a terminal that a test reads: tmux draws it, and says what stands on its screen.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { newDirectory, patience } from '../sockets/castled.mjs';

const binary = process.env.CASTLED_BINARY;
const kept = name => fs.readFileSync(new URL(`screens/${name}.txt`, import.meta.url), 'utf8');

const quoted = word => `'${word.replaceAll("'", "'\\''")}'`;

// What would make a screen look different on another machine.
const SETTINGS = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', NO_COLOR: '1', ASAN_OPTIONS: 'detect_leaks=0' };

// A terminal of that size with "castled play" in it; it is gone when the test 't' ends.
export function terminal(t, args, { columns = 80, rows = 24, env = {} } = {}) {
  const socket = `${newDirectory('castled-tmux-')}/socket`;
  const tmux = (...words) => execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  const set = Object.entries({ ...SETTINGS, ...env }).map(([name, value]) => `${name}=${quoted(value)}`);
  // The shell's last line is a state that can be waited for. If the test is killed, all of it ends by itself.
  const command = `timeout --foreground 600 env ${set.join(' ')} ${[binary, 'play', ...args].map(quoted).join(' ')}; echo "ended with $?"; exec sleep 60`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), command);
  t.after(() => tmux('kill-server'));

  const screen = () =>
    `${tmux('capture-pane', '-p')
      .split('\n')
      .map(line => line.trimEnd())
      .join('\n')
      .trimEnd()}\n`;
  async function until(isSo, what) {
    for (const end = Date.now() + patience; !isSo(screen()); await sleep(20))
      assert.ok(Date.now() < end, `${what()}; the screen:\n${screen()}`);
  }
  const has = (now, words) => (words instanceof RegExp ? words.test(now) : now.includes(words));
  return {
    screen,
    // Keys as tmux names them.
    press: (...keys) => tmux('send-keys', ...keys),
    type(line) {
      tmux('send-keys', '-l', line);
      tmux('send-keys', 'Enter');
    },
    sees: words => until(now => has(now, words), () => `it never shows ${words}`),
    // Those words, and a prompt in the last line.
    answers: words => until(now => has(now, words) && /> ?\n$/.test(now), () => `it does not answer ${words}`),
    // The whole screen, as it is kept in screens/.
    shows: name => until(now => now === kept(name), () => `it never is screens/${name}.txt`),
  };
}
