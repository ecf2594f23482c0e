// Every route, asked without a port: what it takes, what it answers, what it leaves in the store.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpBench, type HttpBench } from '../../test/helpers/http.ts';
import { addObservation, addSummary } from '../../test/helpers/records.ts';
import { eventsOfSession } from '../store/ledger/events.ts';
import { storeOn } from '../store/store.ts';
import { describeApi } from './openapi.ts';

let bench: HttpBench;
const served = new Set<string>();
beforeEach(() => {
  bench = createHttpBench();
});
afterEach(() => {
  for (const name of bench.served) served.add(name);
  bench.close();
});

const at = Date.parse('2026-03-01T09:00:00Z');
const touch = { path: '/home/dev/shop/src/cart.ts', role: 'modified' as const, digest: 'abc' };
function fill() {
  const first = addObservation(
    bench.db,
    { session: 'a', at },
    { type: 'bugfix', title: 'Count totals in cents', narrative: 'Floats lost a cent.', touches: [touch] },
  );
  const second = addObservation(
    bench.db,
    { session: 'a', at: at + 1000 },
    { type: 'decision', title: 'Prices are integers' },
  );
  const summary = addSummary(
    bench.db,
    { session: 'a', at: at + 2000 },
    { request: 'Fix the totals', completed: 'They add up' },
  );
  return { first, second, summary };
}

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

  describe('a host that tells of its prompts only at the end of a turn', () => {
    const tool = (command: string, more = {}) =>
      step('/sessions/s/observations', { tool_name: 'Bash', tool_input: { command }, ...more });
    const end = (asked: string, said: string, more = {}) =>
      step('/sessions/s/summarize', { last_user_message: asked, last_assistant_message: said, ...more });
    const step = async (path: string, body: object) => {
      bench.clock.now += 1000;
      return (await bench.ask('POST', path, body)).body;
    };
    /** What is filed under each prompt, in the order it came. */
    const turns = () => {
      const prompts = bench.db
        .prepare('select number, text from prompts where session_id = ? order by number')
        .all('s') as { number: number; text: string }[];
      const events = bench.db
        .prepare('select id from events where session_id = ? order by id')
        .all('s')
        .map((row) => (row as { id: number }).id);
      const known = new Map(eventsOfSession(bench.db, 's').map((event) => [event.id, event]));
      return prompts.map(({ number, text }) => [
        text,
        ...events.flatMap((id) => {
          const event = known.get(id);
          if (event?.promptNumber !== number || event.kind === 'prompt') return [];
          const input = event.body?.['input'] as { command?: string } | undefined;
          return [input?.command ?? `${event.kind}: ${event.body?.['message']}`];
        }),
      ]);
    };

    it('has a prompt for every turn, with what came before it in that turn', async () => {
      await tool('one');
      await tool('two');
      expect(await end('Build it', 'Built')).toMatchObject({ status: 'added', promptNumber: 1 });
      await tool('three');
      expect(await end('Test it', 'Tested')).toMatchObject({ status: 'added', promptNumber: 2 });
      expect(await end('Ship it', 'Shipped')).toMatchObject({ promptNumber: 3 });
      expect(turns()).toEqual([
        ['Build it', 'one', 'two', 'stop: Built'],
        ['Test it', 'three', 'stop: Tested'],
        ['Ship it', 'stop: Shipped'],
      ]);
      // Each turn is one job, and it holds all of its turn.
      const { claimJob } = await import('../store/queue/jobs.ts');
      const { loadJob } = await import('../compress/load.ts');
      const jobs = [1, 2, 3].map(() => {
        const job = claimJob(bench.db, 'me', bench.clock.now, 1000);
        return job && loadJob(storeOn(bench.db), job, bench.clock.now).material.events.length;
      });
      expect(jobs).toEqual([4, 3, 2]);
      expect(bench.db.prepare('select count(*) as n from jobs').get()).toEqual({ n: 3 });
    });

    it('equal prompts in a row are two turns; the same call sent twice is one', async () => {
      await tool('one');
      await end('go on', 'First');
      await tool('two');
      await end('go on', 'Second');
      await end('go on', 'Third');
      await end('go on', 'Third');
      expect(turns()).toEqual([
        ['go on', 'one', 'stop: First'],
        ['go on', 'two', 'stop: Second'],
        ['go on', 'stop: Third', 'stop: Third'],
      ]);
    });

    it('one that told of the prompt when it was typed tells nothing new', async () => {
      await step('/sessions/s/init', { prompt: 'My key is AKIAIOSFODNN7EXAMPLE, use it' });
      await tool('one');
      expect(await end('My key is AKIAIOSFODNN7EXAMPLE, use it', 'Used')).toMatchObject({ promptNumber: 1 });
      // A second Stop of the same turn.
      await tool('two');
      expect(await end('My key is AKIAIOSFODNN7EXAMPLE, use it', 'Used again')).toMatchObject({ promptNumber: 1 });
      // The next turns it tells of only at the end.
      await tool('three');
      expect(await end('And now the other one', 'Done')).toMatchObject({ promptNumber: 2 });
      expect(turns()).toMatchObject([
        [expect.stringContaining('[redacted:'), 'one', 'stop: Used', 'two', 'stop: Used again'],
        ['And now the other one', 'three', 'stop: Done'],
      ]);
    });

    it('a number tells which turn is meant, under either name', async () => {
      await tool('one', { promptNumber: 1 });
      await end('go on', 'First', { promptNumber: 1 });
      await tool('two', { promptNumber: 2 });
      // Late, but named.
      await tool('late', { prompt_number: 1 });
      expect(await end('go on', 'First', { prompt_number: 2 })).toMatchObject({ promptNumber: 2 });
      expect(await end('go on', 'Once more', { promptNumber: 2 })).toMatchObject({ promptNumber: 2 });
      expect(turns()).toEqual([
        ['go on', 'one', 'stop: First', 'late'],
        ['go on', 'two', 'stop: First', 'stop: Once more'],
      ]);
      // One that counts from elsewhere.
      await step('/sessions/t/init', { prompt: 'a', promptNumber: 7 });
      expect(await step('/sessions/t/init', { prompt: 'a', promptNumber: 7 })).toMatchObject({
        status: 'known',
        promptNumber: 1,
      });
      expect(await step('/sessions/t/init', { prompt: 'b', promptNumber: 8 })).toMatchObject({ promptNumber: 2 });
      await step('/sessions/t/observations', { tool_name: 'Bash', tool_input: {}, promptNumber: 7 });
      expect(eventsOfSession(bench.db, 't').at(-1)).toMatchObject({ kind: 'tool', promptNumber: 1 });
    });

    it('what was compressed before the prompt came goes along to its turn, and is not compressed twice', async () => {
      const { claimJob } = await import('../store/queue/jobs.ts');
      const { loadJob } = await import('../compress/load.ts');
      const { compressEmbedded } = await import('../compress/embedded/compress.ts');
      const { commitJob } = await import('../store/memories/commit.ts');
      const compressAll = async () => {
        for (let job = claimJob(bench.db, 'me', bench.clock.now, 1000); job; ) {
          const { material, context } = loadJob(storeOn(bench.db), job, bench.clock.now);
          const made = { ...compressEmbedded(material), context, wantsRecompress: false };
          commitJob(bench.db, job, 'me', made, bench.clock.now);
          job = claimJob(bench.db, 'me', bench.clock.now, 1000);
        }
      };
      const rows = (table: string, columns: string) =>
        bench.db.prepare(`select prompt_number as n, ${columns} from ${table} order by id`).all();
      await end('Build it', 'I built the shop, as it was asked for.');
      await step('/sessions/s/observations', { tool_name: 'FileSave', tool_input: { path: '/w/shop/a.ts' } });
      bench.clock.now += 600_000;
      await compressAll();
      expect(rows('observations', 'files_modified as files')).toEqual([{ n: 1, files: '["/w/shop/a.ts"]' }]);
      expect(rows('summaries', 'request')).toEqual([
        { n: 1, request: 'Build it' },
        { n: 1, request: 'Build it' },
      ]);
      await end('Test it', 'I tested the shop, and it holds.');
      await compressAll();
      expect(rows('observations', 'files_modified as files')).toEqual([{ n: 2, files: '["/w/shop/a.ts"]' }]);
      expect(rows('summaries', 'request')).toEqual([
        { n: 1, request: 'Build it' },
        { n: 2, request: null },
        { n: 2, request: 'Test it' },
      ]);
    });

    it('words that are not those the turn began with are kept with its end', async () => {
      await step('/sessions/s/init', { prompt: 'Fix the totals' });
      expect(await end('No, the taxes', 'Done')).toMatchObject({ promptNumber: 1 });
      expect(eventsOfSession(bench.db, 's').at(-1)?.body).toEqual({ message: 'Done', asked: 'No, the taxes' });
    });

    it('a turn that was private leaves nothing but the fact', async () => {
      await tool('one');
      await end('Build it', 'Built');
      await tool('hush one');
      await tool('hush two');
      expect(await end('<private>hush</private>', 'hush three')).toMatchObject({ status: 'private' });
      await tool('after');
      await end('Test it', 'Tested');
      expect(turns().map(([text]) => text)).toEqual(['Build it', 'Test it']);
      expect(JSON.stringify(eventsOfSession(bench.db, 's'))).not.toContain('hush');
    });

    it('a machine speaks in the middle of a turn', async () => {
      await tool('one');
      await end('Build it', 'Built');
      await tool('two');
      await end('<task-notification>done</task-notification>', 'All of it is built');
      expect(turns()).toEqual([['Build it', 'one', 'stop: Built', 'two', 'stop: All of it is built']]);
    });
  });

  it('a file that an editor says it saved is a file, and its turn has an observation', async () => {
    const { ask, db, clock } = bench;
    await ask('POST', '/sessions/s/init', { prompt: 'Count the totals in whole cents', cwd: '/w/shop' });
    await ask('POST', '/sessions/s/observations', { tool_name: 'FileSave', tool_input: { path: 'src/cart.ts' } });
    await ask('POST', '/sessions/s/summarize', {
      last_assistant_message: 'The totals are counted in whole cents now.',
    });
    const { claimJob } = await import('../store/queue/jobs.ts');
    const { loadJob } = await import('../compress/load.ts');
    const { compressEmbedded } = await import('../compress/embedded/compress.ts');
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

  it('stopping keeps waiting events, and nobody takes them until the session continues', async () => {
    const { ask, clock } = bench;
    const { claimJob, nextDue } = await import('../store/queue/jobs.ts');
    await ask('POST', '/sessions/s/init', { prompt: 'x' });
    await ask('POST', '/sessions/s/summarize', { last_assistant_message: 'y' });
    expect((await ask('DELETE', '/sessions/s')).body).toEqual({ sessionId: 's', status: 'failed', queueLength: 1 });
    expect(claimJob(bench.db, 'me', clock.now + 3600_000, 1000)).toBeNull();
    expect(nextDue(bench.db)).toBeNull();
    expect((await ask('POST', '/api/pending-queue/process', {})).body).toEqual({ started: 1, queueLength: 1 });
    expect(claimJob(bench.db, 'me', clock.now, 1000)).toMatchObject({ sessionId: 's' });
  });

  it('refuses what is wrong with a code, and quotes nothing of it', async () => {
    const { ask } = bench;
    expect(await ask('POST', '/api/sessions/init', {})).toMatchObject({
      status: 400,
      body: { error: { code: 'REQUEST_INVALID' } },
    });
    const wrong = await ask('POST', '/sessions/s/init', { prompt: { secret: 'sesame' } });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).not.toContain('sesame');
    expect(await ask('POST', '/sessions/s/init', '{"prompt":')).toMatchObject({
      status: 400,
      body: { error: { code: 'BODY_UNREADABLE' } },
    });
    expect(await ask('GET', '/sessions/none/status')).toMatchObject({
      status: 404,
      body: { error: { code: 'SESSION_UNKNOWN' } },
    });
    expect(await ask('GET', '/api/none')).toMatchObject({ status: 404, body: { error: { code: 'ROUTE_UNKNOWN' } } });
  });

  it('an excluded project is not recorded, and the reply says so', async () => {
    const { ask, db } = bench;
    await ask('PATCH', '/api/settings', { excludeProjects: ['/w/secret/**', '/w/secret'] });
    expect((await ask('POST', '/sessions/s/init', { prompt: 'x', cwd: '/w/secret/app' })).body.status).toBe('excluded');
    expect(eventsOfSession(db, 's')).toEqual([]);
  });
});

