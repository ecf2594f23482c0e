// Every promise of the README has one test of its name; a promise without one, or a test without its promise, fails.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOT_EVENTS, NODE_EVENTS } from '../src/hosts/claude-code/hooks.ts';
import { decodePayload } from '../src/store/ledger/payload.ts';
import { bash, fixtureSession, payload, prompt, stop, TranscriptFixture } from './helpers/payloads.ts';
import {
  createScratch,
  filesContaining,
  killAndWait,
  processesOf,
  ROOT,
  type Scratch,
  waitFor,
} from './helpers/scratch.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };
/** Setup, which a user runs by hand, may tell of a fault; all others are silent whatever is broken. */
const EVENTS = [...NODE_EVENTS, ...HOT_EVENTS].filter((event) => event !== 'Setup');

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

const promised = () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf('## What it promises'));
  return [...section.slice(0, section.indexOf('\n## ', 5)).matchAll(/^- \*\*(.+?)\.?\*\*/gm)].map(
    (match) => match[1] as string,
  );
};

const TESTS: Record<string, () => Promise<void>> = {
  'Never in the way': async () => {
    const session = fixtureSession('/home/dev/shop');
    const breakages: [string, () => Record<string, string>][] = [
      [
        'a data folder that is a file',
        () => {
          writeFileSync(scratch.paths.home, '');
          return {};
        },
      ],
      ['no home at all', () => ({ HOME: '/nowhere' })],
      ['no programs on the path', () => ({ PATH: '/nowhere' })],
      ['a plugin that is gone', () => ({ CLAUDE_PLUGIN_ROOT: '/nowhere' })],
      ['a payload that is no JSON', () => ({})],
    ];
    for (const [name, spoil] of breakages) {
      const env = spoil();
      const body = name.includes('no JSON') ? '{"session_id": ' : undefined;
      for (const event of EVENTS)
        expect([name, event, await scratch.hook(event, body ?? prompt(session, 'x'), env)]).toEqual([
          name,
          event,
          QUIET,
        ]);
      rmSync(scratch.paths.home, { recursive: true, force: true });
    }
  },

  'Input is never executed': async () => {
    const marker = join(scratch.home, 'ran');
    const evil = `$(touch ${marker}) \`touch ${marker}\` ; touch ${marker}`;
    for (const event of EVENTS) {
      await scratch.hook(
        event,
        prompt(fixtureSession(`/tmp/${evil}`), evil, { tool_name: evil, tool_input: { [evil]: evil } }),
      );
      await scratch.hook(event, evil);
      await scratch.hook(event, evil, { CLAUDE_PLUGIN_ROOT: '' });
    }
    expect(existsSync(marker)).toBe(false);
  },

  'Nothing lost, nothing duplicated': async () => {
    const session = fixtureSession('/home/dev/shop');
    await scratch.hook('UserPromptSubmit', prompt(session, 'go', { prompt_id: 'p' }));
    for (let i = 0; i < 40; i += 1) {
      await scratch.hook('PostToolUse', bash(session, `step ${i}`, 'x', { prompt_id: 'p', tool_use_id: `t${i}` }));
      if (i % 10 === 5) for (const pid of processesOf(scratch.home)) await killAndWait(pid, 'SIGKILL');
    }
    await scratch.cli(['worker', 'start']);
    await waitFor(
      async () => (await scratch.status()).spool === 0 && (await scratch.status()).events >= 41,
      'all events',
    );
    const ids = scratch
      .rows<{ id: string }>("select tool_use_id as id from events where kind = 'tool'")
      .map(({ id }) => id);
    expect(ids.sort()).toEqual(Array.from({ length: 40 }, (_, i) => `t${i}`).sort());
  },

  'Private stays private': async () => {
    const token = ['ghp', 'Wk3Tz8Lq1Nv6Xc4Rb9Ym2Pd7Hg5Sf0Ja3Ue1'].join('_');
    const session = fixtureSession('/home/dev/shop', join(scratch.home, 'projects', 'shop', 't.jsonl'));
    new TranscriptFixture(session)
      .user(`say <private>QZX</private> ${token}`, 'p')
      .says(`the token is ${token}`)
      .write();
    await scratch.hook('UserPromptSubmit', prompt(session, `say <private>QZX</private> ${token}`, { prompt_id: 'p' }));
    await scratch.hook(
      'PostToolUse',
      bash(session, `curl https://x.example/?access_token=QZY-4471-abc`, '<private>QZX', { prompt_id: 'p' }),
    );
    await scratch.hook('Stop', stop(session, `done; DB_PASSWORD=QZY-4471-abc`, { prompt_id: 'p' }));
    await waitFor(
      async () => (await scratch.status()).events >= 3 && (await scratch.status()).spool === 0,
      'the events',
    );
    await scratch.cli(['backup']);
    // The ledger's payloads are compressed: what is in them shows only when they are read.
    const bodies = scratch
      .rows<{ payload: Buffer }>('select payload from events')
      .map(({ payload: raw }) => decodePayload(raw));
    for (const word of ['QZX', 'QZY-4471', token]) {
      expect(filesContaining(scratch.paths.home, word)).toEqual([]);
      expect(JSON.stringify(bodies)).not.toContain(word);
    }
  },

  'You stay in control': async () => {
    await scratch.cli(['remember', 'The heron gateway must stay on port 7731']);
    await scratch.cli(['backup']);
    expect(filesContaining(scratch.paths.home, 'heron').length).toBeGreaterThan(0);
    expect((await scratch.cli(['forget', '1', '--yes'])).code).toBe(0);
    expect(filesContaining(scratch.paths.home, 'heron')).toEqual([]);
    await scratch.cli(['pause']);
    expect(await scratch.hook('UserPromptSubmit', prompt(fixtureSession('/home/dev/shop'), 'heron again'))).toEqual(
      QUIET,
    );
    expect(filesContaining(scratch.paths.home, 'heron')).toEqual([]);
  },

  Small: async () => {
    expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
    await scratch.hook(
      'SessionStart',
      payload(fixtureSession('/home/dev/shop'), 'SessionStart', { source: 'startup' }),
    );
    const { rssMb, pid } = await waitFor(async () => {
      const { worker } = await scratch.status();
      return worker.running ? worker : null;
    }, 'the worker');
    expect(rssMb).toBeLessThan(120);
    const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' }).trim();
    expect(children).toBe('');
  },
};

describe('what the README promises', () => {
  it('is what is tested here', () => {
    expect(promised()).toEqual(Object.keys(TESTS));
  });

  for (const [name, test] of Object.entries(TESTS)) it(name, { timeout: 120_000 }, test);

  it('leaves no process behind', async () => {
    await scratch.cli(['worker', 'start']);
    await scratch.cli(['worker', 'stop']);
    expect(processesOf(scratch.home)).toEqual([]);
  });
});
