// The embedded compressor on single turns.
import { describe, expect, it } from 'vitest';
import {
  bash,
  compress,
  edit,
  event,
  fails,
  prompt,
  read,
  says,
  stop,
  tool,
  write,
} from '../../../test/helpers/material.ts';
import type { MaterialEvent } from '../material.ts';

/** Much is said, and nobody would understand a line of it. */
const VAGUE = [
  'Same thing there, and not by accident',
  'Both of them do it, each in its own way',
  'That is what it looked like from here, too',
  'It was meant to be so, and then it was not',
  'This one came first, and those came after it',
  'They never do that when nobody is around',
  'There it is again, as it was before',
  'Nothing more than that, and nothing less',
]
  .map((line) => `- ${line}\n`)
  .join('');

describe('a turn that changed something', () => {
  it('failing test, edit, passing test: a bugfix, with summary', () => {
    const { observations, summary, title } = compress([
      prompt('The cart shows 0.30000000000000004 for three items. Please fix it.'),
      read('/w/src/cart.ts'),
      fails('npm test', 'Exit code 1\nAssertionError: expected 0.30000000000000004 to be 0.3'),
      says('The problem is that prices are summed as floats.'),
      edit('/w/src/cart.ts', 'sum + item.price', 'sum + Math.round(item.price * 100)'),
      bash('npm test', '12 passed'),
      stop(
        "Done. I've changed the total to be counted in whole cents. All tests pass.\n\nYou can now remove the workaround in `receipt.ts`.",
      ),
    ]);
    expect(observations[0]).toMatchObject({
      type: 'bugfix',
      title: 'cart.ts: change the total to be counted in whole cents',
      filesModified: ['/w/src/cart.ts'],
    });
    expect(observations).toHaveLength(1);
    expect(summary).toMatchObject({
      request: 'The cart shows 0.30000000000000004 for three items. Please fix it.',
      filesRead: ['src/cart.ts'],
      filesEdited: ['src/cart.ts'],
      investigated: 'Read src/cart.ts.',
    });
    expect(summary?.completed).toContain('whole cents');
    expect(summary?.learned).toContain('summed as floats');
    // What the user may do is no step of the work.
    expect(summary?.nextSteps).toBeNull();
    expect(summary?.notes).toContain('npm test: failed, then passed');
    expect(title).toContain('whole cents');
  });

  it('a new file with exports is a feature; its symbols are facts', () => {
    const { observations } = compress([
      prompt('Add a token bucket rate limiter'),
      write('/w/src/limit.ts', 'export function createLimiter(rate: number) {\n  return rate;\n}\n'),
      stop('I added `createLimiter` in `src/limit.ts`, which hands out tokens at a fixed rate.'),
    ]);
    expect(observations[0]).toMatchObject({ type: 'feature' });
    expect(observations[0]?.title).toContain('createLimiter');
    expect(observations[0]?.facts.join(' ')).toContain('src/limit.ts is new: createLimiter');
  });

  it('renaming is a refactor, documents are a change', () => {
    const turn = (ask: string, path: string) =>
      compress([prompt(ask), edit(path, 'a', 'b'), stop('Updated it everywhere it is used.')]).observations[0]?.type;
    expect(turn('Rename loadUser to fetchUser everywhere', '/w/a.ts')).toBe('refactor');
    expect(turn('Document the --strict flag of the importer', '/w/docs/a.md')).toBe('change');
  });

  it('what a review proposes and what was then done is its title', () => {
    const { observations } = compress([
      prompt(
        'The comment says that reads are limited, but the response is read as a whole. Consider using io.LimitReader to cap the size of the response.',
      ),
      edit('/w/check.go', 'io.ReadAll(body)', 'io.ReadAll(io.LimitReader(body, 1<<20))'),
      stop('All tests pass.'),
    ]);
    expect(observations[0]?.title).toMatch(/use io\.LimitReader to cap the size of the response/i);
  });

  it('sentences of a commit whose lines were broken at a width stay whole', () => {
    const body =
      'Windows writes the cache file through a memory-mapped view, which per its\ndocumentation does not update the time of the file. Touch it explicitly.';
    const { observations } = compress([
      prompt('fix the cache of the session and commit it'),
      edit('/w/src/cache.go', 'a', 'b'),
      bash(`git commit -m "Bump the time of the session file" -m "${body}"`),
      stop('Committed.'),
    ]);
    const facts = observations[0]?.facts.join('\n') ?? '';
    expect(facts).toContain('which per its documentation does not update the time of the file');
    expect(facts).not.toMatch(/which per its$/m);
  });

  it('what is conceded before "however" is not what was asked', () => {
    const { observations } = compress([
      prompt(
        'When a session is resumed on another day, sessionKey is now kept as it was. However, metadataFolder still uses the date of today.',
      ),
      edit('/w/resume.go', 'a', 'b'),
      stop('Fixed metadataFolder, which now uses the date of the session.'),
    ]);
    expect(observations[0]?.title).not.toContain('sessionKey');
    expect(observations[0]?.title).toContain('metadataFolder');
  });

  it('new tests are called by what they test', () => {
    const { observations } = compress([
      prompt('now the tests'),
      write(
        '/w/header_test.go',
        'func TestParseHeader_Empty(t *testing.T) {}\nfunc TestParseHeader_Long(t *testing.T) {}\n',
      ),
      stop('All 2 tests pass.'),
    ]);
    expect(observations[0]?.title).toBe('Add tests for ParseHeader to header_test.go');
  });

  it('a fix is not called by the names that it added', () => {
    const { observations } = compress([
      prompt('The due date is wrong by one day for customers in Auckland, fix it'),
      edit(
        '/w/src/due.ts',
        'return x;',
        'export function localDay() {}\nexport function addDays() {}\nreturn addDays();',
      ),
      stop("The due date is now counted in the customer's time zone."),
    ]);
    expect(observations[0]?.title).toMatch(/due date/i);
  });

  it('a commit that nothing was said about, and a new version, leave only a summary', () => {
    expect(
      compress([prompt('commit'), bash('git add -A'), bash('git commit -m "Add x"'), read('/w/a.ts'), stop('Done.')])
        .observations,
    ).toEqual([]);
    expect(
      compress([prompt('and this one'), edit('/w/Cargo.toml', 'a', 'b'), stop('Done, all green.')]).observations,
    ).toEqual([]);
  });

  it('a touch of a document that nobody could list leaves only its summary', () => {
    const touch = (ask: string, path: string) =>
      compress([prompt(ask), edit(path, 'a', 'b'), stop('Done, both spots are clearer now.')]);
    expect(touch('make it clearer', '/w/README.md').observations).toEqual([]);
    expect(touch('make it clearer', '/w/README.md').summary?.completed).toBeTruthy();
    expect(touch('make it clearer', '/w/src/reader.ts').observations).toHaveLength(1);
    expect(touch('说得更清楚一些', '/w/README.md').observations).toHaveLength(1);
  });

  it.each([
    [
      'decision',
      'We should end commit subjects with the version.',
      'Good idea. Each subject ends with the version now.',
    ],
    [
      'decision',
      'should the table be called config or passthrough',
      "I'd stick with `config`, which mirrors cargo --config.",
    ],
    ['discovery', 'Where is the table of the config read?', 'Right: the table `config` is read in `load_tables`.'],
    ['discovery', 'I get an invalid request from the login', 'Right, the login accepts only https redirects.'],
  ])('without a change it is a %s: %s', (type, ask, answer) => {
    const more = 'The table `cargo.config` holds keys of `load_tables`, and `tables.rs` reads them for every package.';
    const said = `${answer}\n\n${more} ${more.replace('tables.rs', 'merge_tables')} ${more.replace('keys', 'paths')}`;
    expect(compress([prompt(ask), read('/w/Cargo.toml'), stop(said)]).observations[0]?.type).toBe(type);
  });

  it('a line in a document beside a long answer is a discovery', () => {
    const answer = `\`--force\` only reinstalls the hooks of the same agent. ${'It leaves the others as they are. '.repeat(20)}`;
    const events = [prompt('Does --force remove the hooks?'), edit('/w/README.md', 'a', 'b'), stop(answer)];
    expect(compress(events).observations[0]?.type).toBe('discovery');
  });

  it('a project in a temporary folder, or in one called tests, is a project like any other', () => {
    for (const root of ['/tmp/demo', '/home/dev/tests/shop']) {
      const events = [
        prompt('The cart shows the wrong total, please fix it'),
        edit(`${root}/src/cart.ts`, 'a', 'b'),
        stop('Fixed: the total of the cart is counted in whole cents now, so no penny is lost.'),
      ];
      expect(compress(events, { root }).observations[0]).toMatchObject({ type: 'bugfix' });
    }
  });

  it('without a word of the agent, the request and the files speak', () => {
    const { observations, summary } = compress([
      prompt('Use the new logger in the billing module'),
      edit('/w/billing.ts', 'console', 'log'),
    ]);
    expect(observations[0]?.title).toBe('Use the new logger in the billing module');
    expect(summary?.completed).toContain('billing.ts changed');
  });

  it('a plan’s heading is the title', () => {
    const { observations } = compress([
      prompt('Implement the following plan:\n\n# Plan: Cache the version check\n\n## Why\n…'),
      edit('/w/a.go', 'a', 'b'),
      stop('All tests pass.'),
    ]);
    expect(observations[0]?.title).toMatch(/^cache the version check\b/i);
  });

  it('an error that was handed over is quoted', () => {
    const { observations } = compress([
      prompt('fix this: cannot use err as string value in argument to Fprintf'),
      edit('/w/root.go', 'a', 'b'),
      stop('Done.'),
    ]);
    expect(observations[0]?.title).toMatch(/fix "cannot use err as string value in argument to Fprintf"/i);
  });

  it('a file beside the work, or a name that stands elsewhere, is not added to a title', () => {
    const { observations } = compress([
      prompt('Record the branch of every checkpoint'),
      edit('/w/STATE.md', 'a', 'b'),
      edit('/w/checkpoint_test.go', 'a', 'b'),
      edit('/w/checkpoint.go', 'a', 'b'),
      bash("git commit -m 'Add branch field to the checkpoint metadata'", '[main 1a2b3c4] Add branch field'),
      stop('The branch is recorded now. `STATE.md` and `TestBranch` follow.'),
    ]);
    expect(observations[0]?.title).toBe('Add branch field to the checkpoint metadata');
  });

  it('a document is told by its section', () => {
    const { observations } = compress([
      prompt('go on'),
      tool(
        'Edit',
        { file_path: '/w/README.md', old_string: 'old', new_string: 'new' },
        { filePath: '/w/README.md', structuredPatch: [{ lines: [' ## Manifest fields', ' ', '-old', '+new'] }] },
        [{ path: '/w/README.md', role: 'modified', digest: null }],
      ),
      stop('Done.'),
    ]);
    expect(observations[0]?.title).toBe('Update section "Manifest fields" of README.md');
  });

  it('a choice that was stated is a decision, when there is room for it', () => {
    const { observations } = compress([
      prompt('Make the importer faster'),
      ...Array.from({ length: 8 }, (_, i) => edit(`/w/f${i}.ts`, 'a', 'b')),
      says('We decided to stream the file line by line, because loading it whole needs too much memory.'),
      stop('Added a streaming importer that reads a gigabyte in constant memory.'),
    ]);
    expect(observations.map((o) => o.type)).toEqual(['feature', 'decision']);
    expect(observations[1]?.title).toBe('Decided to stream the file line by line');
  });
});

