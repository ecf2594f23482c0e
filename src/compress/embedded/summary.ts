// The summaries of a turn, one for each of its Stops: what was asked, looked at, learned, done, and what is open.

import type { Checkpoint, Summary } from '../../domain/memory.ts';
import { readMessage, splitSentences } from '../../text/message.ts';
import { asText, isFiller, isQuestion, isReason, type Prose, plain, readProse } from '../../text/sentences.ts';
import { saysSame } from '../../text/similar.ts';
import { truncate } from '../../text/truncate.ts';
import { type MaterialEvent, messagesOf, promptOf, toolsOf } from '../material.ts';
import { nextSteps } from './next-steps.ts';
import { headlines } from './title/headline.ts';
import { type Evidence, gatherEvidence } from './turn/evidence.ts';
import { describeOutcome, outcomeOf } from './turn/outcome.ts';
import { changesInWords, list, runFacts } from './turn/phrases.ts';
import type { Turn } from './turn/turn.ts';

/** In order; a Stop that nothing new came before has none. */
export function summarize(turn: Turn, title: string | null): Checkpoint[] {
  const { material } = turn;
  const prompt = promptOf(material.turn);
  const said = new Set<string>();
  const summaries: Checkpoint[] = [];
  const spans = upToEachStop(material.turn);
  for (const [index, events] of spans.entries()) {
    const messages = messagesOf(events).filter((words) => !said.has(words));
    for (const words of messages) said.add(words);
    const isFirst = index === 0 && !material.continued;
    // Nearly every turn has one Stop, and is read already.
    const tools = spans.length === 1 ? turn.tools : toolsOf(events, material.host);
    const evidence = spans.length === 1 ? turn.evidence : gatherEvidence(tools, material.root);
    // A background agent that only looks around leaves nothing to summarize until somebody says what came of it.
    const did = isFirst
      ? prompt !== null || tools.length > 0
      : evidence.changes.length > 0 || evidence.lastTest !== null;
    if (!did && messages.length === 0) continue;
    const outcome = describeOutcome(outcomeOf(events));
    summaries.push({
      at: Math.max(...events.map((event) => event.at)),
      title: null,
      ...sumUp(prompt, messages, evidence, outcome),
    });
  }
  // The title of the turn belongs to where it ended.
  const last = summaries.at(-1);
  if (last) last.title = title;
  // The others are listed by what was asked. Two with the same title would look the same.
  for (const one of summaries.slice(0, -1))
    if (one.request?.toLowerCase() === title?.toLowerCase())
      one.title = splitSentences(one.completed ?? '').flatMap((sentence) => headlines(sentence))[0] ?? null;
  return summaries;
}

function upToEachStop(events: MaterialEvent[]): MaterialEvent[][] {
  const spans: MaterialEvent[][] = [[]];
  for (const event of stopsInPlace(events)) {
    spans.at(-1)?.push(event);
    if (event.kind === 'stop') spans.push([]);
  }
  return spans.filter((span) => span.length > 0);
}

/** A Stop follows the message that it repeats, whatever the clocks of hook and transcript say. */
function stopsInPlace(events: MaterialEvent[]): MaterialEvent[] {
  const ordered: MaterialEvent[] = [];
  for (const event of events) {
    const words = event.kind === 'stop' ? messagesOf([event])[0] : undefined;
    const said = words === undefined ? -1 : ordered.findLastIndex((one) => messagesOf([one])[0] === words);
    if (said >= 0 && ordered[said]?.kind === 'message') ordered.splice(said + 1, 0, event);
    else ordered.push(event);
  }
  return ordered;
}

function sumUp(
  prompt: string | null,
  messages: string[],
  evidence: Evidence,
  outcome: string | null,
): Omit<Summary, 'title'> {
  const prose = messages.map(readProse);
  const last = messages.at(-1) ?? '';
  const said = prose.at(-1) ?? { sentences: [], points: [], flow: [] };
  const failing = evidence.lastTest?.failed
    ? `Tests still fail: ${evidence.lastTest.trouble ?? evidence.lastTest.command}`
    : null;
  const next = nextSteps(readMessage(last));
  const done = completed(said, last, evidence, next);
  return {
    request: prompt ? truncate(plain(withoutFences(prompt)), 300) : null,
    investigated: investigated(evidence),
    learned: learned(prose, said, evidence, done),
    completed: done,
    nextSteps: text(failing ? [failing, ...next] : next, 400),
    filesRead: evidence.read.slice(0, 30),
    filesEdited: evidence.changes.map((change) => change.name).slice(0, 30),
    notes: text([...(outcome ? [outcome] : []), ...checks(evidence)], 300),
  };
}

/** What the last test run and every fixed command came to, each command once. */
function checks(evidence: Evidence): string[] {
  const { fixed, lastTest } = evidence;
  const isFixed = fixed.some(({ command }) => command === lastTest?.command);
  return [
    ...(isFixed ? [] : runFacts(evidence)),
    ...fixed.map(({ command }) => `${truncate(command, 100)}: failed, then passed`),
  ];
}

function text(said: string[], limit: number): string | null {
  return said.length === 0 ? null : truncate(asText([...new Set(said)]), limit);
}

/** What was quoted stays, its fences go. */
const withoutFences = (prompt: string) => prompt.replace(/```[\w-]*\n?/g, ' ');

const tells = (one: string) => !isFiller(one) && !isQuestion(one);

/** The reasons that were given; if nothing was changed, what was found. */
function learned(prose: Prose[], said: Prose, evidence: Evidence, done: string | null): string | null {
  const told = done ? [done] : [];
  const isNew = (one: string) => tells(one) && !saysSame(one, told);
  const reasons = [...prose.slice(0, -1).flatMap((one) => one.sentences), ...said.flow].filter(
    (one) => isReason(one) && isNew(one) && !isAside(one),
  );
  if (reasons.length > 0) return text(reasons.slice(0, 2), 360);
  if (evidence.changes.length > 0) return null;
  const found = said.flow.filter((one) => one.length >= 40 && isNew(one));
  return asText(found).length >= 160 ? text(found.slice(0, 2), 360) : null;
}

/** What the agent intends or thinks aloud, and what continues a sentence that is not there. */
const isAside = (one: string) =>
  /^(?:i(?:'d| would| left| will|'ll)|but|so|and|good question)\b|\blet me\b|\bwant me to\b|[:：]$/i.test(one);

/** What was done, in the agent's words; the files say the rest if little was said. */
function completed(said: Prose, last: string, evidence: Evidence, next: string[]): string | null {
  // What is open has a field of its own.
  const told = said.flow.filter((one) => tells(one) && !next.includes(one));
  // It introduces code, which is kept elsewhere.
  while (/[:：]$/.test(told.at(-1) ?? '')) told.pop();
  const words = asText(told);
  if (words.length >= 40 || (words.length >= 20 && evidence.changes.length === 0)) return truncate(words, 460);
  if (evidence.changes.length > 0)
    return truncate(asText([...(words ? [words] : []), changesInWords(evidence.changes)]), 460);
  const plainWords = plain(last);
  return plainWords === '' ? null : truncate(plainWords, 300);
}

function investigated(evidence: Evidence): string | null {
  const parts = [];
  if (evidence.read.length > 0) parts.push(`Read ${list(evidence.read, 6)}`);
  if (evidence.searched.length > 0) parts.push(`searched for ${list(evidence.searched, 4)}`);
  return parts.length > 0 ? `${parts.join('; ')}.` : null;
}
