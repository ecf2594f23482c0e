// Builds the bundles: one small CommonJS file per entrance, and the plugin's scripts, all in the plugin's folder.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildViewer } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const native = JSON.parse(readFileSync('node_modules/better-sqlite3/package.json', 'utf8'));

// Everything that runs is inside the plugin's folder, which hosts copy without anything around it. It is built beside it
// and put in place at the end: agents may be running from there, and a build that is interrupted must not break them.
const made = '.build';
const dist = `${made}/dist`;
rmSync(made, { recursive: true, force: true });
for (const folder of [dist, `${made}/scripts`]) mkdirSync(folder, { recursive: true });

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
  // Some packages' CommonJS cannot be bundled; their modules can.
  mainFields: ['module', 'main'],
  loader: { '.sql': 'text' },
  define: {
    C_MEM_VERSION: JSON.stringify(version),
    C_MEM_NATIVE_VERSION: JSON.stringify(native.version),
    'import.meta.url': '__bundleUrl',
  },
};
// Bundled modules may ask where they are; in CommonJS that has to be told.
const whereAmI = { js: 'const __bundleUrl = require("node:url").pathToFileURL(__filename).href;' };

/** Half a millisecond of every hook that answers. */
const UNUSED =
  /better-sqlite3\/lib\/methods\/(aggregate|backup|function|inspect|serialize|table|transaction)\.js$|bindings\.js$/;