describe('a turn that changed nothing', () => {
  it('a plan that nothing was done of yet is called a plan', () => {
    const plan = '# Plan: Move the sessions to PostgreSQL\n\n1. Add a table.\n2. Copy the rows.';
    const { observations } = compress(
      [prompt('how would you do that?'), read('/w/store.ts'), read('/w/sessions.ts'), stop('The plan is ready.')],
      { notes: [{ kind: 'plan', text: plan }] },
    );
    expect(observations[0]?.title).toBe('Plan to move the sessions to PostgreSQL');
  });

  it.each(['Fix(the parser, the lexer) of sync.ts today', 'Add[one of the two watchers] to sync.ts today'])(
    'what only looks like a call does not stop it: %s',
    (line) => {
      const events = [prompt('What do you suggest for the synchronization?'), read('/w/sync.ts'), read('/w/watch.ts')];
      const said = `I suggest this:\n\n- ${line}\n\n${'It polls twice a minute and sleeps in between, which is long. '.repeat(4)}`;
      expect(compress([...events, stop(said)]).summary?.request).toBeTruthy();
    },
  );

  it.each([
    ['I recommend this:', 'Proposal: replace the polling loop of sync.ts with a watcher'],
    ['The command runs these steps in order:', 'Replace the polling loop of sync.ts with a watcher'],
  ])('what is told to do is a proposal, what is told to be there is none: %s', (intro, title) => {
    const { observations } = compress([
      prompt('Why does the synchronization lag, and should we change it?'),
      read('/w/sync.ts'),
      read('/w/watch.ts'),
      stop(
        `${intro}\n\n1. Replace the polling loop of \`sync.ts\` with a watcher\n2. Drop the delay\n\n${'It polls twice a minute and sleeps in between, which is long. '.repeat(4)}`,
      ),
    ]);
    expect(observations[0]?.title).toBe(title);
  });

  it('is called by what was asked if nothing that was said reads as a title', () => {
    const said = (answer: string) =>
      compress([
        prompt('Why does the exporter skip the archived orders?'),
        read('/w/export.ts'),
        read('/w/orders.ts'),
        stop(answer),
      ]).observations[0]?.title;
    const vague = '- Same thing there, and not by accident\n- Both of them do it, each in its own way\n'.repeat(4);
    expect(said(`Good question!\n\n${vague}`)).toBe('Why the exporter skips the archived orders');
    expect(
      said(`\`exportOrders\` filters by \`state = "open"\`, so archived orders never reach it.\n\n${vague}`),
    ).toMatch(/^exportOrders filters by/);
  });

  it('a question whose verb cannot be moved keeps its mark', () => {
    const { observations } = compress([
      prompt('How generic is the config format of the exporter?'),
      read('/w/export.ts'),
      read('/w/format.ts'),
      stop(VAGUE),
    ]);
    expect(observations[0]?.title).toBe('How generic is the config format of the exporter?');
  });

  it('is called by what was typed if nothing else can be understood, but for its summary', () => {
    const { observations, summary } = compress([
      prompt('look at the drift of the invoice totals'),
      read('/w/totals.ts'),
      read('/w/round.ts'),
      stop(VAGUE),
    ]);
    expect(observations[0]?.title).toBe('Look at the drift of the invoice totals');
    expect(summary?.request).toBe('look at the drift of the invoice totals');
  });

  it('in Korean says as much in fewer letters', () => {
    const { observations } = compress([
      prompt('내보내기가 왜 멈추는지 확인하고 커밋해줘'),
      bash('git log --oneline -5'),
      bash('git commit --amend --no-edit'),
      stop(
        '커밋을 다시 작성했습니다. 내보내기 작업은 잠금을 두 번 획득하기 때문에 멈춥니다. 첫 번째 잠금은 파일을 쓰는 동안 유지되고, 두 번째 잠금은 같은 파일의 색인을 갱신할 때 필요합니다. 그래서 색인 갱신을 잠금 해제 이후로 옮겼고, 배포 전에 통합 테스트를 한 번 더 실행해야 합니다. 이전 버전의 색인 파일은 그대로 사용할 수 있습니다. 내보내기 작업의 시간 제한은 설정 파일에서 바꿀 수 있으며, 기본값은 삼십 초입니다. 작업이 시간 안에 끝나지 않으면 다음 주기에 다시 시작합니다.',
      ),
    ]);
    expect(observations).toHaveLength(1);
  });

  it('a command of the host that lists what there is says nothing, unless more was typed beside it', () => {
    const listed = `The exporter reads all orders of a month at once and keeps them in memory, and the importer writes them one by one, each in a transaction of its own.
- Split the export of the orders by months, so that it needs less memory
- Write the orders of a month in one transaction, so that the importer is faster
- Keep both as they are, and give the worker more memory
Which one should I take?`;
    expect(compress([prompt('/explore orders'), stop(listed)]).observations).toEqual([]);
    const typed = '/explore the export of the orders runs out of memory on the large shops since last week, why?';
    expect(compress([prompt(typed), stop(listed)]).observations).toHaveLength(1);
  });

  it('gives nothing if it was short and nobody would understand its title', () => {
    const { observations, summary } = compress([
      prompt('I tweaked the list'),
      read('/w/todo.md'),
      stop(
        "Looks good. You moved it up and put the other one first. Makes sense — that's the most actionable one of them all, and the rest of it can wait until somebody gets around to it.",
      ),
    ]);
    expect(observations).toEqual([]);
    expect(summary).not.toBeNull();
  });

  it('that was cut off is told by what was said at length before', () => {
    const { observations } = compress([
      prompt('why is the exporter so slow?'),
      read('/w/export.ts'),
      stop(
        `The exporter reads every row of the orders table twice. ${'It sorts them in memory, which takes most of the time of an export. '.repeat(10)}`,
      ),
      stop('Let me look at the index, too:'),
    ]);
    expect(observations[0]?.narrative).toMatch(/reads every row of the orders table twice/);
  });

  it('in code is told by its comments', () => {
    const { observations } = compress([
      prompt('the second export hangs, look into that for me and tell me what is going on there'),
      read('/w/export.ts'),
      read('/w/lock.ts'),
      stop(
        `Here it is:\n\n\`\`\`ts\nawait lock.take();\n// the exporter takes the lock again before it is released\nawait lock.take();\n\`\`\`\n\n${VAGUE}`,
      ),
    ]);
    expect(observations[0]?.title).toBe('The exporter takes the lock again before it is released');
  });

  it('headings keep the capitals of names only', () => {
    const { observations } = compress([
      prompt('How does the importer read Stripe exports?'),
      read('/w/import.ts'),
      stop(
        `## How The Importer Reads Stripe Exports\n\n${'The rows that Stripe sends are read in pages of 100, and each page is one transaction. '.repeat(3)}`,
      ),
    ]);
    expect(observations[0]?.title).not.toMatch(/The Importer/);
    expect(observations[0]?.title).toContain('Stripe');
  });

  it('the cause that was found before a long series of checks is a fact', () => {
    const { observations } = compress([
      prompt('The hidden command test fails'),
      read('/w/check.go'),
      says('`CheckAndNotify` takes an `io.Writer` now, so it cannot see `cmd.Hidden` any more.'),
      edit('/w/check_test.go', 'cmd.Hidden = true', ''),
      ...['lint', 'build', 'format', 'docs', 'types', 'links', 'size', 'spelling'].flatMap((check) => [
        says(`The ${check} check is next.`),
        bash(`npm run ${check}`),
      ]),
      stop('Removed the test, and every check passes.'),
    ]);
    expect(observations[0]?.facts.join('\n')).toContain('io.Writer');
  });

  it('what a snippet says of itself is a fact', () => {
    const { observations } = compress([
      prompt('Which agent does the hook take?'),
      read('/w/config.ts'),
      stop(
        `${'`getAgent()` in `config.ts` returns the agent that the hook logs, and the caller does not need to know how it was found. '.repeat(2)}\n\n\`\`\`ts\n// The settings come first, then detection\nconst agent = getAgent();\n\`\`\``,
      ),
    ]);
    expect(observations[0]?.facts).toContain('The settings come first, then detection');
  });

  it('looking around that ends in a conclusion is a discovery', () => {
    const { observations } = compress([
      prompt('Why does the worker use so much memory?'),
      read('/w/worker.ts'),
      stop(
        'The worker keeps every parsed transcript in a Map that is never cleared, so memory grows with each session. Clearing it in `endSession` would fix that, because nothing reads the entries after the session has ended.',
      ),
    ]);
    expect(observations).toMatchObject([{ type: 'discovery', filesRead: ['/w/worker.ts'] }]);
    expect(observations[0]?.title).toMatch(/^The worker keeps every parsed transcript in a Map/);
    expect(observations[0]?.narrative).toMatch(
      /^The worker keeps every parsed transcript in a Map that is never cleared/,
    );
  });

  it.each([
    [
      'reads without a conclusion',
      [
        prompt('Have a look at the parser'),
        read('/w/a.ts'),
        read('/w/b.ts'),
        stop('I have the full picture. What would you like to change?'),
      ],
    ],
    [
      'listings and status checks',
      [prompt('status?'), bash('git status', 'clean'), bash('ls', 'a b'), stop('All clean.')],
    ],
    [
      'a commit and a push',
      [
        prompt('commit and push'),
        bash('git commit -m x', ''),
        bash('git push', ''),
        stop('Committed as `abc1234` and pushed.'),
      ],
    ],
    [
      'a talk without a line that says what it was about',
      [
        prompt('which one would you take?'),
        stop(
          `Very generic, it maps directly to the flag. ${'I would probably go with it, though you could take the other one as well. '.repeat(5)}`,
        ),
      ],
    ],
    ['nothing at all', [prompt('hello'), stop('Hello! How can I help?')]],
  ])('%s give no observation, but a summary of where things stand', (_name, events) => {
    const { observations, summary } = compress(events);
    expect(observations).toEqual([]);
    expect(summary?.request).toBeTruthy();
  });
});