describe('reading', () => {
  it('lists, finds, and shows around', async () => {
    const { first, second, summary } = fill();
    const { ask } = bench;
    const all = (await ask('GET', '/api/memories?limit=2')).body;
    expect(all.items.map((item: { ref: string }) => item.ref)).toEqual([`S${summary}`, `#${second}`]);
    const rest = (await ask('GET', `/api/memories?limit=2&cursor=${all.next}`)).body;
    expect(rest).toMatchObject({ items: [{ ref: `#${first}`, project: 'shop', type: 'bugfix' }], next: null });
    expect((await ask('GET', '/api/observations?type=decision')).body.items).toHaveLength(1);
    expect((await ask('GET', '/api/observations?file=cart.ts')).body.items).toMatchObject([{ id: first }]);
    expect((await ask('GET', '/api/summaries')).body.items).toHaveLength(1);
    expect((await ask('GET', '/api/search?q=cents&project=shop')).body.items).toMatchObject([{ id: first }]);
    expect((await ask('GET', `/api/timeline?anchor=${first}&after=1`)).body).toMatchObject({
      anchor: `#${first}`,
      items: [{ id: first }, { id: second }],
    });
    expect((await ask('GET', '/api/timeline?q=integers')).body.anchor).toBe(`#${second}`);
    expect((await ask('GET', '/api/files')).body.files).toMatchObject([{ path: touch.path, memories: 1 }]);
    expect((await ask('GET', `/api/files/memories?path=${touch.path}`)).body.items).toMatchObject([
      { id: first, role: 'modified' },
    ]);
    expect((await ask('GET', '/api/sessions?project=shop')).body.sessions).toMatchObject([
      { id: 'a', observations: 2 },
    ]);
    expect((await ask('GET', '/api/sessions/a')).body.turns).toMatchObject([{ number: 1, summary: { id: summary } }]);
    expect((await ask('GET', '/api/prompts')).body).toEqual({ prompts: [], next: null });
    expect((await ask('GET', '/api/memories?since=soon')).status).toBe(400);
    expect((await ask('GET', '/api/memories?project=nowhere')).body.error.code).toBe('PROJECT_UNKNOWN');
  });

  it('a turn with several Stops shows each of their summaries, and lists tell them apart', async () => {
    const { summary } = fill();
    const later = addSummary(
      bench.db,
      { session: 'a', at: at + 3000 },
      { request: 'Fix the totals', completed: 'The slow tests passed' },
    );
    const { ask } = bench;
    expect((await ask('GET', '/api/sessions/a')).body.turns).toMatchObject([
      { number: 1, summary: { id: later }, earlier: [{ id: summary, completed: 'They add up' }] },
    ]);
    expect((await ask('GET', '/api/summaries')).body.items).toMatchObject([
      { id: later, title: 'The slow tests passed', preview: '' },
      { id: summary, title: 'Fix the totals', preview: 'They add up' },
    ]);
    const long = 'All of the slow tests passed. '.repeat(20);
    addSummary(bench.db, { session: 'a', at: at + 4000 }, { request: 'Fix the totals', completed: long });
    expect((await ask('GET', '/api/summaries')).body.items[0]).toMatchObject({ preview: '' });
    expect((await ask('GET', '/api/search?q=slow')).body.items[1]).toMatchObject({ title: 'The slow tests passed' });
  });

  it('a page follows the last without gap or double, whatever has the same time', async () => {
    for (let i = 0; i < 30; i += 1) {
      addObservation(
        bench.db,
        { session: `s${i % 3}`, project: `/home/dev/p${i % 4}/.git`, at: at + (i % 5) },
        { title: `T${i}` },
      );
      addSummary(
        bench.db,
        { session: `s${i % 3}`, project: `/home/dev/p${i % 4}/.git`, at: at + (i % 5), prompt: i },
        { request: `R${i}` },
      );
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { items, next } = (await bench.ask('GET', `/api/memories?limit=7${cursor && `&cursor=${cursor}`}`)).body;
      seen.push(...items.map((item: { ref: string }) => item.ref));
      if (next === null) break;
      cursor = next;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it('one memory tells where it came from: events, the change, the prompt', async () => {
    const { ask, db, clock } = bench;
    await ask('POST', '/sessions/s/init', { prompt: 'Round the totals', project: '/w/shop' });
    await ask('POST', '/sessions/s/observations', {
      tool_name: 'Edit',
      tool_input: { file_path: '/w/shop/cart.ts', old_string: 'sum', new_string: 'round(sum)' },
      tool_response: { filePath: '/w/shop/cart.ts' },
    });
    const edit = eventsOfSession(db, 's').find((event) => event.kind === 'tool');
    const id = addObservation(
      db,
      { session: 's', at: clock.now },
      { title: 'Rounded', eventIds: [edit?.id as number] },
    );
    expect((await ask('GET', `/api/observations/${id}`)).body).toMatchObject({
      prompt: 'Round the totals',
      evidence: [{ tool: 'Edit', headline: '/w/shop/cart.ts', diff: ['-sum', '+round(sum)'], dropped: false }],
    });
    expect((await ask('GET', '/api/observations/999')).body.error.code).toBe('MEMORY_UNKNOWN');
  });

  it('hands over the context for a host that asks', async () => {
    fill();
    const text = await bench.ask('GET', '/api/context/inject?project=shop');
    expect(text.headers.get('content-type')).toContain('text/plain');
    expect(text.body).toContain('<c-mem-context>');
    expect(text.body).toContain('Count totals in cents');
    await bench.ask('GET', '/api/context/inject?project=shop&session=a&format=json');
    expect((await bench.ask('GET', '/api/sessions/a')).body.shown).toMatchObject([{ occasion: 'session_start' }]);
    expect((await bench.ask('GET', '/context/inject?project=elsewhere')).body).toContain(
      'No memories for elsewhere yet',
    );
    const preview = await bench.ask('POST', '/api/context/preview', {
      project: 'shop',
      settings: { 'context.types': ['decision'] },
    });
    expect(preview.body.text).not.toContain('#1 ');
    expect(
      (await bench.ask('POST', '/api/context/preview', { project: 'shop', settings: { apiKey: 'x' } })).status,
    ).toBe(400);
  });

  it('tells its health: little to strangers, all with the token', async () => {
    const stranger = await bench.ask('GET', '/health', undefined, { Authorization: '' });
    expect(Object.keys(stranger.body).sort()).toEqual(['status', 'version']);
    expect((await bench.ask('GET', '/health')).body).toMatchObject({
      ...{
        status: 'troubled',
        capturing: false,
        pid: process.pid,
        port: 37777,
        uptime: 0,
        activeSessions: 0,
        queueDepth: 0,
      },
      ...{ oldestWaiting: null, spoolBacklog: 0, failures: 0, lastModelError: null },
    });
    fill();
    expect((await bench.ask('GET', '/api/stats')).body).toMatchObject({
      observations: 2,
      types: { bugfix: 1, decision: 1 },
    });
    expect((await bench.ask('GET', '/api/usage')).body).toMatchObject({ provider: 'embedded', today: { calls: 0 } });
  });
});

describe('changing', () => {
  it('edits, pins and supersedes; what was left out stays', async () => {
    const { first, second, summary } = fill();
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

  it('forgets with an undo, and permanently on request', async () => {
    const { first, second, summary } = fill();
    const { ask, db, clock } = bench;
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
    const would = await ask('POST', '/api/forget', { targets: [{ observation: second }], dryRun: true });
    expect(would.body).toMatchObject({ done: false, forgotten: { observations: 1 } });
    expect((await ask('GET', `/api/observations/${second}`)).status).toBe(200);
    expect((await ask('POST', '/api/forget', { targets: [{ session: 'a' }] })).body).toMatchObject({
      done: true,
      forgotten: { sessions: 1, observations: 2 },
    });
    expect(db.prepare('select count(*) as n from observations').get()).toEqual({ n: 0 });
  });

  it('adds a memory manually, renames, merges and excludes projects', async () => {
    fill();
    const { ask } = bench;
    const made = await ask('POST', '/api/observations', { text: 'Never round twice', project: 'shop' });
    expect(made.body.title).toBe('Never round twice');
    const careless = { text: 'The key is AKIAIOSFODNN7EXAMPLE <private>QZX</private>', project: 'shop' };
    const { id } = (await ask('POST', '/api/observations', careless)).body;
    const kept = JSON.stringify((await ask('GET', `/api/observations/${id}`)).body);
    expect(kept).toContain('[redacted:');
    expect(kept).not.toMatch(/AKIA|QZX/);
    addObservation(bench.db, { session: 'b', project: '/home/dev/store/.git', at }, {});
    const ids = (await ask('GET', '/api/projects')).body.projects.map((project: { id: number }) => project.id);
    expect(ids).toHaveLength(2);
    expect((await ask('PATCH', `/api/projects/${ids[0]}`, { name: 'The shop' })).body.name).toBe('The shop');
    expect((await ask('PATCH', `/api/projects/${ids[0]}`, { excluded: true })).body.excluded).toBe(true);
    expect(
      (await ask('GET', '/api/settings')).body.settings.find((each: { key: string }) => each.key === 'excludeProjects')
        .value,
    ).toHaveLength(2);
    expect((await ask('PATCH', `/api/projects/${ids[0]}`, { excluded: false })).body.excluded).toBe(false);
    expect((await ask('POST', `/api/projects/${ids[1]}/merge`, { into: ids[0] })).status).toBe(200);
    expect((await ask('GET', '/api/projects')).body.projects).toHaveLength(1);
    expect((await ask('POST', `/api/projects/${ids[0]}/merge`, { into: ids[0] })).status).toBe(400);
  });

  it('changes settings, tells no secret, and leaves programs to the command line', async () => {
    const { ask } = bench;
    const changed = await ask('PATCH', '/api/settings', {
      'context.full': 3,
      apiKey: 'sk-very-secret',
      idleMinutes: null,
    });
    expect(JSON.stringify(changed.body)).not.toContain('sk-very-secret');
    const by = (key: string) => changed.body.settings.find((each: { key: string }) => each.key === key);
    expect(by('context.full')).toMatchObject({ value: 3, source: 'file', default: 5 });
    expect(by('apiKey')).toMatchObject({ value: null, isSet: true, secret: true });
    expect((await ask('PATCH', '/api/settings', { 'context.full': 99 })).body.error.code).toBe('SETTING_INVALID');
    expect((await ask('PATCH', '/api/settings', { claudePath: '/tmp/evil' })).status).toBe(400);
    expect((await ask('PATCH', '/api/settings', { nonsense: 1 })).status).toBe(400);
    expect((await ask('GET', '/api/settings')).status).toBe(200);
  });

  it('says whether it works', async () => {
    expect((await bench.ask('POST', '/api/processing', { isProcessing: true })).body).toEqual({
      isProcessing: true,
      queueLength: 0,
    });
    expect((await bench.ask('POST', '/api/processing', {})).body.isProcessing).toBe(false);
  });
});

describe('the description', () => {
  it('names every route with what it takes and returns', async () => {
    const { body } = await bench.ask('GET', '/openapi.json');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const mounted = bench.app.routes.flatMap(({ spec }) =>
      spec.paths.map((path) => `${spec.method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    expect(described.sort()).toEqual([...new Set(mounted)].sort());
    expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(bench.app.routes))));
    expect(
      body.paths['/api/sessions/init'].post.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('claudeSessionId');
    // What N3 lists is there.
    for (const path of [
      '/health',
      '/api/context/inject',
      '/sessions/{id}/init',
      '/sessions/{id}/observations',
      '/sessions/{id}/summarize',
      '/sessions/{id}/status',
      '/sessions/{id}',
      '/api/sessions/init',
      '/api/sessions/observations',
      '/api/sessions/summarize',
      '/api/sessions/complete',
      '/sessions/init',
      '/sessions/observations',
      '/sessions/summarize',
      '/sessions/complete',
      '/api/processing',
      '/api/pending-queue/process',
      '/api/search',
      '/api/timeline',
      '/api/observations',
      '/api/sessions',
      '/api/prompts',
      '/api/projects',
      '/api/stats',
      '/api/usage',
      '/api/settings',
      '/stream',
    ])
      expect(body.paths).toHaveProperty([path]);
  });

  it('no route is left without a test', () => {
    const elsewhere = new Set(['viewer', 'stream']);
    const missing = bench.app.routes
      .filter(
        ({ spec }) => !elsewhere.has(spec.tag) && !spec.paths.some((path) => served.has(`${spec.method} ${path}`)),
      )
      .map(({ spec }) => `${spec.method} ${spec.paths[0]}`);
    expect(missing).toEqual([]);
  });
});
