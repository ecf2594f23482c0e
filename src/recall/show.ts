// Memories in full, for a person and for an agent: every field with content, and where it came from.

import type { MemoryKind } from '../domain/filter.ts';
import type { HostMemoryRecord } from '../domain/host-memory.ts';
import type { ObservationRecord, SummaryRecord } from '../domain/record.ts';
import type { RuleFacts } from '../domain/rule.ts';
import type { SearchHit } from '../domain/search.ts';
import { hostNamed } from '../hosts/index.ts';
import type { MemoryReader } from '../store/index.ts';
import { byAuthor, clock, cut, day, files, indexLine, markOf, ruleTitle, STALE } from './format.ts';
import { formatId } from './ids.ts';
import type { Timeline } from './search/timeline.ts';
import type { Freshness, StalenessCheck } from './staleness.ts';

export interface MemorySources {
  reader: MemoryReader;
  stale: StalenessCheck;
  prompt: (id: number) => { id: number; sessionId: string; number: number; text: string; at: number } | null;
  root: string | null;
}

export interface DescribedMemory {
  record: Record<string, unknown>;
  lines: string[];
}

/** Null if there is no such memory. */
export function describeMemory(
  { kind, id }: { kind: MemoryKind; id: number },
  { reader, stale, prompt, root }: MemorySources,
): DescribedMemory | null {
  if (kind === 'observation') {
    const [record] = reader.observations([id]);
    if (!record) return null;
    const freshness = stale.of(record.touches, record.at);
    return { record: { kind, ...record, freshness }, lines: describeObservation(record, freshness, root) };
  }
  if (kind === 'summary') {
    const [record] = reader.summaries([id]);
    return record ? { record: { kind, ...record }, lines: describeSummary(record, root) } : null;
  }
  if (kind === 'host-memory') {
    const [record] = reader.hostMemories([id]);
    return record ? { record: { kind, ...record }, lines: describeHostMemory(record) } : null;
  }
  const record = prompt(id);
  if (!record) return null;
  const head = `P${id} prompt ${record.number} of session ${cut(record.sessionId, 80)}, ${day(record.at)} ${clock(record.at)}`;
  return { record: { kind, ...record }, lines: [head, cut(record.text, 6000)] };
}

/**
 * One line per hit, which says so if a referenced file has changed since or was deleted. `labels` names the projects if
 * the hits may come from several.
 */
export function hitLines(
  reader: MemoryReader,
  hits: SearchHit[],
  stale: StalenessCheck,
  labels: Map<number, string> | null = null,
): string[] {
  const idsOf = (kind: MemoryKind) => hits.filter((hit) => hit.kind === kind).map((hit) => hit.id);
  const records = new Map(reader.observations(idsOf('observation')).map((record) => [record.id, record]));
  const hosts = new Map(reader.hostMemories(idsOf('host-memory')).map(({ id, host }) => [id, host]));
  return hits.map((hit) => {
    if (hit.kind === 'host-memory')
      return hostMemoryLine(hit, labels?.get(hit.projectId), hosts.get(hit.id) ?? null) + passageLine(hit);
    const record = hit.kind === 'observation' ? records.get(hit.id) : undefined;
    return (
      hitLine(hit, labels?.get(hit.projectId), record?.rule) +
      (record ? STALE[stale.of(record.touches, record.at)] : '') +
      passageLine(hit)
    );
  });
}

/** A hit that is not in the local database, with its global ID. */
export function remoteLine(hit: SearchHit & { ref: string; project: string }): string {
  const mark = hit.type ? markOf(hit.type) : '=';
  const head = `${hit.ref} ${day(hit.at)} ${clock(hit.at)} ${mark} ${cut(hit.title, 140)}`;
  return `${head} (${cut(hit.project, 60)}, ~${hit.tokens})${byAuthor(hit.author)}${hit.superseded ? ' [superseded]' : ''}${passageLine(hit)}`;
}

const MOST_OF_PASSAGE = 180;

/** The sentence that matched, on a line of its own. */
function passageLine({ passage, title, kind }: SearchHit): string {
  if (passage === null || kind === 'prompt') return '';
  const words = cut(passage, MOST_OF_PASSAGE);
  // A title is often made of the sentence.
  return words === '' || cut(title, 200).includes(words.replace(/[.…]+$/, '')) ? '' : `\n    ${words}`;
}

/** `#12 Mar 2, 2026 14:05 B Count totals in cents (~120)`, or `(shop, ~120)` with the project. */
function hitLine(
  { kind, id, at, type, title, tokens, superseded, author }: SearchHit,
  project: string | undefined,
  rule: RuleFacts | null | undefined,
): string {
  const mark = type ? markOf(type) : kind === 'summary' ? '=' : '?';
  const old = superseded ? ' [superseded]' : '';
  const where = project === undefined ? '' : `${cut(project, 60)}, `;
  return `${formatId(kind, id)} ${day(at)} ${clock(at)} ${mark} ${ruleTitle(rule, cut(title, 140))} (${where}~${tokens})${byAuthor(author)}${old}`;
}