it('a commit that was refused at first is told by what refused it', () => {
  const { observations } = compress([
    prompt('commit'),
    fails('git commit -m "Hide the selector"', 'Exit code 1\nerror: expected 2 to be 3\n228 fail'),
    says('The pre-commit hook of `bun test` runs the tests of old clones in `tmp/clones`.'),
    bash('rm -rf tmp/clones'),
    bash('git commit -m "Hide the selector"', '[main 6c8aa66] Hide the selector'),
    stop('Committed.'),
  ]);
  expect(observations[0]?.title).toContain('pre-commit hook of bun test');
  expect(observations[0]?.facts.join('\n')).toContain('tmp/clones');
});

it('"fix these" after a review is about what was reviewed', () => {
  const fixed = (title: string) =>
    compress([prompt('fix these'), edit('/w/a.go', 'a', 'b'), stop('Done.')], {
      before: [{ number: 1, prompt: 'review it', title, said: 'Three things to fix.' }],
    }).observations[0]?.title;
  expect(fixed('Review of PR #169 "Keep the offset"')).toBe('Address review of PR #169 "Keep the offset"');
  expect(fixed('PR #169: the offset is lost')).toBe('Address review of PR #169 in a.go');
});

it('a remark is not the title of a summary: what it follows is', () => {
  const said = [prompt('I think we call it a day'), stop('Sounds good. Enjoy the evening!')];
  const before = [{ number: 1, prompt: 'x', title: 'Cache the version check', said: 'Done.' }];
  expect(compress(said, { before }).summary?.title).toBe('Cache the version check (follow-up)');
  // What follows a follow-up is about the same.
  const again = [{ number: 1, prompt: 'x', title: 'Cache the version check (follow-up)', said: 'Done.' }];
  expect(compress(said, { before: again }).summary?.title).toBe('Cache the version check (follow-up)');
  expect(compress(said).summary?.title).toBeNull();
  const long = 'detached_other.go: add a portable implementation in a file with build tags';
  expect(compress(said, { before: [{ number: 1, prompt: 'x', title: long, said: 'Done.' }] }).summary?.title).toBe(
    'add a portable implementation in a file with build tags (follow-up)',
  );
});

