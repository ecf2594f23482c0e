// Files touched by tools of unknown hosts.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';
import { touchedByName } from './files.ts';

const touched = (tool: string, input: JsonObject, response: JsonObject = {}) =>
  touchedByName({ id: null, name: tool, input, response }).map(({ path, role }) => `${role} ${path}`);

describe('tools of unknown hosts', () => {
  it.each([
    ['FileSave', { file_path: '/w/a.ts' }, 'modified /w/a.ts'],
    ['FileSave', { filePath: '/w/a.ts' }, 'modified /w/a.ts'],
    ['fileSaved', { path: '/w/a.ts' }, 'modified /w/a.ts'],
    ['files_edited', { path: '/w/a.ts' }, 'modified /w/a.ts'],
    ['onDidSave', { uri: 'file:///w/a%20b.ts' }, 'modified /w/a b.ts'],
    ['write_file', { path: 'src/a.ts', content: 'x' }, 'modified src/a.ts'],
    ['mcp__filesystem__edit_file', { path: '/w/a.ts' }, 'modified /w/a.ts'],
    ['mcp__write__list', { path: '/w' }, undefined],
    ['apply-patch', { target_file: '/w/a.ts' }, 'modified /w/a.ts'],
    ['createFile', { filename: 'D:\\\\x\\\\a.ts' }, 'modified D:\\\\x\\\\a.ts'],
    ['read_text_file', { path: '/w/a.ts' }, 'read /w/a.ts'],
    ['OpenDocument', { fsPath: '/w/a.ts' }, 'read /w/a.ts'],
    ['search', { path: '/w' }, undefined],
    ['create_directory', { path: '/w/new' }, undefined],
    ['create_or_update_file', { owner: 'o', repo: 'r', path: 'a.ts' }, undefined],
    ['SavePage', { path: '/docs' }, undefined],
    ['FileSave', { path: 'https://example.com/a' }, undefined],
    ['FileSave', { path: 'two\nlines' }, undefined],
    ['FileSave', { path: 7 }, undefined],
    ['FileSave', {}, undefined],
  ])('%s %j', (tool, input, expected) => {
    expect(touched(tool, input as JsonObject)).toEqual(expected === undefined ? [] : [expected]);
  });

  it('several files of one call, and the response if the input names none', () => {
    expect(touched('save_all', { files: ['/w/a.ts', { path: '/w/b.ts' }, 3, '/w/a.ts'] })).toEqual([
      'modified /w/a.ts',
      'modified /w/b.ts',
    ]);
    expect(touched('FileSave', {}, { filePath: '/w/a.ts' })).toEqual(['modified /w/a.ts']);
  });

  it('the digest of what was written, if that is the complete file', () => {
    const digest = (tool: string, input: JsonObject, response: JsonObject | null = {}) =>
      touchedByName({ id: null, name: tool, input, response })[0]?.digest;
    expect(digest('FileSave', { path: '/w/a', content: 'all' })).toBe(fileDigest('all'));
    expect(digest('FileSave', { path: '/w/a', content: 'all' }, null)).toBeNull();
    expect(digest('append_to_file', { path: '/w/a', content: 'more' })).toBeNull();
    expect(digest('FileSave', { path: '/w/a' })).toBeNull();
  });
});
