// A commit belongs to the findings of the work it contains, also of earlier turns.
import { describe, expect, it } from 'vitest';
import { bash, edit, materialOf } from '../../test/helpers/material.ts';
import { writeTurn } from '../../test/helpers/memories.ts';
import { createStore } from '../../test/helpers/store.ts';
import { committedWork, tieCommits } from './commit-ties.ts';
import { commitsOf } from './commits.ts';
import { toolsOf } from './material.ts';

const finding = (id: number, text: string, ...filesModified: string[]) => ({
  id,
  text,
  filesModified,
  isTouched: false,
});
function ties(command: string, output: string, ...findings: ReturnType<typeof finding>[]) {
  const tools = toolsOf(materialOf([edit('/w/x.ts', 'a', 'b'), bash(command, output)]).events, 'claude-code');
  return tieCommits(committedWork(commitsOf(tools), tools), findings);
}
const CART = finding(1, 'The cart counts cents\nTotals of the cart are counted in cents', '/w/src/cart.ts');

describe('a commit', () => {
  it('lends a single finding its hash, its words and its title', () => {
    expect(ties('git commit -am "Count the totals of the cart in cents"', '[main 1a2b3c4] Count', CART)).toEqual([
      {
        observationId: 1,
        hash: '1a2b3c4',
        fact: 'Commit 1a2b3c4: Count the totals of the cart in cents',
        title: 'Count the totals of the cart in cents',
      },
    ]);
  });

  it('that says something else keeps the title; so does a finding that a person edited', () => {
    expect(ties('git commit -am "Release the new version of the shop"', '', CART)).toMatchObject([{ title: null }]);
    const edited = { ...CART, isTouched: true };
    expect(ties('git commit -am "Count the totals of the cart in cents"', '', edited)).toMatchObject([{ title: null }]);
  });

  it('contains what was staged, or everything', () => {
    const other = finding(2, 'Docs', '/w/docs/a.md');
    const staged = ties('git add src/cart.ts && git commit -m "Count in cents"', '', CART, other);
    expect(staged.map(({ observationId }) => observationId)).toEqual([1]);
    expect(ties('git add -A && git commit -m "Count in cents"', '', CART, other)).toHaveLength(2);
  });

  it('of several, each finding gets the one it shares most words with', () => {
    const docs = finding(2, 'Describe the export format in the docs', '/w/docs/a.md');
    const two = ties(
      'git commit -m "Describe the export format" && git commit -m "Count the cart in cents"',
      '',
      CART,
      docs,
    );
    expect(two.map(({ fact }) => fact)).toEqual([
      'Commit: Count the cart in cents',
      'Commit: Describe the export format',
    ]);
  });
});

it('is found by its hash and its words, once its turn is stored', async () => {
  const store = createStore();
  await writeTurn(store.db, {
    promptNumber: 1,
    observations: [{ title: 'The cart counts cents', filesModified: ['/w/src/cart.ts'] }],
  });
  const [open] = store.parts.memories.uncommitted('s1', 2);
  expect(open).toMatchObject({ filesModified: ['/w/src/cart.ts'] });
  const tie = { observationId: open?.id ?? 0, hash: '1a2b3c4', fact: 'Commit 1a2b3c4: Count in cents', title: null };
  await writeTurn(store.db, { promptNumber: 2, ties: [tie] });
  expect(store.db.prepare('select title, commit_id, facts from observations').all()).toEqual([
    { title: 'The cart counts cents', commit_id: '1a2b3c4', facts: '["Commit 1a2b3c4: Count in cents"]' },
  ]);
  expect(store.parts.memories.uncommitted('s1', 3)).toEqual([]);
  store.close();
});