/** What no hook calls would be loaded with every prompt: parts of SQLite's library, and most of a host. */
const lean = (part) => ({
  name: 'lean',
  setup({ onLoad, onEnd }) {
    const seen = new Set();
    onLoad({ filter: UNUSED }, ({ path }) => {
      seen.add(basename(path));
      return { contents: '' };
    });
    // A new version of the library may name its files differently: then this must be looked at, not passed over.
    onEnd(() => {
      if (seen.size > 0 && seen.size < 8) throw new Error(`better-sqlite3 has other files than expected: ${[...seen]}`);
    });
    const blank = (file, names) =>
      onLoad({ filter: new RegExp(`src/hosts/[^/]+/${file}\\.ts$`) }, () => ({
        contents: names.map((name) => `export const ${name} = null;`).join(' '),
      }));
    // A hook recognizes a payload; if it answers, it also reads it. Nothing else of a host is needed.
    blank('integration', ['integration']);
    blank('memory-files', ['memoryFiles']);
    blank('transcript', ['transcripts']);
    blank('tools', ['tools']);
    if (part === 'capture' || part === 'setup') blank('payload', ['readPayload', 'isMachinePrompt']);
  },
});
/**
 * What few commands need, every start of a program would have to read: the client library of PostgreSQL if a team is set
 * up, the worker if it runs in the foreground. Whoever imports these loads a bundle of its own.
 */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    const leave = (filter, path) =>
      onResolve({ filter }, ({ kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
    leave(/postgres\/connection\.ts$/, './postgres.cjs');
    leave(/worker\/bin\.ts$/, './worker.cjs');
  },
};
// What a hook's bundle asks of its own place is answered without loading anything.
const small = { ...common, minify: true, define: { ...common.define, 'import.meta.url': '__filename' } };

/** Programs that are loaded with what V8 made of them before: the hook, each part for some events, and the MCP server. */
const HOOK_PARTS = ['session-start', 'prompt', 'setup', 'capture'];
const PARTS = [...HOOK_PARTS, 'mcp-server'];
// A function, as Node makes one of a module: whoever loads it calls it.
const begin = '(function (exports, require, module, __filename, __dirname) {';
const footer = { js: '})' };
const parts = await Promise.all([
  ...HOOK_PARTS.map((part) =>
    build({
      ...small,
      plugins: [lean(part)],
      entryPoints: [`src/hook/${part}.ts`],
      outfile: `${dist}/${part}.cjs`,
      banner: { js: begin },
      footer,
    }),
  ),
  build({
    ...common,
    minify: true,
    entryPoints: ['src/mcp/main.ts'],
    outfile: `${dist}/mcp-server.cjs`,
    banner: { js: `${begin}${whereAmI.js}` },
    footer,
  }),
]);
const digest = (part) =>
  createHash('sha256')
    .update(readFileSync(`${dist}/${part}.cjs`))
    .digest('hex')
    .slice(0, 16);
const digests = Object.fromEntries(PARTS.map((part) => [part, digest(part)]));

// Half the size, and the names in a stack trace stay.
const readable = { ...common, minifyWhitespace: true, minifySyntax: true };
const results = await Promise.all([
  build({
    ...small,
    entryPoints: ['src/hook/bin.ts'],
    outfile: `${dist}/hook.cjs`,
    define: { ...small.define, C_MEM_PARTS: JSON.stringify(digests) },
  }),
  build({
    ...small,
    entryPoints: ['src/mcp/bin.ts'],
    outfile: `${dist}/mcp.cjs`,
    define: { ...small.define, C_MEM_PARTS: JSON.stringify(digests) },
  }),
  build({
    ...common,
    minify: true,
    entryPoints: ['src/team/postgres/connection.ts'],
    outfile: `${dist}/postgres.cjs`,
    external: ['pg-native', 'pg-cloudflare'],
    banner: whereAmI,
  }),
  build({
    ...readable,
    plugins: [apart],
    entryPoints: ['src/worker/bin.ts'],
    outfile: `${dist}/worker.cjs`,
    banner: whereAmI,
  }),
  build({
    ...common,
    minify: true,
    entryPoints: ['src/transfer/prepare-thread.ts'],
    outfile: `${dist}/prepare-thread.cjs`,
    banner: whereAmI,
  }),
  build({
    ...readable,
    plugins: [apart],
    entryPoints: ['src/cli/main.ts'],
    outfile: `${dist}/cli.cjs`,
    banner: whereAmI,
  }),
  build({
    ...common,
    entryPoints: ['src/cli/bin.ts'],
    outfile: `${dist}/c-mem.cjs`,
    banner: { js: '#!/usr/bin/env node' },
    external: ['./hook.cjs', './cli.cjs', './mcp.cjs'],
  }),
]);
const seen = await viewer();
chmodSync(`${dist}/c-mem.cjs`, 0o755);
for (const script of ['spool.sh', 'node.sh', 'c-mem-mcp']) {
  copyFileSync(`src/hook/${script}`, `${made}/scripts/${script}`);
  chmodSync(`${made}/scripts/${script}`, 0o755);
}
writeFileSync(`${dist}/THIRD_PARTY_NOTICES.txt`, notices([...parts, ...results, seen]));
putInPlace();

/** Two renames per folder, which Ctrl-C does not interrupt. `dist` is a short name in a checkout. */
function putInPlace() {
  process.on('SIGINT', () => undefined);
  for (const name of ['scripts', 'dist']) {
    if (existsSync(`plugin/${name}`)) renameSync(`plugin/${name}`, `${made}/${name}.old`);
    renameSync(`${made}/${name}`, `plugin/${name}`);
  }
  rmSync(made, { recursive: true, force: true });
  if (existsSync('dist') && realpathSync('dist') === join(root, 'plugin', 'dist')) return;
  rmSync('dist', { recursive: true, force: true });
  symlinkSync(join(root, 'plugin', 'dist'), 'dist', 'junction');
}

/** The viewer, and what went into it, told as the other builds tell it. */
async function viewer() {
  const output = await buildViewer({
    configFile: 'viewer/vite.config.ts',
    build: { outDir: join(root, dist, 'viewer') },
  });
  const chunks = [output].flat().flatMap((each) => each.output);
  const inputs = chunks.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  return { metafile: { inputs: Object.fromEntries(inputs.map((input) => [input, {}])) } };
}

/** The licences of the packages that are inside the bundles. */
function notices(builds) {
  const packages = new Set();
  for (const { metafile } of builds) {
    for (const input of Object.keys(metafile.inputs)) {
      const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (match) packages.add(match[1]);
    }
  }
  return [...packages]
    .sort()
    .map((name) => {
      const { version: of, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      let text = '';
      for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license']) {
        try {
          text = readFileSync(`node_modules/${name}/${file}`, 'utf8').trim();
          break;
        } catch {
          // the next name
        }
      }
      return `${name} ${of} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
