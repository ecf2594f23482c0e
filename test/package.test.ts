// What is published is whole, small, and of one version.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { dated, nextVersion, notes, VERSIONED, versions } from '../scripts/version.mjs';
import { ROOT } from './helpers/scratch.ts';

const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>;

describe('the package', () => {
  it('has one version in every file that names it, and notes about it', () => {
    const version = json('package.json')['version'];
    expect((versions() as [string, string][]).map(([, found]) => found)).toEqual(VERSIONED.map(() => version));
    expect(notes(version)).toContain('### Added');
  });

  it('gets its next version from a number or a word, and a dated section', () => {
    expect(['major', 'minor', 'patch', '7.8.9'].map((word) => nextVersion('1.2.3', word))).toEqual([
      '2.0.0',
      '1.3.0',
      '1.2.4',
      '7.8.9',
    ]);
    expect(() => nextVersion('1.2.3', 'next')).toThrow('is not a version');
    const before = '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A thing.\n\n## 1.2.3 (2026-01-01)\n\n- Old.\n';
    const after = dated(before, '1.2.4', '2026-02-02');
    expect(notes('1.2.4', after)).toBe('### Fixed\n\n- A thing.');
    expect(notes('1.2.3', after)).toBe('- Old.');
    expect(() => notes('9.9.9', after)).toThrow('no section');
  });

  it('holds what it needs to run, and neither sources nor tests', () => {
    const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const packed = JSON.parse(listed) as
      | { files: { path: string }[]; size: number }[]
      | Record<string, { files: { path: string }[]; size: number }>;
    const [{ files, size } = { files: [], size: 0 }] = Object.values(packed);
    const paths = files.map((file) => file.path);
    for (const needed of [
      'plugin/dist/c-mem.cjs',
      'plugin/dist/cli.cjs',
      'plugin/dist/worker.cjs',
      'plugin/dist/prepare-thread.cjs',
      'plugin/dist/hook.cjs',
      'plugin/dist/viewer/index.html',
      'plugin/dist/viewer/icon.svg',
      'plugin/hooks/hooks.json',
      'plugin/dist/hook.cjs',
      'plugin/dist/capture.cjs',
      'plugin/dist/session-start.cjs',
      'plugin/dist/prompt.cjs',
      'plugin/dist/setup.cjs',
      'plugin/scripts/spool.sh',
      'plugin/.claude-plugin/plugin.json',
      'LICENSE',
      'README.md',
    ]) {
      expect(paths).toContain(needed);
    }
    expect(paths.filter((path) => /^(?:src|viewer|test|bench|scripts|docs)\//.test(path))).toEqual([]);
    expect(size).toBeLessThan(2_000_000);
  });

  it('names no host of a registry in its lock file', () => {
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });

  it.each(['plugin', '.'])('%s passes the client’s own check', (part) => {
    const claude = join(ROOT, 'node_modules', '.bin', 'claude');
    const env = {
      ...process.env,
      HOME: join(ROOT, 'node_modules'),
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    };
    const said = execFileSync(claude, ['plugin', 'validate', join(ROOT, part)], { env, encoding: 'utf8' });
    expect(said).toMatch(/passed/i);
  });
});
