// The tables of words: generic words and irregular forms as the index stems them, and stop words.
import { expect, it } from 'vitest';
import { stem } from '../../text/stem.ts';
import { formsOf, isStopWord } from '../../text/stop-words.ts';
import { isGeneric } from '../context/prompt-words.ts';

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

it('a listed word is found whole, wherever in the list it stands, and never in pieces', () => {
  for (const word of ['a', 'by', 'can', 'have', 'having', 'my', 'yourself', 'don', 'near', 'may', 'The'])
    expect([word, isStopWord(word)]).toEqual([word, true]);
  for (const word of ['b', 'ca', 'elf', 'May', 'cart', 'nea']) expect([word, isStopWord(word)]).toEqual([word, false]);
  for (const word of ['packa', 'nction', 'yea']) expect([word, isGeneric(word)]).toEqual([word, false]);
  // Stems at the ends of their families, and parts of them.
  expect(formsOf('became', 'becam')).toEqual(['become', 'became']);
  expect(formsOf('forbade', 'forbad')).toEqual(['forbid', 'forbade', 'forbidden']);
  expect(formsOf('beca', 'beca')).toEqual(['beca']);
});
