// Turns by the dozen, put into the spool as the hooks would.
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_SUFFIX } from '../../src/spool/format.ts';
import { writeSpoolFile } from '../../src/spool/write.ts';
import { bash, payload, prompt, type SessionFixture, stop } from './payloads.ts';
import type { Scratch } from './scratch.ts';

export interface SentTurn {
  /** Characters of what hooks handed over. */
  material: number;
}

/** One turn with an edit in it, and as many calls as asked for. */
export function sendTurn(
  scratch: Scratch,
  session: SessionFixture,
  number: number,
  calls: number,
  output = 'x'.repeat(400),
): SentTurn {
  mkdirSync(scratch.paths.spool, { recursive: true, mode: 0o700 });
  let material = 0;
  const send = (event: string, body: object) => {
    const text = JSON.stringify(body);
    material += text.length;
    const door = { host: 'claude-code', plugin: true };
    writeSpoolFile(scratch.paths.spool, { event, door, projectDir: session.cwd }, text);
  };
  const prompt_id = `p${number}`;
  const file = `${session.cwd}/src/part-${number}.ts`;
  send('UserPromptSubmit', prompt(session, `Please add part ${number} to the shop`, { prompt_id }));
  for (let i = 1; i < calls; i += 1)
    send('PostToolUse', bash(session, `step ${number}.${i}`, `${output} ${i}`, { prompt_id }));
  send(
    'PostToolUse',
    payload(session, 'PostToolUse', {
      tool_name: 'Edit',
      tool_use_id: `edit-${session.sessionId}-${number}`,
      prompt_id,
      tool_input: { file_path: file, old_string: 'a', new_string: `part${number}` },
      tool_response: { filePath: file, oldString: 'a', newString: `part${number}`, originalFile: 'a' },
    }),
  );
  send('Stop', stop(session, `I added part ${number} of the shop, with its own file.`, { prompt_id }));
  return { material };
}

/** One payload, as a hook would have written it at that time. */
export function sendAt(scratch: Scratch, cwd: string, body: Record<string, unknown>, at: number): void {
  const folder = scratch.paths.spool;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Dated before the worker can see it.
  const aside = join(scratch.home, 'aside');
  mkdirSync(aside, { recursive: true });
  const header = {
    event: String(body['hook_event_name']),
    door: { host: 'claude-code', plugin: true },
    projectDir: cwd,
  };
  const name = writeSpoolFile(aside, header, JSON.stringify(body)) + SPOOL_SUFFIX;
  utimesSync(join(aside, name), at / 1000, at / 1000);
  renameSync(join(aside, name), join(folder, name));
}

export function configure(scratch: Scratch, settings: Record<string, unknown>): void {
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  writeFileSync(scratch.paths.settings, JSON.stringify(settings));
}
