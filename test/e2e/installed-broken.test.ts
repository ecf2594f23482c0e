// The packed package, installed and then broken, with the real client: it must run as without us.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import {
  agent,
  claude,
  cli,
  folder,
  project,
  scratch,
  settled,
  tool,
  useInstalledBench,
} from '../helpers/installed-bench.ts';
import { installPacked } from '../helpers/packed.ts';
import { killAndWait, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

useInstalledBench();

describe('whatever is broken, the client runs as without us', () => {
  const turn = async (env: Record<string, string> = {}) => {
    agent.steps = [
      [tool('Bash', { command: 'echo hello', description: 'd' })],
      [tool('Read', { file_path: join(project, 'cart.js') })],
    ];
    const { code, stdout, stderr } = await claude(['-p', 'BROKEN please go on'], project, env);
    return { code, stdout, stderr };
  };
  let without: Awaited<ReturnType<typeof turn>>;
  beforeEach(async () => {
    without = await turn();
    expect(without).toEqual({ code: 0, stdout: 'FINAL\n', stderr: '' });
    await cli('install', '--yes', '--host', 'claude-code');
  });
  /** The one that the installer has only just started is waited for. */
  const stopWorker = async () => {
    await waitFor(() => existsSync(scratch.paths.database) && liveWorker(scratch.paths.workerInfo), 'the worker');
    await cli('worker', 'stop');
  };
  const tools = async () => {
    await settled(1);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    const names = db
      .prepare<[], { n: string }>("select tool_name as n from events where kind = 'tool' order by id")
      .all()
      .map((row) => row.n);
    db.close();
    return names;
  };

  it('the worker killed again and again', { timeout: 120_000 }, async () => {
    let running = true;
    const killer = (async () => {
      while (running) {
        const worker = liveWorker(scratch.paths.workerInfo);
        if (worker) await killAndWait(worker.pid, 'SIGKILL');
        await new Promise((done) => setTimeout(done, 30));
      }
    })();
    expect(await turn()).toEqual(without);
    running = false;
    await killer;
    await cli('worker', 'start');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('the store locked', { timeout: 120_000 }, async () => {
    await stopWorker();
    const holder = new Sqlite(scratch.paths.database);
    holder.pragma('locking_mode = exclusive');
    holder.exec('begin exclusive');
    expect(await turn()).toEqual(without);
    holder.close();
    await cli('worker', 'restart');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('the data folder not writable', { timeout: 120_000 }, async () => {
    await stopWorker();
    renameSync(scratch.paths.home, `${scratch.paths.home}.away`);
    // Root may write to any folder; nobody may write into a file.
    writeFileSync(scratch.paths.home, '');
    expect(await turn()).toEqual(without);
    rmSync(scratch.paths.home);
    renameSync(`${scratch.paths.home}.away`, scratch.paths.home);
    // The session that could not be captured is noticed.
    const { stdout } = await cli('doctor');
    expect(stdout).toContain('but none of its events arrived');
    expect(stdout).toContain('0 faults, 1 warning.');
    expect(stdout).toContain('a test event went through hook, spool and ledger');
  });

  it('Node missing from the path: hot events are kept, the rest comes from the transcript', {
    timeout: 120_000,
  }, async () => {
    await stopWorker();
    rmSync(join(scratch.paths.home, 'bin'), { recursive: true });
    const bin = join(scratch.home, 'bin');
    mkdirSync(bin);
    for (const name of ['sh', 'bash', 'awk', 'mawk', 'mv', 'rm', 'mkdir', 'date', 'git', 'cat', 'env', 'uname']) {
      try {
        const real = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
        execFileSync('ln', ['-s', real, join(bin, name)]);
      } catch {
        // not on this machine
      }
    }
    expect(await turn({ PATH: bin })).toEqual(without);
    expect(readdirSync(scratch.paths.spool).length).toBeGreaterThan(0);
    await cli('worker', 'start');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('our package half deleted', { timeout: 120_000 }, async () => {
    await stopWorker();
    for (const part of [join('plugin', 'dist'), join('plugin', 'scripts')]) {
      for (const name of readdirSync(join(folder, part)))
        if (name !== 'spool.sh') rmSync(join(folder, part, name), { recursive: true });
    }
    expect(await turn()).toEqual(without);
    rmSync(join(folder, 'plugin', 'scripts'), { recursive: true });
    expect(await turn()).toEqual(without);
    rmSync(folder, { recursive: true });
    const gone = await turn();
    expect([gone.code, gone.stdout]).toEqual([without.code, without.stdout]);
    installPacked(join(realpathSync(scratch.home), 'opt'));
    chmodSync(join(folder, 'plugin', 'dist', 'c-mem.cjs'), 0o755);
    await cli('worker', 'start');
    expect((await tools()).slice(0, 2)).toEqual(['Bash', 'Read']);
  });
});
