// A history of Claude Code in a scratch home, to be imported.
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { fixtureSession, type SessionFixture, TranscriptFixture } from './payloads.ts';
import { createScratch, type Scratch } from './scratch.ts';

export let scratch: Scratch;
export let projects: string;

/** A new home for each test of a file. */
export function useHistory(): void {
  beforeEach(() => {
    scratch = createScratch();
    projects = join(scratch.home, '.claude', 'projects');
  });
  afterEach(() => scratch.dispose());
}

/** A session of `turns` turns, in the client's own layout; each fifth has a subagent. */
export function writeSession(index: number, turns: number): SessionFixture {
  const cwd = `/home/dev/project-${index % 3}`;
  const session = fixtureSession(cwd);
  const folder = join(projects, cwd.replaceAll('/', '-'));
  session.transcriptPath = join(folder, `${session.sessionId}.jsonl`);
  const transcript = new TranscriptFixture(session);
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `toolu_${index}_${turn}`;
    const file = `${cwd}/module-${turn}.ts`;
    transcript
      .user(`Add module ${turn} of session ${index}, with the word walrus${index}`)
      .call(id, 'Edit', { file_path: file, old_string: 'a', new_string: `export const m${turn} = ${index};` })
      .result(id, { filePath: file, newString: `export const m${turn} = ${index};` })
      .says(`I added module ${turn} because session ${index} needs it, and exported m${turn}.`);
  }
  // Each of them happened on a day of its own.
  for (const record of transcript.records) {
    if (typeof record !== 'string')
      record['timestamp'] = String(record['timestamp']).replace(
        '03-02',
        `03-${String(2 + (index % 25)).padStart(2, '0')}`,
      );
  }
  transcript.write();
  if (index % 5 === 0) {
    const agent = new TranscriptFixture(session).says(`The subagent of session ${index} looked around.`);
    for (const record of agent.records) Object.assign(record, { isSidechain: true, agentId: `a${index}` });
    agent.write(join(folder, session.sessionId, 'subagents', `agent-a${index}.jsonl`));
  }
  return session;
}
