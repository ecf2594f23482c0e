// Commits and pull requests of a turn are read from the commands that made them, and from their output.
import { describe, expect, it } from 'vitest';
import { commitsOf, lastHash } from './commits.ts';
import { toolsOf } from './material.ts';

const bash = (command: string, stdout = '', kind = 'tool') => ({
  id: 1,
  kind,
  toolName: 'Bash',
  agentId: null,
  files: [],
  at: 1,
  body: { input: { command }, response: { stdout } },
});
const commits = (...events: object[]) => commitsOf(toolsOf(events as ReturnType<typeof bash>[], 'claude-code'));
const HERE = `git add -A && git commit -m "$(cat <<'EOF'
Don't count (retried) jobs twice

The queue's "done" list held both.

Co-Authored-By: Somebody <x@example.com>
EOF
)" && git push`;

describe('the message of a commit', () => {
  it.each([
    ['-m', 'git commit -m "Count jobs once"', 'Count jobs once', ''],
    ['several -m', "git commit -am 'it'\"'\"'s done' -m 'why it was'", "it's done", 'why it was'],
    ['--message=', 'git commit --message="Count jobs once"', 'Count jobs once', ''],
    ['a here-document', HERE, "Don't count (retried) jobs twice", 'The queue\'s "done" list held both.'],
    ['stdin', "git commit -F - <<'EOF'\nCount jobs once\n\nbody\nEOF", 'Count jobs once', 'body'],
    ['another folder', 'git -C sub -c user.name=x commit -m a', 'a', ''],
    ['jj', 'jj describe -m "Count jobs once" && jj new', 'Count jobs once', ''],
    ['jj commit', 'jj commit -m "Count jobs once"', 'Count jobs once', ''],
  ])('%s', (_, command, subject, body) => {
    expect(commits(bash(command))).toMatchObject([{ what: 'commit', subject, body }]);
  });

  it('from a file that was written before', () => {
    const write = {
      ...bash(''),
      toolName: 'Write',
      files: [{ path: '/w/msg.txt', role: 'modified', digest: null }],
      body: { input: { file_path: '/w/msg.txt', content: 'Count jobs once' }, response: {} },
    };
    expect(commits(write, bash('git commit -F msg.txt'))).toMatchObject([{ subject: 'Count jobs once' }]);
  });

  it('from the output, if the command has none', () => {
    expect(commits(bash('git commit', '[main 1a2b3c4] Written in an editor'))).toMatchObject([
      { subject: 'Written in an editor', hash: '1a2b3c4' },
    ]);
  });

  it('an amended commit counts once, as it ended up', () => {
    const first = bash('git commit -m one', '[b 1111111] one');
    expect(commits(first, bash('git commit --amend --no-edit', '[b 2222222] one'))).toMatchObject([
      { subject: 'one', hash: '2222222' },
    ]);
    expect(commits(first, bash('git commit --amend -m two', '[b 2222222] two'))).toMatchObject([{ subject: 'two' }]);
  });

  it('a pull request has a title and a number', () => {
    const command = 'gh pr create --title "Count jobs once" --body "$(cat <<EOF\nWhy it\'s needed\nEOF\n)"';
    expect(commits(bash(command, 'https://github.com/o/r/pull/12'))).toMatchObject([
      { what: 'pull-request', subject: 'Count jobs once', body: "Why it's needed", number: 12 },
    ]);
  });

  it.each([
    ['words about one', 'echo "git commit -m no"'],
    ['a scratch repository', 'git init && git commit -m "Initial commit"'],
    ['a dry run', 'git commit --dry-run -m a'],
    ['a comment', '# git commit -m a'],
  ])('none: %s', (_, command) => expect(commits(bash(command))).toEqual([]));
});

it.each([
  ['a commit', [bash('git add . && git commit -m "x"', '[main 1a2b3c4] x\n 1 file changed')], '1a2b3c4'],
  ['the first of a repository', [bash('git commit -qam x; git log', '[main (root-commit) abcdef1] x')], 'abcdef1'],
  [
    'the last of several',
    [bash('git commit -m a', '[b 1111111] a'), bash('git commit -m b', '[b 2222222] b')],
    '2222222',
  ],
  ['a hook that spoke first', [bash('git -C sub commit -m a', 'lint ok\n[feat/x 1234567] a')], '1234567'],
  [
    'jj',
    [bash('jj commit -m a', 'Working copy  (@) now at: kz 00 (empty)\nParent commit (@-)      : qpvuntsm 1a2b3c4d a')],
    '1a2b3c4d',
  ],
  ['no commit', [bash('git status', '[main 1a2b3c4] x')], null],
  ['one that failed', [bash('git commit -m a', '[main 1a2b3c4] a', 'tool_failure')], null],
  ['nothing to commit', [bash('git commit -m a', 'nothing to commit')], null],
])('the hash of a turn: %s', (_name, events, hash) => {
  expect(lastHash(commits(...events))).toBe(hash);
});
