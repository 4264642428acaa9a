// build.mjs - makes the page and writes it as source for the linker.
//
//   node build.mjs BUILD_DIRECTORY FILE...
//
// The files are what the C side made for the page, WebAssembly and the net; they are imported by their names. The build directory is shared by all presets. Nothing is done when nothing changed; two builds at
// the same time wait for each other. Leaves page_files.s (the bytes) and page_files.c (the table).

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

import { icon } from './icons.mjs';
import { missingTexts } from './texts.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.nnue': 'application/octet-stream',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const filesUnder = directory =>
  fs
    .readdirSync(directory, { withFileTypes: true })
    .flatMap(entry =>
      entry.isDirectory()
        ? filesUnder(path.join(directory, entry.name))
        : [path.join(directory, entry.name)],
    )
    .sort();

const readIfThere = file => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

const isAlive = pid => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

// A lock left behind by a build that was killed names a process that is gone.
function lock(file) {
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = Number(readIfThere(file));
      if (owner && !isAlive(owner)) fs.rmSync(file, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

function inputsHash(made) {
  const own = [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'tsconfig.json',
    'vite.config.ts',
    'index.html',
    'embed.html',
    'build.mjs',
    'icons.mjs',
    'pieces.mjs',
    'texts.mjs',
  ];
  const files = [
    ...own.map(name => path.join(here, name)),
    ...filesUnder(path.join(here, 'src')),
    ...filesUnder(path.join(here, 'public')),
  ];
  return hashOf(
    process.version,
    ...made.flatMap(file => [path.basename(file), fs.readFileSync(file)]),
    ...files.flatMap(file => [path.relative(here, file), fs.readFileSync(file)]),
  );
}

function run(program, args, environment = {}) {
  try {
    execFileSync(program, args, {
      cwd: here,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`);
    throw new Error(`${program} ${args.join(' ')} failed`);
  }
}

function installPackages() {
  const wanted = hashOf(fs.readFileSync(path.join(here, 'package-lock.json')), process.version);
  const stamp = path.join(here, 'node_modules', '.castled-lock');
  if (readIfThere(stamp) === wanted) return;
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  fs.writeFileSync(stamp, wanted);
}

function drawIcons(dist) {
  const svg = fs.readFileSync(path.join(here, 'src/page/icon.svg'), 'utf8');
  const put = (name, bytes) => fs.writeFileSync(path.join(dist, name), bytes);
  put('icon-192.png', icon(svg, 192));
  put('icon-512.png', icon(svg, 512));
  put('icon-maskable-512.png', icon(svg, 512, true));
  put('apple-touch-icon.png', icon(svg, 180, true));
}

// Scripts and styles find each other wherever they are, but one document has many addresses: its paths begin at the root, before
// which the server puts its own.
function rootPaths(document) {
  const html = fs.readFileSync(document, 'utf8');
  fs.writeFileSync(document, html.replaceAll('="./', '="/'));
}

// Large, and needed only by people who play offline or analyse.
const isForLater = name => /\.(nnue|wasm)$/.test(name) && !/\/rules-/.test(name);

// The worker knows every file of the page, and its version is the hash of them all.
function makeServiceWorker(dist, files) {
  const names = files.map(file => `/${path.relative(dist, file).split(path.sep).join('/')}`);
  const paths = names.map(name => (name === '/index.html' ? '/' : name));
  const version = hashOf(...files.flatMap((file, i) => [paths[i], fs.readFileSync(file)]));
  const page = createHash('sha256').update(fs.readFileSync(path.join(dist, 'index.html')));
  const made = {
    version: version.slice(0, 16),
    page: page.digest('hex'),
    first: paths.filter(name => !isForLater(name)),
    later: paths.filter(isForLater),
  };
  run(process.execPath, [
    'node_modules/esbuild/bin/esbuild',
    'src/install/serviceWorker.ts',
    '--bundle',
    '--minify',
    '--format=iife',
    '--target=es2022',
    `--define:BUILD=${JSON.stringify(made)}`,
    '--define:import.meta.env.PROD=false', // it has a base of its own
    `--outfile=${path.join(dist, 'service_worker.js')}`,
  ]);
}

// A compressed form that saves less than a twentieth is not worth its room in the program.
const worthKeeping = (packed, plain) => (packed.length < plain.length * 0.95 ? packed : null);

function describe(dist, file, index) {
  const bytes = fs.readFileSync(file);
  const name = path.relative(dist, file).split(path.sep).join('/');
  const type = types[path.extname(file)];
  if (!type) throw new Error(`${name}: no content type known for it`);
  return {
    path: name === 'index.html' ? '/' : `/${name}`,
    type,
    etag: hashOf(bytes).slice(0, 16),
    immutable: name.startsWith('assets/'),
    symbol: `page_file_${index}`,
    forms: {
      plain: bytes,
      gzip: worthKeeping(zlib.gzipSync(bytes, { level: 9 }), bytes),
      brotli: worthKeeping(
        zlib.brotliCompressSync(bytes, {
          params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        bytes,
      ),
    },
  };
}

// Another preset may be assembling the previous files at this moment: what it reads stays until the new
// ones are in place. A blob's name holds its hash, so nothing is ever written twice with other bytes.
function assembly(files, pieces, directory) {
  const lines = ['    .section .rodata'];
  for (const file of files) {
    for (const [form, bytes] of Object.entries(file.forms)) {
      if (!bytes) continue;
      const blob = path.join(directory, `${file.etag}.${form}`);
      fs.writeFileSync(blob, bytes);
      const symbol = `${file.symbol}_${form}`;
      lines.push(`    .global ${symbol}`, `${symbol}:`, `    .incbin "${blob}"`);
    }
  }
  const masks = path.join(directory, `${hashOf(pieces).slice(0, 16)}.pieces`);
  fs.writeFileSync(masks, pieces);
  lines.push('    .global page_pieces', 'page_pieces:', `    .incbin "${masks}"`);
  lines.push('    .section .note.GNU-stack, "", %progbits', '');
  return lines.join('\n');
}

function table(files) {
  const lines = ['/* Written by build.mjs. */', '#include "page_files.h"', ''];
  for (const file of files)
    for (const [form, bytes] of Object.entries(file.forms))
      if (bytes) lines.push(`extern const unsigned char ${file.symbol}_${form}[];`);
  lines.push('', 'const PageFile page_files[] = {');
  for (const file of files) {
    const form = name =>
      file.forms[name] ? `{${file.symbol}_${name}, ${file.forms[name].length}}` : '{0, 0}';
    lines.push(
      `    {"${file.path}", "${file.type}", "\\"${file.etag}\\"", ${file.immutable},`,
      `     ${form('plain')}, ${form('gzip')}, ${form('brotli')}},`,
    );
  }
  lines.push('};', 'const size_t page_file_count = sizeof page_files / sizeof page_files[0];', '');
  return lines.join('\n');
}

function embed(dist, pieces, out) {
  const blobs = path.join(out, 'blobs');
  fs.mkdirSync(blobs, { recursive: true });
  const files = filesUnder(dist).map((file, index) => describe(dist, file, index));
  fs.writeFileSync(path.join(out, 'page_files.s'), assembly(files, pieces, blobs));
  fs.writeFileSync(path.join(out, 'page_files.c'), table(files));
  const known = new Set([...files.map(file => file.etag), hashOf(pieces).slice(0, 16)]);
  for (const blob of fs.readdirSync(blobs))
    if (!known.has(blob.split('.')[0])) fs.rmSync(path.join(blobs, blob), { force: true });
  const sum = form =>
    files.reduce((n, file) => n + (file.forms[form] ?? file.forms.plain).length, 0);
  console.log(`page: ${files.length} files, ${sum('plain')} bytes, brotli ${sum('brotli')}`);
}

async function build(made, out) {
  fs.mkdirSync(out, { recursive: true });
  const unlock = lock(path.join(out, 'lock'));
  try {
    const stamp = path.join(out, 'stamp');
    const wanted = inputsHash(made);
    if (readIfThere(stamp) === wanted) return;
    fs.rmSync(stamp, { force: true });
    for (const file of made) fs.copyFileSync(file, path.join(out, path.basename(file)));
    installPackages();
    run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit']);
    for (const text of await missingTexts()) console.log(`page: ${text}`);
    const vite = entry =>
      run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
        CASTLED_PAGE_BUILD: out,
        CASTLED_PAGE_ENTRY: entry,
      });
    vite('page');
    const dist = path.join(out, 'dist');
    drawIcons(dist);
    rootPaths(path.join(dist, 'index.html'));
    const own = filesUnder(dist);
    vite('embed'); // adds its files to the page's, which has no use for them
    rootPaths(path.join(dist, 'embed.html'));
    makeServiceWorker(dist, own);
    const { pieceMasks } = await import('./pieces.mjs'); // its packages are installed by now
    embed(dist, await pieceMasks(), out);
    fs.writeFileSync(stamp, wanted);
  } finally {
    unlock();
  }
}

const [out, ...made] = process.argv.slice(2);
if (!made.length) {
  console.error('usage: node build.mjs BUILD_DIRECTORY FILE...');
  process.exit(2);
}
try {
  await build(
    made.map(file => path.resolve(file)),
    path.resolve(out),
  );
} catch (error) {
  console.error(`page: ${error.message}`);
  process.exit(1);
}
