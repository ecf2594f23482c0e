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

describe('the hot hooks (C3, P1)', () => {
  it('spool the host’s very bytes, privately, silently, under a header', async () => {
    const body = `${JSON.stringify(bash(session, 'echo "ü \\u001b[0m"', 'ü\n\t\u{1F600}'), null, 1)}\n`;
    for (const event of HOT) {
      expect(await scratch.hook(event, body, { CLAUDE_PROJECT_DIR: '/home/dev/my shop' })).toEqual(QUIET);
    }
    const files = spooled();
    expect(files.map((f) => f.header.event).sort()).toEqual([...HOT].sort());
    expect(new Set(files.map((f) => f.body))).toEqual(new Set([body]));
    expect(files[0]?.header).toMatchObject({ version: 1, projectDir: '/home/dev/my shop' });
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
      const broken = args.map((arg) => arg.replace(PLUGIN, nowhere));
      expect(await run(command, broken, scratch.env, '{}')).toEqual(QUIET);
    }
  });

  it('are quiet with a Node hook that is no program any more', async () => {
    const plugin = join(scratch.home, 'plugin');
    execFileSync('cp', ['-r', PLUGIN, plugin]);
    writeFileSync(join(plugin, 'scripts', 'hook.cjs'), 'this is ( not a program');
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse']) {
      const { command, args } = hookCommand(event, plugin);
      expect(await run(command, args, scratch.env, JSON.stringify(bash(session, 'x', '<private>y</private>')))).toEqual(
        QUIET,
      );
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
        expect(await run(which(shell), [...argv, script, 'PostToolUse'], env, plain)).toEqual(QUIET);
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
        expect(await run(which(shell), [...argv, script, 'PostToolUse'], env, hidden)).toEqual(QUIET);
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

describe('private tags never reach the spool (C3, C7)', () => {
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

describe('the Node hook (C3, C11)', () => {
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

  it('still spools, and starts nothing, when the native module is broken (W7)', async () => {
    const copy = join(scratch.home, 'package');
    mkdirSync(join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release'), { recursive: true });
    for (const part of ['dist', 'plugin', 'package.json']) execFileSync('cp', ['-r', join(ROOT, part), copy]);
    writeFileSync(join(copy, 'node_modules', 'better-sqlite3', 'package.json'), '{"name":"better-sqlite3"}');
    writeFileSync(
      join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'),
      'not a module',
    );
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']) {
      const { command, args } = hookCommand(event, join(copy, 'plugin'));
      expect(await run(command, args, scratch.env, JSON.stringify(prompt(session, 'x')))).toEqual(QUIET);
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
    const node = `const { Socket } = require("net"); const s = new Socket({ fd: 0 }); s.pause(); process.argv[2] = "user-prompt-submit"; require("${PLUGIN}/scripts/hook.cjs")`;
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
      const ran = await run(process.execPath, [join(alone, 'hook.cjs'), event], scratch.env, JSON.stringify(body));
      expect(ran).toEqual(QUIET);
    }
    expect(
      spooled()
        .map((file) => file.header.event)
        .sort(),
    ).toEqual(['PostToolUse', 'SessionStart', 'UserPromptSubmit']);
  });
});
