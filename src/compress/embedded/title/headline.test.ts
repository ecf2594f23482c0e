// How sentences become headlines: what was said of work that is done, and where a line may end.
import { describe, expect, it } from 'vitest';
import { headlines, LONGEST_TITLE } from './headline.ts';
import { tightened } from './tighten.ts';

const done = (sentence: string) => headlines(sentence, { isDone: true })[0];

it('what still has to be done is no title', () => {
  expect(headlines('The warehouse still needs to hear of the new columns.', { isDone: true })).toEqual([]);
  expect(headlines('The worker still has to drain the queue before it stops')).toEqual([]);
  expect(headlines('The worker still holds the lock of the last import')).not.toEqual([]);
});

describe('what was said of work that is done', () => {
  it.each([
    ['Now sets `AgentType` when creating the partial state', 'Set AgentType when creating the partial state'],
    ['Extracts the evaluators and passes them to the job', 'Extract the evaluators and pass them to the job'],
    ['Unified the read model and added a fallback', 'Unify the read model and add a fallback'],
    ['Updated scraper.py and fixed failures', 'Update scraper.py and fix failures'],
    ['Merged the live and persisted sessions', 'Merge the live and persisted sessions'],
    [
      'Extended the reader to merge live and persisted sessions',
      'Extend the reader to merge live and persisted sessions',
    ],
    ['Default config confirmed affected: `reader.ts` has no limit', 'reader.ts has no limit'],
    ['`:95-98` `readRow` skips the empty lines of a file', 'readRow skips the empty lines of a file'],
    [
      'Unified the model to merge live and persisted agent sessions',
      'Unify the model to merge live and persisted agent sessions',
    ],
    ['Unified the model and added agent sessions', 'Unify the model and add agent sessions'],
    ['Paginated the orders and overrode the default size', 'Paginate the orders and override the default size'],
    ['Removed the token from /Users/ada/.config/token', 'Remove the token from ~/.config/token'],
    ['Removed the token from docs/home/ada/token.md', 'Remove the token from docs/home/ada/token.md'],
    [
      'Updated the logic to prompt the user when `settings.json` already exists',
      'Prompt the user when settings.json already exists',
    ],
    ['Updated the logic to use `parseCart`', 'Update the logic to use parseCart'],
    ["I'll update `writeHookFile` to return whether it wrote:", 'Update writeHookFile to return whether it wrote'],
    ['Now let me move the parser into a package of its own.', 'Move the parser into a package of its own'],
    [
      "The lightest-weight approach is to add Go's built-in `runtime/trace` support.",
      "Add Go's built-in runtime/trace support",
    ],
    ['The issue was a single space difference in the map literal.', 'Fix a single space difference in the map literal'],
    [
      'The change in `common.go` now calls `AuthorOf(repo)` instead of a constant.',
      'Call AuthorOf(repo) instead of a constant',
    ],
    ['`InstallHooks()` - Now uses the root of the repository', 'InstallHooks() now uses the root of the repository'],
    [
      'release.yml now uses your token instead of the default one.',
      'release.yml now uses the token instead of the default one',
    ],
    ["I've fixed the issue by adding the retry limit to the importer.", 'Add the retry limit to the importer'],
    ['Apply the fix — move the update of the cache before the check.', 'Move the update of the cache before the check'],
    ['Fixed the endless save loop in `InvoiceEditor` by:', 'Fix the endless save loop in InvoiceEditor'],
  ])('%s', (sentence, title) => expect(done(sentence)).toBe(title));

  it.each([
    'Implemented the fix',
    'Implement the fix now in reader.ts',
    'Apply the requested changes to settings.json',
  ])('which fix, which changes? %s', (sentence) => expect(headlines(sentence, { isDone: true })).toEqual([]));

  it.each([
    ['Implement the retry fix of the importer in reader.ts', /^Implement the retry fix/],
    ['Apply the security updates to package.json', /^Apply the security updates/],
    ['Fixed the exporter by adding a limit to its queue', /^Fix the exporter/],
    ['Allow tests to fail on Windows', /^Allow tests to fail/],
    ['Make the email column of users NOT NULL', /NOT NULL$/],
    ['Rename Cart → Basket and Shop → Store in the exporter', /^Rename Cart/],
  ])('what has a name is told: %s', (sentence, title) => expect(done(sentence)).toMatch(title));

  it.each(['Tests for the parser pass again', 'Changes to the schema are in place', 'Updates are sent in batches'])(
    'a plural is no verb: %s',
    (sentence) => expect(headlines(sentence, { demand: 'any', isDone: true })[0]).toBe(sentence),
  );

  it('without changed files, intentions and what something does stay what they are', () => {
    expect(headlines("I'll update `writeHookFile` to return whether it wrote")).toEqual([]);
    expect(headlines('Reads user.name from the configuration of the repository')[0]).toMatch(/^Reads user\.name/);
  });

  it('looking is no deed', () => expect(headlines('Let me verify that the build works', { isDone: true })).toEqual([]));
});

