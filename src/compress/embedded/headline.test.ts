// How sentences become headlines: what was said of work that is done, and where a line may end.
import { describe, expect, it } from 'vitest';
import { headlines } from './headline.ts';

const done = (sentence: string) => headlines(sentence, { isDone: true })[0];

describe('what was said of work that is done', () => {
  it.each([
    ['Now sets `AgentType` when creating the partial state', 'Set AgentType when creating the partial state'],
    ['Extracts the evaluators and passes them to the job', 'Extract the evaluators and pass them to the job'],
    ['Unified the read model and added a fallback', 'Unify the read model and add a fallback'],
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
  ])('%s', (sentence, title) => expect(done(sentence)).toBe(title));

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
