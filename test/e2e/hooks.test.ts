// The hooks as the client runs them: the commands of hooks.json, real processes, real files.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseHeader } from '../../src/spool/format.ts';
import { bash, fixtureSession, payload, prompt, type SessionFixture, stop } from '../helpers/payloads.ts';
import {
  createScratch,
  filesContaining,
  hookCommand,
  PLUGIN,
  ROOT,
  run,
  type Scratch,
  waitFor,
} from '../helpers/scratch.ts';

const HOT = ['PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop', 'PreCompact', 'SessionEnd'];
const DOOR = 'plugin:claude-code';
const QUIET = { code: 0, stdout: '', stderr: '' };

let scratch: Scratch;
let session: SessionFixture;
beforeEach(() => {
  scratch = createScratch();
  session = fixtureSession('/home/dev/shop');
});
afterEach(() => scratch.dispose());

function spooled(): { name: string; text: string; header: ReturnType<typeof parseHeader>['header']; body: string }[] {
  if (!existsSync(scratch.paths.spool)) return [];
  return readdirSync(scratch.paths.spool)
    .filter((name) => name.endsWith('.json') || name.endsWith('.tmp'))
    .map((name) => {
      const bytes = readFileSync(join(scratch.paths.spool, name));
      const { header, body } = parseHeader(bytes);
      return { name, text: bytes.toString('utf8'), header, body: body.toString('utf8') };
    });
}

/** A PATH that holds just these programs; `as` gives one another name. */
function pathWith(programs: string[], as: Record<string, string> = {}): string {
  const folder = join(scratch.home, `bin-${Math.random().toString(36).slice(2)}`);
  mkdirSync(folder);
  for (const name of programs) symlinkSync(which(name), join(folder, name));
  for (const [name, target] of Object.entries(as)) symlinkSync(which(target), join(folder, name));
  return folder;
}

function which(name: string): string {
  return execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
}

function has(name: string): boolean {
  try {
    return which(name) !== '';
  } catch {
    return false;
  }
}

const BASE = ['mkdir', 'mv', 'rm', 'sh'];

