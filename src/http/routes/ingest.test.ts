// Hosts report their sessions: what is recorded, under which names, and what is not.

import { describe, expect, it } from 'vitest';
import { unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { eventsOfSession } from '../../store/ledger/events.ts';
import { storeOn } from '../../store/store.ts';
import { ingestRoutes } from './ingest.ts';

const bench = useHttpBench();

describe('the five stages', () => {
  it('run through the ledger, whichever name a field has', async () => {
    const { ask, db } = bench;
    const begun = await ask('POST', '/api/sessions/init', {
      claudeSessionId: 'h1',
      project: '/w/shop',
      userPrompt: 'Fix the totals',
      host: 'cursor',
    });
    expect(begun).toMatchObject({ status: 200, body: { status: 'added', sessionId: 'h1', promptNumber: 1 } });
    await ask('POST', '/sessions/observations', {
      session_id: 'h1',
      tool_name: 'Edit',
      tool_input: { file_path: '/w/shop/cart.ts', old_string: 'a', new_string: 'b' },
      tool_output: '{"filePath":"/w/shop/cart.ts"}',
      cwd: '/w/shop',
    });
    await ask('POST', '/sessions/h1/observations', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'failed',
    });
    const ended = await ask('POST', '/sessions/h1/summarize', {
      last_user_message: 'x',
      last_assistant_message: 'Done',
    });
    expect(ended.body).toMatchObject({ status: 'added', promptNumber: 1 });
    expect(ended.body.queueLength).toBeGreaterThan(0);
    expect((await ask('POST', '/api/sessions/complete', { sessionId: 'h1', reason: 'closed' })).status).toBe(200);
    expect((await ask('GET', '/sessions/h1/status')).body).toMatchObject({
      status: 'completed',
      promptNumber: 1,
      events: 6,
    });
    const events = eventsOfSession(db, 'h1');
    expect(events.map((event) => [event.kind, event.source, event.toolName])).toEqual([
      ['session_start', 'api', null],
      ['prompt', 'api', null],
      ['tool', 'api', 'Edit'],
      ['tool_failure', 'api', 'Bash'],
      ['stop', 'api', null],
      ['session_end', 'api', null],
    ]);
    expect(events[2]?.body?.['response']).toEqual({ filePath: '/w/shop/cart.ts' });
    expect((await ask('GET', '/api/sessions/h1')).body).toMatchObject({ host: 'cursor', project: 'shop', events: 6 });
  });

  it('each stage goes by the id in the path and by the id in the body', async () => {
    const { ask } = bench;
    for (const name of ['init', 'observations', 'summarize', 'complete']) {
      const body = { prompt: 'x', tool_name: 'Bash', tool_input: {} };
      for (const path of [`/sessions/a/${name}`, `/api/sessions/a/${name}`])
        expect([path, (await ask('POST', path, body)).status]).toEqual([path, 200]);
      for (const path of [`/sessions/${name}`, `/api/sessions/${name}`])
        expect([path, (await ask('POST', path, { ...body, sessionId: 'a' })).body.sessionId]).toEqual([path, 'a']);
    }
  });

  it('the same call or prompt sent again counts once', async () => {
    const { ask, db } = bench;
    const call = { sessionId: 's', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' };
    expect((await ask('POST', '/api/sessions/observations', call)).body.status).toBe('added');
    expect((await ask('POST', '/api/sessions/observations', call)).body.status).toBe('known');
    const prompt = { sessionId: 's', prompt: 'go', prompt_number: 1 };
    expect((await ask('POST', '/api/sessions/init', prompt)).body).toMatchObject({ status: 'added', promptNumber: 1 });
    expect((await ask('POST', '/api/sessions/init', prompt)).body).toMatchObject({ status: 'known', promptNumber: 1 });
    expect(eventsOfSession(db, 's')).toHaveLength(2);
  });

  it('a number names the turn that a late event belongs to', async () => {
    const { ask, db, clock } = bench;
    await ask('POST', '/sessions/s/init', { prompt: 'one' });
    clock.now += 1000;
    await ask('POST', '/sessions/s/init', { prompt: 'two' });
    clock.now += 1000;
    await ask('POST', '/sessions/s/observations', { tool_name: 'Bash', tool_input: {}, prompt_number: 1 });
    expect(eventsOfSession(db, 's').at(-1)).toMatchObject({ kind: 'tool', promptNumber: 1 });
  });

  it('a file that an editor says it saved is a file, and its turn has an observation', async () => {
    const { ask, db, clock } = bench;
    await ask('POST', '/sessions/s/init', { prompt: 'Count the totals in whole cents', cwd: '/w/shop' });
    await ask('POST', '/sessions/s/observations', { tool_name: 'FileSave', tool_input: { path: 'src/cart.ts' } });
    await ask('POST', '/sessions/s/summarize', {
      last_assistant_message: 'The totals are counted in whole cents now.',
    });
    const { claimJob } = await import('../../store/queue/jobs.ts');
    const { loadJob } = await import('../../compress/load.ts');
    const { compressEmbedded } = await import('../../compress/embedded/compress.ts');
    const job = claimJob(db, 'me', clock.now, 1000);
    const { observations, summary } = compressEmbedded(
      loadJob(storeOn(db), job as NonNullable<typeof job>, 0).material,
    );
    expect(observations).toMatchObject([{ filesModified: ['/w/shop/src/cart.ts'] }]);
    expect(summary?.filesEdited).toEqual(['src/cart.ts']);
    expect(observations[0]?.facts).toContain('src/cart.ts changed');
  });

  it('a project is found by the name that a host gave it', async () => {
    const { ask, db } = bench;
    const begin = (id: string, project: string | undefined, cwd?: string) =>
      ask('POST', `/sessions/${id}/init`, { prompt: 'x', project, cwd });
    const projects = () => db.prepare('select name, key from projects where merged_into is null order by id').all();
    const sessionsOf = async (project: string) =>
      (await ask('GET', `/api/sessions?project=${encodeURIComponent(project)}`)).body.sessions
        ?.map((session: { id: string }) => session.id)
        .sort();
    // New: it is called as the host says, and is still the folder's.
    await begin('a', 'shop', '/x/y');
    await begin('b', undefined, '/x/y');
    expect(projects()).toEqual([{ name: 'shop', key: '/x/y' }]);
    expect([await sessionsOf('shop'), await sessionsOf('/x/y')]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    // Known under another name: found by both.
    await begin('c', undefined, '/x/bank');
    await begin('d', 'The bank', '/x/bank');
    expect([await sessionsOf('bank'), await sessionsOf('The bank')]).toEqual([
      ['c', 'd'],
      ['c', 'd'],
    ]);
    // A name that is known means that project, with or without a folder.
    await begin('e', 'shop');
    await begin('f', 'shop', '/elsewhere/tree');
    expect(await sessionsOf('shop')).toEqual(['a', 'b', 'e', 'f']);
    // Two folders of one name stay apart: there the name is only the folder's.
    await begin('g', 'store', '/one/store');
    await begin('h', 'store', '/two/store');
    expect((await ask('GET', '/api/sessions?project=store')).body.error.message).toContain('2 projects');
    expect(await sessionsOf('/two/store')).toEqual(['h']);
    // Without a folder, and by id and path.
    await begin('i', 'org/tool');
    expect(await sessionsOf('org/tool')).toEqual(['i']);
    await begin('j', '1', '/somewhere');
    await begin('k', '/x/y');
    expect(await sessionsOf('shop')).toEqual(['a', 'b', 'e', 'f', 'j', 'k']);
    await begin('l', 'D:\\x\\wares', 'D:\\x\\wares\\src');
    expect([await sessionsOf('wares'), await sessionsOf('d:/x/wares')]).toEqual([['l'], ['l']]);
  });

  it('private text and secrets do not get in', async () => {
    const { ask, db } = bench;
    await ask('POST', '/sessions/s/init', { prompt: '<private>hush</private>' });
    await ask('POST', '/sessions/s/observations', {
      tool_name: 'Bash',
      tool_input: { command: 'echo AKIAIOSFODNN7EXAMPLE' },
    });
    await ask('POST', '/sessions/t/init', { prompt: 'my key is AKIAIOSFODNN7EXAMPLE' });
    const all = JSON.stringify([eventsOfSession(db, 's'), eventsOfSession(db, 't')]);
    expect(all).not.toContain('hush');
    expect(all).not.toContain('AKIAIOSFODNN7EXAMPLE');
    expect(all).toContain('[redacted:');
  });

  it('no transcript is read for a client, whatever it names', async () => {
    await bench.ask('POST', '/sessions/s/init', { prompt: 'x', transcript_path: '/etc/passwd' });
    expect(bench.db.prepare('select transcript_path as path from sessions').get()).toEqual({ path: null });
  });

  it('an excluded project is not recorded, and the reply says so', async () => {
    const { ask, db } = bench;
    await ask('PATCH', '/api/settings', { excludeProjects: ['/w/secret/**', '/w/secret'] });
    expect((await ask('POST', '/sessions/s/init', { prompt: 'x', cwd: '/w/secret/app' })).body.status).toBe('excluded');
    expect(eventsOfSession(db, 's')).toEqual([]);
  });
});

it('no route is left without a test', () => {
  expect(unserved(bench, ingestRoutes(bench.deps))).toEqual([]);
});
