// Turns as a compressor sees them, built in a few lines.
import { compressEmbedded } from '../../src/compress/embedded/compress.ts';
import type { Material, MaterialEvent } from '../../src/compress/material.ts';
import type { Json, JsonObject } from '../../src/domain/json.ts';

let id = 0;
export const event = (kind: string, body: JsonObject, extra: Partial<MaterialEvent> = {}): MaterialEvent => {
  id += 1;
  return { id, kind, toolName: null, agentId: null, files: [], at: id, body, ...extra };
};

export const prompt = (text: string) => event('prompt', { text });
export const says = (text: string) => event('message', { text });
export const stop = (message: string) => event('stop', { message });
export const tool = (toolName: string, input: JsonObject, response: Json = {}, files: MaterialEvent['files'] = []) =>
  event('tool', { input, response }, { toolName, files });
export const edit = (path: string, before: string, after: string) =>
  tool('Edit', { file_path: path, old_string: before, new_string: after }, { filePath: path }, [
    { path, role: 'modified', digest: null },
  ]);
export const write = (path: string, content: string) =>
  tool('Write', { file_path: path, content }, { type: 'create', filePath: path }, [
    { path, role: 'modified', digest: null },
  ]);
export const read = (path: string) => tool('Read', { file_path: path }, {}, [{ path, role: 'read', digest: null }]);
export const bash = (command: string, stdout = '') => tool('Bash', { command }, { stdout, stderr: '' });
export const fails = (command: string, error: string) =>
  event('tool_failure', { input: { command }, error }, { toolName: 'Bash' });
export const materialOf = (events: MaterialEvent[], extra: Partial<Material> = {}): Material => ({
  ...{ host: 'claude-code', events, turn: events, root: '/w', final: true },
  ...{ knownTitles: [], notes: [], sessionTitle: null, before: [] },
  ...extra,
});

export const compress = (events: MaterialEvent[], extra: Partial<Material> = {}) =>
  compressEmbedded(materialOf(events, extra));