describe('the hot hooks', () => {
  it('spool the host’s very bytes, privately, silently, under a header', async () => {
    const body = `${JSON.stringify(bash(session, 'echo "ü \\u001b[0m"', 'ü\n\t\u{1F600}'), null, 1)}\n`;
    for (const event of HOT) {
      expect(await scratch.hook(event, body, { CLAUDE_PROJECT_DIR: '/home/dev/my shop' })).toEqual(QUIET);
    }
    const files = spooled();
    expect(files.map((f) => f.header.event).sort()).toEqual([...HOT].sort());
    expect(new Set(files.map((f) => f.body))).toEqual(new Set([body]));
    expect(files[0]?.header).toMatchObject({
      version: 2,
      door: { host: 'claude-code', plugin: true },
      projectDir: '/home/dev/my shop',
    });
    for (const { name } of files) expect(statSync(join(scratch.paths.spool, name)).mode & 0o777).toBe(0o600);
    expect(statSync(scratch.paths.spool).mode & 0o777).toBe(0o700);
    expect(statSync(scratch.paths.home).mode & 0o777).toBe(0o700);
  });

  it('run no Node', async () => {
    const PATH = pathWith([...BASE, 'awk']);
    expect(await scratch.hook('PostToolUse', bash(session, 'ls', 'a'), { PATH })).toEqual(QUIET);
    expect(spooled()).toHaveLength(1);
  });

  it('write nothing of a payload with a private tag when Node cannot be run', async () => {
    const PATH = pathWith([...BASE, 'awk']);
    expect(await scratch.hook('PostToolUse', bash(session, 'ls', '<private>x</private>'), { PATH })).toEqual(QUIET);
    expect(spooled()).toEqual([]);
  });

  it('hand over to Node where there is no awk', async () => {
    const PATH = pathWith([...BASE, 'node']);
    expect(await scratch.hook('Stop', stop(session, 'done'), { PATH })).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).events === 1, 'the event');
  });

  it('are quiet with nothing on stdin, no home, a home that is a file, and a package half deleted', async () => {
    expect(await scratch.hook('Stop', '')).toEqual(QUIET);
    expect(spooled()).toEqual([]);
    const gone = join(scratch.home, 'gone');
    expect(await scratch.hook('Stop', stop(session, 'x'), { HOME: gone })).toEqual(QUIET);
    expect(existsSync(gone)).toBe(false);
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'x'), { HOME: gone })).toEqual(QUIET);
    expect(existsSync(gone)).toBe(false);
    expect(await scratch.hook('Stop', stop(session, 'x'), { HOME: '' })).toEqual(QUIET);
    writeFileSync(join(scratch.home, 'file'), '');
    expect(await scratch.hook('Stop', stop(session, 'x'), { C_MEM_HOME: join(scratch.home, 'file') })).toEqual(QUIET);
    expect(
      await scratch.hook('SessionStart', payload(session, 'SessionStart'), { C_MEM_HOME: join(scratch.home, 'file') }),
    ).toEqual(QUIET);
    const nowhere = join(scratch.home, 'no-plugin');
    for (const event of [...HOT, 'SessionStart', 'UserPromptSubmit']) {
      const { command, args } = hookCommand(event, PLUGIN);
      expect(await run(command, args, { ...scratch.env, CLAUDE_PLUGIN_ROOT: nowhere }, '{}')).toEqual(QUIET);
    }
  });

  it('are quiet with a Node hook that is no program any more', async () => {
    const plugin = join(scratch.home, 'plugin');
    execFileSync('cp', ['-r', PLUGIN, plugin]);
    writeFileSync(join(plugin, 'scripts', 'hook.cjs'), 'this is ( not a program');
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse']) {
      const { command, args, env } = hookCommand(event, plugin);
      const body = JSON.stringify(bash(session, 'x', '<private>y</private>'));
      expect(await run(command, args, { ...scratch.env, ...env }, body)).toEqual(QUIET);
    }
    expect(spooled()).toEqual([]);
  });

  it('switched off, do nothing', async () => {
    expect(await scratch.hook('Stop', stop(session, 'x'), { C_MEM_DISABLE: '1' })).toEqual(QUIET);
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'x'), { C_MEM_DISABLE: '1' })).toEqual(QUIET);
    expect(existsSync(scratch.paths.home)).toBe(false);
  });

  it('take a folder with a line break in its name', async () => {
    await scratch.hook('Stop', stop(session, 'x'), { CLAUDE_PROJECT_DIR: '/a\nb' });
    expect(spooled()[0]?.header.projectDir).toBeNull();
  });

  const shells = ['dash', 'bash', 'ksh', 'busybox'].filter(has);
  const awks = ['mawk', 'gawk', 'original-awk', 'busybox'].filter(has);
  it(`work with every shell and awk here: ${shells.join(', ')} × ${awks.join(', ')}`, async () => {
    const plain = JSON.stringify(bash(session, 'x', `ü "quoted" \\ back <p>html</p> ${'y'.repeat(200_000)}`));
    const hidden = JSON.stringify(bash(session, 'x', 'a <Private>QZX</private> b'));
    for (const shell of shells) {
      for (const awk of awks) {
        const PATH = pathWith([...BASE, 'node'], { awk });
        // busybox tells by its name what it is to be
        const argv = shell === 'busybox' ? ['sh'] : [];
        const script = join(PLUGIN, 'scripts', 'spool.sh');
        const env = { ...scratch.env, PATH, C_MEM_HOME: join(scratch.home, `${shell}-${awk}`) };
        pretendWorker(env.C_MEM_HOME);
        expect(await run(which(shell), [...argv, script, 'PostToolUse', DOOR], env, plain)).toEqual(QUIET);
        const folder = join(env.C_MEM_HOME, 'spool');
        const [name] = readdirSync(folder);
        expect([
          shell,
          awk,
          readFileSync(join(folder, name as string), 'utf8')
            .split('\n')
            .slice(1)
            .join('\n'),
        ]).toEqual([shell, awk, plain]);
        expect(await run(which(shell), [...argv, script, 'PostToolUse', DOOR], env, hidden)).toEqual(QUIET);
        expect(readdirSync(folder)).toHaveLength(2);
        expect(filesContaining(env.C_MEM_HOME, 'QZX')).toEqual([]);
      }
    }
  });
});

/** Hooks find a worker alive and start none, so that nobody takes their files away. */
function pretendWorker(home: string): void {
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'worker.json'), JSON.stringify({ pid: process.pid }));
}

