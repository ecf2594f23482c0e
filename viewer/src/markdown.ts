// Memories as Markdown, for the clipboard.
import { memoryPath } from './actions.ts';
import { get, type Item, type Memory } from './api.ts';
import { notify, notifyError } from './toast.tsx';

export function markdownOf(memory: Memory): string {
  const head = (title: string) => [
    `### ${title}`,
    `${[memory.ref, memory.kind === 'observation' ? memory.type : 'summary', new Date(memory.at).toISOString().slice(0, 10), memory.project, memory.branch].filter(Boolean).join(' · ')}`,
  ];
  if (memory.kind === 'summary') {
    const fields = [
      ['Asked', memory.request],
      ['Done', memory.completed],
      ['Learned', memory.learned],
      ['Investigated', memory.investigated],
      ['Next', memory.nextSteps],
      ['Notes', memory.notes],
    ].flatMap(([name, text]) => (text ? [`**${name}:** ${text}`] : []));
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
