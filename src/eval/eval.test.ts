// The metrics, and each evaluation on a small data set.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addObservation } from '../../test/helpers/records.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { evalCommits } from './commits.ts';
import { createMask, createMemoryMask } from './hide-answers.ts';
import { evalHistory } from './history.ts';
import { evalLocomo } from './locomo.ts';
import { measure } from './measure.ts';
import { Stopped } from './pace.ts';
import { inWords } from './words.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-evaltest-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith('c-mem-eval-'));

describe('the metrics', () => {
  it('recall is a share, strict is all or nothing, hit is any', async () => {
    const queries = [
      { text: 'a', gold: ['1', '2'] },
      { text: 'b', gold: ['9'] },
    ];
    const measured = await measure(queries, (query) => ({
      ids: query.text === 'a' ? ['1', 'x', '2'] : ['x', 'y'],
      tokens: query.text === 'a' ? 10 : 30,
    }));
    expect(measured.recall).toEqual({ 1: 0.25, 5: 0.5, 10: 0.5 });
    expect(measured.strict).toEqual({ 1: 0, 5: 0.5, 10: 0.5 });
    expect(measured.hit).toEqual({ 1: 0.5, 5: 0.5, 10: 0.5 });
    expect(measured.tokens).toBe(20);
  });
});

const talk = (pairs: [string, string][], session: number) =>
  pairs.map(([speaker, text], index) => ({ speaker, text, dia_id: `D${session}:${index + 1}` }));

describe('c-mem eval locomo', () => {
  it('finds the turns that answer, better than plain search, and leaves nothing behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    const file = write('talk.json', [
      {
        sample_id: 'one',
        conversation: {
          speaker_a: 'Ida',
          speaker_b: 'Tom',
          session_1_date_time: '9:05 am on 3 June, 2025',
          session_1: talk(
            [
              ['Ida', 'Hello Tom, how was the garden show?'],
              ['Tom', 'Lovely! Which of the two roses should I plant by the gate?'],
              ['Ida', 'Yellow, windproof.'],
            ],
            1,
          ),
          session_2_date_time: '8:00 pm on 9 July, 2025',
          session_2: talk(
            [
              ['Tom', 'I bought a canoe yesterday.'],
              ['Ida', 'Will you take it to the lake?'],
            ],
            2,
          ),
        },
        qa: [
          { question: 'What did Tom buy in July?', answer: 'a canoe', evidence: ['D2:1'], category: 1 },
          { question: 'Which rose is planted at the gate?', answer: 'yellow', evidence: ['D1:2; D1:3'], category: 4 },
          { question: 'No evidence here?', answer: '', evidence: [], category: 5 },
        ],
      },
    ]);
    const report = await evalLocomo(file);
    expect(report.queries).toBe(2);
    expect(report.ours.hit).toEqual({ 1: 1, 5: 1, 10: 1 });
    expect(report.ours.recall[10]).toBe(1);
    // The answer to the second question contains none of its words.
    expect(report.ours.strict[5]).toBeGreaterThan(report.bm25.strict[5] as number);
    expect(report.ours.tokens).toBeGreaterThan(0);
    expect(leftovers()).toEqual([]);
  });

  it.each([
    ['missing', null],
    ['not JSON', 'hello'],
    ['without conversations', []],
    ['of an odd shape', [{ conversation: 7, qa: 'x' }]],
  ])('a file that is %s is refused', async (_, content) => {
    const file = content === null ? join(folder, 'none.json') : write('bad.json', content);
    await expect(evalLocomo(file)).rejects.toMatchObject({ code: 'EVAL_UNREADABLE' });
  });
});

/** A session in which one file was edited, tested and committed. */
function transcript(id: string, asked: string, file: string, said: string, subject: string, at = Date.now()): string {
  let n = 0;
  const record = (type: string, message: object, more: object = {}) => {
    n += 1;
    return JSON.stringify({
      type,
      uuid: `${id}-${n}`,
      sessionId: id,
      cwd: folder,
      gitBranch: 'main',
      timestamp: new Date(at + n * 1000).toISOString(),
      message,
      ...more,
    });
  };
  const use = (name: string, input: object, response: object) => {
    const toolId = `toolu-${id}-${n}`;
    return [
      record('assistant', { role: 'assistant', content: [{ type: 'tool_use', id: toolId, name, input }] }),
      record(
        'user',
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolId, content: 'done' }] },
        { toolUseResult: response },
      ),
    ];
  };
  const path = join(folder, file);
  const commit = `git add . && git commit -m "${subject}" && git push`;
  return `${[
    record('user', { role: 'user', content: asked }),
    ...use(
      'Edit',
      { file_path: path, old_string: 'a', new_string: 'b' },
      { filePath: path, oldString: 'a', newString: 'b' },
    ),
    ...use('Bash', { command: commit }, { stdout: `[main 1a2b3c4] ${subject}\n 1 file changed`, stderr: '' }),
    record('assistant', { role: 'assistant', content: [{ type: 'text', text: said }] }),
  ].join('\n')}\n`;
}

