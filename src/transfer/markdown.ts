// Exports memories as Markdown, one text per project, grouped by day.

import { readFileSync } from 'node:fs';
import type { ProjectOverview, ReadableMemory, Store } from '../store/index.ts';

/** A project's memories in pieces of text. */
export function* projectAsMarkdown(
  store: Store,
  project: Pick<ProjectOverview, 'id' | 'name' | 'key'>,
): Generator<string> {
  yield `# ${oneLine(project.name)}\n\n${project.key}\n`;
  let day = '';
  let session: string | null | undefined;
  let turn: string | undefined;
  for (const memory of store.rows.readable(project.id)) {
    const on = new Date(memory.at).toISOString().slice(0, 10);
    if (on !== day) {
      yield `\n## ${on}\n`;
      day = on;
      session = undefined;
    }
    if (memory.sessionId !== session) {
      const title = memory.sessionTitle ?? (memory.sessionId === null ? 'Added manually' : 'Untitled session');
      yield `\n### ${oneLine(title)}\n`;
      session = memory.sessionId;
    }
    const of = `${memory.sessionId} ${memory.promptNumber}`;
    yield memory.kind === 'observation' ? observation(memory) : summary(memory, of === turn);
    if (memory.kind === 'summary') turn = of;
  }
}

/** Whether a file was exported for this project, under whatever name it had then; an empty file has nothing to lose. */
export function isMarkdownOf(project: Pick<ProjectOverview, 'key'>, file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const [title = '', , key] = text.split('\n', 3);
  return text === '' || (title.startsWith('# ') && key === project.key);
}

/** A file name that is valid on every file system and unique among projects of the same name. */
export function fileNameOf(
  project: Pick<ProjectOverview, 'id' | 'name'>,
  all: Pick<ProjectOverview, 'id' | 'name'>[],
): string {
  const plain = plainName(project);
  // File systems may ignore case.
  const alone = all.filter((other) => plainName(other).toLowerCase() === plain.toLowerCase()).length === 1;
  return alone ? `${plain}.md` : `${plain}-${project.id}.md`;
}

function plainName({ name }: Pick<ProjectOverview, 'name'>): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|-+$/g, '') || 'project';
}

function observation(memory: ReadableMemory): string {
  const marks = [memory.type, time(memory.at), memory.branch, memory.superseded ? 'superseded' : null].filter(Boolean);
  const lines = [`\n- **${oneLine(memory.title ?? 'Untitled')}** (#${memory.id}, ${marks.join(', ')})`];
  if (memory.subtitle) lines.push(`  ${oneLine(memory.subtitle)}`);
  if (memory.narrative) lines.push('', indent(memory.narrative));
  if (memory.facts.length > 0) lines.push('', ...memory.facts.map((fact) => `  - ${oneLine(fact)}`));
  if (memory.files.length > 0)
    lines.push('', `  Files: ${memory.files.map((file) => `\`${oneLine(file)}\``).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** A turn with several Stops has several summaries; only the first shows the request. */
function summary(memory: ReadableMemory, isContinued: boolean): string {
  const suffix = isContinued ? ', continued' : `: ${oneLine(memory.title ?? '')}`;
  const lines = [`\n- Turn ${memory.promptNumber ?? ''} (S${memory.id}, ${time(memory.at)})${suffix}`];
  for (const [name, value] of memory.fields) lines.push(`  - ${name}: ${oneLine(value)}`);
  return `${lines.join('\n')}\n`;
}

const time = (at: number) => new Date(at).toISOString().slice(11, 16);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const indent = (text: string) => text.trim().replace(/^/gm, '  ');
