// The profile of a project, from capture to the answer: what it counts, what outlives the payloads, and what is forgotten.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../../test/helpers/capture.ts';
import { bash, payload, prompt, type SessionFixture, stop } from '../../../test/helpers/payloads.ts';
import { addObservation } from '../../../test/helpers/records.ts';
import { createStore } from '../../../test/helpers/store.ts';
import { compressEmbedded } from '../../compress/embedded/compress.ts';
import { loadJob } from '../../compress/load.ts';
import { profileLines } from '../../recall/profile.ts';
import { forget } from '../forgetting/forget.ts';

let bench: CaptureBench;
let session: SessionFixture;
let turns: number;
beforeEach(() => {
  bench = createCaptureBench();
  session = { sessionId: 's', cwd: '/home/dev/shop', transcriptPath: join(bench.store.folder, 't.jsonl') };
  turns = 0;
});
afterEach(() => {
  bench.store.close();
  rmSync(session.transcriptPath as string, { force: true });
});

/** One turn; the worker does its job afterwards. */
function turn(...calls: object[]): void {
  turns += 1;
  const id = { prompt_id: `p${turns}` };
  bench.take(prompt(session, `Change part ${turns} of the shop`, id));
  for (const each of calls) bench.take({ ...each, ...id });
  bench.take(stop(session, `I changed part ${turns} of the shop as asked.`, id));
  compressAll();
}
function compressAll(): void {
  const { parts } = bench.store;
  for (;;) {
    const job = parts.jobs.claim('me', bench.clock.now, 1000);
    if (!job) return;
    const { material, context } = loadJob(parts, job, bench.clock.now);
    parts.memories.commitJob(
      job,
      'me',
      { ...compressEmbedded(material), context, wantsRecompress: false },
      bench.clock.now,
    );
  }
}
const passes = (command: string, stdout = '') => bash(session, command, stdout);
const fails = (command: string, error: string) =>
  payload(session, 'PostToolUseFailure', {
    tool_name: 'Bash',
    tool_use_id: `fail-${Math.random()}`,
    tool_input: { command },
    error: `Exit code 1\n${error}`,
  });
const edits = (...names: string[]) =>
  names.map((name) =>
    bash(session, '', '', {
      tool_name: 'Edit',
      tool_input: { file_path: `/home/dev/shop/${name}`, old_string: 'a', new_string: 'b' },
      tool_response: { filePath: `/home/dev/shop/${name}` },
    }),
  );
const read = (project = 1) => bench.store.parts.profile.read(project);
const rows = () => bench.store.db.prepare('select command, failed from runs order by id').all();

describe('commands', () => {
  it('shows the best of each kind with how often it passed and when last', () => {
    turn(passes('npm run build'), passes('npm test 2>&1 | tail -5', '3 passed'), passes('npx vitest run a.test.ts'));
    turn(
      fails('npm test', 'AssertionError: 3'),
      passes('DEPLOY_TOKEN=hunter2-hunter2 npm test'),
      passes('npm run fmt'),
    );
    turn(passes('npm run lint && npm test'), passes('npm run fmt'), passes('npm run fmt'));
    const { commands } = read();
    expect(commands).toMatchObject([
      { kind: 'build', command: 'npm run build', passed: 1, runs: 1 },
      { kind: 'test', command: 'npm test', passed: 3, runs: 4, partial: false, lastFailed: false },
      { kind: 'lint', command: 'npm run fmt', passed: 3, runs: 3 },
    ]);
    expect(profileLines(commands)).toEqual([
      'build: `npm run build` (passed 1 of 1, last 2026-03-02)',
      'test: `npm test` (passed 3 of 4, last 2026-03-02)',
      'lint: `npm run fmt` (passed 3 of 3, last 2026-03-02)',
    ]);
    expect(profileLines(commands, 'Run `npm test` before you commit.')).toHaveLength(2);
  });

  it('does not show what never passed', () => {
    turn(fails('npm test', 'npm error Missing script: "test"'));
    turn(fails('npm test', 'npm error Missing script: "test"'), passes('npx vitest run'));
    expect(read().commands.map(({ command }) => command)).toEqual(['npx vitest run']);
  });

  it('a part proves nothing about the whole, and stands behind it', () => {
    turn(passes('go test ./cart'), passes('go test ./cart -run TestTotal'), passes('go test ./pay'));
    expect(profileLines(read().commands)).toEqual([
      'test: `go test ./...` (parts of it passed 3 of 3, last 2026-03-02)',
    ]);
    turn(fails('go test ./...', '--- FAIL: TestTotal (0.00s)'), passes('make test'));
    expect(read().commands.map(({ command }) => command)).toEqual(['make test']);
  });

  it("counts a subagent's commands, and each once when the turn is compressed again", () => {
    turn({ ...passes('npm test'), agent_id: 'a1', agent_type: 'tester' });
    const { parts, db } = bench.store;
    expect(rows()).toEqual([{ command: 'npm test', failed: 0 }]);
    db.exec("update jobs set state = 'waiting', purpose = 'recompress', run_at = 0");
    compressAll();
    expect(rows()).toHaveLength(1);
    expect(parts.profile.commands(1)).toHaveLength(1);
  });
});

