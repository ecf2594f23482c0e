// Answers of models are parsed, however broken they are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse.ts';

const GOOD = `<observation>
  <type>bugfix</type>
  <title>Count totals in cents</title>
  <subtitle>Rounding</subtitle>
  <narrative>Prices were floats &amp; summed as such.</narrative>
  <facts><fact>3 × 0.10 was 0.30000000000000004</fact><fact>Cents are integers</fact></facts>
  <concepts><concept>problem-solution</concept><concept>bugfix</concept></concepts>
  <files_read><file>src/cart.ts</file></files_read>
  <files_modified><file>src/cart.ts</file></files_modified>
</observation>`;
const SUMMARY = `<summary><request>Mend the cart</request><investigated>cart.ts</investigated><learned>Floats</learned>
<completed>Cents</completed><next_steps>None</next_steps><files_read><file>a</file></files_read>
<files_edited><file>b</file></files_edited><notes>n</notes></summary>`;

const one = (answer: string) => parseAnswer(answer).observations[0];

it('a model cannot make a rule', () => {
  expect(one(GOOD.replace('bugfix', 'rule'))?.type).toBe('change');
});

describe('an answer', () => {
  it('as asked for', () => {
    expect(parseAnswer(`${GOOD}\n${SUMMARY}`)).toEqual({
      observations: [
        {
          type: 'bugfix',
          title: 'Count totals in cents',
          subtitle: 'Rounding',
          narrative: 'Prices were floats & summed as such.',
          facts: ['3 × 0.10 was 0.30000000000000004', 'Cents are integers'],
          concepts: ['problem-solution'],
          filesRead: ['src/cart.ts'],
          filesModified: ['src/cart.ts'],
        },
      ],
      summary: {
        title: null,
        request: 'Mend the cart',
        investigated: 'cart.ts',
        learned: 'Floats',
        completed: 'Cents',
        nextSteps: 'None',
        filesRead: ['a'],
        filesEdited: ['b'],
        notes: 'n',
      },
      skipped: null,
      unreadable: false,
      rest: '',
    });
  });

  it('with prose and code fences around it, and several blocks', () => {
    const { observations, rest } = parseAnswer(
      `Sure! Here you are:\n\`\`\`xml\n${GOOD}\n\`\`\`\nand\n${GOOD.replace('cents', 'pennies')}\nBye <3`,
    );
    expect(observations.map((o) => o.title)).toEqual(['Count totals in cents', 'Count totals in pennies']);
    expect(rest.split(/\s*\n\s*/)).toEqual(['Sure! Here you are:', 'and', 'Bye <3']);
  });

  it('what stands outside of every block is told, with its tags', () => {
    const { observations, rest } = parseAnswer(`<title>Lost</title> words ${GOOD} <narrative>and more`);
    expect(observations).toHaveLength(1);
    expect(rest).toContain('<title>Lost');
    expect(rest).toContain('<narrative>and more');
    expect(rest).not.toContain('cents');
  });

  it.each([
    [
      'an unknown type',
      '<observation><type>miracle</type><title>T</title></observation>',
      { type: 'change', title: 'T' },
    ],
    ['a type in capitals', '<observation><type> Decision </type><title>T</title></observation>', { type: 'decision' }],
    ['a type as an attribute', '<observation type="feature"><title>T</title></observation>', { type: 'feature' }],
    ['no type at all', '<observation><title>T</title></observation>', { type: 'change' }],
    ['only a title', '<observation><title>T</title></observation>', { title: 'T', narrative: null, facts: [] }],
    ['no fields', '<observation>Just words.</observation>', { title: null, narrative: 'Just words.' }],
    ['an unclosed block', '<observation><title>T</title><narrative>N', { title: 'T', narrative: 'N' }],
    [
      'unclosed fields',
      '<observation><type>bugfix<title>T<narrative>N</observation>',
      { type: 'bugfix', title: 'T', narrative: 'N' },
    ],
    [
      'wrong nesting',
      '<observation><title>T<facts></title><fact>F</facts></fact></observation>',
      { title: 'T', facts: ['F'] },
    ],
    [
      'items without a list',
      '<observation><title>T</title><fact>F</fact><concept>gotcha</concept></observation>',
      { facts: ['F'], concepts: ['gotcha'] },
    ],
    [
      'a list without items',
      '<observation><title>T</title><facts>\n- F1\n- F2\n</facts></observation>',
      { facts: ['F1', 'F2'] },
    ],
    [
      'tags of others inside',
      '<observation><title>Use Map<string, T> in <App/></title></observation>',
      { title: 'Use Map<string, T> in <App/>' },
    ],
    ['capital tags', '<OBSERVATION><TITLE>T</TITLE></OBSERVATION>', { title: 'T' }],
    [
      'entities',
      '<observation><title>a &lt; b &amp;&amp; c &#62; d</title></observation>',
      { title: 'a < b && c > d' },
    ],
    ['a bare ampersand', '<observation><title>a & b && c</title></observation>', { title: 'a & b && c' }],
    ['CDATA', '<observation><title><![CDATA[a <b> c]]></title></observation>', { title: 'a <b> c' }],
  ])('with %s', (_name, answer, expected) => {
    expect(one(answer)).toMatchObject(expected);
  });

  it('blocks without a word are dropped; a next block ends an unclosed one', () => {
    expect(parseAnswer('<observation><title> </title></observation>').observations).toEqual([]);
    expect(
      parseAnswer('<observation><title>A<observation><title>B</title></observation>').observations.map((o) => o.title),
    ).toEqual(['A', 'B']);
  });

  it('honours a skipped summary, and tells an answer of which nothing can be read', () => {
    expect(parseAnswer('<skip_summary reason="only a greeting"/>')).toMatchObject({
      skipped: 'only a greeting',
      summary: null,
      unreadable: false,
    });
    expect(parseAnswer('I cannot help with that.')).toMatchObject({ unreadable: true });
    expect(parseAnswer('')).toMatchObject({ unreadable: false, observations: [] });
  });

  it('survives 10,000 mutated answers, and saves every observation whose title is still whole', () => {
    const whole = `${GOOD}\n${SUMMARY}\n${GOOD.replace('Count totals in cents', 'Second one')}`;
    const mutation = fc.oneof(
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat(whole.length), length: fc.nat(40) }),
      fc.record({
        kind: fc.constant('insert' as const),
        at: fc.nat(whole.length),
        text: fc.constantFrom(
          '<',
          '>',
          '</',
          '&',
          '<title>',
          '</observation>',
          '"',
          '<!--',
          ']]>',
          '<![CDATA[',
          '\u0000',
          '<x y="',
          '```',
          '</facts>',
        ),
      }),
      fc.record({ kind: fc.constant('double' as const), at: fc.nat(whole.length), length: fc.nat(60) }),
    );
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
        let text = whole;
        for (const m of mutations) {
          const at = Math.min(m.at, text.length);
          if (m.kind === 'delete') text = text.slice(0, at) + text.slice(at + m.length);
          else if (m.kind === 'insert') text = text.slice(0, at) + m.text + text.slice(at);
          else text = text.slice(0, at + m.length) + text.slice(at);
        }
        const { observations } = parseAnswer(text);
        const readable = [
          ...text.matchAll(/<observation>\s*<type>\w+<\/type>\s*<title>([\w ]+)<\/title>\s*<subtitle>/g),
        ];
        for (const [, title] of readable) expect(observations.map((o) => o.title)).toContain((title as string).trim());
      }),
      { numRuns: 10_000 },
    );
  });
});
