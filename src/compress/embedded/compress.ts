// The embedded compressor: no model, no network, deterministic. It uses what the agent and the host themselves wrote and
// what the tools prove; what proves nothing (reads, listings, status checks) gives nothing.

import type { Checkpoint, Compressed, Observation, Summary } from '../../domain/memory.ts';
import { ASKED } from '../../domain/memory.ts';
import { lastPart } from '../../text/path.ts';
import { isDecision, isFiller, isReason, plain } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { describeCommit } from '../commits.ts';
import type { Material } from '../material.ts';
import { tell } from './facts.ts';
import type { Subject } from './subject.ts';
import { summarize } from './summary.ts';
import { followUp } from './title/candidates.ts';
import { rankTitles, subjectOfTurn } from './title/choose-title.ts';
import { headlines, LONGEST_TITLE } from './title/headline.ts';
import { describeOutcome, outcomeOf } from './turn/outcome.ts';
import { changesInWords, runFacts } from './turn/phrases.ts';
import { readTurn, type Turn } from './turn/turn.ts';
import { typeOf } from './turn/types.ts';
import { isWorthRemembering } from './turn/worth.ts';
import { namedKeys } from './words.ts';

/** Raised whenever it makes better memories of the same events. */
export const COMPRESSOR_VERSION = 5;

export function compressEmbedded(material: Material): Compressed {
  // What a piece of a long turn did is known only at its end, and the last job of the turn sees all of it.
  if (!material.final) return { ...NOTHING, compressor: COMPRESSOR_VERSION };
  const turn = readTurn(material);
  const subject = subjectOfTurn(turn);
  const taken = new Set(material.knownTitles.map((title) => title.toLowerCase()));
  const titles = rankTitles(turn, subject);
  // What an earlier turn is called names this one only if nothing else does.
  const best = titles.find(({ title }) => !taken.has(title.toLowerCase())) ?? titles[0];
  const chosen = best?.title ?? null;
  const observations: Observation[] = [];
  // What is only known by the turn before is found there, unless it changed something.
  const isOnlyFollowUp = best?.candidate.source === 'before' && turn.evidence.changes.length === 0;
  if (!isOnlyFollowUp && isWorthRemembering(turn, best?.reads ?? 0)) {
    const made = [mainObservation(turn, subject, chosen)];
    // A turn of many steps may hold a second finding.
    if (turn.tools.length >= 8) made.push(fixedObservation(turn, made), decisionObservation(turn, subject, made));
    for (const observation of made) {
      const title = observation && uniqueTitle(observation, taken);
      if (!title) continue;
      taken.add(title.toLowerCase());
      observations.push({ ...observation, title });
      if (observations.length === 2) break;
    }
  }
  // What nobody could list is at least known by the work that it followed.
  // A summary tells what was asked anyway.
  const said = best?.candidate.isTyped ? titles.find(({ candidate }) => !candidate.isTyped) : best;
  const called = (observations.length > 0 ? best : said)?.title ?? null;
  const isListable = observations.length > 0 || (said?.reads ?? 0) >= LISTABLE_SUMMARY;
  const summaries = summarize(turn, isListable ? called : followUp(turn));
  const last = summaries.pop();
  return {
    observations,
    summary: last ? withoutTime(last) : null,
    earlier: summaries,
    title: observations[0]?.title ?? called,
    subtitle: null,
    compressor: COMPRESSOR_VERSION,
  };
}

const LISTABLE_SUMMARY = 0.3;
const NOTHING: Compressed = { observations: [], summary: null, earlier: [], title: null, subtitle: null };

/** The last one has the time of its job. */
function withoutTime({ at: _, ...summary }: Checkpoint): Summary {
  return summary;
}

/** What was done or found, in the best words that anybody found for it. */
function mainObservation(turn: Turn, subject: Subject, title: string | null): Observation | null {
  if (!title) return null;
  const { evidence, commits, tools } = turn;
  const type = typeOf(turn, title);
  const { narrative, facts } = tell(turn, subject);
  const changed = evidence.changes.flatMap((change) => change.eventIds);
  const outcome = describeOutcome(outcomeOf(turn.material.turn));
  return {
    ...base(turn, changed.length > 0 ? changed : tools.slice(0, 12).map((tool) => tool.id)),
    type,
    title,
    subtitle: subtitleOf(turn, title, outcome),
    narrative: narrative ?? (evidence.changes.length > 0 ? changesInWords(evidence.changes) : null),
    facts: [...commits.slice(-3).map(describeCommit), ...facts, ...runFacts(evidence)].slice(0, 26),
    concepts: CONCEPTS_OF[type] ?? ['what-changed'],
    filesRead: readPaths(turn),
    filesModified: evidence.changes.map((change) => change.path),
    toolName: evidence.changes.length > 0 ? 'Edit' : (tools.at(-1)?.name ?? null),
  };
}