/** `H12 Mar 2, 2026 14:05 Claude Code memory, MEMORY.md › Testing: Run … (~40)` */
function hostMemoryLine(
  { kind, id, at, title, tokens }: SearchHit,
  project: string | undefined,
  host: string | null,
): string {
  const where = project === undefined ? '' : `${cut(project, 60)}, `;
  return `${formatId(kind, id)} ${day(at)} ${clock(at)} ${hostMemoryName(host)}, ${cut(title, 140)} (${where}~${tokens})`;
}

const hostMemoryName = (host: string | null) => `${hostNamed(host).title} memory`;

function describeHostMemory({ id, host, file, type, heading, text, at, path }: HostMemoryRecord): string[] {
  const named = [file, heading].filter(Boolean).join(' › ');
  return [
    `H${id} ${hostMemoryName(host)}${type ? ` (${cut(type, 40)})` : ''}: ${cut(named, 300)}`,
    `${day(at)} ${clock(at)} · ${cut(path, 400)}`,
    ...text.split('\n').flatMap((line) => field('', line)),
  ];
}

function describeObservation(memory: ObservationRecord, freshness: Freshness, root: string | null): string[] {
  return [
    `#${memory.id} ${memory.type}: ${ruleTitle(memory.rule, cut(memory.title ?? '(untitled)', 300))}`,
    where(memory),
    ...(memory.rule ? [ruleLine(memory.rule)] : []),
    ...field('', memory.subtitle),
    ...field(memory.rule ? 'Quotation: ' : '', memory.narrative),
    ...memory.facts.map((fact) => `- ${cut(fact, 1000)}`),
    ...(memory.concepts.length > 0 ? [`Concepts: ${cut(memory.concepts.join(', '), 400)}`] : []),
    ...(memory.filesModified.length > 0 ? [`Changed: ${files(memory.filesModified, root, 20)}`] : []),
    ...(memory.filesRead.length > 0 ? [`Read: ${files(memory.filesRead, root, 20)}`] : []),
    ...remarks(memory, freshness),
  ];
}

/** `Rule of this project, confirmed by a person; said 3 times, last on Mar 2, 2026` */
function ruleLine({ state, scope, source, timesSaid, lastSaidAt }: RuleFacts): string {
  const what = {
    said: 'not confirmed by a person',
    confirmed: 'confirmed by a person',
    off: 'switched off by a person',
  }[state];
  const times = timesSaid > 1 ? `said ${timesSaid} times, last` : source === 'agent' ? 'proposed by an agent' : 'said';
  return `Rule ${scope === 'everywhere' ? 'for all projects' : 'of this project'}, ${what}; ${times} on ${day(lastSaidAt)}`;
}

function describeSummary(memory: SummaryRecord, root: string | null): string[] {
  return [
    `S${memory.id} summary: ${cut(memory.title ?? memory.request ?? '(no request)', 300)}`,
    where(memory),
    ...(memory.title ? field('Asked: ', memory.request) : []),
    ...field('Investigated: ', memory.investigated),
    ...field('Learned: ', memory.learned),
    ...field('Done: ', memory.completed),
    ...field('Next: ', memory.nextSteps),
    ...field('Notes: ', memory.notes),
    ...(memory.filesEdited.length > 0 ? [`Changed: ${files(memory.filesEdited, root, 20)}`] : []),
    ...(memory.filesRead.length > 0 ? [`Read: ${files(memory.filesRead, root, 20)}`] : []),
  ];
}

function where(memory: ObservationRecord | SummaryRecord): string {
  const parts = [
    `${day(memory.at)} ${clock(memory.at)}`,
    memory.branch && `branch ${cut(memory.branch, 100)}`,
    memory.commit && `commit ${cut(memory.commit, 40)}`,
    memory.sessionId ? `session ${cut(memory.sessionId, 80)}, turn ${memory.promptNumber ?? '?'}` : 'added manually',
    memory.author && `by ${cut(memory.author, 60)}`,
    memory.pinned && 'pinned',
    memory.edited && 'edited',
  ];
  return parts.filter(Boolean).join(' · ');
}

function field(name: string, text: string | null): string[] {
  const words = cut(text, 6000);
  return words === '' ? [] : [`${name}${words}`];
}

function remarks(memory: ObservationRecord, freshness: Freshness): string[] {
  const lines = [];
  if (memory.supersededBy !== null) lines.push(`! Superseded by #${memory.supersededBy}.`);
  if (freshness === 'changed') lines.push('! A referenced file has changed since.');
  if (freshness === 'gone') lines.push('! A referenced file was deleted.');
  return lines;
}

/** One line each, in order, by day; an arrow marks the anchor. */
export function timelineLines({ anchor, entries }: Timeline): string[] {
  const lines: string[] = [];
  let current = '';
  for (const { kind, record } of entries) {
    if (day(record.at) !== current) lines.push((current = day(record.at)));
    const mark = kind === anchor.kind && record.id === anchor.id ? '>' : ' ';
    lines.push(`${mark} ${kind === 'observation' ? indexLine(record) : summaryLine(record)}`);
  }
  return lines;
}

export function summaryLine(memory: SummaryRecord): string {
  const done = memory.completed ? `: ${cut(memory.completed, 140)}` : '';
  return `S${memory.id} ${clock(memory.at)} = ${cut(memory.request ?? '(no request)', 90)}${done} (~${memory.tokens})${byAuthor(memory.author)}`;
}
