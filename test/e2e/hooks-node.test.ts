// The Node hook as a real process: every event, whatever is broken around it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { DOOR, pretendWorker, QUIET, scratch, session, spooled, useHookBench } from '../helpers/hook-bench.ts';
import { bash, payload, prompt } from '../helpers/payloads.ts';
import { filesContaining, hookCommand, PLUGIN, ROOT, run, waitFor } from '../helpers/scratch.ts';

useHookBench();

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

  /** A copy of the package whose native module is not one. */
  function breakNativeModule(): string {
    const copy = join(scratch.home, 'package');
    mkdirSync(join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release'), { recursive: true });
    for (const part of ['plugin', 'package.json']) execFileSync('cp', ['-r', join(ROOT, part), copy]);
    writeFileSync(join(copy, 'node_modules', 'better-sqlite3', 'package.json'), '{"name":"better-sqlite3"}');
    writeFileSync(
      join(copy, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'),
      'not a module',
    );
    return copy;
  }

  it.runIf(engineName() === 'better-sqlite3')(
    'still spools, and starts nothing, when the native module is broken',
    async () => {
      const copy = breakNativeModule();
      for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']) {
        const { command, args, env } = hookCommand(event, join(copy, 'plugin'));
        expect(await run(command, args, { ...scratch.env, ...env }, JSON.stringify(prompt(session, 'x')))).toEqual(
          QUIET,
        );
      }
      expect(spooled()).toHaveLength(4);
      const status = await run(process.execPath, [join(copy, 'plugin', 'dist', 'c-mem.cjs'), 'status'], scratch.env);
      expect(status.code).toBe(0);
      expect(status.stdout).toContain("SQLite's native module cannot be loaded");
      expect(status.stdout).toContain('Run `c-mem install`');
      expect(status.stdout).toContain('4 in the spool');
      const start = await run(
        process.execPath,
        [join(copy, 'plugin', 'dist', 'c-mem.cjs'), 'worker', 'run'],
        scratch.env,
      );
      expect(start.code).toBe(1);
    },
  );

  it.runIf(engineName() === 'node:sqlite')('does not need the native module', async () => {
    const copy = breakNativeModule();
    const { command, args, env } = hookCommand('SessionStart', join(copy, 'plugin'));
    const ran = await run(command, args, { ...scratch.env, ...env }, JSON.stringify(prompt(session, 'x')));
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const status = await run(process.execPath, [join(copy, 'plugin', 'dist', 'c-mem.cjs'), 'status'], scratch.env);
    expect([status.code, status.stderr]).toEqual([0, '']);
    expect(status.stdout).not.toContain('native module');
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
    const node = `const { Socket } = require("net"); const s = new Socket({ fd: 0 }); s.pause(); process.argv = ["node", "hook", "user-prompt-submit", "${DOOR}"]; require("${PLUGIN}/dist/hook.cjs")`;
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
      copyFileSync(join(PLUGIN, 'dist', name), join(alone, name));
      // With the marks of six hosts.
      expect(statSync(join(alone, name)).size).toBeLessThan(13_000);
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
