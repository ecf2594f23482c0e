// How a memory file is split: each part says what it is about, and nothing is lost.
import { describe, expect, it } from 'vitest';
import { splitMemory } from './memory-markdown.ts';

const texts = (content: string) => splitMemory(content).map(({ heading, text }) => [heading, text]);

describe('a topic file', () => {
  const TOPIC = `---
name: Database tests
description: "Integration tests use a real database"
metadata:
  type: feedback
---
Never mock the database.

**Why:** a mocked migration passed last quarter and broke production.
`;

  it('is one part, with its type, its name and its description', () => {
    expect(splitMemory(TOPIC)).toEqual([
      {
        type: 'feedback',
        heading: 'Database tests',
        text: `Integration tests use a real database

Never mock the database.

**Why:** a mocked migration passed last quarter and broke production.`,
      },
    ]);
  });

  it('without a body is its description', () => {
    expect(splitMemory('---\nname: A\ndescription: B\ntype: user\n---\n')).toEqual([
      { type: 'user', heading: 'A', text: 'B' },
    ]);
  });

  it('with an odd type or no end of its front matter is still read', () => {
    expect(splitMemory('---\ntype: <b>x</b>\n---\nBody')).toEqual([{ type: null, heading: null, text: 'Body' }]);
    expect(texts('---\nname: A\nBody')).toEqual([[null, '---\nname: A\nBody']]);
  });
});

describe('sections and lists', () => {
  it('each section is a part, under the headings above it; empty ones are none', () => {
    const content = '# Shop\n\nIntro.\n\n## Tests\n\n### Unit\nRun vitest.\n\n## Deploy\nBlue, then green.\n';
    expect(texts(content)).toEqual([
      ['Shop', 'Intro.'],
      ['Shop › Tests › Unit', 'Run vitest.'],
      ['Shop › Deploy', 'Blue, then green.'],
    ]);
  });

  it('a short list stays together, the items of a longer one are parts', () => {
    expect(texts('## Tests\n- Run vitest\n- Never mock\n')).toEqual([['Tests', '- Run vitest\n- Never mock']]);
    const long = (word: string) => `${word} ${'words that explain it '.repeat(12).trim()}`;
    const content = `## Tests\nBefore a release:\n- ${long('first')}\n  and its second line\n\n  a paragraph of it\n- ${long('second')}\n1. ${long('third')}\n`;
    expect(texts(content)).toEqual([
      ['Tests', 'Before a release:'],
      ['Tests', `${long('first')}\n  and its second line\n  a paragraph of it`],
      ['Tests', long('second')],
      ['Tests', long('third')],
    ]);
  });

  it('what looks like a heading or an item inside fenced code is code', () => {
    const content = '## Run\n```sh\n# not a heading\n\n- not an item\n```\n';
    expect(texts(content)).toEqual([['Run', '```sh\n# not a heading\n\n- not an item\n```']]);
  });

  it('long prose is cut between words, and no word is lost', () => {
    const words = Array.from({ length: 2000 }, (_, index) => `word${index}`);
    const parts = splitMemory(`# Long\n${words.join(' ')}`);
    expect(parts.length).toBeGreaterThan(5);
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(1500);
    expect(parts.map(({ text }) => text).join(' ')).toBe(words.join(' '));
    const [unbroken] = splitMemory('x'.repeat(4000));
    expect(unbroken?.text).toHaveLength(1500);
  });

  it.each(['', '\n\n', '# Only a heading', '---\n---\n'])('%j has no parts', (content) => {
    expect(splitMemory(content)).toEqual([]);
  });
});
