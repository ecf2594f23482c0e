// What was put before a session, and why: at its start, and at each prompt with the words that matched.
import type { Injection } from '../domain/record.ts';
import { idOf, keyOf, kindOf, type MemoryKey, type MemoryReader, type SearchStore } from '../store/index.ts';
import { subjectOf } from './context/prompt-words.ts';
import { clock, cut, day, titleOf } from './format.ts';
import { parseQuery } from './search/query.ts';
import { find } from './search/search.ts';

export interface WhyMemory {
  id: string;
  title: string;
  /** The words of the prompt that it contains. */
  words: string[];
}

export interface Why {
  occasion: Injection['occasion'];
  at: number;
  characters: number;
  /** The prompt to which it was added. */
  prompt: string | null;
  memories: WhyMemory[];
}

export interface WhySources {
  injections: Injection[];
  prompts: { text: string; at: number }[];
  reader: MemoryReader;
  search: SearchStore;
  projectId: number;
}

/** A hook's event and what it answered are this close. */
const SAME_MOMENT_MS = 10_000;

export function explain(sources: WhySources): Why[] {
  return sources.injections.map((injection) => {
    const { occasion, at, characters } = injection;
    const prompt = occasion === 'prompt' ? promptAt(sources.prompts, at) : null;
    return { occasion, at, characters, prompt, memories: shownIn(injection, prompt, sources) };
  });
}

function promptAt(prompts: WhySources['prompts'], at: number): string | null {
  const distance = (prompt: { at: number }) => Math.abs(prompt.at - at);
  const nearest = prompts.reduce<WhySources['prompts'][number] | null>(
    (best, prompt) => (best === null || distance(prompt) < distance(best) ? prompt : best),
    null,
  );
  return nearest && distance(nearest) <= SAME_MOMENT_MS ? nearest.text : null;
}

function shownIn(injection: Injection, prompt: string | null, { reader, search, projectId }: WhySources): WhyMemory[] {
  const keys = [
    ...injection.observations.map((id) => keyOf('observation', id)),
    ...injection.summaries.map((id) => keyOf('summary', id)),
  ];
  const words = matchedWords(search, prompt, projectId);
  return keys.flatMap((key) => {
    const title = titleOfKey(reader, key);
    const id = kindOf(key) === 'observation' ? `#${idOf(key)}` : `S${idOf(key)}`;
    // What was forgotten since is not mentioned.
    return title === null ? [] : [{ id, title, words: words(key) }];
  });
}

function titleOfKey(reader: MemoryReader, key: MemoryKey): string | null {
  if (kindOf(key) === 'observation') {
    const [record] = reader.observations([idOf(key)]);
    return record ? titleOf(record) : null;
  }
  const [record] = reader.summaries([idOf(key)]);
  return record ? cut(record.title ?? record.request, 120) : null;
}

function matchedWords(store: SearchStore, prompt: string | null, projectId: number): (key: MemoryKey) => string[] {
  const subject = prompt === null ? null : subjectOf(prompt);
  if (subject === null) return () => [];
  const { terms, weights } = find(store, parseQuery(subject), {
    projectIds: [projectId],
    kinds: ['observation', 'summary'],
  });
  return (key) => {
    const bits = weights.held.get(key) ?? 0;
    return terms.filter((term, index) => term.weight >= 1 && (bits & (1 << index)) !== 0).map(({ typed }) => typed);
  };
}

const OCCASION: Record<Why['occasion'], string> = {
  session_start: 'At the start',
  prompt: 'At a prompt',
  tool: 'When the agent asked',
};

export function whyLines(whys: Why[]): string[] {
  return whys.flatMap(({ occasion, at, characters, prompt, memories }) => [
    `${day(at)} ${clock(at)}  ${OCCASION[occasion]}${prompt === null ? '' : ` “${cut(prompt, 100)}”`} (${characters} characters)`,
    ...memories.map(
      ({ id, title, words }) => `    ${id} ${title}${words.length > 0 ? `\n        matched: ${words.join(', ')}` : ''}`,
    ),
  ]);
}
