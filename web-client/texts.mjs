// texts.mjs - lists the texts that a language lacks, which the page shows in English.
//
//   node texts.mjs     (npm run texts) ends with 1 if there are any: a release has them all

import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** One line for each. */
export async function missingTexts() {
  // Not at the top: build.mjs imports this before the packages are installed.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(here, 'src/text/faults.ts')],
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  const faults = await import(`data:text/javascript;base64,${source}`);
  return faults.missingTexts();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const missing = await missingTexts();
  for (const text of missing) console.log(text);
  process.exitCode = missing.length > 0 ? 1 : 0;
}