describe('private tags never reach the spool', () => {
  it('fuzz, through the real hook: nested, unclosed, cased, with attributes, escaped, split', async () => {
    // No worker takes the files away: what the hook wrote is looked at as it lies there.
    const PATH = pathWith([...BASE, 'awk', 'node']);
    const env = { PATH, C_MEM_HOME: join(scratch.home, 'fuzz') };
    pretendWorker(env.C_MEM_HOME);
    const name = fc.constantFrom('private', 'PRIVATE', 'PriVate');
    const block = fc
      .tuple(
        name,
        fc.constantFrom('', ' a="b>c"', '\n x'),
        fc.constantFrom('', '<private>QZX</private>'),
        fc.boolean(),
        name,
      )
      .map(([open, attrs, nested, closed, close]) => `<${open}${attrs}>QZX${nested}${closed ? `</${close}>` : ''}`);
    const cut = fc.option(fc.nat(12), { nil: null });
    await fc.assert(
      fc.asyncProperty(block, cut, fc.boolean(), async (text, at, escaped) => {
        const pieces = at === null ? [text] : [text.slice(0, at), text.slice(at)];
        let raw = JSON.stringify(
          payload(session, 'PostToolUse', { tool_name: 'X', tool_use_id: 't', tool_response: pieces }),
        );
        if (escaped) raw = raw.replaceAll('<', '\\u003C').replace('private', 'pr\\u0069vate');
        expect(await scratch.hook('PostToolUse', raw, env)).toEqual(QUIET);
        expect(filesContaining(env.C_MEM_HOME, 'QZX')).toEqual([]);
      }),
      { numRuns: 60 },
    );
    // Each of them was written, stripped: the tool's name is there.
    expect(filesContaining(env.C_MEM_HOME, session.sessionId)).toHaveLength(60);
  });

  it('leave no trace anywhere on disk after the worker took them, nor do secrets', async () => {
    const secret = `ghp_${'q7Zx'.repeat(9)}`;
    await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
    await scratch.hook(
      'UserPromptSubmit',
      prompt(session, `say <private>QZX-hidden</private> ${secret}`, { prompt_id: 'p1' }),
    );
    await scratch.hook(
      'PostToolUse',
      bash(session, `echo ${secret}`, `<PRIVATE a="1">QZX-hidden`, { prompt_id: 'p1' }),
    );
    await scratch.hook('UserPromptSubmit', prompt(session, '<private>QZX-hidden</private>', { prompt_id: 'p2' }));
    await scratch.hook('PostToolUse', bash(session, 'QZX-hidden', 'QZX-hidden', { prompt_id: 'p2' }));
    await scratch.hook('Stop', stop(session, 'QZX-hidden', { prompt_id: 'p2' }));
    writeFileSync(
      join(scratch.paths.spool, 'broken.json'),
      `c-mem-spool 1 Stop \n{"a": "${secret} <private>QZX-hidden`,
    );
    await waitFor(async () => {
      const status = await scratch.status();
      return status.events === 3 && status.spool === 0 && status.quarantine === 1;
    }, 'the events');
    for (const word of ['QZX-hidden', secret]) {
      expect(filesContaining(scratch.paths.home, word)).toEqual([]);
    }
  });
});

