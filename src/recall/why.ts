// What was put before a session, and why: at its start, and at each prompt, with the words that matched.
import type { Injection } from '../domain/record.ts';
import { idOf, keyOf, kindOf, type MemoryKey, type MemoryReader } from '../store/index.ts';
import { clock, cut, day, titleOf } from './format.ts';

export interface WhyMemory {
  id: string;
  title: string;
}

export interface Why {
  occasion: Injection['occasion'];
  at: number;
  characters: number;
  /** The prompt to which it was added. */
  prompt: string | null;
  /** The words of the prompt, or of the agent's query, that matched. */
  words: string[];
  memories: WhyMemory[];
}

export interface WhySources {
  injections: Injection[];
  prompts: { text: string; at: number }[];
  reader: MemoryReader;
}

/** A hook's event and what it answered are this close. */
const SAME_MOMENT_MS = 10_000;

export function explain(sources: WhySources): Why[] {
  return sources.injections.map((injection) => {
    const { occasion, at, characters, terms } = injection;
    const prompt = occasion === 'prompt' ? promptAt(sources.prompts, at) : null;
    return { occasion, at, characters, prompt, words: terms, memories: shownIn(injection, sources.reader) };
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

function shownIn({ observations, summaries }: Injection, reader: MemoryReader): WhyMemory[] {
  const keys = [...observations.map((id) => keyOf('observation', id)), ...summaries.map((id) => keyOf('summary', id))];
  return keys.flatMap((key) => {
    const title = titleOfKey(reader, key);
    const id = kindOf(key) === 'observation' ? `#${idOf(key)}` : `S${idOf(key)}`;
    // What was forgotten since is not mentioned.
    return title === null ? [] : [{ id, title }];
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

const OCCASION: Record<Why['occasion'], string> = {
  session_start: 'At the start',
  prompt: 'At a prompt',
  tool: 'When the agent asked',
};

export function whyLines(whys: Why[]): string[] {
  return whys.flatMap(({ occasion, at, characters, prompt, words, memories }) => [
    `${day(at)} ${clock(at)}  ${OCCASION[occasion]}${prompt === null ? '' : ` “${cut(prompt, 100)}”`} (${characters} characters)`,
    ...(words.length > 0 ? [`    matched: ${words.join(', ')}`] : []),
    ...memories.map(({ id, title }) => `    ${id} ${title}`),
  ]);
}
