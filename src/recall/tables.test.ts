import { expect, it } from 'vitest';
import { stem } from '../store/search-stem.ts';
import { isGeneric } from './prompt-words.ts';
import { formsOf } from './words.ts';

it('the tables hold stems as the index makes them', () => {
  for (const word of ['fixing', 'tests', 'updated', 'implementation', 'refactor', 'documentation', 'changes']) {
    expect([word, isGeneric(stem(word))]).toEqual([word, true]);
  }
  for (const word of ['cart', 'pennies', 'balancer', 'gateway', 'redis'])
    expect([word, isGeneric(stem(word))]).toEqual([word, false]);
  for (const [word, base] of [
    ['went', 'go'],
    ['bought', 'buy'],
    ['rewrote', 'rewrite'],
    ['indices', 'index'],
    ['overwritten', 'overwrite'],
    ['becomes', 'become'],
  ]) {
    expect(formsOf(word as string, stem(word as string))[0]).toBe(base);
  }
  expect(formsOf('cart', 'cart')).toEqual(['cart']);
});
