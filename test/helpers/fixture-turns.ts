// Plays a fixture turn as the hooks and the transcript would tell it, and has the embedded compressor look at it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressEmbedded } from '../../src/compress/embedded/compress.ts';
import type { Compressed } from '../../src/domain/memory.ts';
import type { FixtureTurn, Step } from '../fixtures/turns/index.ts';
import { createCaptureBench } from './capture.ts';
import { payload, TranscriptFixture } from './payloads.ts';

export interface Played extends Compressed {
  tools: number;
}

export async function playTurn({ name, folder, steps }: FixtureTurn): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), 'c-mem-turn-'));
  const session = { sessionId: `fixture-${name}`, cwd: folder, transcriptPath: join(home, 't.jsonl') };
  const bench = createCaptureBench();
  const transcript = new TranscriptFixture(session);
  try {
    for (const [index, step] of steps.entries()) {
      const event = toPayload(step, `${name}-${index}`, folder);
      if (event) bench.take(payload(session, event.name, { prompt_id: `p-${name}`, ...event.fields }));
      else if ('says' in step) {
        bench.clock.now += 1000;
        transcript.says(step.says, { timestamp: new Date(bench.clock.now).toISOString(), uuid: `${name}-${index}` });
      }
    }
    transcript.write();
    await bench.read(session.sessionId);
    const events = bench.events(session.sessionId);
    const material = {
      host: 'claude-code',
      events,
      turn: events,
      root: folder,
      final: true,
      knownTitles: [],
      notes: [],
      sessionTitle: null,
      before: [],
    };
    return { ...compressEmbedded(material), tools: events.filter((event) => event.toolName !== null).length };
  } finally {
    bench.store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

type Fields = Record<string, unknown>;

/** The same turns as a transcript of one session, to be imported. */
export function writeTranscript(path: string, sessionId: string, turns: FixtureTurn[], startedAt: number): void {
  const cwd = turns[0]?.folder ?? '/';
  const transcript = new TranscriptFixture({ sessionId, cwd, transcriptPath: path }, { branch: 'main' });
  let at = startedAt;
  const when = () => {
    at += 40_000;
    return { timestamp: new Date(at).toISOString() };
  };
  for (const { name, folder, steps } of turns) {
    for (const [index, step] of steps.entries()) {
      const id = `toolu_${name}-${index}`;
      const event = toPayload(step, `${name}-${index}`, folder);
      if ('prompt' in step) transcript.user(step.prompt, `p-${name}`, when());
      else if ('says' in step) transcript.says(step.says, when());
      else if ('stop' in step) transcript.says(step.stop, when());
      else if (event) {
        const { tool_name, tool_input, tool_response, error } = event.fields;
        transcript.call(id, tool_name as string, tool_input as Fields, when());
        if (typeof error === 'string') transcript.fails(id, error);
        else transcript.result(id, tool_response, when());
      }
    }
    at += 600_000;
  }
  transcript.write();
}

function toPayload(step: Step, id: string, folder: string): { name: string; fields: Fields } | null {
  const tool = (tool_name: string, tool_input: Fields, tool_response: unknown) => ({
    name: 'PostToolUse',
    fields: { tool_name, tool_input, tool_response, tool_use_id: `toolu_${id}`, duration_ms: 9 },
  });
  const at = (path: string) => join(folder, path);
  if ('prompt' in step) return { name: 'UserPromptSubmit', fields: { prompt: step.prompt } };
  if ('stop' in step)
    return {
      name: 'Stop',
      fields: { stop_hook_active: false, last_assistant_message: step.stop, background_tasks: [] },
    };
  if ('read' in step) {
    const lines = step.content.split('\n').length;
    const file = { filePath: at(step.read), content: step.content, numLines: lines, startLine: 1, totalLines: lines };
    return tool('Read', { file_path: at(step.read) }, { type: 'text', file });
  }
  if ('grep' in step)
    return tool(
      'Grep',
      { pattern: step.grep, path: folder },
      { mode: 'files_with_matches', filenames: step.found, numFiles: step.found.length },
    );
  if ('edit' in step)
    return tool(
      'Edit',
      { file_path: at(step.edit), old_string: step.before, new_string: step.after, replace_all: false },
      {
        filePath: at(step.edit),
        oldString: step.before,
        newString: step.after,
        originalFile: step.before,
        structuredPatch: [patch(step.before, step.after)],
        userModified: false,
        replaceAll: false,
      },
    );
  if ('write' in step)
    return tool(
      'Write',
      { file_path: at(step.write), content: step.content },
      { type: 'create', filePath: at(step.write), content: step.content, structuredPatch: [], originalFile: null },
    );
  if ('bash' in step)
    return tool(
      'Bash',
      { command: step.bash, description: 'Run it' },
      { stdout: step.out, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    );
  if ('fails' in step)
    return {
      name: 'PostToolUseFailure',
      fields: {
        tool_name: 'Bash',
        tool_input: { command: step.fails, description: 'Run it' },
        tool_use_id: `toolu_${id}`,
        error: step.error,
        is_interrupt: false,
        duration_ms: 9,
      },
    };
  if ('agent' in step)
    return tool(
      'Agent',
      { description: step.agent, prompt: step.task, subagent_type: 'general-purpose', run_in_background: false },
      {
        status: 'completed',
        prompt: step.task,
        agentId: `agent-${id}`,
        content: [{ type: 'text', text: step.result }],
      },
    );
  return null;
}

/** As a diff would show it: what both begin or end with is context. */
function patch(before: string, after: string): { oldStart: number; newStart: number; lines: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const context = (lines: string[]) => lines.map((line) => ` ${line}`);
  return {
    oldStart: 1,
    newStart: 1,
    lines: [
      ...context(old.slice(0, head)),
      ...old.slice(head, old.length - tail).map((line) => `-${line}`),
      ...now.slice(head, now.length - tail).map((line) => `+${line}`),
      ...context(old.slice(old.length - tail)),
    ],
  };
}
