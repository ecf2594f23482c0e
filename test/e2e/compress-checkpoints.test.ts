// Several Stops in one turn: a background task reports back, a stop hook sends the agent on. Each is a checkpoint, and
// what the first one came to must still be found after the second.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCompressBench } from '../helpers/compress-bench.ts';
import { payload, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import { waitFor } from '../helpers/scratch.ts';
import { configure, sendAt } from '../helpers/turns.ts';

const bench = useCompressBench();
const { query, jobs, allDone, withModel } = bench;

const ASKED = 'Move the price list to the new importer';
const FIRST =
  'The walrus importer reads the price list line by line now. The slow suite runs in the background. The old parser still needs to go.';
const SECOND =
  'The slow suite has passed, and the old heron parser is deleted. The warehouse still needs to hear of the new columns.';

/** Each a second after the last, unless a test puts the clock elsewhere. */
let clock = 0;
beforeEach(() => {
  clock = Date.now() - 600_000;
});
function send(body: Record<string, unknown>): void {
  clock += 1000;
  sendAt(bench.scratch, bench.session.cwd, body, clock);
}
const edit = (name: string) => {
  const file = `${bench.session.cwd}/src/${name}.ts`;
  return payload(bench.session, 'PostToolUse', {
    tool_name: 'Edit',
    tool_use_id: `edit-${name}`,
    prompt_id: 'p1',
    tool_input: { file_path: file, old_string: 'a', new_string: `const ${name} = 1` },
    tool_response: { filePath: file, oldString: 'a', newString: `const ${name} = 1`, originalFile: 'a' },
  });
};
const ends = (message: string) => stop(bench.session, message, { prompt_id: 'p1' });
const begin = () => {
  send(prompt(bench.session, ASKED, { prompt_id: 'p1' }));
  send(edit('importer'));
  send(ends(FIRST));
};
/** As the client tells of it: a prompt that no person typed. */
const goOn = () => {
  send(prompt(bench.session, '<task-notification>The suite is done.</task-notification>', { prompt_id: 'p1' }));
  send(edit('parser'));
  send(ends(SECOND));
};
const idle = (count: number) =>
  waitFor(
    () => jobs().reduce((sum, { n }) => sum + n, 0) === count && jobs().every(({ state }) => state === 'done'),
    `${count} jobs to be done`,
  );

interface Row {
  n: number;
  request: string;
  completed: string;
  next: string | null;
  files: string;
}
const summaries = () =>
  query<Row>(
    `select prompt_number as n, request, completed, next_steps as next, files_edited as files
     from summaries order by created_at, id`,
  );
const found = async (words: string) => {
  const { stdout } = await bench.scratch.cli(['search', words, '--kind', 'summary', '--json']);
  return (JSON.parse(stdout) as { hits: { kind: string; title: string }[] }).hits.filter(
    ({ kind }) => kind === 'summary',
  );
};

describe('without a model', () => {
  const expectBoth = async () => {
    expect(summaries()).toMatchObject([
      { n: 1, request: ASKED, completed: expect.stringContaining('walrus'), files: '["src/importer.ts"]' },
      { n: 1, request: ASKED, completed: expect.stringContaining('heron'), files: '["src/parser.ts"]' },
    ]);
    expect(summaries()[1]?.completed).not.toContain('walrus');
    expect(await found('walrus')).toHaveLength(1);
    // Two of one title could not be told apart.
    const [first, second] = [await found('walrus'), await found('heron')].map(([hit]) => hit?.title);
    expect(second).toBeTruthy();
    expect(second).not.toBe(first);
  };

  it('the second Stop comes when the first was summed up long ago', async () => {
    begin();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    goOn();
    await allDone(2);
    await expectBoth();
  });

  it('both Stops come at once, because no worker ran', async () => {
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    await expectBoth();
  });

  /** All of it is in the transcript before the first hook's file is taken. */
  function writeTranscript(): void {
    bench.session.transcriptPath = join(bench.scratch.home, 'projects', 'w', 'transcript.jsonl');
    const transcript = new TranscriptFixture(bench.session);
    const at = (seconds: number) => ({ timestamp: new Date(clock + seconds * 1000 - 500).toISOString() });
    const call = (name: string, seconds: number) => {
      const { tool_input, tool_response } = edit(name);
      transcript.call(`edit-${name}`, 'Edit', tool_input as Record<string, unknown>, at(seconds));
      transcript.result(`edit-${name}`, tool_response, at(seconds));
    };
    transcript.user(ASKED, 'p1', at(1));
    call('importer', 2);
    transcript.says(FIRST, at(3));
    call('parser', 5);
    transcript.says(SECOND, at(6)).write();
  }

  it('the transcript tells of all of it before the Stops are taken', async () => {
    writeTranscript();
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    await expectBoth();
  });

  it('the same, and the clock of the hooks is ahead: nothing is lost, nothing is told twice', async () => {
    writeTranscript();
    clock += 300_000;
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    await expectBoth();
  });

  it('a Stop that nothing new came before makes no summary', async () => {
    begin();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    send(ends(FIRST));
    await idle(2);
    send(ends(''));
    await idle(3);
    expect(summaries()).toHaveLength(1);
    expect(query('select outcome from jobs order by id')).toEqual([
      { outcome: 'memories' },
      { outcome: 'nothing' },
      { outcome: 'nothing' },
    ]);
  });

  it('compressed again, each Stop keeps its own summary', async () => {
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    const before = summaries();
    expect((await bench.scratch.cli(['recompress', '--all', '--yes'])).code).toBe(0);
    await bench.scratch.cli(['worker', 'restart']);
    await waitFor(() => jobs().every(({ state }) => state === 'done'), 'the queue');
    expect(summaries()).toEqual(before);
    await expectBoth();
  });

  it('the next session goes on from the last Stop: its next steps count, and nothing is told twice', async () => {
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    const { stdout } = await bench.scratch.cli(['context', '--project', bench.session.cwd]);
    const section = stdout.slice(stdout.indexOf('## Where we left off'), stdout.indexOf('## Recent sessions'));
    // The request is its own title here.
    expect(section).toMatch(
      new RegExp(
        `Title: (?:parser\\.ts: )?${ASKED} .*\nDone: The slow suite has passed, and the old heron parser`,
        'i',
      ),
    );
    expect(section).toContain('Next: The warehouse still needs to hear of the new columns.');
    expect(section).toContain('- Before that: done: The walrus importer reads the price list line by line now.');
    expect(section.match(new RegExp(ASKED, 'gi'))).toHaveLength(1);
    expect(section).not.toContain('still needs to go');
  });
});

describe('with a model', () => {
  const answer = (user: string) => {
    const said = /walrus importer/.test(user.split('</before>').at(-1) ?? '') ? 'The walrus part' : 'The heron part';
    return `<summary><request>Move the price list</request><completed>${said}</completed></summary>`;
  };

  it('each Stop is asked about once, with what is new since the last, and both summaries stay', async () => {
    await withModel('openai', (user) => ({ say: answer(user) }));
    begin();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    goOn();
    await allDone(2);
    // One that brings nothing new is not asked about.
    send(ends(SECOND));
    await idle(3);
    const asked = bench.server?.asked.map(({ user }) => user) ?? [];
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('The turn is over: also write its summary.');
    expect(asked[1]).toContain('Already summarized in this turn: The walrus part');
    expect(asked[1]).toContain('summarize only what is new here');
    expect(asked[1]).not.toMatch(/line by line|importer\.ts/);
    expect(summaries().map(({ completed }) => completed)).toEqual(['The walrus part', 'The heron part']);
    expect(await found('walrus')).toHaveLength(1);
  });

  it('both Stops at once: nothing of either is kept from the model', async () => {
    await withModel('openai', (user) => ({ say: answer(user) }));
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    const asked = bench.server?.asked.map(({ user }) => user) ?? [];
    expect(asked.filter((user) => user.includes('walrus importer reads'))).toHaveLength(1);
    expect(asked.filter((user) => user.includes('heron parser is deleted'))).toHaveLength(1);
    expect(summaries().map(({ completed }) => completed)).toEqual(['The walrus part', 'The heron part']);
  });

  it('one that comes back later writes over each Stop’s own summary', async () => {
    begin();
    goOn();
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    await bench.scratch.cli(['worker', 'stop']);
    const ids = query('select id from summaries order by id');
    await withModel('openai', (user) => ({ say: answer(user) }));
    await bench.scratch.cli(['recompress', '--all', '--yes']);
    await bench.scratch.cli(['worker', 'start']);
    await waitFor(() => summaries().every(({ completed }) => /part$/.test(completed)), 'the model');
    expect(summaries().map(({ completed }) => completed)).toEqual(['The walrus part', 'The heron part']);
    expect(query('select id from summaries order by id')).toEqual(ids);
    configure(bench.scratch, {});
  });
});
