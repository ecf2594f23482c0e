// The version of the user's `claude` program, if there is one.
import { spawnSync } from 'node:child_process';

export function claudeVersion(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? null) : null;
}
