// How long it takes to remember: search, and the hooks that answer.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  command,
  env,
  file,
  heading,
  hook,
  installNative,
  load,
  median,
  pause,
  percentile,
  perRun,
  report,
  scratch,
  transcript,
} from './harness.mjs';

const big = Number(process.env.C_MEM_BENCH_OBSERVATIONS ?? 100_000);

export async function searchCosts() {
  const { measureSearch } = load('search');
  const { all, worst } = await measureSearch(join(scratch, 'big.db'), big);
  heading(`Search over ${big.toLocaleString('en-US')} observations, with their prompts and summaries`);
  report('p50', percentile(all, 0.5), 'ms');
  report('p95', percentile(all, 0.95), 'ms', { at: 20, text: 'under 20 ms at 100,000' });
  report('worst, three commonest words', percentile(worst, 0.5), 'ms', {
    at: 50,
    text: 'under 50 ms at 100,000',
  });
}

/** The hooks that answer, as whole processes, on stores that know the folder they are called in. */
export function recallCosts() {
  const { makeStore } = load('stores');
  const empty = file('empty.cjs', '');
  // A session starts once, and then is asked something.
  const startOf = (session) =>
    file(
      'start.json',
      JSON.stringify({ session_id: session, transcript_path: transcript, cwd: scratch, source: 'startup' }),
    );
  const typedIn = (session) =>
    file(
      'typed.json',
      JSON.stringify({
        session_id: session,
        transcript_path: transcript,
        cwd: scratch,
        prompt: 'why does the cart count in cents and not in floats',
      }),
    );
  for (const observations of [1000, big]) {
    const home = join(scratch, `recall-${observations}`);
    mkdirSync(home, { recursive: true });
    const database = join(home, 'c-mem.db');
    makeStore(database, observations, scratch);
    installNative(home);
    const before = env.C_MEM_HOME;
    env.C_MEM_HOME = home;
    command('worker', 'start');
    const [sh, ...rest] = hook('SessionStart');
    const told = spawnSync(sh, rest, { env, input: readFileSync(startOf('first')) });
    if (!told.stdout.includes('c-mem-context')) throw new Error('the start was not answered');
    console.log(
      `\nHooks that answer, on ${observations.toLocaleString('en-US')} observations, median of 63 beside the floor`,
    );
    const small = observations === 1000;
    // Starts before prompts: what is typed waits to be compressed, and a start would have to tell of all of it.
    for (const [name, tell, most] of [
      ['SessionStart', startOf, 1.5],
      ['UserPromptSubmit', typedIn, 1.4],
    ]) {
      const floor = [];
      const times = [];
      for (let round = 0; round < 63; round += 1) {
        // As in life, a moment apart: by then the worker is done with what the one before told it.
        pause(100);
        floor.push(perRun([process.execPath, empty], '/dev/null', 1));
        pause(100);
        times.push(perRun(hook(name), tell(`session-${round}`), 1));
      }
      report('node, empty script', median(floor), 'ms');
      report(name, median(times), 'ms');
      const budget = { at: most, text: `at most ${most} ×` };
      // Pair by pair: the machine's speed changes between rounds, hardly within one.
      const ratios = times.map((time, round) => time / floor[round]);
      report(`${name} / empty Node`, median(ratios), '×', small ? budget : undefined);
      if (name === 'SessionStart' && !small)
        report('SessionStart, p95', percentile(times, 0.95), 'ms', { at: 100, text: 'under 100 ms at 1,000,000' });
    }
    command('worker', 'stop');
    env.C_MEM_HOME = before;
    rmSync(home, { recursive: true, force: true });
  }
}
