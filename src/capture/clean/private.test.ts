// Private text and injected context are removed, whatever surrounds them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../domain/json.ts';
import { mayHoldPrivate, stripInjectedText, stripPayload, stripPrivateText, stripPrivateValue } from './private.ts';

describe('private text', () => {
  const cases: [string, string, string][] = [
    ['a pair', 'a <private>S</private> b', 'a  b'],
    ['upper case', 'a <PRIVATE>S</Private> b', 'a  b'],
    ['attributes', 'a <private reason="it > that" x>S</private> b', 'a  b'],
    ['attributes over lines', 'a <private\n  reason="x"\n>S</private> b', 'a  b'],
    ['nested', 'a <private>S<private>S</private>S</private> b', 'a  b'],
    ['unclosed', 'a <private>S b', 'a '],
    ['unclosed after a pair', 'a <private>S</private> b <private>S', 'a  b '],
    ['space in the closing tag', 'a <private>S</private \n> b', 'a  b'],
    ['a closing tag that does not close', 'a <private>S</private S', 'a '],
    ['JSON in a string', 'a \\u003cprivate\\u003eS\\u003c/private\\u003e b', 'a  b'],
    ['escaped slash', 'a <private>S<\\/private> b', 'a  b'],
    ['a tag cut off at the end', 'a <private', 'a '],
    ['empty element', 'a <private/> b', 'a <private/> b'],
    [
      'another tag',
      'a <privateKey>k</privateKey> <private-note>n</private-note>',
      'a <privateKey>k</privateKey> <private-note>n</private-note>',
    ],
    ['only a closing tag', 'a </private> b', 'a </private> b'],
    ['the word', 'a private matter', 'a private matter'],
  ];
  it.each(cases)('%s', (_name, input, output) => {
    expect(stripPrivateText(input)).toBe(output);
  });

  it('handles 100 pairs, and with more drops everything from the first tag on', () => {
    const pairs = (n: number) => `head ${'<private>S</private>k'.repeat(n)} tail`;
    expect(stripPrivateText(pairs(100))).toBe(`head ${'k'.repeat(100)} tail`);
    expect(stripPrivateText(pairs(101))).toBe('head ');
  });

  it('spans the strings of a value in document order', () => {
    const value: Json = { content: [{ text: 'a <private>S' }, { text: 'S' }, { text: 'S</private> b' }], n: 1 };
    expect(stripPrivateValue(value).value).toEqual({ content: [{ text: 'a ' }, {}, { text: ' b' }], n: 1 });
  });

  it('also removes numbers and names inside a range', () => {
    const value: Json = { a: 'x <private>', pin: 1234, list: [5, { deep: true }], b: '</private>y', n: 7 };
    expect(stripPrivateValue(value).value).toEqual({ a: 'x ', private_1: [null, {}], private_2: 'y', n: 7 });
    expect(stripPrivateValue({ a: 'x <private>', pin: 1234 }).value).toEqual({ a: 'x ' });
  });

  it('finds a tag that is split between strings', () => {
    expect(stripPrivateValue(['a <pri', 'vate>S</priv', 'ate> b']).value).toEqual(['a ', '', ' b']);
  });

  it('drops a property whose name is private', () => {
    expect(stripPrivateValue({ '<private>S</private>': 1, b: 2 }).value).toEqual({ b: 2 });
  });

  it('drops a property if a tag begins in its name, and renames properties inside a range', () => {
    expect(stripPrivateValue({ '<pri': 'vate>S</private>', b: 1 }).value).toEqual({ b: 1 });
    expect(stripPrivateValue({ a: '<private>', NAME: 'x</private>y', b: 1 }).value).toEqual({
      a: '',
      private_1: 'y',
      b: 1,
    });
  });

  it('drops values that are too deep to be content, including tags', () => {
    let deep: Json = '<private>S</private>';
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    const { value, stripped } = stripPrivateValue({ deep });
    expect([JSON.stringify(value).includes('S<'), stripped]).toEqual([false, true]);
  });

  it('strips the envelope itself', () => {
    expect(stripPayload({ session_id: 's', cwd: '/w/<private>S', tool_input: {} })).toMatchObject({ cwd: '/w/' });
  });

  it('keeps the envelope of a payload, and marks a turn of which nothing is left', () => {
    const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: ' <private>S</private> ' };
    expect(stripPayload(payload)).toMatchObject({ session_id: 's', prompt: '  ', c_mem_private_turn: true });
    expect(stripPayload({ ...payload, prompt: 'say <private>S</private>' })).not.toHaveProperty('c_mem_private_turn');
  });

  it('extends a tag left open in the input into the response, and keeps IDs', () => {
    const payload = { tool_input: { c: 'x <private>S' }, tool_response: { stdout: 'S' }, tool_use_id: 'toolu_1' };
    expect(JSON.stringify(stripPayload(payload))).not.toContain('"S');
    expect(stripPayload(payload)['tool_use_id']).toBe('toolu_1');
  });

  it('handles a megabyte of hostile tags in one pass', () => {
    // Each of these was quadratic in some naive version, and would take minutes.
    for (const unit of [
      '<private ',
      '</private ',
      '<private>',
      '</private>',
      '<',
      '\\',
      '\\u003c',
      '<private/',
      '<pri',
    ]) {
      const text = unit.repeat(Math.ceil((1 << 20) / unit.length));
      expect(stripPrivateText(text).length).toBeLessThanOrEqual(text.length);
      stripPrivateValue(text.match(/.{1,100}/gs) as string[]);
      stripInjectedText(text.replaceAll('private', 'c-mem-context'));
    }
  });
});

