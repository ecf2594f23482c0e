// Finds the files touched by a call of an unknown tool. Digests come only from the payload, because the working tree
// may have changed since.
import { fileURLToPath } from 'node:url';
import type { FileTouch } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';

/** Words in a tool's name that mean it changes a file. */
const WRITES = new Set(
  'save write edit create update apply patch replace insert append modify overwrite rename move delete remove'.split(
    ' ',
  ),
);
/** The content given to these is the complete file. */
const WRITES_ALL = new Set(['save', 'write', 'create', 'overwrite']);
const READS = new Set('read open view cat load'.split(' '));
/** Whatever is read or written, it is not a file. */
const NO_FILES = new Set(
  'directory directories folder folders dir branch issue comment repository repo page database table'.split(' '),
);
const PATHS = [
  'file_path',
  'filePath',
  'filepath',
  'path',
  'file',
  'filename',
  'fileName',
  'file_name',
  'target_file',
  'targetFile',
  'absolute_path',
  'absolutePath',
  'relative_path',
  'relativePath',
  'notebook_path',
  'fsPath',
  'uri',
];
const PATH_LISTS = ['paths', 'files', 'file_paths', 'filePaths'];
const REMOTE = ['owner', 'repo', 'repository', 'url', 'host'];
const CONTENTS = ['content', 'contents', 'text', 'file_text', 'fileText'];

/** `FileSave`, `write_file`, `mcp__fs__read_text_file`. */
export function touchedByName({ name, input, response = null }: ToolCall): FileTouch[] {
  const asked = isObject(input) ? input : {};
  const result = isObject(response) ? response : {};
  // A file on another machine.
  if (REMOTE.some((name) => name in asked)) return [];
  const words = wordsIn(name ?? '');
  const writes = words.some((word) => WRITES.has(word));
  if (words.some((word) => NO_FILES.has(word)) || !(writes || words.some((word) => READS.has(word)))) return [];
  const paths = pathsIn(asked);
  const content = CONTENTS.map((name) => asked[name]).find((value) => typeof value === 'string');
  const whole = writes && response !== null && paths.length === 1 && words.some((word) => WRITES_ALL.has(word));
  return (paths.length > 0 ? paths : pathsIn(result)).map((path) => ({
    path,
    role: writes ? 'modified' : 'read',
    digest: whole && typeof content === 'string' ? fileDigest(content) : null,
  }));
}

/** The words in a tool's name, without the MCP server's name. `saved` and `edits` also count as `save` and `edit`. */
export function wordsIn(tool: string): string[] {
  const name = tool.startsWith('mcp__') ? (tool.split('__').at(-1) as string) : tool;
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/d$/, ''), word.replace(/ed$/, '')]);
}

const MOST_PATHS = 50;

function pathsIn(fields: JsonObject): string[] {
  const single = PATHS.map((name) => pathOf(fields[name] ?? null)).find((path) => path !== null);
  if (single) return [single];
  const lists = PATH_LISTS.flatMap((name) => fields[name] ?? []).slice(0, MOST_PATHS);
  const paths = lists.map((one) => (isObject(one) ? (pathsIn(one)[0] ?? null) : pathOf(one)));
  return [...new Set(paths.filter((path) => path !== null))];
}

function pathOf(value: Json): string | null {
  if (typeof value !== 'string' || value.length > 4096 || /[\0\n\r]/.test(value)) return null;
  const path = value.trim();
  if (!path.includes('://')) return path === '' ? null : path;
  if (!path.startsWith('file://')) return null;
  try {
    return fileURLToPath(path);
  } catch {
    return null;
  }
}
