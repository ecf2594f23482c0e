// The commit of a turn is read from the output of git.
import { expect, it } from 'vitest';
import { commitOf } from './git-commit.ts';
import { toolsOf } from './material.ts';

const bash = (command: string, stdout: string, kind = 'tool') => ({
  id: 1,
  kind,
  toolName: 'Bash',
  agentId: null,
  files: [],
  at: 1,
  body: { input: { command }, response: { stdout } },
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
  ['no commit', [bash('git status', '[main 1a2b3c4] x')], null],
  ['one that failed', [bash('git commit -m a', '[main 1a2b3c4] a', 'tool_failure')], null],
  ['nothing to commit', [bash('git commit -m a', 'nothing to commit')], null],
])('the commit of a turn: %s', (_name, events, id) => {
  expect(commitOf(toolsOf(events, 'claude-code'))).toBe(id);
});