describe('fuzz: nothing inside a private tag survives, whatever surrounds it', () => {
  const SECRET = 'QZX-secret-QZX';
  const noise = fc.stringMatching(/^[ -~\n]{0,20}$/).filter((s) => !/[<\\]|private/i.test(s));
  const cased = fc.constantFrom('private', 'PRIVATE', 'Private', 'pRiVaTe');
  const attributes = fc.constantFrom('', ' a="b"', "\nreason='x > y'", ' hidden');
  const inner: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
    block: fc
      .tuple(
        cased,
        attributes,
        noise,
        fc.option(tie('block'), { maxDepth: 3, nil: SECRET }),
        noise,
        cased,
        fc.constantFrom('', ' '),
      )
      .map(([open, attrs, a, body, b, close, space]) => `<${open}${attrs}>${a}${SECRET}${body}${b}</${close}${space}>`),
  })).block;
  const marked = fc
    .tuple(inner, fc.boolean())
    .map(([block, closed]) => (closed ? block : block.slice(0, block.lastIndexOf('</'))));
  const document = fc.tuple(noise, marked, noise).map((parts) => parts.join(''));

  it('in one text', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(stripPrivateText(text)).not.toContain('QZX');
      }),
      { numRuns: 2000 },
    );
  });

  it('split at random places into the strings of a payload; the cheap check never misses one', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(200), { maxLength: 6 }), fc.boolean(), (text, cuts, escaped) => {
        const places = [...new Set(cuts.map((c) => c % (text.length + 1)))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((start, i) => text.slice(start, places[i] ?? text.length));
        const payload = {
          session_id: 's',
          tool_input: { pieces: pieces.slice(0, 2) },
          tool_response: [{ text: pieces.slice(2) }],
        };
        let raw = JSON.stringify(payload);
        if (escaped) raw = raw.replaceAll('<', '\\u003c').replaceAll('>', '\\u003E');
        expect(mayHoldPrivate(raw)).toBe(true);
        expect(JSON.stringify(stripPayload(JSON.parse(raw)))).not.toContain('QZX');
      }),
      { numRuns: 2000 },
    );
  });

  it('text outside the tags is kept', () => {
    fc.assert(
      fc.property(noise, inner, noise, (before, block, after) => {
        expect(stripPrivateText(before + block + after)).toBe(before + after);
      }),
      { numRuns: 500 },
    );
  });
});

describe('injected context', () => {
  it.each([
    ['a <c-mem-context>old</c-mem-context> b', 'a  b'],
    ['a <claude-mem-context x="1">old</claude-mem-context> b', 'a  b'],
    ['a <system-reminder>do</system-reminder> b', 'a  b'],
    ['a <c-mem-context>old', 'a '],
    ['grep found "<system-reminder>" in b', 'grep found "<system-reminder>" in b'],
    ['<c-mem-context>x<c-mem-context>y</c-mem-context>z</c-mem-context>k', 'k'],
  ])('%s', (input, output) => {
    expect(stripInjectedText(input)).toBe(output);
  });
});