it('a line may end before a word that begins beyond its limit', () => {
  const line = 'ReplacementTest compares both results directly with literal slices of text pairs';
  expect(line.length).toBe(80);
  expect(headlines(`${line} using slices.Equal`)[0]).toBe(line);
});

it.each([
  'The fallbackWriter and initTemplateCache helpers stay as-is',
  'The unrelated codex-provider.ts change was left unstaged',
  'Go to the settings of the repository and add a rule for main',
])('what did not change, and what somebody else has to do, is no title: %s', (sentence) => {
  expect(headlines(sentence)).toEqual([]);
});

it('does not end with a participle that lacks its end', () => {
  for (const title of headlines('Add support for tracing the startup, enabled via an environment variable of ours'))
    expect(title).not.toMatch(/enabled$/);
});

describe('what was looked at for an answer', () => {
  it.each([
    ["I'll explore your current release configuration.", 'Explore the current release configuration'],
    ['Let me check where the first prompt of a session is set.', 'Check where the first prompt of a session is set'],
    ["Sure. I'll help you clarify the documentation of checkpoints.", 'Clarify the documentation of checkpoints'],
  ])('%s', (sentence, title) => expect(headlines(sentence, { isLook: true })[0]).toBe(title));

  it('is not a title otherwise', () => {
    expect(headlines("I'll explore your current release configuration.")).toEqual([]);
  });
});

describe('a sentence that is too long', () => {
  it.each([
    [
      'I removed the unused wrapper functions `trimRunes` and `upperFirst` from `strings.go`, along with an import.',
      'Remove the unused wrapper functions trimRunes and upperFirst from strings.go',
    ],
    [
      'I updated `TestInvoice_Totals` in `invoice_test.go` to also verify that the currency of every line appears in the output.',
      'Update TestInvoice_Totals to verify that the currency of every line appears',
    ],
    [
      'The default token that the release workflow uses will not start other workflows on the pull request it opens.',
      'The default token that the release workflow uses will not start other workflows',
    ],
  ])('is told without the words that a headline can do without: %s', (sentence, title) => {
    const lines = [...headlines(sentence, { isDone: true }), ...tightened(sentence, { isDone: true })];
    expect(lines).toContain(title);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(LONGEST_TITLE);
  });

  it('is tightened whatever its dashes and quotation marks', () => {
    const sentence =
      'Updated the rendering of today to greedily take the remaining space (rather than the average) so today’s items fill it — as asked.';
    expect(tightened(sentence, { isDone: true })[0]).toBe(
      'Update the rendering of today to greedily take the remaining space',
    );
  });

  it('keeps the code without which nothing is compared, and what failed is not told as done', () => {
    const compared =
      'The list of the second object is compared against `[][2]string{{highEntropySecret, "x"}}` — expecting the exact pair of it';
    expect(tightened(compared, { isDone: true }).join()).not.toMatch(/compared —/);
    const failed =
      'Signed the binaries of the release — failed at "Install the certificate of the developer", so they are not there';
    expect(tightened(failed, { isDone: true })).toEqual([]);
  });

  it('has its paths shortened if that gives it room', () => {
    const sentence =
      'packages/server/src/lockfile.rs now keeps the address that stands in the header of an old lockfile';
    expect(headlines(sentence)[0]).toBe(
      'lockfile.rs now keeps the address that stands in the header of an old lockfile',
    );
  });

  it('loses code that is compared with', () => {
    const sentence =
      'TestCollectReplacements_Succeeds now compares repls directly against [][2]string{{"token=" + secret, "x"}} using slices.Equal.';
    expect(tightened(sentence, { isDone: true })[0]).toBe(
      'TestCollectReplacements_Succeeds now compares repls using slices.Equal',
    );
  });

  it('what was added says more than where to', () => {
    const sentence =
      "I've implemented the fix by adding the missing preferred_opening_hour and closing_hour fields to both conversion methods in the repository.";
    expect(tightened(sentence, { isDone: true })).toEqual([
      'Add the missing preferred_opening_hour and closing_hour fields',
    ]);
    const moved =
      'Moved the opening_hour and closing_hour fields of the settings to the conversion methods in the repository of shops.';
    expect(tightened(moved, { isDone: true }).join()).not.toMatch(/settings$/);
  });

  it('is not tightened if it has room', () => expect(tightened('The parser skips empty lines')).toEqual([]));
});

