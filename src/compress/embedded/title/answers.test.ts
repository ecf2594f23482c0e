// What is only offered, or left to the reader, was not done.
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../text/message.ts';
import { speechOf } from '../speech/index.ts';
import { absencesIn, proposedIn, withoutOffers } from './answers.ts';

const told = (message: string, isDone: boolean) =>
  withoutOffers(readMessage(message), isDone).passages.map(({ text }) => text);

it('the points of an offer are no deeds, those of a report are', () => {
  const offer =
    'Fixed the totals.\n\nIf you want more room, I can:\n- Trim the header of the invoice\n- Shrink its footer';
  expect(told(offer, true)).not.toContain('Trim the header of the invoice');
  expect(told(offer, false)).not.toContain('Trim the header of the invoice');
  const report = 'Fixed the totals.\n\nFor more room, I did this:\n- Trim the header of the invoice';
  expect(told(report, true)).toContain('Trim the header of the invoice');
});

it.each([
  ['How to test', 'Changes'],
  ['Next steps', 'Steps'],
  ['Usage', 'Use of memory'],
  ['Known limitations', 'Limits'],
  ['下一步', '修改'],
  ['Nächste Schritte', 'Schritte'],
])('of work that was done, what stands under "%s" is left to the reader, under "%s" it is not', (heading, other) => {
  const message = (under: string) => `Fixed the totals.\n\n## ${under}\n- Start the server with the new flag`;
  expect(told(message(heading), true)).not.toContain('Start the server with the new flag');
  expect(told(message(heading), false)).toContain('Start the server with the new flag');
  expect(told(message(other), true)).toContain('Start the server with the new flag');
});

it('a message that only offers stays as it is', () => {
  expect(told('I can:\n- Trim the header', true)).toEqual(['I can:', 'Trim the header']);
});

describe('what an answer does not find, it tells of what it lists', () => {
  const listed = (...names: string[]) =>
    absencesIn(readMessage(`Good news - there's no duplication. Each has its own:\n${names.join('\n')}`));
  it.each([
    ['two points', ['1. **`parseCart`** - reads', '2. `parseOrder()` - writes'], 'between parseCart and parseOrder'],
    ['three points', ['- `parseCart`', '- `parseOrder`', '- `parseBill`'], 'among parseCart, parseOrder and parseBill'],
    [
      'rows of a table',
      ['| Test | Does |', '|---|---|', '| `test_cart` | a |', '| `test_bill` | b |'],
      'between test_cart and test_bill',
    ],
    [
      'more than there is room for',
      ['- `parse_the_cart_of_a_guest`', '- `parse_the_cart_of_a_member`', '- `parse_the_cart_of_a_shop`'],
      'among parse_the_cart_of_a_guest and 2 others',
    ],
  ])('%s', (_, points, told) => expect(listed(...points)).toEqual([`No duplication ${told}`]));

  it('nothing if it lists no names, or finds no trouble at all', () => {
    expect(listed('- The first reads', '- The second writes')).toEqual([]);
    expect(absencesIn(readMessage('No problem.\n- `parseCart`\n- `parseOrder`'))).toEqual([]);
  });
});

describe('what an answer in another language tells to do is a proposal', () => {
  const proposal = (text: string, of = text) =>
    proposedIn({
      ...{
        text,
        of,
        source: 'point',
        order: 0,
        isShortened: false,
        composed: 'none',
        isAnswer: true,
        isPartial: false,
      },
      speech: speechOf(text),
    });

  it.each([
    ['添加导出的重试次数限制', '建议：添加导出的重试次数限制', '添加了导出的重试次数限制'],
    ['エクスポートに再試行を追加', '提案：エクスポートに再試行を追加', 'エクスポートに再試行を追加しました'],
    ['내보내기에 재시도를 추가', '제안: 내보내기에 재시도를 추가', null],
    [
      'Timeout für den Export der Rechnungen einführen',
      'Vorschlag: Timeout für den Export der Rechnungen einführen',
      'Timeout für den Export der Rechnungen ist eingeführt',
    ],
    [
      'Agregar un límite a los reintentos de la exportación',
      'Propuesta: agregar un límite a los reintentos de la exportación',
      'Agregué un límite a los reintentos de la exportación',
    ],
    [
      'Adicionar um limite para as tentativas da exportação',
      'Proposta: adicionar um limite para as tentativas da exportação',
      'Adicionei um limite para as tentativas da exportação',
    ],
    [
      'Ajouter une limite pour les essais de la commande',
      'Proposition : ajouter une limite pour les essais de la commande',
      'Ajouté une limite pour les essais de la commande',
    ],
    [
      'Aggiungere un limite per i tentativi della richiesta',
      'Proposta: aggiungere un limite per i tentativi della richiesta',
      'Aggiunto un limite per i tentativi della richiesta',
    ],
    [
      'Dodać limit prób dla eksportu, nie do sesji',
      'Propozycja: dodać limit prób dla eksportu, nie do sesji',
      'Dodano limit prób dla eksportu, nie do sesji',
    ],
    [
      'Добавить ограничение повторов экспорта',
      'Предложение: добавить ограничение повторов экспорта',
      'Добавлено ограничение повторов экспорта',
    ],
  ])('%s', (text, told, done) => {
    expect(proposal(text)).toBe(told);
    if (done) expect(proposal(done)).toBeNull();
  });
});
