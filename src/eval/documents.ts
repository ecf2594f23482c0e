// Transcripts as plain text, for the baselines that search complete sessions.
import { readLines } from '../capture/json-lines.ts';
import { isObject, type Json } from '../domain/json.ts';

/** Everything that was said and done in a session, as one text with the answers hidden. */
export async function readDocument(file: string, mask: (record: Json) => Json): Promise<string> {
  const words: string[] = [];
  for await (const line of readLines(file, 0))
    for (const record of line.records) if (isObject(record)) collect(mask(record['message'] ?? null), words);
  return words.join('\n');
}

/** The text of a message: prose, tool inputs and tool outputs. */
export function collect(value: Json, words: string[]): void {
  if (typeof value === 'string') words.push(value);
  else if (Array.isArray(value)) for (const inner of value) collect(inner, words);
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'id' || key === 'type' || key === 'role' || key === 'model' || key === 'signature') continue;
      if (key !== 'usage') collect(inner, words);
    }
  }
}
