// A call that applies a patch, in our terms.
import type { FileTouch } from '../domain/event.ts';
import type { ToolCall } from '../domain/host-event.ts';
import { factsOf } from './generic/tools.ts';
import type { ToolFacts } from './host.ts';
import { readPatch, textsOf } from './patch.ts';

export function patchFacts(call: ToolCall, patch: string): ToolFacts {
  const files = readPatch(patch);
  const texts = textsOf(files);
  const count = (mark: string) => texts.diff.filter((line) => line.startsWith(mark)).length;
  return factsOf(call, {
    action: 'edit',
    paths: files.map(({ path }) => path),
    isNew: files.length > 0 && files.every(({ change }) => change === 'add'),
    lines: { added: count('+'), removed: count('-') },
    command: '',
    ...texts,
  });
}

/** A patch says what changes, not what the whole file becomes: there are no digests. */
export function patchedFiles(patch: string): FileTouch[] {
  return readPatch(patch).map(({ path }) => ({ path, role: 'modified', digest: null }));
}
