// Whatever is typed: no error, and the terms as they were typed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, SENTENCES, useSearch } from '../../../test/helpers/search.ts';
import { createSearchStore } from '../../store/search/index.ts';
import { openDatabase } from '../../store/sqlite/open.ts';
import { search } from './search.ts';

const { store, ask, say } = useSearch();

describe('whatever is typed', () => {
  it('never raises an error', async () => {
    for (const sentence of SENTENCES) await say(sentence);
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            '*',
            'AND',
            'OR',
            'NOT',
            'NEAR(',
            ')',
            '(',
            ':',
            '^',
            '-',
            '+',
            '\0',
            '\ud800',
            '😀',
            'title:',
            'cache',
            '{',
            '}',
            "'",
            '--',
            ';',
            '修',
            'ü',
          ),
          { maxLength: 30 },
        )
        .map((parts) => parts.join(' ')),
      fc
        .array(fc.constantFrom('"', '*', 'a', '\udfff', '\0', 'x:', '(', '😀', '数'), { maxLength: 40 })
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        const { hits } = await ask(text, {
          file: text.length % 3 === 0 ? text : undefined,
          branch: text.length % 5 === 0 ? text : undefined,
        });
        return Array.isArray(hits);
      }),
      { numRuns: 1000 },
    );
    for (const long of [
      'x'.repeat(10_000),
      '"'.repeat(10_001),
      'cache '.repeat(2000),
      '数'.repeat(10_000),
      '* '.repeat(5000),
    ])
      expect((await ask(long)).hits).toBeInstanceOf(Array);
  });

  it('works on a connection that only reads', async () => {
    await say('The ledger is append only');
    const reader = openDatabase(store.file, { readonly: true });
    const request = { text: 'ledger append', projectIds: [1], limit: 5, offset: 0 };
    expect((await search(createSearchStore(reader), request, NOW)).hits).toHaveLength(1);
    reader.close();
  });
});

it('a single character of unspaced writing is found in the middle of a line', async () => {
  await say('购物车的税只计算一次');
  await say('商品の価格を表示する');
  expect((await ask('税')).hits).toHaveLength(1);
  expect((await ask('価')).hits).toHaveLength(1);
  expect((await ask('猫')).hits).toHaveLength(0);
});

describe('the words that were searched for are returned as they were typed', () => {
  it.each([
    ['Totals in the CART?', ['Totals', 'CART']],
    ['総額の計算', ['総額の計算']],
    ['「文字化け」 error', ['文字化け', 'error']],
    ['ราคาสินค้า', ['ราคาสินค้า']],
    ['商', ['商']],
    ['parseConfig, parse_config()', ['parseConfig']],
    ['went migr* "whole cents" “zwei Wörter”', ['whole cents', 'zwei Wörter', 'went', 'migr*']],
    ["the user's", ["user's"]],
    ['Über-Größe', ['Über-Größe']],
    ['???', []],
  ])('%s', async (text, terms) => {
    expect((await ask(text)).terms).toEqual(terms);
  });
});
