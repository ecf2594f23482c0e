// Paused, or in a project that is excluded: nothing is written, and nothing comes back later.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor, scratch, session, status, useHealthBench } from '../helpers/health-bench.ts';
import { bash, fixtureSession, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import { waitFor } from '../helpers/scratch.ts';

useHealthBench();

describe('switched off on purpose', () => {
  const settle = async () => {
    // What comes last has been taken, so everything before it has been seen.
    await scratch.hook('PostToolUse', bash(fixtureSession('/elsewhere'), 'marker', 'x'), {
      CLAUDE_PROJECT_DIR: '/elsewhere',
    });
    await waitFor(
      () =>
        existsSync(scratch.paths.database) &&
        scratch.rows("select 1 from sessions where folder = '/elsewhere'").length > 0,
      'the marker',
    );
  };
  const told = () => scratch.rows<{ text: string }>('select text from prompts order by id').map(({ text }) => text);

  it('paused, nothing is written, and the transcript does not bring it back', async () => {
    const transcript = new TranscriptFixture(session).user('before', 'p1').write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'before', { prompt_id: 'p1' }));
    await waitFor(async () => (await status()).events === 1, 'the event');
    await scratch.cli(['pause']);
    for (const [event, body] of [
      ['UserPromptSubmit', prompt(session, 'QZX meanwhile', { prompt_id: 'p2' })],
      ['PostToolUse', bash(session, 'QZX', 'QZX', { prompt_id: 'p2' })],
      ['SessionStart', { ...prompt(session, ''), hook_event_name: 'SessionStart', source: 'resume' }],
    ] as const)
      expect(await scratch.hook(event, body)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    const paused = new Date().toISOString();
    transcript.user('QZX meanwhile', 'p2', { timestamp: paused }).says('QZX answer', { timestamp: paused }).write();
    await new Promise((done) => setTimeout(done, 20));
    expect((await scratch.cli(['resume'])).stdout).toContain('Resumed after');
    const after = new Date(Date.now() + 1).toISOString();
    transcript.user('after', 'p3', { timestamp: after }).says('fine', { timestamp: after }).write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'after', { prompt_id: 'p3' }));
    await scratch.hook('Stop', stop(session, 'fine', { prompt_id: 'p3' }));
    await settle();
    await waitFor(() => told().length === 2, 'the second prompt');
    expect(told()).toEqual(['before', 'after']);
    expect(execFileSync('sh', ['-c', `grep -rl QZX "${scratch.paths.home}" || true`], { encoding: 'utf8' })).toBe('');
  });

  it('an excluded project counts from the very next hook on, by folder and by pattern', async () => {
    await scratch.cli(['worker', 'start']);
    const here = { CLAUDE_PROJECT_DIR: session.cwd };
    expect((await scratch.cli(['projects', '--exclude', session.cwd])).stdout).toContain(
      'takes effect with the next hook',
    );
    await scratch.hook('UserPromptSubmit', prompt(session, 'secret'), here);
    await scratch.hook('PostToolUse', bash(session, 'secret', 'x'), here);
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    expect((await scratch.cli(['projects', '--include', session.cwd])).code).toBe(0);
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'again'), here)).toMatchObject({
      code: 0,
      stderr: '',
    });
    await settle();
    // A prompt may be taken after the marker: its transcript is read first.
    await waitFor(() => told().length > 0, 'the prompt');
    expect(told()).toEqual(['again']);
    // Only ingestion can judge a pattern; it does so with the settings as they are now.
    await scratch.cli(['config', 'set', 'excludeProjects', join(scratch.home, 'sh?p')]);
    await scratch.hook('UserPromptSubmit', prompt(session, 'hidden'), here);
    await waitFor(() => readdirSync(scratch.paths.spool).length === 0, 'the spool');
    await settle();
    expect(told()).toEqual(['again']);
    expect(statSync(scratch.paths.settings).mode & 0o777).toBe(0o600);
  });

  it('what an excluded project said is not imported once it is included again, nor is it offered', async () => {
    const projects = join(scratch.home, '.claude', 'projects', 'shop');
    mkdirSync(projects, { recursive: true });
    const away = { ...session, transcriptPath: join(projects, `${session.sessionId}.jsonl`) };
    expect((await scratch.cli(['projects', '--exclude', session.cwd])).code).toBe(0);
    const meanwhile = { timestamp: new Date().toISOString() };
    new TranscriptFixture(away).user('QZX walrus', 'p1', meanwhile).says('QZX merger', meanwhile).write();
    await new Promise((done) => setTimeout(done, 20));
    expect((await scratch.cli(['projects', '--include', session.cwd])).code).toBe(0);
    const imported = await scratch.cli(['import', 'claude-code']);
    expect(imported.stdout).toContain('0 sessions imported');
    expect(execFileSync('sh', ['-c', `grep -rl QZX "${scratch.paths.home}" || true`], { encoding: 'utf8' })).toBe('');
    expect((await scratch.cli(['install', '--yes', '--host', 'claude-code'])).stdout).not.toContain('past session');
    const later = fixtureSession(session.cwd, join(projects, 'later.jsonl'));
    new TranscriptFixture(later).user('after it', 'p2', { timestamp: new Date().toISOString() }).write();
    expect((await scratch.cli(['install', '--yes', '--host', 'claude-code'])).stdout).toContain(
      'Found 1 past session: run `c-mem import claude-code` to import it.',
    );
    await scratch.cli(['import', 'claude-code']);
    expect(told()).toEqual(['after it']);
  });

  it('a session in a pause is not offered for import', async () => {
    const projects = join(scratch.home, '.claude', 'projects', 'shop');
    mkdirSync(projects, { recursive: true });
    await scratch.cli(['pause']);
    const meanwhile = { timestamp: new Date().toISOString() };
    const away = { ...session, transcriptPath: join(projects, `${session.sessionId}.jsonl`) };
    new TranscriptFixture(away).user('QZX', 'p1', meanwhile).write();
    await new Promise((done) => setTimeout(done, 20));
    const { findings } = await doctor('--no-probe');
    expect(findings.filter(({ check }) => check === 'capture')).toMatchObject([{ state: 'fault' }]);
    await scratch.cli(['resume']);
    expect((await scratch.cli(['install', '--yes', '--host', 'claude-code'])).stdout).not.toContain('past session');
  });
});