describe('the Node hook', () => {
  it('serves every event and stage, for any host; only a start is answered', async () => {
    for (const name of [
      'session-start',
      'user-prompt-submit',
      'post-tool-use',
      'post-tool-use-failure',
      'stop',
      'subagent-stop',
      'pre-compact',
      'session-end',
    ]) {
      const bare = { session_id: 's1', cwd: '/w', tool_name: 'T', prompt: name, agent_type: 'g', tool_use_id: name };
      expect(await scratch.cli(['hook', name], JSON.stringify(bare))).toEqual(QUIET);
    }
    await waitFor(async () => (await scratch.status()).events === 8, 'eight events');
    for (const stage of ['context', 'new', 'save', 'summary', 'cleanup']) {
      const ran = await scratch.cli(['hook', stage], JSON.stringify({ session_id: 's2', prompt: 'x', tool_name: 'T' }));
      if (stage === 'context') expect(JSON.parse(ran.stdout)).toHaveProperty('hookSpecificOutput.additionalContext');
      else expect(ran).toEqual(QUIET);
    }
    await waitFor(async () => (await scratch.status()).events === 13, 'five more events');
    const named = payload(session, 'Stop', { last_assistant_message: 'x' });
    expect(await scratch.cli(['hook'], JSON.stringify(named))).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).events === 14, 'an event that names itself');
    expect(await scratch.cli(['hook'], '{}')).toEqual(QUIET);
    expect(await scratch.cli(['hook', 'no-such-event'], '{}')).toEqual(QUIET);
    expect(await scratch.cli(['hook', 'stop'], 'not json')).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).quarantine === 1, 'the quarantine');
  });

  it('still spools, and starts nothing, when the native module is broken', async () => {
    const copy = join(scratch.home, 'package');
    mkdirSync(join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release'), { recursive: true });
    for (const part of ['dist', 'plugin', 'package.json']) execFileSync('cp', ['-r', join(ROOT, part), copy]);
    writeFileSync(join(copy, 'node_modules', 'better-sqlite3', 'package.json'), '{"name":"better-sqlite3"}');
    writeFileSync(
      join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'),
      'not a module',
    );
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']) {
      const { command, args, env } = hookCommand(event, join(copy, 'plugin'));
      expect(await run(command, args, { ...scratch.env, ...env }, JSON.stringify(prompt(session, 'x')))).toEqual(QUIET);
    }
    expect(spooled()).toHaveLength(4);
    const status = await run(process.execPath, [join(copy, 'dist', 'c-mem.cjs'), 'status'], scratch.env);
    expect(status.code).toBe(0);
    expect(status.stdout).toContain("SQLite's native module cannot be loaded");
    expect(status.stdout).toContain('Reinstall c-mem');
    expect(status.stdout).toContain('4 in the spool');
    const start = await run(process.execPath, [join(copy, 'dist', 'c-mem.cjs'), 'worker', 'run'], scratch.env);
    expect(start.code).toBe(1);
  });

  it('writes nothing where it cannot tell private text from the rest', async () => {
    pretendWorker(scratch.paths.home);
    for (const raw of ['{"prompt": "<pr\\u0069vate>QZX</private>"', '["<pri","vate>QZX"] and more', '"<private>QZX"']) {
      expect(await scratch.cli(['hook', 'user-prompt-submit'], raw)).toEqual(QUIET);
      expect(await scratch.hook('PostToolUse', raw)).toEqual(QUIET);
    }
    expect(filesContaining(scratch.paths.home, 'QZX')).toEqual([]);
    expect(spooled()).toEqual([]);
  });

  it('reads a stdin that is set to non-blocking and comes in pieces', async () => {
    pretendWorker(scratch.paths.home);
    const body = JSON.stringify(prompt(session, `<private>QZX ${'y'.repeat(200_000)}</private> the rest`));
    writeFileSync(join(scratch.home, 'body.json'), body);
    const feed = 'head -c 30 body.json; sleep 0.3; tail -c +31 body.json';
    const node = `const { Socket } = require("net"); const s = new Socket({ fd: 0 }); s.pause(); process.argv = ["node", "hook", "user-prompt-submit", "${DOOR}"]; require("${PLUGIN}/scripts/hook.cjs")`;
    const ran = await run(
      'sh',
      ['-c', `(${feed}) | "${process.execPath}" -e '${node}'`],
      scratch.env,
      '',
      scratch.home,
    );
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(filesContaining(scratch.paths.home, 'QZX')).toEqual([]);
    expect(filesContaining(scratch.paths.home, 'the rest')).toHaveLength(1);
  });

  it('is two small files, and needs SQLite only to answer', async () => {
    const alone = join(scratch.home, 'alone');
    mkdirSync(alone);
    for (const name of ['hook.cjs', 'capture.cjs']) {
      copyFileSync(join(PLUGIN, 'scripts', name), join(alone, name));
      expect(statSync(join(alone, name)).size).toBeLessThan(10_000);
    }
    // No package beside it: whatever asks for SQLite finds none.
    for (const [event, body] of [
      ['PostToolUse', bash(session, 'ls', 'x')],
      ['UserPromptSubmit', prompt(session, 'hello')],
      ['SessionStart', payload(session, 'SessionStart', { source: 'startup' })],
    ] as const) {
      const ran = await run(
        process.execPath,
        [join(alone, 'hook.cjs'), event, DOOR],
        scratch.env,
        JSON.stringify(body),
      );
      expect(ran).toEqual(QUIET);
    }
    expect(
      spooled()
        .map((file) => file.header.event)
        .sort(),
    ).toEqual(['PostToolUse', 'SessionStart', 'UserPromptSubmit']);
  });
});

