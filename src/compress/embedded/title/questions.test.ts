// What a question becomes as the title of its answer.
import { describe, expect, it } from 'vitest';
import { speechOf } from '../speech/index.ts';
import { announcedIn, askedIn, questionsIn } from './questions.ts';

describe('a question is told as a clause', () => {
  it.each([
    ['Why does the worker use so much memory?', 'Why the worker uses so much memory'],
    ["why don't the tests load the fixtures on Windows?", 'Why the tests do not load the fixtures on Windows'],
    ["What's the difference between flush and close?", 'Difference between flush and close'],
    ['What was the problem with graph coloring on Steiner trees?', 'Problem with graph coloring on Steiner trees'],
    ['How do I configure the retry policy of the client?', 'How to configure the retry policy of the client'],
    ['how do I set up my .env according to the readme', 'How to set up the .env according to the readme'],
    ['Why is the build failing on CI?', 'Why the build is failing on CI'],
    ['How are auth tokens refreshed in the mobile app?', 'How auth tokens are refreshed in the mobile app'],
    ['ok, should we use Redis for the session cache?', 'Whether to use Redis for the session cache'],
    ['is there a way to migrate without downtime?', 'Whether there is a way to migrate without downtime'],
    ['can you check if the hook fires on a resumed session?', 'Check whether the hook fires on a resumed session'],
    ['do we need test data for the importer?', 'Whether we need test data for the importer'],
    ["isn't there a lock around the queue of the writer?", 'Whether there is a lock around the queue of the writer'],
    ["why isn't the retry queue persisted?", 'Why the retry queue is not persisted'],
    ["Isn't the spool flushed on exit?", 'Whether the spool is flushed on exit'],
    ['Is the retry limit correct for the mobile client?', 'Whether the retry limit is correct for the mobile client'],
    ['will the worker restart after a crash of the host?', 'Whether the worker will restart after a crash of the host'],
    ['what would the api return for expired tokens?', 'What the api would return for expired tokens'],
    ['why is the token cache never cleared in this file?', 'Why the token cache is never cleared'],
    [
      'should the exporter write a header for empty months?',
      'Whether the exporter should write a header for empty months',
    ],
    ['what kind of fallbacks does readAuthorOfRepo have?', 'What kind of fallbacks readAuthorOfRepo has'],
    ['How generic is `[cargo.config.xxx.yyy]`?', 'How generic [cargo.config.xxx.yyy] is'],
    ['So the retry queue is persisted, correct?', 'Whether the retry queue is persisted'],
    ['how many rows are read at once by the importer?', 'How many rows are read at once by the importer'],
    ['what does normalizePath do with drive letters?', 'What normalizePath does with drive letters'],
  ])('%s', (question, line) => expect(questionsIn(question)[0]).toBe(line));

  it.each([
    ['points at what stands elsewhere', 'Why does this happen with the other parser of the importer?'],
    ['is not clear about its verb', 'Why does cargo test pass on Linux but fail on macOS?'],
    ['names next to nothing', 'What is the current version?'],
    ['asks for whatever there may be', 'can you check if there would be issues with the retry queue of the worker?'],
    ['is a request', 'Could you add a cache to the version check?'],
    ['is in another language', '为什么定时任务会执行两次？'],
  ])('but not one that %s', (_, question) => expect(questionsIn(question)).toEqual([]));

  it.each([
    ['How generic is `[cargo.config]`?', 'How generic is [cargo.config]'],
    ['定时任务为什么会执行两次？', '定时任务为什么会执行两次'],
    ['注文の書き出しを止めずに分割する方法はありますか？', '注文の書き出しを止めずに分割する方法'],
  ])('one whose verb cannot be moved stays a question: %s', (question, line) =>
    expect(askedIn(question, speechOf(question))).toContain(line),
  );

  it('of two sentences, none is a question', () => {
    expect(askedIn("Let's do (1.) What does the exporter write?", null)).toEqual([]);
  });

  it('a name with a dot is not cut, and something must be what is asked about', () => {
    expect(askedIn('How generic is the Cargo.toml of the workspace?', null)).toEqual([
      'How generic is Cargo.toml of the workspace',
    ]);
    expect(askedIn('Must be in the first Cargo.toml of the workspace?', null)).toEqual([]);
  });

  it('what a message announces is what it is about', () => {
    expect(announcedIn("Here's how the retry queue handles timeouts:")).toEqual([
      'How the retry queue handles timeouts',
    ]);
    expect(announcedIn('Here is what you asked for:')).toEqual([]);
  });
});
