// install.mjs - npm ci for the tests, unless it was already done for this package-lock.json.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const lock = fs.readFileSync(path.join(here, 'package-lock.json'), 'utf8');
const done = path.join(here, 'node_modules', '.installed-lock.json');

if (!fs.existsSync(done) || fs.readFileSync(done, 'utf8') !== lock) {
  execFileSync('npm', ['ci'], { cwd: here, stdio: 'inherit' });
  fs.writeFileSync(done, lock);
}