describe('failures that came back', () => {
  it('names what ended them, also across pieces of a long turn', () => {
    const broken = () => fails('npm test', 'Error: connect ECONNREFUSED 127.0.0.1:5432');
    turn(broken(), ...edits('docker-compose.yml'), passes('npm test'));
    expect(read().failures).toEqual([]);
    turn(fails('npm test', 'Error: connect ECONNREFUSED 127.0.0.1:5433'));
    expect(read().failures).toMatchObject([
      {
        trouble: 'Error: connect ECONNREFUSED 127.0.0.1:5433',
        command: 'npm test',
        turns: 2,
        endedBy: 'edited docker-compose.yml',
      },
    ]);
    bench.store.db.exec('update runs set ended_by = null');
    const many = Array.from({ length: 70 }, (_, index) => passes(`ls ${index}`));
    turn(broken(), ...many, ...edits('src/db.ts'), passes('npm test'));
    expect(read().failures).toMatchObject([{ turns: 3, endedBy: 'edited src/db.ts' }]);
  });

  it('the same failure twice in one turn did not come back', () => {
    turn(fails('npm test', 'AssertionError: 3'), fails('npm test', 'AssertionError: 3'));
    expect(read().failures).toEqual([]);
  });
});

describe('files that change together', () => {
  it('takes pairs of three turns or more that are no accident', () => {
    for (let n = 0; n < 3; n += 1) {
      turn(...edits('src/cart.ts', 'src/cart.test.ts', 'CHANGELOG.md'));
      turn(...edits(`src/part${n}.ts`, 'CHANGELOG.md'));
      turn(...edits(`src/more${n}.ts`, 'CHANGELOG.md'));
    }
    turn(...edits('src/a.ts', 'src/b.ts'));
    // CHANGELOG.md changes all the time.
    expect(read().pairs).toEqual([{ files: ['src/cart.test.ts', 'src/cart.ts'], together: 3, turns: 3, lift: 3.3 }]);
  });
});

