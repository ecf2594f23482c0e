// Which files a tool call touched, and the digest of each as the call saw it. The digest comes from the payload
// alone: a working tree looked at later may have moved on (SPEC C5).
import { fileDigest } from '../domain/digest.ts';
import type { FileTouch } from '../domain/event.ts';
import { isObject, type Json, number, object, text } from '../domain/json.ts';

export function touchedFiles(tool: string | null, input: Json, response: Json): FileTouch[] {
  const asked = isObject(input) ? input : {};
  const told = isObject(response) ? response : {};
  switch (tool) {
    case 'Read': {
      const file = object(told, 'file');
      const path = (file && text(file, 'filePath')) ?? text(asked, 'file_path');
      return path ? [{ path, role: 'read', digest: file ? digestOfWholeRead(file) : null }] : [];
    }
    case 'Write': {
      const path = text(told, 'filePath') ?? text(asked, 'file_path');
      const content = asked['content'];
      const written = response !== null && typeof content === 'string' && told['userModified'] !== true;
      return path ? [{ path, role: 'modified', digest: written ? fileDigest(content) : null }] : [];
    }
    case 'Edit': {
      const path = text(told, 'filePath') ?? text(asked, 'file_path');
      return path ? [{ path, role: 'modified', digest: digestAfterEdit(told) }] : [];
    }
    case 'MultiEdit':
    case 'NotebookEdit': {
      const path = text(asked, 'file_path') ?? text(asked, 'notebook_path');
      return path ? [{ path, role: 'modified', digest: null }] : [];
    }
    default:
      return [];
  }
}

const MAX_FILE = 64 * 1024 * 1024;

function digestOfWholeRead(file: { [key: string]: Json }): string | null {
  const content = file['content'];
  const whole = number(file, 'startLine') === 1 && number(file, 'numLines') === number(file, 'totalLines');
  return whole && typeof content === 'string' ? fileDigest(content) : null;
}

function digestAfterEdit(told: { [key: string]: Json }): string | null {
  const { originalFile: before, oldString: old, newString: fresh, replaceAll, userModified } = told;
  if (typeof before !== 'string' || typeof old !== 'string' || typeof fresh !== 'string') return null;
  if (userModified === true || old === '' || !before.includes(old)) return null;
  if (replaceAll !== true) return fileDigest(before.replace(old, () => fresh));
  const pieces = before.split(old);
  // A file that an edit makes larger than this is none that anybody keeps.
  if (before.length + pieces.length * fresh.length > MAX_FILE) return null;
  return fileDigest(pieces.join(fresh));
}
