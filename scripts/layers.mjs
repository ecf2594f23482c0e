// Which room may import which: one table, read by `npm run check` and by test/layers.test.ts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the bottom up. A room imports rooms of lower layers, never of its own or of a higher one. */
export const LAYERS = [
  ['domain'],
  ['text'],
  ['config'],
  ['store', 'providers', 'hosts'],
  ['capture', 'compress', 'recall', 'spool', 'process'],
  ['team'],
  ['transfer', 'health', 'vectors'],
  ['hook', 'http', 'mcp'],
  ['worker'],
  ['eval'],
  ['cli'],
];

/** Single edges within a layer, each with its reason. */
export const EXCEPTIONS = {
  // The MCP server starts from the same compiled-code cache as the hook.
  'mcp -> hook': 'code cache',
};

/** Rooms that are entered only through these files. */
export const DOORS = {
  store: ['index.ts', 'hook-store.ts'],
  hosts: ['index.ts'],
};

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g;

/** Every relative import of a file's text, as a path from the same root. */
export function importsOf(file, text) {
  return [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3])
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.normalize(posix.join(posix.dirname(file), name)));
}

/** What is wrong with these files (`{ 'src/store/index.ts': text }`), in sentences. */
export function findViolations(files) {
  const graph = new Map(Object.entries(files).map(([file, text]) => [file, importsOf(file, text)]));
  const problems = [];
  for (const [file, imports] of graph) {
    for (const target of imports) {
      const problem = edgeProblem(file, target);
      if (problem) problems.push(`${file} imports ${target}: ${problem}`);
    }
  }
  for (const cycle of findCycles(graph)) problems.push(`import cycle: ${cycle.join(' -> ')}`);
  return problems;
}

const roomOf = (file) => /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
const layerOf = (room) => LAYERS.findIndex((layer) => layer.includes(room));

function edgeProblem(file, target) {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === null || to === null || from === to) return null;
  if (layerOf(from) < 0) return `${from} is in no layer`;
  if (layerOf(to) < 0) return `${to} is in no layer`;
  if (layerOf(to) >= layerOf(from) && !EXCEPTIONS[`${from} -> ${to}`]) return `${from} must not import ${to}`;
  const doors = DOORS[to];
  const inside = target.slice(`src/${to}/`.length);
  if (doors && !doors.includes(inside)) return `${to} is entered through ${doors.join(' or ')} only`;
  return null;
}

/** One cycle for each strongly connected group, types included. */
function findCycles(graph) {
  const state = new Map();
  const cycles = [];
  const visit = (file, path) => {
    state.set(file, 'open');
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (state.get(target) === 'open') cycles.push([...path.slice(path.indexOf(target)), target]);
      else if (!state.has(target)) visit(target, [...path, target]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file, [file]);
  return cycles;
}

/** All sources below `src`, without their tests. */
export function readSources(root) {
  const files = {};
  const read = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else if (/\.ts$/.test(path) && !/\.test\.ts$/.test(path)) files[path] = readFileSync(join(root, path), 'utf8');
    }
  };
  if (existsSync(join(root, 'src'))) read('src');
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findViolations(readSources(join(dirname(fileURLToPath(import.meta.url)), '..')));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
