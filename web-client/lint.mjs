// lint.mjs - the page's linter (npm run lint). It needs a newer Node.js than everything else: for an older one npm leaves
// the linter out. Then this says so and exits with 77, which means "skipped" to the tests.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22; // its "engines"
if (!fits) {
  const { engines } = JSON.parse(readFileSync(new URL('node_modules/oxlint/package.json', import.meta.url)));
  console.log(`the linter needs Node.js ${engines.node}; this is ${process.versions.node}`);
  process.exit(77);
}
const { status } = spawnSync(process.execPath, ['node_modules/oxlint/bin/oxlint', '--type-aware', ...process.argv.slice(2)], {
  cwd: new URL('.', import.meta.url),
  stdio: 'inherit',
});
process.exit(status ?? 1);
