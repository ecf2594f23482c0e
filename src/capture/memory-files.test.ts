// The index of the host's own memory files stays in step with the files, and never holds what it must not.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStore } from '../../test/helpers/use-store.ts';
import { splitMemory } from '../hosts/memory-markdown.ts';
import { formatId } from '../recall/ids.ts';
import { search } from '../recall/search/search.ts';
import { buildRedact } from './clean/secrets.ts';
import { checkMemoryFiles, type MemoryFileOptions } from './memory-files.ts';

const store = useStore();
const NOW = Date.parse('2026-03-10T12:00:00Z');
let memory: string;
let projects: string;
beforeEach(() => {
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(store.folder, 'claude'));
  projects = join(store.folder, 'claude', 'projects');
  memory = join(projects, '-w-shop', 'memory');
  addSession('a', '/w/shop/.git', '/w/shop');
});
afterEach(() => vi.unstubAllEnvs());

function addSession(id: string, key: string, folder: string): number {
  const { projects: known, sessions } = store.parts;
  const projectId = known.ensure({ key, name: 'shop' }, NOW);
  const transcriptPath = join(projects, folder.replace(/[^A-Za-z0-9]/g, '-'), `${id}.jsonl`);
  sessions.ensure({ id, host: 'claude-code', projectId, folder, transcriptPath, at: NOW });
  return projectId;
}

let tick = 0;
function write(name: string, content: string, at = NOW + (tick += 1000)): string {
  const path = join(memory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, at / 1000, at / 1000);
  return path;
}

const check = (more: Partial<MemoryFileOptions> = {}) =>
  checkMemoryFiles(store.parts, {
    cleaner: { redact: buildRedact() },
    isExcluded: () => false,
    isOff: () => false,
    now: () => NOW,
    ...more,
  });
const found = (text: string, more = {}) =>
  search(store.parts.search, { text, projectIds: null, limit: 20, offset: 0, ...more }, NOW).hits.map((hit) =>
    formatId(hit.kind, hit.id),
  );
const kept = () =>
  store.db.prepare('select id, heading, text from host_memories order by path, position').all() as {
    id: number;
    heading: string | null;
    text: string;
  }[];

describe('in step with the files', () => {
  it('finds what was added, changed and deleted, and keeps the IDs of what stays', async () => {
    write('MEMORY.md', '## Tests\nRun vitest with two workers.\n\n## Deploy\nThe ferry leaves from the harbor.\n');
    const topic = write('feedback.md', '---\nname: Mocks\ntype: feedback\n---\nNever mock the ledger.\n');
    expect(await check()).toEqual({ read: 2, dropped: 0 });
    expect([found('vitest workers'), found('ferry'), found('mock ledger')]).toEqual([['H1'], ['H2'], ['H3']]);
    expect(await check()).toEqual({ read: 0, dropped: 0 });

    write(
      'MEMORY.md',
      '## New\nFirst of all.\n\n## Tests\nRun vitest with three workers.\n\n## Deploy\nThe ferry leaves from the harbor.\n',
    );
    rmSync(topic);
    expect(await check()).toEqual({ read: 1, dropped: 1 });
    expect(kept().map(({ id, text }) => [id, text])).toEqual([
      [4, 'First of all.'],
      [1, 'Run vitest with three workers.'],
      [2, 'The ferry leaves from the harbor.'],
    ]);
    expect([found('two workers vitest'), found('ledger'), found('three')]).toEqual([['H1'], [], ['H1']]);
    store.db.exec("insert into host_memories_fts (host_memories_fts, rank) values ('integrity-check', 1)");
  });

  it('a file that was only touched is not split again', async () => {
    write('MEMORY.md', 'The ferry.');
    await check();
    write('MEMORY.md', 'The ferry.');
    expect(await check()).toEqual({ read: 0, dropped: 0 });
  });

  it("knows the repository's folder, whichever worktree or subfolder the sessions ran in", async () => {
    addSession('b', '/w/shop/.git', '/w/shop/.worktrees/fix');
    write('team/MEMORY.md', 'The ferry.');
    await check();
    expect(found('ferry', { projectIds: [1] })).toEqual(['H1']);
    expect(found('ferry', { projectIds: [99] })).toEqual([]);
  });

  it('a host without memory files, and projects without them, cost nothing', async () => {
    expect(await check({ hosts: [] })).toEqual({ read: 0, dropped: 0 });
    expect(await check()).toEqual({ read: 0, dropped: 0 });
  });

  it('moves along when projects are merged', async () => {
    write('MEMORY.md', 'The ferry.');
    await check();
    const other = addSession('c', '/w/other', '/w/other');
    store.parts.projects.merge(1, other);
    await check();
    expect(found('ferry', { projectIds: [other] })).toEqual(['H1']);
  });
});

