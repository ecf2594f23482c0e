// What a message consists of, whatever draws its tables.
import { describe, expect, it } from 'vitest';
import { readMessage } from './message.ts';

const told = (message: string) => readMessage(message).passages.map(({ kind, text }) => [kind, text]);

describe('tables and trees', () => {
  const rows = [['row', 'retry.ts: raises the limit']];

  it('a table drawn with lines is one, like a table in Markdown', () => {
    expect(told('| File | What |\n|---|---|\n| retry.ts | raises the limit |')).toEqual(rows);
    expect(
      told('┌──────┬──────┐\n│ File │ What │\n├──────┼──────┤\n│ retry.ts │ raises the limit │\n└──────┴──────┘'),
    ).toEqual(rows);
    expect(told('╔══════╗\n║ File ║ What ║\n╠══════╣\n║ retry.ts ║ raises the limit ║\n╚══════╝')).toEqual(rows);
  });

  it('the picture of a tree says nothing', () => {
    expect(told('The layout:\n├── README.md # the card\n│   └── data/\n└── src/')).toEqual([
      ['sentence', 'The layout:'],
    ]);
  });
});

it('Korean sentences end with their verb', () => {
  expect(told('스키마를 확인했습니다. lesson_scripts 테이블에 열이 있습니다.')).toEqual([
    ['sentence', '스키마를 확인했습니다.'],
    ['sentence', 'lesson_scripts 테이블에 열이 있습니다.'],
  ]);
});

it('one word between bars is a name, several are bold', () => {
  expect(told('Call `super` in __init__ before the rest')).toEqual([
    ['sentence', 'Call super in __init__ before the rest'],
  ]);
  expect(told('It is __not a name__ of anything.')[0]?.[1]).toBe('It is not a name of anything.');
});

it.each([
  ['Сделай пп. 2 и 3 из плана. 5 файлов осталось.', ['Сделай пп. 2 и 3 из плана.', '5 файлов осталось.']],
  ['Siehe Nr. 3 der Liste. 4 weitere folgen.', ['Siehe Nr. 3 der Liste.', '4 weitere folgen.']],
  ['See fig. 2 for the flow. 12 calls are left.', ['See fig. 2 for the flow.', '12 calls are left.']],
])('a short form before its number ends no sentence: %s', (message, sentences) =>
  expect(told(message).map(([, text]) => text)).toEqual(sentences),
);