describe('every payload is data in every host', () => {
  /** Runs what stands in it, if anything does. */
  const hostile = (marker: string) =>
    JSON.stringify({
      ...prompt(session, `x $(touch ${marker}) \`touch ${marker}\`\n$(touch ${marker})\n; touch ${marker} #`),
      tool_name: `$(touch ${marker})`,
      cwd: `/tmp/$(touch ${marker})`,
      tool_input: { [`$(touch ${marker})`]: `"; touch ${marker}; "` },
    });
  const everyEvent = Object.keys(
    (JSON.parse(readFileSync(join(PLUGIN, 'hooks', 'hooks.json'), 'utf8')) as { hooks: object }).hooks,
  );

  it.each(everyEvent)(
    '%s: whatever a host drops of the configuration, nothing of stdin is run or printed',
    async (event) => {
      const marker = join(scratch.home, 'ran');
      const body = hostile(marker);
      const { args, env } = hookCommand(event, PLUGIN);
      const command = args[1] as string;
      const spaced = join(scratch.home, 'a $(touch ran) folder');
      execFileSync('cp', ['-r', PLUGIN, spaced]);
      const lost = join(scratch.home, 'no-mode');
      execFileSync('cp', ['-r', PLUGIN, lost]);
      execFileSync('chmod', ['-R', '-x+X', join(lost, 'scripts')]);
      const torn = join(scratch.home, 'torn');
      mkdirSync(join(torn, 'scripts'), { recursive: true });
      for (const script of ['spool.sh', 'node.sh'])
        writeFileSync(join(torn, 'scripts', script), 'if [ -n "$1" ]; then (');
      const empty = join(scratch.home, 'empty');
      mkdirSync(join(empty, 'scripts', 'spool.sh'), { recursive: true });
      mkdirSync(join(empty, 'scripts', 'node.sh'), { recursive: true });
      const cases: [string, string[], Record<string, string>][] = [
        ['as it is', ['-c', command], env],
        ['the variable unset', ['-c', command], {}],
        ['the variable not expanded', ['-c', command], { CLAUDE_PLUGIN_ROOT: '${CLAUDE_PLUGIN_ROOT}' }],
        ['spaces and a command in the path', ['-c', command], { CLAUDE_PLUGIN_ROOT: spaced }],
        ['the mode lost', ['-c', command], { CLAUDE_PLUGIN_ROOT: lost }],
        ['the script torn', ['-c', command], { CLAUDE_PLUGIN_ROOT: torn }],
        ['a folder for a script', ['-c', command], { CLAUDE_PLUGIN_ROOT: empty }],
        ['the event missing', [join(PLUGIN, 'scripts', 'spool.sh')], env],
        ['the event missing, Node', [join(PLUGIN, 'scripts', 'node.sh')], env],
        ['the host missing', [join(PLUGIN, 'scripts', 'spool.sh'), event], env],
        ['the host missing, Node', [join(PLUGIN, 'scripts', 'node.sh'), event], env],
      ];
      for (const shell of ['dash', 'bash', 'ksh'].filter(has)) {
        for (const [name, argv, more] of cases) {
          const ran = await run(which(shell), argv, { ...scratch.env, ...more }, body, scratch.home);
          // A first session gets a line of its own, and Setup tells of faults; nothing of the payload is in it.
          if (event === 'SessionStart' || event === 'Setup') expect(ran.stdout).not.toContain('touch');
          else expect([shell, name, ran]).toEqual([shell, name, QUIET]);
          expect([shell, name, ran.code, ran.stderr]).toEqual([shell, name, 0, '']);
        }
      }
      expect(existsSync(marker)).toBe(false);
      expect(existsSync(join(scratch.home, 'ran'))).toBe(false);
    },
  );

  it('the MCP server takes nothing from stdin but its protocol, and is quiet without its program', async () => {
    const marker = join(scratch.home, 'ran');
    const { mcpServers } = JSON.parse(readFileSync(join(PLUGIN, '.mcp.json'), 'utf8')) as {
      mcpServers: Record<string, { command: string; args?: string[] }>;
    };
    for (const { command, args } of Object.values(mcpServers)) {
      expect(args).toBeUndefined();
      const program = command.replace('${CLAUDE_PLUGIN_ROOT}', PLUGIN);
      const ran = await run(
        program,
        [],
        scratch.env,
        `$(touch ${marker})\n{"jsonrpc":"2.0","method":"$(touch ${marker})"}\n`,
      );
      expect(ran.code).toBe(0);
      const alone = join(scratch.home, 'alone', 'scripts');
      mkdirSync(alone, { recursive: true });
      copyFileSync(program, join(alone, 'c-mem-mcp'));
      expect(await run(join(alone, 'c-mem-mcp'), [], scratch.env, `$(touch ${marker})`)).toEqual(QUIET);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('a bare Node, as on Windows with its arguments dropped, runs nothing of a payload', async () => {
    const marker = join(scratch.home, 'ran');
    for (const body of [hostile(marker), `[${hostile(marker)}]`, `${hostile(marker)}\n${hostile(marker)}`])
      await run(process.execPath, [], scratch.env, body);
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a hook that another host runs', () => {
  const others: [string, object][] = [
    [
      'Codex',
      { transcript_path: '/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T17-08-58-01a1.jsonl', turn_id: 't' },
    ],
    ['Copilot CLI', { timestamp: '2026-11-15T17:00:00Z' }],
    ['Copilot CLI at the end of a turn', { transcript_path: '/home/dev/.copilot/session-state/35f3/events.jsonl' }],
    ['Gemini CLI', { transcript_path: '/home/dev/.gemini/tmp/shop/chats/session-2026.jsonl' }],
    ['Qwen Code', { transcript_path: '/home/dev/.qwen/projects/-home-dev-shop/chats/59f3.jsonl' }],
    [
      'Cursor',
      { transcript_path: '/home/dev/.cursor/projects/shop/agent-transcripts/1f/1f.jsonl', conversation_id: 'c' },
    ],
    [
      'VS Code',
      { transcript_path: '/home/dev/.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/2.jsonl' },
    ],
    ['Droid', { transcript_path: '/home/dev/.factory/projects/-home-dev-shop/1f.jsonl' }],
    ['a host without transcripts', { transcript_path: null }],
  ];
  it.each(others)('%s: nothing is captured, started or printed', async (_name, marks) => {
    const { transcript_path: _, ...bare } = payload(session, 'PostToolUse') as { transcript_path?: string };
    for (const event of [...HOT, 'SessionStart', 'UserPromptSubmit', 'Setup']) {
      const body = {
        ...bare,
        hook_event_name: event,
        prompt: 'p',
        tool_name: 'Bash',
        last_assistant_message: 'm',
        ...marks,
      };
      expect(await scratch.hook(event, body)).toEqual(QUIET);
      expect(await scratch.hook(event, { ...body, prompt: '<private>p</private>' })).toEqual(QUIET);
    }
    expect(spooled()).toEqual([]);
    expect(existsSync(scratch.paths.workerInfo)).toBe(false);
  });

  it('a moved configuration folder, a path of Windows and any spacing are Claude Code’s own', async () => {
    pretendWorker(scratch.paths.home);
    const paths = [
      '/mnt/data/my config/projects/-home-dev-shop/1f.jsonl',
      'C:\\Users\\dev\\.claude\\projects\\C--shop\\1f.jsonl',
    ];
    for (const transcript_path of paths) {
      for (const indent of [0, 2]) {
        const body = JSON.stringify(payload(session, 'Stop', { transcript_path }), null, indent);
        expect(await scratch.hook('Stop', body)).toEqual(QUIET);
        expect(
          await scratch.hook(
            'UserPromptSubmit',
            JSON.stringify(prompt(session, 'x', { transcript_path }), null, indent),
          ),
        ).toEqual(QUIET);
      }
    }
    expect(spooled()).toHaveLength(8);
  });

  it('a spool file of such a payload is dropped before the ledger; `c-mem hook --host` takes minimal ones', async () => {
    mkdirSync(scratch.paths.spool, { recursive: true, mode: 0o700 });
    const bare = JSON.stringify({ session_id: 'foreign', cwd: '/w', prompt: 'not ours' });
    writeFileSync(join(scratch.paths.spool, 'f.json'), `c-mem-spool 2 UserPromptSubmit ${DOOR} /w\n${bare}`);
    writeFileSync(
      join(scratch.paths.spool, 'old.json'),
      `c-mem-spool 1 Stop /w\n${JSON.stringify(stop(session, 'of the version before'))}`,
    );
    const minimal = (session_id: string) => JSON.stringify({ session_id, cwd: '/w', prompt: 'ours' });
    for (const args of [['--host', 'codex', 'new'], ['--host=claude-code', 'user-prompt-submit'], ['new']])
      expect(await scratch.cli(['hook', ...args], minimal(args.join(' ')))).toEqual(QUIET);
    await waitFor(
      async () => (await scratch.status()).events === 4 && (await scratch.status()).spool === 0,
      'four events',
    );
    const hosts = scratch.rows<{ id: string; host: string }>('select id, host from sessions order by host, id');
    expect(hosts).toEqual([
      { id: '--host=claude-code user-prompt-submit', host: 'claude-code' },
      { id: session.sessionId, host: 'claude-code' },
      { id: '--host codex new', host: 'codex' },
      { id: 'new', host: 'other' },
    ]);
  });
});
