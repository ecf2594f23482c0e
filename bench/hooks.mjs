// What a hook costs, alone and 64 at once, beside the floor: a shell or a Node that does nothing.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  call,
  cli,
  command,
  env,
  file,
  heading,
  hook,
  median,
  perRun,
  report,
  scratch,
  session,
  transcript,
} from './harness.mjs';

export async function hookCosts() {
  const empty = file('empty.cjs', '');
  const small = file('small.json', call(10_000, 'toolu_small'));
  const large = file('large.json', call(1_000_000, 'toolu_large'));
  const typed = file(
    'prompt.json',
    JSON.stringify({
      session_id: session,
      transcript_path: transcript,
      cwd: scratch,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'hello',
    }),
  );
  const tagged = file('tagged.json', call(10_000, 'toolu_tag').replace('quoted', '<private>x</private>'));
  command('worker', 'start');
  const cases = {
    'sh -c true': [['sh', '-c', 'true'], '/dev/null', 20],
    'node, empty script': [[process.execPath, empty], '/dev/null', 4],
    'hot hook, 10 KB': [hook('PostToolUse'), small, 20],
    'hot hook, 1 MB': [hook('PostToolUse'), large, 5],
    'Node hook (c-mem hook)': [[process.execPath, cli, 'hook', 'post-tool-use'], small, 4],
    UserPromptSubmit: [hook('UserPromptSubmit'), typed, 4],
    'hot hook with a private tag': [hook('PostToolUse'), tagged, 4],
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < 21; round += 1) {
    for (const [name, [argv, stdin, repeat]] of Object.entries(cases)) times[name].push(perRun(argv, stdin, repeat));
  }
  const ms = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
  const sh = ms['sh -c true'];
  const node = ms['node, empty script'];
  heading('Hooks, median of 21 interleaved rounds (the floor first)');
  for (const name of Object.keys(cases)) report(name, ms[name], 'ms');
  console.log('  as ratios');
  report('hot hook 10 KB / sh -c true', ms['hot hook, 10 KB'] / sh, '×', { at: 5, text: 'at most 5 ×' });
  report('hot hook 1 MB / sh -c true', ms['hot hook, 1 MB'] / sh, '×', {
    at: 15,
    text: 'at most 15 ×, which is 12 ms where sh takes 0.8',
  });
  report('Node hook / empty Node', ms['Node hook (c-mem hook)'] / node, '×', { at: 1.25, text: 'at most 1.25 ×' });
  report('UserPromptSubmit / empty Node', ms['UserPromptSubmit'] / node, '×', { at: 1.4, text: 'at most 1.4 ×' });

  const together = [];
  for (let round = 0; round < 5; round += 1) together.push(await atOnce(64, hook('PostToolUse'), small));
  const alone = [];
  for (let round = 0; round < 5; round += 1) alone.push(await atOnce(64, ['sh', '-c', 'true'], '/dev/null'));
  heading('64 hooks in parallel, median of 5');
  report('64 × sh -c true', median(alone), 'ms');
  report('64 hot hooks', median(together), 'ms');
  report('64 hot hooks / 64 × sh -c true', median(together) / median(alone), '×');
  command('worker', 'stop');
}

function atOnce(count, argv, stdin) {
  const [program, ...args] = argv;
  const input = readFileSync(stdin);
  const start = process.hrtime.bigint();
  const all = Array.from(
    { length: count },
    () =>
      new Promise((done, fail) => {
        const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
        child.stdin.on('error', () => {});
        child.stdin.end(input);
        child.on('error', fail);
        child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`exit ${code}`))));
      }),
  );
  return Promise.all(all).then(() => Number(process.hrtime.bigint() - start) / 1e6);
}