describe('c-mem eval commits', () => {
  it('finds the session by its memories, with the commit itself masked', async () => {
    const sessions = join(folder, 'sessions');
    mkdirSync(sessions);
    const put = (id: string, text: string) => writeFileSync(join(sessions, `${id}.jsonl`), text);
    put(
      'aa',
      transcript(
        'aa',
        'The basket forgets its vouchers after a reload, please mend that',
        'src/basket.ts',
        'I fixed the basket: vouchers are now kept in the store, so a reload does not lose them.',
        'Keep vouchers of the basket',
      ),
    );
    put(
      'bb',
      transcript(
        'bb',
        'Please make the newsletter form reject addresses without a domain',
        'src/newsletter.ts',
        'The newsletter form now checks the domain of an address and shows an error beside the field.',
        'Check newsletter domains',
      ),
    );
    const file = write('queries.json', [
      { subject: 'Keep vouchers of the basket', gold: ['aa'] },
      { subject: 'Check newsletter domains', gold: ['bb'] },
      { subject: 'No gold', gold: [] },
    ]);
    const report = await evalCommits(file, sessions);
    expect(report.queries).toBe(2);
    expect(report.ours.hit[1]).toBe(1);
    expect(report.bm25.hit[10]).toBe(1);
  });

  it("masks the command, the subject and git's output, and nothing else", () => {
    const mask = createMask(['Keep (all) vouchers']);
    expect(
      mask({
        command: 'npm test && git -C x commit -am "$(cat <<EOF\nKeep (all) vouchers\nEOF\n)"',
        text: 'I will commit "keep (all)\nvouchers" now',
        list: ['[main 1a2b3c4] Something else\n1 file changed', 7, null],
      }),
    ).toEqual({
      command: 'npm test && git commit',
      text: 'I will commit " " now',
      list: ['\n1 file changed', 7, null],
    });
  });

  it('hides hundreds of subjects as fast as one, each in any case and over line breaks', () => {
    const subjects = Array.from({ length: 600 }, (_, n) => `Add the feature number ${n} to the basket`);
    const mask = createMask([...subjects, 'Fix it', 'wip']);
    const text = `${'Some words about the basket and its feature. '.repeat(20_000)}\nADD the feature\nnumber 7 to the basket!\n"fix it"\nfix it now\n- wip\n`;
    const start = performance.now();
    const masked = mask(text) as string;
    expect(performance.now() - start).toBeLessThan(2000);
    expect(masked.slice(-60)).toMatch(/feature\.\s+fix it now\s+$/);
  });

  it('in memories, hides also a subject that was shortened or taken into a sentence', () => {
    const hide = createMemoryMask(['Restore the user-visible message and fix the hook', 'Fix it']);
    expect(hide('hook: Restore the User-visible message, then more')).toBe('hook:  , then more');
    expect(hide('It said “restore the user-visible message and fix the hook”.')).toMatch(/^It said “\s+”\.$/);
    for (const own of ['The hook restores the message for users', 'fix the hook of the door', 'Please fix it now'])
      expect(hide(own)).toBe(own);
  });

  it('reports what is wrong with its files', async () => {
    const good = write('queries.json', [{ subject: 'x y', gold: ['a'] }]);
    await expect(evalCommits(good, join(folder, 'none'))).rejects.toMatchObject({ code: 'EVAL_UNREADABLE' });
    await expect(evalCommits(write('bad.json', [{ gold: ['a'] }]), folder)).rejects.toThrow(/subject/);
  });
});

describe('c-mem eval history', () => {
  const store = () => join(folder, 'c-mem.db');

  it('reports if there is too little data', async () => {
    openDatabase(store()).close();
    const report = await evalHistory(store());
    expect(report.queries).toBe(0);
    expect(report.note).toMatch(/too little/);
  });

  it("matches the repository's commits to sessions by time and files", async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args]);
    git('init', '-q');
    writeFileSync(join(folder, 'basket.ts'), 'x');
    git('add', 'basket.ts');
    git('commit', '-qm', 'Keep the vouchers');
    writeFileSync(join(folder, 'other.ts'), 'x');
    git('add', 'other.ts');
    git('commit', '-qm', 'Done by hand elsewhere');
    const at = Date.now() - 60_000;
    const path = join(folder, 'aa.jsonl');
    writeFileSync(
      path,
      transcript(
        'aa',
        'Vouchers vanish on reload, mend it please',
        'basket.ts',
        'I fixed it: the vouchers are kept in the basket over a reload.',
        'Keep the vouchers',
        at,
      ),
    );
    const db = openDatabase(store());
    addObservation(
      db,
      { session: 'aa', project: '/p', at },
      { title: 'Keep the vouchers', narrative: 'The vouchers are kept in the basket over a reload.' },
    );
    addObservation(db, { session: 'bb', project: '/p', at }, { title: 'Keep the vouchers of another session' });
    db.prepare(
      "update sessions set folder = ?, transcript_path = ?, started_at = ?, last_event_at = ? where id = 'aa'",
    ).run(folder, path, at, at + 60_000);
    db.prepare(
      `insert into events (session_id, project_id, key, kind, source, files, payload_bytes, created_at, stored_at)
       values ('aa', 1, 'k', 'tool', 'hook', ?, 0, 0, 0)`,
    ).run(JSON.stringify([{ path: join(folder, 'basket.ts'), role: 'modified', digest: null }]));
    db.close();
    vi.stubEnv('TMPDIR', folder);
    const report = await evalHistory(store());
    expect(report.queries).toBe(1);
    expect(report.ours.hit[1]).toBe(1);
    expect(report.bm25.hit[1]).toBe(1);
    expect(report.sessions).toBe(1);
    expect(report.note).toMatch(/too few/);
    expect(inWords(report)[1]).toMatch(/^first for 1 \(100 %\), among the first 5/);

    const watch = { isStopped: () => true, onProgress: () => undefined };
    await expect(evalHistory(store(), watch)).rejects.toBeInstanceOf(Stopped);
    expect(leftovers()).toEqual([]);
  });
});
