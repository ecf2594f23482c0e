// The checks of links, printed commands and workflows see what they are for.
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { anchorsOf, brokenCommands, brokenLinks, knownCommands } from '../scripts/links.mjs';
// @ts-expect-error: a plain script without types
import { unsafe } from '../scripts/workflows.mjs';

describe('links', () => {
  const files: Record<string, string> = { 'docs/B.md': '# B\n\n## What it `does`, twice\n', 'docs/a.png': '' };
  const broken = (text: string) => brokenLinks('docs/A.md', text, (file: string) => files[file] ?? null);

  it('finds links that lead nowhere', () => {
    expect(broken('[b](B.md#what-it-does-twice) ![a](a.png) [here](#top) [web](https://example.org/x)\n# Top')).toEqual(
      [],
    );
    expect(broken('[b](C.md) [b](B.md#nothing) <img src="x.png"> [here](#no)\n[ref]: D.md')).toEqual([
      'C.md: no such file',
      'B.md#nothing: no such heading',
      '#no: no such heading',
      'D.md: no such file',
      'x.png: no such file',
    ]);
    expect(broken('`[b](C.md)`\n```\n[b](C.md)\n```\n')).toEqual([]);
    expect(anchorsOf('# Same\n## Same\n')).toEqual(['same', 'same-1']);
  });

  it('finds commands that do not exist as printed', () => {
    const known = knownCommands('## Setup\n\n### c-mem search\n\n`--since`\n\n#### c-mem config set\n\n`--json`\n');
    const block = (line: string) => `\`\`\`sh\n${line}\n\`\`\`\n`;
    expect(brokenCommands(block('c-mem search words --since today   # --not an option'), known)).toEqual([]);
    expect(brokenCommands(block('npx c-mem config set a b --json'), known)).toEqual([]);
    expect(brokenCommands(block('c-mem serach words'), known)).toEqual(['c-mem serach words: no such command']);
    expect(brokenCommands(block('c-mem search --sinse today'), known)).toEqual(['c-mem search has no option --sinse']);
  });
});

describe('workflows', () => {
  const safe = `permissions:\n  contents: read\n\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@${'a'.repeat(40)} # v5.0.0\n`;
  it.each([
    ['as it should be', safe, 0],
    ['a tag instead of a hash', safe.replace(/@.*/, '@v5'), 1],
    ['no version beside the hash', safe.replace(/ # .*/, ''), 1],
    ['too many rights', safe.replace('contents: read', 'contents: write'), 1],
    ['a stranger’s code with our rights', `on: pull_request_target\n${safe}`, 1],
  ])('%s', (_, text, problems) => {
    expect(unsafe(text)).toHaveLength(problems);
  });
});
