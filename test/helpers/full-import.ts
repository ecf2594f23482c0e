// A scenario for a mount namespace of its own: a disk of 8 MB fills up under an import and under a backup.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureSession, TranscriptFixture } from './payloads.ts';
import { createScratch } from './scratch.ts';

async function main(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'c-mem-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', home]);
  const scratch = createScratch({ home });
  const projects = mkdtempSync(join(tmpdir(), 'c-mem-projects-'));
  for (let index = 0; index < 30; index += 1) {
    const session = fixtureSession('/home/dev/shop', join(projects, `${index}-session.jsonl`));
    const transcript = new TranscriptFixture(session);
    for (let turn = 0; turn < 10; turn += 1) {
      const noise = Array.from({ length: 300 }, () => Math.random().toString(36)).join(' ');
      transcript
        .user(`Turn ${turn} of session ${index}`)
        .call(`t-${index}-${turn}`, 'Bash', { command: 'make' })
        .result(`t-${index}-${turn}`, { stdout: noise })
        .says(`I ran make for turn ${turn} and it built.`);
    }
    transcript.write();
  }
  writeFileSync(join(home, 'ballast'), Buffer.alloc(6_500_000));
  const full = await scratch.cli(['import', 'claude-code', projects]);
  rmSync(join(home, 'ballast'));
  const again = await scratch.cli(['import', 'claude-code', projects, '--json']);
  const counts = await scratch.status();
  writeFileSync(join(home, 'ballast'), Buffer.alloc(spare(home)));
  const backup = await scratch.cli(['backup']);
  const left = existsSync(scratch.paths.backups) ? readdirSync(scratch.paths.backups) : [];
  rmSync(join(home, 'ballast'));
  const roomy = await scratch.cli(['backup']);
  const told = {
    ...{ fullCode: full.code, fullSaid: full.stderr.trim().split('\n').at(-1), againCode: again.code },
    ...{ prompts: counts.prompts, sessions: counts.sessions, backupCode: backup.code, left, roomyCode: roomy.code },
    ...{ roomySaid: roomy.stderr },
  };
  rmSync(projects, { recursive: true });
  console.log(JSON.stringify(told));
}

/** Leaves less room than a backup takes. */
function spare(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - 400_000;
}

void main();