describe('what stays and what goes', () => {
  beforeEach(() => {
    for (let n = 0; n < 3; n += 1)
      turn(fails('npm test', 'Error: zebra is not defined'), ...edits('src/a.ts', 'src/b.ts'), passes('npm test'));
    turn(...edits('c.ts'));
    turn(...edits('d.ts'));
  });

  it('outlives the payloads', () => {
    const before = read();
    expect(before).toMatchObject({
      commands: [{ passed: 3, runs: 6 }],
      failures: [{ turns: 3 }],
      pairs: [{ together: 3 }],
    });
    const { db, parts } = bench.store;
    parts.events.dropOldPayloads({ before: bench.clock.now + 1e9, keepWanted: false });
    expect(db.prepare('select count(*) as n from events where payload is not null').get()).toEqual({ n: 0 });
    expect(read()).toEqual(before);
    // It can still be found, and forgotten.
    expect(parts.forgetting.find('zebra not defined', null).filter(({ kind }) => kind === 'event')).toHaveLength(3);
  });

  it('goes with its session or project', () => {
    const { db } = bench.store;
    forget(db, [{ kind: 'session', id: 's' }], bench.clock.now);
    expect(db.prepare('select count(*) as n from runs').get()).toEqual({ n: 0 });
    expect(read()).toEqual({ commands: [], failures: [], pairs: [] });
    session = { ...session, sessionId: 's2' };
    turn(passes('npm test'));
    expect(rows()).toHaveLength(1);
    forget(db, [{ kind: 'project', id: 1 }], bench.clock.now);
    expect(rows()).toEqual([]);
  });

  it('a forgotten memory takes along the same words in its turn', () => {
    const { db } = bench.store;
    const left = () => db.prepare("select count(*) as n from runs where trouble like '%zebra%'").get();
    const place = { session: 's', project: '/home/dev/shop', at: 1, prompt: 1 };
    const id = addObservation(db, place, { title: 'Zoo', narrative: 'Error: zebra is not defined' });
    expect(left()).toEqual({ n: 3 });
    forget(db, [{ kind: 'observation', id }], bench.clock.now);
    expect(left()).toEqual({ n: 2 });
  });

  it('is redacted like everything else', () => {
    const { parts, db } = bench.store;
    parts.forgetting.redact({ text: (text) => text.replaceAll('zebra', '[redacted:animal]'), body: (body) => body });
    expect(db.prepare("select count(*) as n from runs where trouble like '%zebra%'").get()).toEqual({ n: 0 });
  });

  it('moves with a merged project', () => {
    const { db, parts } = bench.store;
    const into = parts.projects.ensure({ key: '/home/dev/new', name: 'new' }, 1);
    parts.transact(() => parts.projects.merge(1, into));
    expect(read(into).commands).toMatchObject([{ command: 'npm test', runs: 6 }]);
    expect(db.prepare('select count(*) as n from runs where project_id = 1').get()).toEqual({ n: 0 });
  });

  it('survives an export and an import, also into a store that has other events', () => {
    const other = createStore();
    other.parts.projects.ensure({ key: '/home/dev/bank', name: 'bank' }, 1);
    const lines = [...bench.store.parts.rows.export(() => null)];
    const load = () => {
      const into = other.parts.rows.createImport();
      const outcomes = other.parts.transact(() => lines.map(({ type, row }) => into.take(type, structuredClone(row))));
      into.finish();
      return lines.flatMap(({ type }, index) => (type === 'run' ? [outcomes[index]] : []));
    };
    expect(load()).toEqual(Array.from({ length: 6 }, () => 'added'));
    expect(other.parts.profile.read(2)).toEqual(read());
    expect(load()).toEqual(Array.from({ length: 6 }, () => 'known'));
    // A run whose event was forgotten here does not come back.
    forget(
      other.db,
      [{ kind: 'event', id: (other.db.prepare('select event_id as id from runs').get() as { id: number }).id }],
      1,
    );
    expect(load().filter((outcome) => outcome === 'forgotten')).toHaveLength(1);
    other.close();
  });
});

it('reads no more in a store of 100,000 events than in one of 20,000', () => {
  const { db, parts } = bench.store;
  turn(passes('npm test'));
  const add = db.prepare(
    `insert into events (session_id, project_id, key, kind, source, prompt_number, tool_name, worktree, files, payload_bytes,
       created_at, stored_at) values ('s', 1, @key, 'tool', 'hook', @turn, 'Edit', '/home/dev/shop', @files, 0, @n, @n)`,
  );
  const addRun = db.prepare(
    `insert into runs (event_id, position, project_id, kind, command, partial, failed, trouble, created_at)
     values (?, 0, 1, 'test', ?, 0, ?, ?, ?)`,
  );
  const fill = (from: number, to: number) =>
    parts.transact(() => {
      for (let n = from; n < to; n += 1) {
        const file = { path: `/home/dev/shop/src/${n % 500}.ts`, role: 'modified', digest: null };
        const { lastInsertRowid } = add.run({
          ...{ key: `k${n}`, turn: Math.floor(n / 20), files: JSON.stringify([file]), n },
        });
        const failed = n % 3 === 0;
        if (n % 10 === 0)
          addRun.run(
            lastInsertRowid,
            `npm run test:${n % 70}`,
            failed ? 1 : 0,
            failed ? `Error ${n} in part` : null,
            n,
          );
      }
    });
  const fastest = () =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const started = performance.now();
        read();
        return performance.now() - started;
      }),
    );
  fill(0, 20_000);
  const small = fastest();
  fill(20_000, 100_000);
  // Without a bound it would be five times as much.
  expect(fastest() / small).toBeLessThan(3.5);
});