describe('what must not be kept', () => {
  it('secrets are redacted and private text is dropped, also across parts', async () => {
    write(
      'MEMORY.md',
      '# A\nThe key is AKIAIOSFODNN7EXAMPLE.\n<private>\n# B\nThe heron nests.\n</private>\n# C\nEnd.\n',
    );
    await check();
    expect(JSON.stringify(kept())).not.toMatch(/AKIA|heron/);
    expect(kept().map(({ text }) => text)).toEqual([expect.stringContaining('[redacted:'), 'End.']);
  });

  it('files of excluded projects and files written during a pause are not read', async () => {
    write('MEMORY.md', 'The ferry.');
    await check({ isExcluded: (folder) => folder === '/w/shop' });
    await check({ isOff: () => true });
    expect(kept()).toEqual([]);
    await check();
    const during = NOW + 500_000;
    write('MEMORY.md', 'The ferry. The heron.', during);
    await check({ isOff: (at) => at === during });
    expect(kept().map(({ text }) => text)).toEqual(['The ferry.']);
  });

  it('a very long file is bounded', async () => {
    write('MEMORY.md', Array.from({ length: 2000 }, (_, n) => `## ${n}\n${'word '.repeat(250)}\n`).join(''));
    await check();
    expect(kept().length).toBeLessThanOrEqual(500);
  });
});

describe('forgetting', () => {
  const forget = (id: number) => store.parts.forgetting.forget([{ kind: 'host-memory', id }], NOW);
  const FILE = '## Tests\nRun vitest.\n\n## Deploy\nThe ferry leaves.\n';

  it('removes it from the index, and it stays away while its words stay the same', async () => {
    const path = write('MEMORY.md', FILE);
    await check();
    expect(store.parts.forgetting.hostFiles([{ kind: 'host-memory', id: 2 }])).toEqual([{ path, host: 'claude-code' }]);
    expect(forget(2)).toMatchObject({ hostMemories: 1, observations: 0 });
    await check();
    expect(found('ferry')).toEqual([]);
    write('MEMORY.md', `${FILE}\n## More\nAnd more.\n`);
    await check();
    expect([found('ferry'), found('more')]).toEqual([[], ['H2']]);
    write('renamed.md', FILE);
    await check();
    expect(found('ferry')).toEqual([]);
    write('MEMORY.md', FILE.replace('leaves', 'leaves at nine'));
    await check();
    expect(found('ferry')).toHaveLength(1);
  });

  it('is found by its words, and goes with its project and with a range of time', async () => {
    write('MEMORY.md', FILE, NOW - 5000);
    await check();
    expect(store.parts.forgetting.find('ferry', null)).toEqual([{ kind: 'host-memory', id: 2 }]);
    store.parts.forgetting.forget([{ kind: 'range', from: NOW - 6000, until: NOW - 4000, projectId: null }], NOW);
    await check();
    expect(kept()).toEqual([]);
    write('MEMORY.md', `${FILE}\n## More\nAnd more.\n`, NOW + 9000);
    await check();
    expect(kept().map(({ text }) => text)).toEqual(['And more.']);
    expect(store.parts.forgetting.forget([{ kind: 'project', id: 1 }], NOW + 10_000)).toMatchObject({
      hostMemories: 1,
    });
    expect(store.db.prepare('select count(*) as n from host_memory_files').get()).toEqual({ n: 0 });
    addSession('a', '/w/shop/.git', '/w/shop');
    await check();
    expect(kept()).toEqual([]);
  });

  it('a part that is about to be forgotten is left alone when its file changes', async () => {
    write('MEMORY.md', FILE);
    await check();
    store.parts.memories.hide('host-memory', 2, NOW + 10_000);
    write('MEMORY.md', `${FILE}\n## More\nAnd more.\n`);
    await check();
    expect(found('ferry')).toEqual([]);
    expect(store.parts.forgetting.due(NOW + 10_000)).toEqual([{ kind: 'host-memory', id: 2 }]);
    store.parts.memories.bringBack('host-memory', 2);
    expect(found('ferry')).toEqual(['H2']);
  });

  it('reaches the backups', async () => {
    write('MEMORY.md', FILE);
    await check();
    const place = { database: store.file, backups: join(store.folder, 'backups') };
    await store.parts.copies.backUp(place, NOW);
    const { copies } = store.parts.forgetting.forgetEverywhere(place, [{ kind: 'host-memory', id: 2 }], NOW);
    expect(copies.rewritten).toBe(1);
  });
});

it('a next host brings its own files', async () => {
  const toy = join(store.folder, 'toy.md');
  writeFileSync(toy, 'The walrus.');
  const { projects: known, sessions } = store.parts;
  const projectId = known.ensure({ key: '/w/toy', name: 'toy' }, NOW);
  sessions.ensure({ id: 't', host: 'toy', projectId, folder: '/w/toy', transcriptPath: null, at: NOW });
  const memoryFiles = {
    list: () => [{ path: toy, file: 'toy.md', size: 11, modifiedAt: NOW }],
    split: splitMemory,
    removal: 'ask it',
  };
  const { toyHost } = await import('../../test/helpers/toy-host.ts');
  await check({ hosts: [{ ...toyHost, memoryFiles }] });
  expect(found('walrus')).toEqual(['H1']);
});
