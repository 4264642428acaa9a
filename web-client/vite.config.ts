import { createHash } from 'node:crypto';

import { buildSync } from 'esbuild';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { catalogues, textFaults, wholeEnglish } from './src/text/faults';

// The build of the C side says where the rules are and where the page goes (build.mjs).
const build = process.env.CASTLED_PAGE_BUILD ?? new URL('../build/page', import.meta.url).pathname;

// The page that other sites show in a frame is a build of its own, so that each has only what it needs.
const isEmbed = process.env.CASTLED_PAGE_ENTRY === 'embed';

/** The rules are fetched beside the script and not after it. */
const preloadRules = (): Plugin => ({
  name: 'preload-rules',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(name => /\/rules-[^/]*\.wasm$/.test(name))
        .map(name => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'fetch',
            fetchpriority: 'low',
            crossorigin: true,
            href: `/${name}`,
          },
          injectTo: 'head',
        })),
  },
});

/** The first words are visible as soon as the document and the style are there: a small script of its own. */
function firstWords(): Plugin {
  let fileName = '';
  return {
    name: 'first-words',
    apply: 'build',
    buildStart() {
      const words = Object.entries(catalogues).map(([tag, catalogue]) => [
        tag,
        (['lobby.title', 'lobby.hint'] as const).map(key => catalogue[key] ?? wholeEnglish[key]),
      ]);
      const [file] = buildSync({
        entryPoints: [new URL('src/firstPaint.ts', import.meta.url).pathname],
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        charset: 'utf8',
        write: false,
        define: { FIRST_WORDS: JSON.stringify(Object.fromEntries(words)) },
      }).outputFiles;
      const source = file?.text ?? '';
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7);
      fileName = `assets/first-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'body' }],
  };
}

/** On a slow line the style comes first: the first words are visible with it, long before the page can run. */
const styleFirst = (): Plugin => ({
  name: 'style-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: html =>
      html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
});

/** Faults in the catalogues that the compiler cannot see also fail the build. */
const checkTexts = (): Plugin => ({
  name: 'check-texts',
  buildStart() {
    const faults = textFaults();
    if (faults.length > 0) this.error(faults.join('\n'));
  },
});

export default defineConfig({
  base: './',
  plugins: [checkTexts(), ...(isEmbed ? [] : [firstWords()]), preloadRules(), styleFirst()],
  resolve: {
    alias: ['rules.wasm', 'room.wasm', 'engine.wasm', 'engine_threads.wasm', 'castled.nnue'].map(
      name => ({
        find: new RegExp(`^${name.replace('.', '[.]')}`),
        replacement: `${build}/${name}`,
      }),
    ),
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  cacheDir: `${build}/vite`,
  build: {
    target: 'es2022',
    outDir: `${build}/dist`,
    emptyOutDir: !isEmbed,
    rollupOptions: {
      input: isEmbed ? 'embed.html' : 'index.html',
      // 42 bits tell the versions of a file apart; each character of a name is paid for at the first visit.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    assetsInlineLimit: 0, // the content security policy allows no inline script
    // Of what a later part needs only its styles are named beforehand: the names of all its scripts
    // would make the first visit longer.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needs) => needs.filter(name => name.endsWith('.css')),
    },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1', // by number: a bare system does not resolve localhost
    fs: { allow: ['.', build] },
    proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true } },
  },
  // The files share their threads: one for each file costs more than its tests. No test fails because a machine is slow.
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
