// piped.mjs - "castled play" through a pipe: what a script types all at once, and what it is answered.

import { patience, spawnCastled } from '../sockets/castled.mjs';

export async function piped(args, lines, env = {}) {
  const child = spawnCastled(['play', ...args], { env: { ...process.env, LC_ALL: 'C.UTF-8', COLUMNS: '80', ...env } });
  let said = '';
  child.stdout.on('data', text => (said += text));
  child.stderr.on('data', text => (said += text));
  const ended = new Promise(resolve => child.once('close', resolve));
  child.stdin.on('error', () => {}); // it may have ended before it read all
  child.stdin.end(lines.map(line => `${line}\n`).join(''));
  const timer = setTimeout(() => child.kill('SIGKILL'), patience); // it waits for an answer that does not come
  const code = await ended;
  clearTimeout(timer);
  return { code, said };
}
