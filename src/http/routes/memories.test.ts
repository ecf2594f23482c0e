// One memory: where it came from, editing, forgetting, adding.

import { describe, expect, it } from 'vitest';
import { addShopMemories, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { addObservation } from '../../../test/helpers/records.ts';
import { eventsOfSession } from '../../store/ledger/events.ts';
import { memoryRoutes } from './memories.ts';

const bench = useHttpBench();

it('one memory tells where it came from: events, the change, the prompt', async () => {
  const { ask, db, clock } = bench;
  await ask('POST', '/sessions/s/init', { prompt: 'Round the totals', project: '/w/shop' });
  await ask('POST', '/sessions/s/observations', {
    tool_name: 'Edit',
    tool_input: { file_path: '/w/shop/cart.ts', old_string: 'sum', new_string: 'round(sum)' },
    tool_response: { filePath: '/w/shop/cart.ts' },
  });
  const edit = eventsOfSession(db, 's').find((event) => event.kind === 'tool');
  const id = addObservation(db, { session: 's', at: clock.now }, { title: 'Rounded', eventIds: [edit?.id as number] });
  expect((await ask('GET', `/api/observations/${id}`)).body).toMatchObject({
    prompt: 'Round the totals',
    evidence: [{ tool: 'Edit', headline: '/w/shop/cart.ts', diff: ['-sum', '+round(sum)'], dropped: false }],
  });
  expect((await ask('GET', '/api/observations/999')).body.error.code).toBe('MEMORY_UNKNOWN');
});

it('lists observations and summaries', async () => {
  const { first, second, summary } = addShopMemories(bench.db);
  const ids = async (path: string) => (await bench.ask('GET', path)).body.items.map((item: { id: number }) => item.id);
  expect(await ids('/api/observations')).toEqual([second, first]);
  expect(await ids('/api/summaries')).toEqual([summary]);
});

describe('changing', () => {
  it('refuses an edit of a version that is no longer the newest, and changes nothing', async () => {
    const { first, summary } = addShopMemories(bench.db);
    const { ask, clock } = bench;
    for (const path of [`/api/observations/${first}`, `/api/summaries/${summary}`]) {
      const saved = await ask('PATCH', path, { title: 'Mine', seenEditedAt: null });
      expect(saved.body).toMatchObject({ title: 'Mine', editedAt: clock.now });
      clock.now += 1000;
      const late = await ask('PATCH', path, { title: 'Theirs', seenEditedAt: null });
      expect([late.status, late.body.error?.code]).toEqual([409, 'MEMORY_CHANGED']);
      expect((await ask('GET', path)).body.title).toBe('Mine');
      const seen = await ask('PATCH', path, { title: 'Theirs', seenEditedAt: saved.body.editedAt });
      expect(seen.body.title).toBe('Theirs');
    }
  });

  it('refuses a title of nothing but spaces', async () => {
    const { first } = addShopMemories(bench.db);
    const { status, body } = await bench.ask('PATCH', `/api/observations/${first}`, { title: '   ' });
    expect([status, body.error.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('edits, pins and supersedes; what was left out stays', async () => {
    const { first, second, summary } = addShopMemories(bench.db);
    const { ask } = bench;
    const edited = await ask('PATCH', `/api/observations/${first}`, {
      title: 'Totals are cents',
      facts: ['One', ''],
      type: 'discovery',
    });
    expect(edited.body).toMatchObject({
      title: 'Totals are cents',
      narrative: 'Floats lost a cent.',
      facts: ['One'],
      edited: true,
      type: 'discovery',
    });
    expect((await ask('GET', '/api/search?q=totals are cents')).body.items[0]).toMatchObject({ id: first });
    expect((await ask('PATCH', `/api/observations/${first}`, { pinned: true })).body.pinned).toBe(true);
    expect((await ask('GET', '/api/memories?pinned=true')).body.items).toMatchObject([{ id: first }]);
    expect((await ask('PATCH', `/api/observations/${first}`, { supersededBy: second })).body.supersededBy).toEqual({
      id: second,
      title: 'Prices are integers',
    });
    expect((await ask('GET', `/api/observations/${second}`)).body.supersedes).toMatchObject([{ id: first }]);
    expect((await ask('PATCH', `/api/observations/${second}`, { supersededBy: first })).status).toBe(400);
    expect((await ask('PATCH', `/api/observations/${first}`, { supersededBy: null })).body.supersededBy).toBeNull();
    expect((await ask('PATCH', `/api/summaries/${summary}`, { learned: 'Much', pinned: true })).body).toMatchObject({
      learned: 'Much',
      request: 'Fix the totals',
    });
    expect((await ask('PATCH', `/api/observations/${first}`, { id: 3 })).status).toBe(400);
    const secret = await ask('PATCH', `/api/observations/${first}`, { narrative: 'key AKIAIOSFODNN7EXAMPLE' });
    expect(secret.body.narrative).toContain('[redacted:');
    expect((await ask('GET', `/api/summaries/${summary}`)).body.pinned).toBe(true);
  });

  it('forgets with an undo', async () => {
    const { first, summary } = addShopMemories(bench.db);
    const { ask, clock } = bench;
    expect((await ask('DELETE', `/api/observations/${first}`)).body).toEqual({
      id: first,
      undoUntil: clock.now + 10_000,
    });
    expect((await ask('GET', `/api/observations/${first}`)).status).toBe(404);
    expect((await ask('GET', '/api/search?q=cents')).body.items).toEqual([]);
    expect((await ask('POST', `/api/observations/${first}/restore`, {})).body.item).toMatchObject({ id: first });
    expect((await ask('GET', '/api/search?q=cents')).body.items).toHaveLength(1);
    await ask('DELETE', `/api/summaries/${summary}`);
    expect((await ask('POST', `/api/summaries/${summary}/restore`, {})).status).toBe(200);
  });

  it("shows and forgets a part of the host's own memory, in the index only", async () => {
    addShopMemories(bench.db);
    const { ask, deps } = bench;
    const file = { path: '/c/memory/MEMORY.md', file: 'MEMORY.md', size: 1, modifiedAt: 5, digest: 'd' };
    const part = { type: 'feedback', heading: 'Tests', text: 'The ferry leaves.' };
    deps.store.hostMemoryFiles.put({ ...file, host: 'claude-code', projectId: 1 }, [part]);
    expect((await ask('GET', '/api/search?q=ferry')).body.items).toMatchObject([
      { kind: 'host-memory', ref: 'H1', title: 'MEMORY.md › Tests: The ferry leaves.', sessionId: null },
    ]);
    expect((await ask('GET', '/api/memories?kind=host-memory')).body.items).toHaveLength(1);
    expect((await ask('GET', '/api/memories')).body.items).not.toContainEqual(
      expect.objectContaining({ kind: 'host-memory' }),
    );
    expect((await ask('GET', '/api/host-memories/1')).body).toMatchObject({
      ...{ ...part, ref: 'H1', hostTitle: 'Claude Code', path: file.path },
      removal: expect.stringContaining('/memory'),
    });
    expect((await ask('GET', '/api/timeline?anchor=H1')).status).toBe(404);
    expect((await ask('DELETE', '/api/host-memories/1')).status).toBe(200);
    expect((await ask('GET', '/api/host-memories/1')).status).toBe(404);
    expect((await ask('GET', '/api/search?q=ferry')).body.items).toEqual([]);
    expect((await ask('POST', '/api/host-memories/1/restore', {})).body.item).toMatchObject({ ref: 'H1' });
    expect((await ask('POST', '/api/forget', { targets: [{ hostMemory: 1 }] })).body).toMatchObject({
      forgotten: { hostMemories: 1 },
    });
  });

  it('adds a memory manually', async () => {
    addShopMemories(bench.db);
    const { ask } = bench;
    const made = await ask('POST', '/api/observations', { text: 'Never round twice', project: 'shop' });
    expect(made.body.title).toBe('Never round twice');
    const careless = { text: 'The key is AKIAIOSFODNN7EXAMPLE <private>QZX</private>', project: 'shop' };
    const { id } = (await ask('POST', '/api/observations', careless)).body;
    const kept = JSON.stringify((await ask('GET', `/api/observations/${id}`)).body);
    expect(kept).toContain('[redacted:');
    expect(kept).not.toMatch(/AKIA|QZX/);
  });
});

it('no route is left without a test', () => {
  expect(unserved(bench, memoryRoutes(bench.deps))).toEqual([]);
});
