// What a hook costs in each host: as installed, beside the floor, which is the same shell with a command that does nothing;
// and the pause that our hooks add between two requests of the real client, if the clients are installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, env, file, heading, load, median, perRun, report, scratch } from './harness.mjs';

const session = '1f0c1f0c-0000-4000-8000-00000000be9c';
const words = 'const a = <T,>(x: T) => x; // "quoted"\n'.repeat(250);
const claudeLike = { session_id: session, cwd: scratch };

/** For each host: its file, the names of its events, and payloads as it sends them. */
const HOSTS = {
  codex: {
    file: '.codex/hooks.json',
    events: ['PostToolUse', 'UserPromptSubmit'],
    common: { ...claudeLike, turn_id: 't', transcript_path: `/x/rollout-1-${session}.jsonl` },
    tool: { tool_name: 'Bash', tool_use_id: 'c', tool_input: { command: 'cat a' }, tool_response: words },
  },
  'gemini-cli': {
    file: '.gemini/settings.json',
    events: ['AfterTool', 'BeforeAgent'],
    common: { ...claudeLike, transcript_path: '/x/chats/session-1.jsonl' },
    tool: { tool_name: 'read_file', tool_input: { file_path: '/a' }, tool_response: { llmContent: words } },
  },
  'copilot-cli': {
    file: '.copilot/hooks/c-mem.json',
    events: ['postToolUse', 'userPromptSubmitted'],
    common: { sessionId: session, timestamp: 1, cwd: scratch },
    tool: { toolName: 'view', toolArgs: { path: '/a' }, toolResult: { textResultForLlm: words } },
  },
  cursor: {
    file: '.cursor/hooks.json',
    events: ['postToolUse', 'beforeSubmitPrompt'],
    common: { conversation_id: session, generation_id: 'g', workspace_roots: [scratch] },
    tool: { tool_name: 'Read', tool_use_id: 't', tool_input: { path: '/a' }, tool_output: words },
  },
};

export async function otherHostCosts() {
  command('install', '--yes', '--host', Object.keys(HOSTS).join(','));
  const empty = file('empty.cjs', '');
  const cases = {
    'sh -c true': [['sh', '-c', 'sh -c true'], '/dev/null', 20],
    // As a host would run one: its own shell, then ours.
    'node, empty script': [['sh', '-c', `sh -c '${process.execPath} ${empty}; exit 0'`], '/dev/null', 4],
  };
  for (const [name, { file: at, events, common, tool }] of Object.entries(HOSTS)) {
    const hooks = JSON.parse(readFileSync(join(env.HOME, at), 'utf8')).hooks;
    const [hot, prompt] = events.map((event) => {
      const entry = hooks[event][0].hooks?.[0] ?? hooks[event][0];
      return ['sh', '-c', entry.command ?? entry.bash];
    });
    cases[`${name}: tool, 10 KB`] = [hot, file(`${name}-tool.json`, JSON.stringify({ ...common, ...tool })), 20];
    cases[`${name}: prompt`] = [prompt, file(`${name}-prompt.json`, JSON.stringify({ ...common, prompt: 'hello' })), 4];
  }
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < 15; round += 1)
    for (const [name, [argv, stdin, repeat]] of Object.entries(cases)) times[name].push(perRun(argv, stdin, repeat));
  const ms = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
  heading('Hooks of other hosts, median of 15 interleaved rounds (the floor first)');
  for (const name of Object.keys(cases)) report(name, ms[name], 'ms');
  console.log('  as ratios');
  for (const name of Object.keys(HOSTS)) {
    report(`${name}: tool / sh`, ms[`${name}: tool, 10 KB`] / ms['sh -c true'], '×', { at: 5, text: 'at most 5 ×' });
    report(`${name}: prompt / empty Node`, ms[`${name}: prompt`] / ms['node, empty script'], '×', {
      at: 1.4,
      text: 'at most 1.4 ×',
    });
  }
  command('worker', 'stop');
  command('uninstall', '--yes');
  await realClients();
}

async function realClients() {
  const { measureHosts } = load('host-clients');
  for await (const { host, without, added } of measureHosts(3)) {
    heading(`${host}, the real client: gap between two requests, median of ${without.length} interleaved`);
    report('without C-Mem', median(without), 'ms');
    report('with C-Mem', median(added), 'ms');
    report('added', median(added) - median(without), 'ms');
  }
}
