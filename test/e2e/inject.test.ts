// What the hooks hand to the agent, as the client runs them; and their silence when the store is broken.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { fixtureSession, payload, prompt, type SessionFixture } from '../helpers/payloads.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, type Scratch, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';
import { generator } from '../helpers/torture.ts';
import { sendTurn } from '../helpers/turns.ts';

let scratch: Scratch;
let session: SessionFixture;
beforeEach(() => {
  scratch = createScratch();
  session = fixtureSession('/home/dev/shop');
});
afterEach(() => scratch.dispose());

const QUIET = { code: 0, stdout: '', stderr: '' };
const start = (of: SessionFixture, source = 'startup') =>
  scratch.hook('SessionStart', payload(of, 'SessionStart', { source }));
const context = (stdout: string) => {
  const { hookSpecificOutput, ...rest } = JSON.parse(stdout) as {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
  };
  expect(rest).toEqual({});
  expect(Object.keys(hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext']);
  return hookSpecificOutput;
};

function fill(): void {
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const db = openDatabase(scratch.paths.database);
  const place = { session: 'before', project: '/home/dev/shop', at: Date.now() - 3600_000 };
  addObservation(db, place, { title: 'Totals are counted in cents', narrative: 'computeTotal() lost pennies.' });
  addSummary(db, place, { request: 'The total is wrong', completed: 'It is counted in cents now.' });
  db.close();
}

describe('with a store', () => {
  it('SessionStart tells the past; what was shown is written down', async () => {
    fill();
    const { code, stdout, stderr } = await start(session);
    expect([code, stderr]).toEqual([0, '']);
    const { hookEventName, additionalContext } = context(stdout);
    expect(hookEventName).toBe('SessionStart');
    expect(additionalContext).toContain('Totals are counted in cents');
    expect(additionalContext.length).toBeLessThanOrEqual(9500);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare('select occasion, observations, summaries, characters from injections').all()).toEqual([
      { occasion: 'session_start', observations: '[1]', summaries: '[1]', characters: additionalContext.length },
    ]);
    db.close();
  });

  it('a resumed session is told only what is new, a compacted one what it did, and a prompt what matches', async () => {
    fill();
    await start(session);
    expect(await start(session, 'resume')).toEqual(QUIET);
    const other = fixtureSession('/home/dev/shop');
    sendTurn(scratch, other, 1, 3);
    const done = () => {
      const db = new Sqlite(scratch.paths.database, { readonly: true });
      try {
        return (db.prepare('select count(*) as n from summaries').get() as { n: number }).n === 2;
      } finally {
        db.close();
      }
    };
    await waitFor(done, 'the other session to be compressed');
    expect(context((await start(session, 'resume')).stdout).additionalContext).toContain('Add part 1 of the shop');
    expect(await start(session, 'resume')).toEqual(QUIET);
    const compacted = context((await start(other, 'compact')).stdout).additionalContext;
    expect(compacted).toContain('## Earlier in this session');
    expect(compacted).toContain('Asked: Please add part 1 to the shop');
    const fresh = fixtureSession('/home/dev/shop');
    const ask = () => scratch.hook('UserPromptSubmit', prompt(fresh, 'Why did computeTotal lose pennies?'));
    const told = context((await ask()).stdout);
    expect(told.hookEventName).toBe('UserPromptSubmit');
    expect(told.additionalContext).toMatch(/#1 \d{4}-\d\d-\d\d C Totals are counted in cents/);
    expect(await ask()).toEqual(QUIET);
    const why = async () => (await scratch.cli(['why', fresh.sessionId])).stdout;
    await waitFor(async () => (await why()).includes('matched'), 'the prompt to be taken');
    expect(await why()).toMatch(
      /At a prompt “Why did computeTotal lose pennies\?” \(\d+ characters\)\n {4}matched: .*pennies.*\n {4}#1 Totals are counted in cents/,
    );
    const byPrefix = await scratch.cli(['why', fresh.sessionId.slice(0, 8), '--project', '/home/dev/shop']);
    expect(byPrefix.stdout).toBe(await why());
    const { stdout: started } = await scratch.cli(['why', session.sessionId]);
    expect(started).toMatch(/At the start \(\d+ characters\)\n {4}#1 Totals are counted in cents/);
  });

  it('a session that starts while the last one is still being compressed is told what it knows, and the rest at its first prompt', async () => {
    fill();
    const last = fixtureSession('/home/dev/shop');
    const db = openDatabase(scratch.paths.database);
    db.exec(`insert into sessions (id, host, project_id, prompt_count, started_at, last_event_at)
      values ('${last.sessionId}', 'claude-code', 1, 1, 1, ${Date.now() - 1000});
      insert into prompts (session_id, number, text_hash, text, created_at) values ('${last.sessionId}', 1, 'h', 'Add taxes to the cart', 1);
      insert into jobs (session_id, purpose, first_event, last_event, size, prompt_number, run_at, created_at)
      values ('${last.sessionId}', 'turn', 1, 1, 1, 1, 9e15, 1)`);
    db.close();
    const { additionalContext } = context((await start(session)).stdout);
    expect(additionalContext).toContain('Not yet summarized (just now): asked “Add taxes to the cart”');
    const after = openDatabase(scratch.paths.database);
    addSummary(
      after,
      { session: last.sessionId, project: '/home/dev/shop', at: Date.now() - 1000 },
      { request: 'Add taxes to the cart', completed: 'Taxes are per line.' },
    );
    after.exec("update jobs set state = 'done'");
    after.close();
    const told = context((await scratch.hook('UserPromptSubmit', prompt(session, 'go on'))).stdout);
    expect(told.additionalContext).toContain('asked “Add taxes to the cart”; done: Taxes are per line.');
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'go on then'))).toEqual(QUIET);
  });

  it('what V8 kept of the last answer is used only whole: spoiled, it is made anew and the answer is the same', async () => {
    fill();
    const first = context((await start(session)).stdout).additionalContext;
    const kept = () => {
      const [name] = readdirSync(scratch.paths.compiled).filter((file) => file.startsWith('session-start'));
      return join(scratch.paths.compiled, name as string);
    };
    const whole = readFileSync(kept());
    const random = generator(11);
    const spoil = [
      Buffer.alloc(0),
      Buffer.from('x'),
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, whole.length / 2),
      ...Array.from({ length: 12 }, () => {
        const bytes = Buffer.from(whole);
        const at = Math.floor(random() * bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
        return bytes;
      }),
    ];
    for (const bytes of spoil) {
      writeFileSync(kept(), bytes);
      expect(context((await start(fixtureSession('/home/dev/shop'))).stdout).additionalContext).toBe(first);
      expect(readFileSync(kept()).length).toBeGreaterThan(10_000);
      expect(readFileSync(kept()).equals(bytes)).toBe(false);
    }
  });

  it('many that start at once keep what V8 made without spoiling it for each other', async () => {
    fill();
    const told = await Promise.all(Array.from({ length: 12 }, () => start(fixtureSession('/home/dev/shop'))));
    const texts = told.map(({ stdout }) => context(stdout).additionalContext);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('Where we left off');
    const kept = readdirSync(scratch.paths.compiled).filter((name) => name.startsWith('session-start'));
    const whole = kept
      .filter((name) => name.endsWith('.bin'))
      .map((name) => readFileSync(join(scratch.paths.compiled, name)));
    for (const bytes of whole)
      expect(bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2))).toBe(true);
    // One that comes later leaves a single whole one.
    await start(fixtureSession('/home/dev/shop'));
    expect(readdirSync(scratch.paths.compiled).filter((name) => name.endsWith('.bin'))).toHaveLength(1);
  });

  it('where we left off is this branch’s last work, and follows the checkout', async () => {
    const repository = join(realpathSync(scratch.home), 'shop');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: repository, stdio: 'ignore' });
    mkdirSync(repository);
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
    const db = openDatabase(scratch.paths.database);
    for (let turn = 1; turn <= 14; turn += 1) {
      const branch = turn === 1 ? 'main' : 'login';
      const place = { session: 'before', project: join(repository, '.git'), at: Date.now() - (15 - turn) * 3600_000 };
      addSummary(
        db,
        { ...place, branch, prompt: turn },
        { request: `Turn ${turn}`, completed: `Turn ${turn} is done.` },
      );
    }
    db.close();
    const told = async () => context((await start(fixtureSession(repository))).stdout).additionalContext;
    const main = await told();
    expect(main).toContain('Asked: Turn 1\nDone: Turn 1 is done.');
    expect(main).toContain('- Since then on branch login (1 h ago): asked “Turn 14”');
    git('checkout', '-q', '-b', 'login');
    expect(await told()).toContain('Asked: Turn 14\n');
    git('checkout', '-q', '-b', 'brand-new');
    expect(await told()).toContain('Asked: Turn 14\n');
    git('checkout', '-q', '--detach', 'main');
    expect(await told()).toContain('Asked: Turn 14\n');
  });

  it('another project knows nothing of it', async () => {
    fill();
    const { additionalContext } = context((await start(fixtureSession('/home/dev/bank'))).stdout);
    expect(additionalContext).toContain('No memories for bank yet');
  });

  it('the prompt’s context can be switched off', async () => {
    fill();
    writeFileSync(scratch.paths.settings, JSON.stringify({ context: { atPrompt: 'off' } }));
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'Why did computeTotal lose pennies?'))).toEqual(
      QUIET,
    );
  });
});

