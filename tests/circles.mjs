// Modules of the C code must not need each other in a circle: a .c file and its .h count as one module, which needs what
// both include. Prints each circle (strongly connected component) with the includes that make it, and fails if there is one.
// Nor may an include name a folder: a header is found by the include path of its CMake target or not at all, so that
// what is in a part's internal/ stays its own.
//   node circles.mjs [ROOT [FOLDER...]]     the folders are common, server and tests unless they are named
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The C files below a folder of the root. */
function filesBelow(root, folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(root, path);
    return /\.[ch]$/.test(path) ? [path] : [];
  });
}

/** How many leading folders two paths share. */
function closeness(path, other) {
  const folders = other.split('/');
  return path.split('/').findIndex((folder, i) => folder !== folders[i]);
}

/** The header that an include means: beside the file, or else the one of that name that is nearest to it. */
function headerOf(file, name, headers) {
  const beside = `${dirname(file)}/${name}`;
  const found = (headers.get(basename(name)) ?? []).filter((path) => path.endsWith(`/${name}`));
  if (found.includes(beside)) return beside;
  return found.sort((a, b) => closeness(file, b) - closeness(file, a))[0];
}

const moduleOf = (path) => path.replace(/\.[ch]$/, '');

/** The includes of a file between quotation marks: what they name, and the line. */
function includesOf(root, file) {
  return readFileSync(`${root}/${file}`, 'utf8').split('\n').flatMap((line, i) => {
    const name = /^\s*#\s*include\s*"([^"]+)"/.exec(line)?.[1];
    return name ? [{ name, line: `${file}:${i + 1}` }] : [];
  });
}

/** The modules, each with what it needs: needed module -> the lines that include it. */
function modulesOf(root, files) {
  const headers = new Map();
  for (const path of files) headers.set(basename(path), [...(headers.get(basename(path)) ?? []), path]);
  const modules = new Map(files.map((path) => [moduleOf(path), new Map()]));
  for (const file of files) {
    const needs = modules.get(moduleOf(file));
    for (const { name, line } of includesOf(root, file)) {
      const header = headerOf(file, name, headers);
      if (!header || moduleOf(header) === moduleOf(file)) continue;
      needs.set(moduleOf(header), [...(needs.get(moduleOf(header)) ?? []), line]);
    }
  }
  return modules;
}

/** Tarjan's algorithm: the strongly connected components of more than one module. */
function circlesOf(modules) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (module) => {
    order.set(module, order.size);
    low.set(module, order.get(module));
    stack.push(module);
    for (const needed of modules.get(module).keys()) {
      if (!order.has(needed)) visit(needed);
      if (stack.includes(needed)) low.set(module, Math.min(low.get(module), low.get(needed)));
    }
    if (low.get(module) !== order.get(module)) return;
    const circle = stack.splice(stack.indexOf(module));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const module of modules.keys()) if (!order.has(module)) visit(module);
  return circles;
}

const [root = '.', ...named] = process.argv.slice(2);
const folders = named.length > 0 ? named : ['common', 'server', 'tests'];
const files = folders.flatMap((folder) => filesBelow(root, folder));
const modules = modulesOf(root, files);
const circles = circlesOf(modules);
for (const circle of circles) {
  console.log(`${circle.length} modules in a circle:`);
  for (const module of circle) {
    for (const [needed, lines] of modules.get(module)) {
      if (circle.includes(needed)) console.log(`  ${module} needs ${needed}: ${lines.join(', ')}`);
    }
  }
}
const paths = files.flatMap((file) => includesOf(root, file)).filter(({ name }) => name.includes('/'));
for (const { name, line } of paths) console.log(`${line}: "${name}" names a folder; only "${basename(name)}" may be included`);
console.log(`${modules.size} modules, ${circles.length} circles, ${paths.length} includes that name a folder`);
process.exitCode = circles.length > 0 || paths.length > 0 || modules.size < 2 ? 1 : 0;
