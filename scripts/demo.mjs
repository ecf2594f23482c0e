// `npm start`: replays a recorded session through the real hooks in a temporary home folder, compresses it without a
// model, and shows what the next session will know.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { demoEvents, demoFile } from './demo-session.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const plugin = join(root, 'plugin');
const home = mkdtempSync(join(tmpdir(), 'c-mem-demo-'));
const project = join(home, 'shop');
const env = { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project };
const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8'));
const cli = (...args) =>
  spawnSync(process.execPath, [join(root, 'dist', 'c-mem.cjs'), ...args], { env, encoding: 'utf8' });

/** The store, once the session's turn was compressed. */
async function whenCompressed(file) {
  for (let i = 0; i < 200; i += 1, await sleep(50)) {
    try {
      const db = new Sqlite(file, { readonly: true });
      if (db.prepare("select count(*) as n from jobs where state = 'done'").get().n > 0) return db;
      db.close();
    } catch {
      // not there yet
    }
  }
  throw new Error('the session was not compressed');
}

/** Runs the hook that the plugin names for this event, as the client would. */
function hook(event, payload) {
  const { command } = hooks[event][0].hooks[0];
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    env: { ...env, CLAUDE_PLUGIN_ROOT: plugin },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  if (status !== 0 || stderr) throw new Error(`the ${event} hook was not quiet: ${status} ${stderr}`);
  return { stdout, ms: Number(process.hrtime.bigint() - start) / 1e6 };
}

const title = (text) => console.log(`\n${process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text}\n`);
const indented = (text) => console.log(text.trimEnd().replaceAll(/^/gm, '  '));

try {
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, demoFile.path), demoFile.content);
  cli('install', '--yes');
  title("1. Replay a session through the plugin's hooks, in a temporary home folder");
  for (const [event, payload] of demoEvents(project)) {
    const { ms } = hook(event, payload);
    console.log(`  ${event.padEnd(20)} ${(payload.tool_name ?? '').padEnd(6)} ${ms.toFixed(1).padStart(6)} ms`);
  }
  const db = await whenCompressed(join(home, '.c-mem', 'c-mem.db'));
  title('2. What is stored: no private remark, no token, no copy of old files');
  for (const row of db
    .prepare('select kind, tool_name, prompt_number, payload from events order by created_at, id')
    .all()) {
    const body = inflateRawSync(row.payload).toString('utf8').replaceAll(`${project}/`, '');
    const what = `${row.kind}${row.tool_name ? ` ${row.tool_name}` : ''}`;
    console.log(
      `  ${String(row.prompt_number ?? '-').padStart(2)}  ${what.padEnd(18)} ${body.length > 76 ? `${body.slice(0, 75)}…` : body}`,
    );
  }
  db.close();
  title('3. What the next session in this project starts with');
  const transcript_path = join(home, '.claude', 'projects', '-shop', 'demo-two.jsonl');
  const next = { session_id: 'demo-two', transcript_path, cwd: project };
  const { stdout } = hook('SessionStart', { ...next, hook_event_name: 'SessionStart', source: 'startup' });
  indented(JSON.parse(stdout).hookSpecificOutput.additionalContext);
  title('4. c-mem search "rounding cents"');
  indented(cli('search', 'rounding', 'cents').stdout);
  title('5. c-mem status');
  indented(cli('status').stdout);
  title('6. The viewer');
  const watched = process.stdout.isTTY && process.stdin.isTTY;
  const { url } = JSON.parse(cli('viewer', '--json').stdout);
  indented(
    watched
      ? `${url}\n\nThe link works once, within a minute. Press Enter to end the demo.`
      : `It was served at ${new URL(url).origin}. This is not a terminal, so the demo ends here.`,
  );
  if (watched) await new Promise((done) => process.stdin.once('data', done));
  process.stdin.pause();
} finally {
  cli('worker', 'stop');
  rmSync(home, { recursive: true, force: true });
}