describe('no context, exit 0 and not a word, when the store is', () => {
  it('missing', async () => {
    expect(await start(session)).toEqual(QUIET);
  });

  it.each([
    ['corrupt', () => writeFileSync(scratch.paths.database, Buffer.alloc(40_000, 'x'))],
    ['empty', () => writeFileSync(scratch.paths.database, '')],
    [
      'newer',
      () => {
        const db = new Sqlite(scratch.paths.database);
        db.pragma('user_version = 999');
        db.close();
      },
    ],
    [
      'damaged in the middle',
      () => {
        const db = new Sqlite(scratch.paths.database);
        db.pragma('wal_checkpoint(truncate)');
        db.close();
        writeFileSync(scratch.paths.database, Buffer.alloc(4096 * 60, 0xff), { flag: 'r+' });
      },
    ],
    ['a folder', () => mkdirSync(scratch.paths.database)],
    ['not ours to read', () => chmodSync(scratch.paths.database, 0o000)],
  ])('%s', async (name, spoil) => {
    if (name !== 'a folder') fill();
    else mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
    // The worker would mend or move what is broken; here only the hook is looked at.
    scratch.env['C_MEM_HOME'] = scratch.paths.home;
    writeFileSync(scratch.paths.workerAttempt, '');
    spoil();
    const started = await start(session);
    const asked = await scratch.hook('UserPromptSubmit', prompt(session, 'Why did computeTotal lose pennies?'));
    if (name === 'not ours to read' && process.getuid?.() === 0) expect(started.code).toBe(0);
    else expect([started, asked]).toEqual([QUIET, QUIET]);
    expect(existsSync(scratch.paths.spool)).toBe(true);
  });

  it('locked by somebody who does not let go', async () => {
    fill();
    const holder = new Sqlite(scratch.paths.database);
    holder.pragma('locking_mode = exclusive');
    holder.exec('begin exclusive');
    try {
      const begin = process.hrtime.bigint();
      expect(await start(session)).toEqual(QUIET);
      console.log(`a hook on a locked store: ${Number(process.hrtime.bigint() - begin) / 1e6} ms`);
    } finally {
      holder.close();
    }
  });

  it('being written to: it reads all the same', async () => {
    fill();
    const holder = new Sqlite(scratch.paths.database);
    holder.exec("begin immediate; insert into meta (key, value) values ('x', 'y')");
    try {
      expect(context((await start(session)).stdout).additionalContext).toContain('Totals are counted in cents');
    } finally {
      holder.close();
    }
  });
});