it('the second of two statements is whole or left out', () => {
  const lines = headlines(
    'A missing shell always skips its tests, so the pipeline stays green while nothing at all was tested on that runner',
  );
  expect(lines).toContain('A missing shell always skips its tests');
  expect(lines).not.toContain('A missing shell always skips its tests, so the pipeline stays green');
});

it('a list of deeds is whole, or left out', () => {
  const deeds = 'Bump the version of the exporter, run the build of all its packages';
  expect(headlines(`${deeds} and check that the totals are still what they were`)).not.toContain(deeds);
  expect(headlines(`${deeds}, because the totals are still not what they were`)).toContain(deeds);
});

it.each([
  [
    "There's a `GetAgent()` function in `config.go` that returns the agent in use",
    'GetAgent() function in config.go returns the agent in use',
  ],
  ['.git/hooks/pre-push is written by the installer', '.git/hooks/pre-push is written by the installer'],
])('%s', (sentence, title) => expect(headlines(sentence)[0]).toBe(title));

it('what an edit put in place of something else', () => {
  expect(done('Fixed: `bytes(...)` → `[]byte(...)` in `redact.go`')).toBe(
    'Change bytes(...) to []byte(...) in redact.go',
  );
});

it('files, and nothing said of them, are no title', () => {
  expect(headlines('shells.go, init.go (yash has no source builtin), features.go')).toEqual([]);
});

it.each([
  'Consolidate into one item',
  'email VARCHAR(80) NOT NULL COMMENT of the user',
  'Settings → Members → Roles → Add a role to the shop',
  'exporter/ ← what reads the orders (documentation)',
  'Settings to fail saving (validation errors of the exporter)',
  'Add a timeout to all 4 new test functions',
  'OwnerType is NOT set (empty string)',
  'ExportFolder was computed using paths.FolderOf(today)',
  'The unresolved comment is the exporter.ready timing one',
  'Using an anonymous parameter is cleaner for empty functions',
  'Double check that --force actually removes the hooks',
  'Create the release on GitHub — skipped (needs the signature)',
  "QuietError → Don't print anything to the screen",
  'Update the tests of the parser to use the new return values',
  'On feature/retry, branched from main, edit applied again',
  'Specific function for the branch of metadata',
  'FetchBranch - Specific function for the branch of metadata',
  'Subsequent runs show the state of the hooks',
  'The installer verifies the hooks too',
  'If only a name is set, it takes the address from the global file',
  'No other reader crosses from data to templates',
])('what cannot be understood without the rest is no title: %s', (sentence) => expect(headlines(sentence)).toEqual([]));

