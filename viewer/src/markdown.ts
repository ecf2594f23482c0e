// Memories as Markdown, for the clipboard.
import { memoryPath } from './actions.ts';
import { get, type Item, type Memory, type SummaryReply } from './api.ts';
import { notify, notifyError } from './toast.tsx';

/** The parts of a summary that have words. */
export function fieldsOf(summary: SummaryReply, withRequest: boolean): [name: string, words: string][] {
  const { request, completed, learned, investigated, nextSteps, notes } = summary;
  const all = { Asked: withRequest ? request : null, Done: completed, Learned: learned, Investigated: investigated };
  return Object.entries({ ...all, Next: nextSteps, Notes: notes }).filter(
    (each): each is [string, string] => !!each[1],
  );
}

export function markdownOf(memory: Memory): string {
  const head = (title: string) => [
    `### ${title}`,
    `${[memory.ref, memory.kind === 'observation' ? memory.type : 'summary', new Date(memory.at).toISOString().slice(0, 10), memory.project, memory.branch].filter(Boolean).join(' · ')}`,
  ];
  if (memory.kind === 'summary') {
    const fields = fieldsOf(memory, true).map(([name, text]) => `**${name}:** ${text}`);
    return [...head(memory.title ?? memory.request ?? 'Summary'), ...fields].join('\n\n');
  }
  const text = memory.narrative ?? memory.subtitle;
  return [
    ...head(memory.title ?? '(untitled)'),
    ...(text ? [text] : []),
    ...(memory.facts.length > 0 ? [memory.facts.map((fact) => `- ${fact}`).join('\n')] : []),
    ...(memory.files.length > 0 ? [`Files: ${memory.files.map(({ path }) => `\`${path}\``).join(', ')}`] : []),
  ].join('\n\n');
}

export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(told);
  } catch {
    notify('The browser does not allow copying here.');
  }
}

export async function copyMarkdown(items: Pick<Item, 'kind' | 'id'>[]): Promise<void> {
  try {
    const memories = await Promise.all(items.map(({ kind, id }) => get<Memory>(memoryPath(kind, id))));
    await copy(
      memories.map(markdownOf).join('\n\n'),
      memories.length === 1 ? 'Copied as Markdown.' : `${memories.length} memories copied as Markdown.`,
    );
  } catch (error) {
    notifyError(error);
  }
}

export const copyLink = (ref: string) => copyLinkTo(['memory', ref]);

export const copyLinkTo = (path: string[]) =>
  copy(`${location.origin}/#/${path.map(encodeURIComponent).join('/')}`, 'Link copied.');
