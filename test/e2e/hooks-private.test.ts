// What is tagged private, and secrets, through the real hooks: none of it reaches the disk.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASE, pathWith, pretendWorker, QUIET, scratch, session, useHookBench } from '../helpers/hook-bench.ts';
import { bash, payload, prompt, stop } from '../helpers/payloads.ts';
import { filesContaining, waitFor } from '../helpers/scratch.ts';

useHookBench();

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