// Each beside one that differs only in what is wrong with the other.
it.each([
  ['a report', 'PASS: the card is visible with cream text', 'The card is visible with cream text'],
  ['a list that begins', 'The port has: everything below one folder', 'The port has everything below one folder'],
  [
    'a command',
    'kubectl port-forward svc/guestbook -n default 8080:80',
    'kubectl port-forward needs the namespace of guestbook',
  ],
  ['a line of a shell', 'cd api && go test the repository package', 'go test covers the repository package'],
  ['told to the reader', 'Right-click on the launcher to open the menu', 'A click on the launcher opens the menu'],
  ['names alone', 'filter.prepare(), filter.setType(), filter.setQ()', 'filter.prepare() calls filter.setType()'],
  ['a log that shows it', 'The logs show that the handler was called', 'The handler is called by the launcher'],
  ['counted files', 'Update two files to pass the reporter', 'Update the checker to pass the reporter'],
  ['pointed at', 'Fix that loader of the canvas', 'Fix the loader of the canvas'],
  ['begun', 'For the update - when the dice become hexagons', 'The dice become hexagons in the update'],
  ['a place alone', 'Inside the branch for responses, before the status check', 'Log inside the branch for responses'],
  ['a hope', 'The upload of photos should now work', 'The upload of photos accepts HEIC'],
  [
    'a state of the moment',
    'The manifest of the app was already modified',
    'The manifest of the app was modified by the build',
  ],
  ['counted at its head', 'Two functions in reader.go use the old parser', 'parseRow in reader.go uses the old parser'],
  ['what belongs to somebody', 'Check their message of the day', 'Check the message of the day'],
  ['a condition without its end', 'The parser skips empty lines when', 'The parser skips empty lines'],
  ['before something', 'Update the changelog of the parser before', 'Update the changelog of the parser'],
  ['a command behind its label', 'Build command: npm run build:all', 'Build command: faster with a warm cache'],
  ['a key to press', 'Browser preview: press the reload key twice', 'Browser preview: a reload key was added'],
  ['much code', "Merge the styles of the card: {} {color: 'red'}", 'Merge the styles of the card: color and size'],
  ['an option and what it does', '--log — writes the log of the exporter', 'Writes of the exporter go to its log'],
  ['a command of a package manager', 'uv sync --frozen tools', 'uv installs the frozen tools'],
  ['an option named like a verb', 'make install --use exporter', 'make install must use the exporter'],
  ['something that was put somewhere', 'Written to notes.md', 'The totals are written to notes.md'],
  ['what works now', 'The export of orders now works', 'The export of orders now works without a database'],
  ['what nothing is wrong with', 'SideBar.js reports no linter errors', 'SideBar.js reports linter errors'],
  ['what did not change', 'No environment variables were changed', 'Environment variables were changed by the build'],
  ['what a diff shows', 'Git diff shows the changes of the exporter', 'The viewer shows the changes of the exporter'],
  ['the end of a list of steps', '→ the window opens and closes again', 'The window opens and closes again'],
  ['several steps', 'Read the rows with the parser Step 2: write them', 'Read the rows with the parser of step two'],
  ['what works', 'The exporter is functioning as designed', 'The exporter is functioning without a database'],
  ['a comment', '// reads the rows of the exporter', 'Reads the rows of the exporter'],
  ['the first line of a script', '#!/bin/sh that starts the exporter', 'A script that starts the exporter'],
  ['a line that goes on below', 'Start the exporter with \\', 'Start the exporter with retries'],
  ['a command with rights', 'sudo systemctl restart exporter now', 'The exporter is restarted as root'],
  ['a report by its name', 'Test results of the exporter', 'Test results of the exporter are kept for a week'],
  [
    'what must be, without its subject',
    'Must be on the first line of the export',
    'Keys of the exporter must be on one line',
  ],
  ['a reminder', 'Remember the settings of the exporter', 'Keep the settings of the exporter'],
  [
    'an adverb without its verb',
    'The authorization of comments now properly',
    'The authorization of comments now works by role',
  ],
])('%s is no title: %s', (_, sentence, other) => {
  const low = (line: string) => headlines(line).map((one) => one.toLowerCase());
  expect(low(sentence)).not.toContain(sentence.toLowerCase());
  expect(low(other)[0]).toBe(other.toLowerCase());
});

