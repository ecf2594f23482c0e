// Sessions of the real clients, with the packed package installed by `c-mem install`: every call is captured once, memories
// are made, the next session knows them, and nothing is left after `c-mem uninstall`.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import { killAndWait, processesOf, waitFor } from '../helpers/scratch.ts';
import { CART, createHostBench, type HostBench, hostFiles } from './bench.ts';
import { REAL_CLIENTS } from './real-clients.ts';

const FIXED = 'I fixed computeTotal: totals are counted in cents now, because floats lost pennies.';

describe.each(REAL_CLIENTS.map((client) => [client.host, client] as const))('%s', (host, client) => {
  let bench: HostBench;
  beforeEach(async () => {
    bench = await createHostBench(client);
  });
  afterEach(() => bench.dispose());
  const install = async () => {
    const { code, stderr } = await bench.cli('install', '--yes', '--host', host);
    expect([code, stderr]).toEqual([0, '']);
  };
  const firstSession = async () => {
    writeFileSync(join(bench.project, 'cart.js'), `${CART}\n`);
    bench.api.steps = [
      client.shell('ls'),
      client.edit(bench, 'cart.js', CART, `${CART} // in cents`),
      client.shell('node check.js'),
      { text: FIXED },
    ];
    const { code } = await bench.turn('The totals in the cart are wrong by a penny.');
    expect(code).toBe(0);
  };

  it('sessions: each call once, also one that was cut off; memories, context, search, nothing left', {
    timeout: 240_000,
  }, async () => {
    const before = hostFiles(bench.home);
    await install();
    expect((await bench.cli('install', '--yes', '--host', host)).stdout).toContain('nothing to change');
    await firstSession();
    await bench.settled();
    const { shell, edit } = client.names;
    expect(bench.calls()).toEqual([`tool ${shell}`, `tool ${edit}`, `tool_failure ${shell}`]);
    expect(bench.scratch.rows('select host from sessions')).toEqual([{ host }]);
    expect(bench.scratch.rows('select text from prompts')).toEqual([
      { text: 'The totals in the cart are wrong by a penny.' },
    ]);
    expect(bench.memories()).toContain('cents');

    // The client is killed in the middle of a call, which no hook ever reports.
    bench.api.steps = [client.shell('echo started >slow.txt; sleep 120'), { text: 'never' }];
    await bench.turnKilled('Run the slow check of the taxes', () => existsSync(join(bench.project, 'slow.txt')));
    for (const pid of processesOf(bench.home).filter((pid) => pid !== liveWorker(bench.scratch.paths.workerInfo)?.pid))
      await killAndWait(pid, 'SIGKILL');
    bench.api.steps = [{ text: 'The taxes are fine.' }];
    await bench.turn('Never mind the slow check', { resume: true });
    await waitFor(() => bench.calls().length === 4, 'the call that was cut off');
    expect(bench.calls()[3]).toBe(`tool_failure ${shell}`);
    expect(bench.scratch.rows('select id from sessions')).toHaveLength(2);

    // The second session knows what the first did, before its first request; the agent can search.
    bench.api.steps = [client.ours('search', { query: 'cents' }), { text: 'Next are the taxes.' }];
    await bench.turn('SESSION-TWO what is next?');
    expect(bench.firstRequest('SESSION-TWO')).toContain('totals are counted in cents');
    expect(bench.api.requests.at(-1)).toMatch(/#\d+[^\n]*cents/);
    await bench.settled();
    expect(bench.calls()).toHaveLength(4);
    // What we told it is not remembered as something new.
    expect(JSON.stringify(bench.scratch.rows('select text from prompts'))).not.toContain('c-mem-context');

    // An old topic that the start of a session no longer shows is told at the prompt.
    for (const setting of ['observations', 'sessions', 'full'])
      await bench.cli('config', 'set', `context.${setting}`, '1');
    bench.api.steps = [{ text: 'The colors are blue.' }];
    for (const topic of ['colors', 'fonts', 'icons']) await bench.turn(`Explain the ${topic} of the page`);
    await bench.settled();
    await bench.turn('OLD-TOPIC why did computeTotal lose pennies?');
    expect(bench.firstRequest('OLD-TOPIC')).toContain('floats lost pennies');

    const gone = await bench.cli('uninstall', '--yes');
    expect([gone.code, gone.stderr]).toEqual([0, '']);
    expect(hostFiles(bench.home)).toEqual(before);
    const events = (await bench.status()).events;
    await bench.turn('WITHOUT-US hello');
    expect(bench.firstRequest('WITHOUT-US')).not.toContain('c-mem-context');
    expect((await bench.status()).events).toBe(events);
  });

  it('with the worker killed again and again, nothing is lost', { timeout: 240_000 }, async () => {
    await install();
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        const worker = liveWorker(bench.scratch.paths.workerInfo);
        if (worker) await killAndWait(worker.pid, 'SIGKILL');
        await new Promise((done) => setTimeout(done, 50 + Math.random() * 300));
      }
    })();
    await firstSession();
    await firstSession();
    isOver = true;
    await killing;
    await bench.cli('worker', 'restart');
    await bench.settled();
    const { shell, edit } = client.names;
    const session = [`tool ${shell}`, `tool ${edit}`, `tool_failure ${shell}`];
    // The transcript is read again some time after the worker started: only it knows that a command failed.
    const all = [...session, ...session].sort();
    const isThere = () => JSON.stringify(bench.calls().sort()) === JSON.stringify(all);
    await waitFor(isThere, 'each call once').catch(() => undefined);
    await bench.settled();
    expect(bench.calls().sort()).toEqual(all);
  });

  it('with our package half deleted, the client works undisturbed and shows nothing', {
    timeout: 180_000,
  }, async () => {
    bench.api.steps = [client.shell('ls'), { text: 'UNDISTURBED' }];
    await install();
    await bench.turn('warm up');
    await bench.settled();
    await bench.cli('worker', 'stop');
    for (const damage of [
      () => rmSync(join(bench.folder, 'plugin', 'dist', 'capture.cjs')),
      () => rmSync(join(bench.folder, 'plugin', 'dist'), { recursive: true }),
      () => rmSync(join(bench.folder, 'plugin', 'scripts', 'spool.sh')),
      () => renameSync(bench.folder, `${bench.folder}-moved`),
    ]) {
      damage();
      const { code, stdout, stderr } = await bench.turn('Are you there?');
      expect(code).toBe(0);
      const shown = `${stdout}${stderr}`.replaceAll(bench.home, '');
      expect(shown).toContain('UNDISTURBED');
      expect(shown).not.toMatch(/hook[^\n]*(?:fail|error|exit)|c-mem(?!-test)/i);
    }
  });
});
