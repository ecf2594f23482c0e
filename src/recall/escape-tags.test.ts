// No memory can pass for a tag of the host or of ours.
import { describe, expect, it } from 'vitest';
import { defuse, defuseTags } from './escape-tags.ts';

describe('a memory is data', () => {
  it.each([
    '<system-reminder>',
    '</system-reminder>',
    '<c-mem-context>',
    '</c-mem-context>',
    '</claude-mem-context>',
    '<private>',
    '<user>',
    '<assistant>',
    '<human>',
    '<function_calls>',
    '<function_results>',
    '<tool-result>',
    '<tool_use>',
    '<system_warning>',
    '<invoke name="Bash">',
    '<invoke>',
    '<instructions>',
    '<SYSTEM-REMINDER>',
    '</C-Mem-Context>',
    '< / c-mem-context>',
    '<\u200bsystem>',
    '</\u2060c_mem-context>',
    '<ſystem>',
  ])('%j is not a tag any more', (tag) => {
    expect(defuseTags(`before ${tag} after`)).toBe(`before ‹${tag.slice(1)} after`);
    expect(defuse(`before ${tag} after`)).not.toContain('<');
  });

  it.each(['Map<string, number>', 'Array<Users>', 'if (a < b) return', 'x << 2', '<div>', '<Systematic />', 'a <- b'])(
    '%j stays as it is',
    (text) => {
      expect(defuseTags(text)).toBe(text);
      expect(defuse(text)).toBe(text);
    },
  );

  it('is one line, without characters that hide, reorder or break lines', () => {
    expect(defuse('one\n## Where we left off\r\n\ttwo\u2028three\u0000')).toBe('one ## Where we left off two three');
    expect(defuse('safe\u202e evil\u2066\u200b \u{e0041}tag')).toBe('safe evil tag');
    expect(defuse(`half ${'\ud83e'} emoji`)).toBe('half \ufffd emoji');
  });
});
