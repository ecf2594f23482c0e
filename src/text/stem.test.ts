// The stemmer, compared with FTS5's.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sqlite } from '../../test/helpers/sqlite.ts';
import { stem } from './stem.ts';

it('stems as FTS5 does', () => {
  const db = new Sqlite(':memory:');
  db.exec(`create virtual table words using fts5(word, tokenize = 'porter unicode61 remove_diacritics 2');
    create virtual table stems using fts5vocab(words, instance)`);
  const insert = db.prepare('insert into words (rowid, word) values (?, ?)');
  const stemOf = db.prepare<[number], { term: string }>('select term from stems where doc = ?');
  const endings =
    ',s,es,ies,sses,ed,eed,ing,y,ational,tional,enci,anci,izer,logi,bli,alli,entli,eli,ousli,ization,ation,ator,alism,iveness,fulness,ousness,aliti,iviti,biliti,icate,ative,alize,iciti,ical,ful,ness,al,ance,ence,er,ic,able,ible,ant,ement,ment,ent,sion,tion,ion,ou,ism,ate,iti,ous,ive,ize,e,ll'.split(
      ',',
    );
  const letters = fc.array(fc.constantFrom(...'abcdeilmnoprstuvwxyz'), { maxLength: 8 });
  const word = fc
    .tuple(letters, fc.constantFrom(...endings), fc.constantFrom(...endings))
    .map(([start, one, two]) => start.join('') + one + two)
    .filter((text) => text.length > 0);
  const words = [...new Set(fc.sample(word, { numRuns: 5000, seed: 1 }))];
  for (const [index, each] of words.entries()) insert.run(index + 1, each);
  const wrong = words.filter((each, index) => stemOf.get(index + 1)?.term !== stem(each));
  expect(wrong.map((each) => [each, stem(each)])).toEqual([]);
  db.close();
}, 60_000);
