// `npm start`: replays a recorded session through the real hooks into a scratch home, and shows what was kept.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { demoEvents } from './demo-session.mjs';

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

try {
  console.log(`A session is replayed through the hooks of the plugin, in a scratch home (${home}).\n`);
  const events = demoEvents(project);
  for (const [event, payload] of events) {
    const { command, args } = hooks[event][0].hooks[0];
    const argv = args.map((arg) => arg.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin));
    const start = process.hrtime.bigint();
    const { status, stdout, stderr } = spawnSync(command, argv, {
      env,
      input: JSON.stringify(payload),
      encoding: 'utf8',
    });
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    if (status !== 0 || stdout || stderr)
      throw new Error(`the ${event} hook was not quiet: ${status} ${stdout} ${stderr}`);
    console.log(`  ${event.padEnd(20)} ${(payload.tool_name ?? '').padEnd(6)} ${ms.toFixed(1).padStart(6)} ms`);
  }
  const db = await whenCompressed(join(home, '.c-mem', 'c-mem.db'));
  console.log('\nWhat the ledger holds now:\n');
  for (const row of db
    .prepare('select kind, tool_name, prompt_number, payload from events order by created_at, id')
    .all()) {
    const body = inflateRawSync(row.payload).toString('utf8');
    const what = `${row.kind}${row.tool_name ? ` ${row.tool_name}` : ''}`;
    console.log(
      `  ${String(row.prompt_number ?? '-').padStart(2)}  ${what.padEnd(18)} ${body.length > 96 ? `${body.slice(0, 95)}…` : body}`,
    );
  }
  console.log(
    '\nThe private remark is gone, the token is redacted, and the copy of the old file inside the edit was not kept.',
  );
  console.log('\nWhat was made of it, without a model:\n');
  for (const row of db.prepare('select type, title, narrative, facts from observations').all()) {
    console.log(`  ${row.type}: ${row.title}\n    ${row.narrative}`);
    for (const fact of JSON.parse(row.facts)) console.log(`    - ${fact.replaceAll(`${project}/`, '')}`);
  }
  for (const row of db.prepare('select request, learned, completed, notes from summaries').all()) {
    console.log('\n  summary of the turn');
    for (const [name, text] of Object.entries(row)) if (text) console.log(`    ${name}: ${text}`);
  }
  db.close();
  console.log();
  console.log(cli('status').stdout);
} finally {
  cli('worker', 'stop');
  rmSync(home, { recursive: true, force: true });
}