it('a change that nothing names but the turn before is listed, an answer is not', () => {
  const before = [{ number: 1, prompt: 'x', title: 'Cache the version check', said: 'Done.' }];
  const title = (...events: MaterialEvent[]) => compress(events, { before }).observations[0]?.title;
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
  const changed = edit('/w/src/check.go', 'a', lines);
  expect(title(prompt('dale si'), changed, stop('Listo. Probalo y confirmame que arranca.'))).toMatch(
    /^Cache the version check \(follow-up\)/,
  );
  expect(title(prompt('dale si'), stop('Listo. Probalo y confirmame que arranca.'))).toBeUndefined();
});

describe('titles', () => {
  it('are never longer than 80 characters, and none is given twice', () => {
    const long = `Added ${'a very long explanation of what was changed '.repeat(10)}`;
    const first = compress([prompt('do it now please'), edit('/w/a.ts', 'a', 'b'), stop(long)]);
    expect(first.observations[0]?.title?.length).toBeLessThanOrEqual(80);
    const second = compress([prompt('do it now please'), edit('/w/b.ts', 'a', 'b'), stop(long)], {
      knownTitles: [first.observations[0]?.title ?? ''],
    });
    expect(second.observations[0]?.title).not.toBe(first.observations[0]?.title);
    expect(second.observations[0]?.title).toContain('b.ts');
  });

  it('a piece of a long turn is not summarized', () => {
    expect(compress([prompt('x y z'), edit('/w/a.ts', 'a', 'b')], { final: false }).summary).toBeNull();
  });

  it('is deterministic and takes anything', () => {
    const odd: MaterialEvent[] = [
      event('prompt', {}),
      event('tool', { input: null, response: null }, { toolName: null }),
      event('tool', { input: { file_path: 7 }, response: [1] }, { toolName: 'Edit' }),
      event('tool_failure', {}, { toolName: 'Bash' }),
      { ...event('tool', {}), body: null },
      stop('|||\n```unclosed\n- \n# \n**'),
    ];
    expect(compress(odd)).toEqual(compress(odd));
  });
});
