// A gigabyte of transcripts: an import's memory stays flat, and its last part goes as fast as its first.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, ROOT, type Scratch } from '../helpers/scratch.ts';
import { generator } from '../helpers/torture.ts';

const BYTES = 1_000_000_000;
const PARTS = 5;
let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

const random = generator(3);
const WORDS =
  'parser order gateway retry cache invoice worker queue lease ledger session index rank stem token shelf'.split(' ');
const words = (count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');

/** One session of about half a megabyte, in a project of its own kind; copies get ids and days of their own. */
function template(): string {
  const session = fixtureSession('/home/dev/PROJECT');
  const transcript = new TranscriptFixture({ ...session, sessionId: 'SESSION' });
  for (let turn = 0; turn < 12; turn += 1) {
    transcript.user(`Turn ${turn}: ${words(20)}`, `PROMPT-${turn}`);
    for (let step = 0; step < 8; step += 1) {
      const id = `toolu_COPY_${turn}_${step}`;
      const file = `/home/dev/PROJECT/src/${WORDS[(turn + step) % WORDS.length]}.ts`;
      if (step % 2) transcript.call(id, 'Edit', { file_path: file, old_string: words(40), new_string: words(60) });
      else transcript.call(id, 'Bash', { command: `npm test -- ${file}` });
      transcript.result(id, step % 2 ? { filePath: file } : { stdout: words(1200), stderr: '' });
    }
    transcript.says(`I changed the ${words(3)} because ${words(12)}.`);
  }
  return transcript.text();
}

it('memory stays flat and the pace holds', async () => {
  const folder = join(scratch.home, 'projects');
  mkdirSync(folder);
  const one = template();
  const copies = Math.ceil(BYTES / one.length);
  for (let copy = 0; copy < copies; copy += 1) {
    const id = `${copy.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const day = new Date(Date.parse('2024-01-01') + copy * 3600_000).toISOString().slice(0, 13);
    const text = one
      .replaceAll('SESSION', id)
      .replaceAll('PROJECT', `project-${copy % 20}`)
      .replaceAll('COPY', String(copy))
      .replaceAll('2026-03-02T09', day)
      .replace(
        /"(uuid|parentUuid)":"[0-9a-f]{8}/g,
        (match) => `${match.slice(0, -8)}${copy.toString(16).padStart(8, '0')}`,
      );
    writeFileSync(join(folder, `${id}.jsonl`), text);
  }
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'import', 'claude-code', folder], {
    env: scratch.env,
  });
  const samples: { rss: number; cpu: number; megabytes: number }[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    const [, amount, unit] = /([\d.]+) (MB|GB) of/.exec(String(chunk)) ?? [];
    if (!amount || child.pid === undefined) return;
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      samples.push({
        rss,
        cpu: (Number(stat[11]) + Number(stat[12])) / 100,
        megabytes: Number(amount) * (unit === 'GB' ? 1000 : 1),
      });
    } catch {
      // it has just ended
    }
  });
  const code = await new Promise((done) => child.on('close', done));
  expect(code).toBe(0);
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part, part + 1].map(
      (n) => samples[Math.min(samples.length - 1, Math.floor((n * samples.length) / PARTS))],
    );
    if (!from || !to) throw new Error('no samples');
    // By processor time: other work on the machine is not the import's.
    return { pace: (to.megabytes - from.megabytes) / (to.cpu - from.cpu), rss: to.rss };
  });
  console.log(
    parts.map(({ pace, rss }) => `${pace.toFixed(1)} MB/s of processor time, ${Math.round(rss)} MB`).join('\n'),
  );
  expect(Math.max(...samples.map(({ rss }) => rss))).toBeLessThan(160);
  expect((parts.at(-1) as { rss: number }).rss).toBeLessThan((parts[0] as { rss: number }).rss * 1.2);
  expect((parts.at(-1) as { pace: number }).pace).toBeGreaterThan((parts[0] as { pace: number }).pace * 0.8);
  rmSync(folder, { recursive: true });
});