it('what "this" does was done if something changed', () => {
  expect(done('This also adds a null check to both calls')).toBe('Add a null check to both calls');
  expect(headlines('This also adds a null check to both calls')[0]).not.toBe('Add a null check to both calls');
});

it('where the trouble is tells what an answer found', () => {
  const sentence = 'Based on the errors and `BUILD.bazel`, the issue is with the rule named `config_gen`.';
  expect(headlines(sentence)[0]).toBe('Issue with the rule named config_gen');
  expect(headlines("The timeout you're seeing in the exporter is caused by a missing index")[0]).toBe(
    'The timeout in the exporter is caused by a missing index',
  );
});

it('a verb before a colon lacks what it is done to', () => {
  expect(headlines('For uploads, the browser must automatically set:')).toEqual([]);
  expect(headlines('For uploads, the browser must set the boundary')).toContain('The browser must set the boundary');
});

it('a file that was handed over in a request loses its mark', () => {
  expect(headlines('Add a timeout in @src/config/base.py for the model', { isRequest: true })[0]).toBe(
    'Add a timeout in src/config/base.py for the model',
  );
});

it('an article follows the word after it', () => {
  const sentence =
    'The handler of addresses in the launcher now works through a properly architected bundle that macOS itself starts when it is needed.';
  expect(tightened(sentence, { isDone: true }).join()).not.toMatch(/\ba a/);
});

it.each([
  ['No build step — the loader reads extension.js directly', 'No build step — the loader reads extension.js directly'],
  ['Warn on an empty export — makes sense', 'Warn on an empty export'],
  ['No — the loader reads extension.js directly', 'The loader reads extension.js directly'],
  ['Perfect! The loader reads extension.js directly', 'The loader reads extension.js directly'],
])('what opens or ends a sentence is left out only if it says nothing: %s', (sentence, title) =>
  expect(headlines(sentence)[0]).toBe(title),
);

it('what an editor puts in place of a variable was not typed', () => {
  const asked = (sentence: string) => headlines(sentence, { isRequest: true })[0];
  expect(asked('#terminalSelection fix the error of the exporter')).toBe('Fix the error of the exporter');
  expect(asked('Fix the error of the exporter in #1234')).toBe('Fix the error of the exporter in #1234');
});

it('an error that is something is not called by what it is', () => {
  expect(headlines('The error is a bug of the editor, not of the exporter')).not.toContain(
    'A bug of the editor, not of the exporter',
  );
  expect(headlines('The error is that the exporter reads no rows')).toContain('The exporter reads no rows');
  expect(headlines('The error is a missing table, not a wrong key', { isDone: true }).join()).not.toMatch(/^Fix a/);
});

it('who does it is said elsewhere in the sentence', () => {
  expect(
    headlines('Git does the same thing: when only a name is set here, it takes the address from the global file')[0],
  ).toBe('When only a name is set here, Git takes the address from the global file');
});

it.each([
  [
    'Update the prompt logic to use the earlier session when applicable',
    'Update the prompt logic to use the earlier session',
  ],
  [
    'The checkpoints.md doesn’t explain how commits are linked',
    'checkpoints.md doesn’t explain how commits are linked',
  ],
])('says nothing in passing: %s', (sentence, title) => expect(headlines(sentence)[0]).toBe(title));

it('a question that is asked for an answer stays one', () => {
  expect(headlines('Tell me where we should add the agent to the context', { isRequest: true })).toEqual([
    'Explain where we should add the agent to the context',
  ]);
});

it('a sentence that nobody wrote takes no longer than one that somebody did', () => {
  const long = (unit: string) => `${unit.repeat(Math.ceil(60_000 / unit.length))} end.`;
  const spent = (sentence: string) => {
    const before = process.cpuUsage();
    for (const isDone of [false, true]) headlines(sentence, { isDone });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const usual = spent(long('the parser skips empty lines and ')) + 20_000;
  for (const unit of ['、', ', ', '— ', '(', '"', 'so the ']) expect(spent(long(unit)) / usual).toBeLessThan(50);
});