const CONCEPTS_OF: Partial<Record<Observation['type'], string[]>> = {
  bugfix: ['problem-solution', 'what-changed'],
  discovery: ['how-it-works'],
  decision: ['trade-off', 'why-it-exists'],
};

/** An error, and the edit after which it was gone. */
function fixedObservation({ evidence, last, ...turn }: Turn, made: (Observation | null)[]): Observation | null {
  const [fixed] = evidence.fixed;
  // A change of type bugfix already covers it.
  if (!fixed?.test || made.some((observation) => observation?.type === 'bugfix')) return null;
  if (!fixed.brokenBefore) return null;
  const reason = last.passages.map(({ text }) => text).find(isReason);
  return {
    ...base({ evidence, last, ...turn }, fixed.eventIds),
    type: 'bugfix',
    title: truncate(`Fix failing ${fixed.test}`, LONGEST_TITLE),
    subtitle: truncate(fixed.command, 100),
    narrative: [
      `\`${truncate(fixed.command, 120)}\` failed: ${plain(fixed.trouble ?? fixed.test)}.`,
      reason,
      'It passed after the edit.',
    ]
      .filter(Boolean)
      .join(' '),
    facts: [],
    concepts: ['problem-solution', 'gotcha'],
    filesRead: [],
    filesModified: evidence.changes.map((change) => change.path),
    toolName: 'Bash',
  };
}

/** A choice that was stated along the way, with what was passed over. */
function decisionObservation(turn: Turn, subject: Subject, made: (Observation | null)[]): Observation | null {
  if (made.some((observation) => observation?.type === 'decision')) return null;
  const sentences = [turn.last, ...turn.earlier].flatMap(({ passages }) => passages.map(({ text }) => text));
  const isNamed = (text: string) =>
    [...namedKeys(text)].filter((key) => (subject.words.get(key)?.weight ?? 0) > 0.2).length >= 2;
  const sentence = sentences.find(
    (text) =>
      isDecision(text) &&
      isReason(text) &&
      !isFiller(text) &&
      text.length <= 320 &&
      isNamed(text) &&
      !isTold(text, made),
  );
  const title = sentence ? headlines(sentence)[0] : undefined;
  if (!sentence || !title) return null;
  return {
    ...base(turn, []),
    type: 'decision',
    title,
    subtitle: null,
    narrative: sentence,
    facts: [],
    concepts: ['trade-off', 'why-it-exists'],
    filesRead: [],
    filesModified: turn.evidence.changes.map((change) => change.path),
    toolName: null,
  };
}

/** Whether a finding of this turn says the same already. */
function isTold(sentence: string, made: (Observation | null)[]): boolean {
  const keys = namedKeys(sentence);
  return made.some((observation) => {
    const words = [...namedKeys(observation?.title ?? '')];
    return words.length > 0 && words.filter((word) => keys.has(word)).length / words.length >= 0.6;
  });
}

function base(turn: Turn, eventIds: number[]): Pick<Observation, 'eventIds'> {
  const said = turn.material.turn.findLast((event) => event.kind === 'stop' || event.kind === 'message');
  return { eventIds: [...new Set([...eventIds, ...(said ? [said.id] : [])])].slice(0, 50) };
}

function readPaths({ tools }: Turn): string[] {
  const paths = tools
    .filter((tool) => !tool.failed)
    .flatMap((tool) => tool.files.filter((file) => file.role === 'read').map((file) => file.path));
  return [...new Set(paths)].slice(0, 26);
}

/** How it ended, if it did not end well; otherwise what was asked, if the title does not say it. */
function subtitleOf({ request }: Turn, title: string, outcome: string | null): string | null {
  if (outcome) return truncate(outcome, 160);
  const asked = request.headings[0] ?? request.chosen[0] ?? request.sentences[0] ?? '';
  const told = namedKeys(title);
  const isNew = [...namedKeys(asked)].filter((key) => !told.has(key)).length >= 2;
  return isNew && !request.isBare ? `${ASKED}${truncate(asked, 110)}` : null;
}

/** A title that the session does not have yet; the file it is about tells two of one name apart. */
function uniqueTitle(observation: Observation, taken: Set<string>): string | null {
  const { title } = observation;
  if (!title) return null;
  if (!taken.has(title.toLowerCase())) return title;
  for (const path of [...observation.filesModified, ...observation.filesRead]) {
    const name = lastPart(path);
    const longer = `${title} (${name})`;
    if (
      !title.includes(name) &&
      longer.length <= LONGEST_TITLE &&
      !title.endsWith(')') &&
      !taken.has(longer.toLowerCase())
    )
      return longer;
  }
  // The same thing again, about the same files: it belongs to the finding that is there.
  return observation.type === 'decision' ? null : title;
}
