// What a question becomes as the title of its answer.
import { describe, expect, it } from 'vitest';
import { announcedIn, questionsIn } from './questions.ts';

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

  it('what a message announces is what it is about', () => {
    expect(announcedIn("Here's how the retry queue handles timeouts:")).toEqual([
      'How the retry queue handles timeouts',
    ]);
    expect(announcedIn('Here is what you asked for:')).toEqual([]);
  });
});
