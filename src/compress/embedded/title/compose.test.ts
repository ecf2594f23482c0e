// What may be added to a line, and what may not.
import { expect, it } from 'vitest';
import { namedKeys } from '../words.ts';
import type { Candidate, PhraseKind } from './candidate.ts';
import { compose, type Phrase } from './compose.ts';

const line = (text: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{
    text,
    source: 'point',
    order: 0,
    isShortened: false,
    composed: 'none',
    isAnswer: false,
    isPartial: false,
    of: text,
  },
  ...more,
});
const phrase = (kind: PhraseKind, text: string, near = ''): Phrase => ({
  ...{ kind, text, keys: namedKeys(text), weight: 1, near: namedKeys(near), isAsked: false },
});
const made = (base: Candidate, ...phrases: Phrase[]) => compose([base], phrases).map(({ text }) => text);

it('a line that lacks its place gets it, even if it names another file', () => {
  expect(made(line('Add a line that points to GUIDE.md'), phrase('file', 'README.md'))).toContain(
    'README.md: add a line that points to GUIDE.md',
  );
  expect(made(line('Remove the old flags from GUIDE.md'), phrase('file', 'README.md'))).toEqual([]);
});

it('a manifest is the place of what concerns the package only', () => {
  expect(made(line('Remove the unused parser'), phrase('file', 'package.json'))).toEqual([]);
  expect(made(line('Bump the version of the parser'), phrase('file', 'package.json'))).not.toEqual([]);
});

it('neither a complaint nor an answer has something put before it that a statement may have, nor is a local call put there', () => {
  const said = 'The parser now skips empty lines';
  const isPut = (one: Phrase, more: Partial<Candidate> = {}) =>
    made(line(said, { of: `${said} ${one.text}`, ...more }), one).some((text) => text.startsWith(one.text));
  expect(isPut(phrase('file', 'reader.ts', said))).toBe(true);
  expect(isPut(phrase('file', 'reader.ts', said), { source: 'request' })).toBe(false);
  expect(isPut(phrase('words', 'Old exporter', said))).toBe(true);
  expect(isPut(phrase('words', 'Old exporter', said), { isAnswer: true })).toBe(false);
  expect(isPut(phrase('name', 'ReadOutput', said))).toBe(true);
  expect(isPut(phrase('name', 'readCmd.Output', said))).toBe(false);
});

it('a name stands behind what it was told with, and a place behind a deed in the same script', () => {
  const said = 'Add the comparison link at the bottom';
  expect(made(line(said), phrase('name', 'macOS'))).toEqual([]);
  expect(made(line(said), phrase('name', 'macOS', said))).toContain(`${said} (macOS)`);
  const inFile = (text: string) =>
    made(line(text), phrase('file', 'reader.ts', text)).some((one) => one.endsWith(' in reader.ts'));
  expect(inFile('Skip empty lines')).toBe(true);
  expect(inFile('跳过空行并记录行号')).toBe(false);
});

it('what names its place in the tests, or is done to the whole product, has no other file as its place', () => {
  const isPut = (text: string, file: string) =>
    made(line(text), phrase('file', file, text)).some((one) => one.includes(file));
  expect(isPut('Mock the clock in ReaderTest', 'timer.ts')).toBe(false);
  expect(isPut('Mock the clock in ReaderTest', 'timer.test.ts')).toBe(true);
  expect(isPut('Mock the clock in Reader', 'timer.ts')).toBe(true);
  expect(isPut('Deploy the new build and take a picture', 'timer.ts')).toBe(false);
  expect(isPut('Render the new picture of the reader', 'timer.ts')).toBe(true);
});

it('a verb within quotation marks makes no statement of a heading', () => {
  expect(
    made(line('Dialog "The reader is running"'), phrase('file', 'dialog.ts', 'reader dialog running')),
  ).not.toContain('dialog.ts: dialog "The reader is running"');
});

it('what fills gives way to a place, but not what is compared', () => {
  const said = 'Make the generator more robust when optional fields are missing';
  expect(made(line(said), phrase('file', 'question-engine.ts', said))).toContain(
    'question-engine.ts: make generator more robust when optional fields are missing',
  );
});
