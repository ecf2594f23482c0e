// The embedded compressor: no model, no network, deterministic. It uses what the agent itself said and what its tools
// prove; what proves nothing (reads, listings, status checks) gives nothing.

import type { Checkpoint, Compressed, Observation, Summary } from '../../domain/memory.ts';
import { lastPart } from '../../text/path.ts';
import {
  asText,
  isDecision,
  isFiller,
  isQuestion,
  isReason,
  type Prose,
  plain,
  readProse,
} from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { type Material, messagesOf, promptOf, toolsOf } from '../material.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { changeFact, changesInWords, runFacts, titleFromChanges } from './phrases.ts';
import { summarize } from './summary.ts';
import {
  asTitle,
  hasHeading,
  isInstruction,
  isWeakPrompt,
  titleFromMessage,
  titleFromPrompt,
  toHeadline,
  WEAK,
} from './titles.ts';
import { typeOfChange } from './types.ts';

export function compressEmbedded(material: Material): Compressed {
  const { root } = material;
  const prompt = promptOf(material.turn);
  const messages = messagesOf(material.events);
  const tools = toolsOf(material.events, material.host);
  const evidence = gatherEvidence(tools, root);
  const view: View = {
    prompt,
    messages,
    last: messages.at(-1) ?? '',
    prose: messages.map(readProse),
    evidence,
    tools,
    material,
  };

  const titles = new Set(material.knownTitles.map((title) => title.toLowerCase()));
  const observations: Observation[] = [];
  // At most one observation per four tool calls.
  const room = Math.min(3, Math.max(1, Math.floor(tools.length / 4)));
  for (const make of [changeObservation, discoveryObservation, fixedObservation, decisionObservation]) {
    if (observations.length >= room) break;
    const observation = make(view, observations);
    if (!observation) continue;
    const title = uniqueTitle(observation, titles);
    if (!title) continue;
    titles.add(title.toLowerCase());
    observations.push({ ...observation, title });
  }
  const earlier = material.final ? summarize(material) : [];
  const last = earlier.pop();
  return { observations, summary: last ? withoutTime(last) : null, earlier, ...sessionTitle(prompt, observations) };
}

/** The last one has the time of its job. */
function withoutTime({ at: _, ...summary }: Checkpoint): Summary {
  return summary;
}

interface View {
  prompt: string | null;
  messages: string[];
  last: string;
  prose: Prose[];
  evidence: Evidence;
  tools: ReturnType<typeof toolsOf>;
  material: Material;
}

/** What was changed, in the agent's own words if it said anything. */
function changeObservation(view: View): Observation | null {
  const { evidence, last, prompt } = view;
  if (evidence.changes.length === 0) return null;
  const type = typeOfChange(evidence, prompt, last);
  const files = evidence.changes.map((change) => change.path);
  const title = titleOfChange(view, type);
  const said = narrative(last);
  return {
    ...base(
      view,
      evidence.changes.flatMap((change) => change.eventIds),
    ),
    type,
    title,
    subtitle: subtitle(title, askedTitle(prompt), files.length),
    // If little was said, the files say the rest.
    narrative: said && said.length >= 60 ? said : asText([...(said ? [said] : []), changesInWords(evidence.changes)]),
    facts: [...points(last, 5), ...evidence.changes.slice(0, 6).map(changeFact), ...runFacts(evidence)].slice(0, 10),
    concepts: type === 'bugfix' ? ['problem-solution', 'what-changed'] : ['what-changed'],
    filesRead: readPaths(view),
    filesModified: files,
    toolName: 'Edit',
  };
}

/** Looking around that ended in a conclusion. */
function discoveryObservation(view: View): Observation | null {
  const { evidence, last, prompt, tools } = view;
  if (evidence.changes.length > 0 || !concludes(view)) return null;
  const title = titleFromMessage(last)?.text ?? askedTitle(prompt);
  if (!title) return null;
  return {
    ...base(
      view,
      tools.slice(0, 12).map((tool) => tool.id),
    ),
    type: 'discovery',
    title,
    subtitle: subtitle(title, askedTitle(prompt), 0),
    narrative: narrative(last),
    facts: points(last, 8),
    concepts: ['how-it-works'],
    filesRead: readPaths(view),
    filesModified: [],
    toolName: tools.at(-1)?.name ?? null,
  };
}

/** An error, and the edit after which it was gone. */
function fixedObservation(view: View, made: Observation[]): Observation | null {
  const [fixed] = view.evidence.fixed;
  // A change of type bugfix already covers it.
  if (!fixed?.trouble || made.some((observation) => observation.type === 'bugfix')) return null;
  const what = { test: 'test failure', build: 'build error', lint: 'lint error' }[fixed.kind as 'test'] ?? 'error';
  const reason = view.prose.flatMap((prose) => prose.sentences).find(isReason);
  return {
    ...base(view, fixed.eventIds),
    type: 'bugfix',
    title: truncate(fixed.test ? `Fix failing ${fixed.test}` : `Fix ${what}: ${plain(fixed.trouble)}`, 80),
    subtitle: truncate(fixed.command, 100),
    narrative: [`\`${truncate(fixed.command, 120)}\` failed: ${fixed.trouble}`, reason, 'It passed after the edit.']
      .filter(Boolean)
      .join(' '),
    facts: [fixed.trouble],
    concepts: ['problem-solution', 'gotcha'],
    filesRead: [],
    filesModified: view.evidence.changes.map((change) => change.path),
    toolName: 'Bash',
  };
}

/** A choice that was stated along the way, with what was passed over. */
function decisionObservation(view: View, made: Observation[]): Observation | null {
  const sentence = view.prose
    .flatMap((prose) => prose.sentences)
    .find((text) => isDecision(text) && !isFiller(text) && text.length <= 400 && !told(text, made));
  if (!sentence) return null;
  return {
    ...base(
      view,
      view.material.events
        .filter((event) => event.kind === 'message')
        .map((event) => event.id)
        .slice(-3),
    ),
    type: 'decision',
    title: asTitle(toHeadline(sentence)),
    subtitle: null,
    narrative: sentence,
    facts: view.prose
      .flatMap((prose) => prose.sentences)
      .filter((text) => isReason(text) && text !== sentence)
      .slice(0, 2),
    concepts: ['trade-off', 'why-it-exists'],
    filesRead: [],
    filesModified: view.evidence.changes.map((change) => change.path),
    toolName: null,
  };
}

/** Whether a finding of this turn says the same already. */
function told(sentence: string, made: Observation[]): boolean {
  return made.some((observation) => {
    const words = new Set((observation.title ?? '').toLowerCase().match(/\w{4,}/g) ?? []);
    const shared = (sentence.toLowerCase().match(/\w{4,}/g) ?? []).filter((word) => words.has(word)).length;
    return words.size > 0 && shared / words.size >= 0.6;
  });
}

function base(view: View, eventIds: number[]): Pick<Observation, 'eventIds'> {
  const said = view.material.events.findLast((event) => event.kind === 'stop' || event.kind === 'message');
  return { eventIds: [...new Set([...eventIds, ...(said ? [said.id] : [])])].slice(0, 50) };
}

/** Whether the agent came to a conclusion: enough words that are neither question nor filler. */
function concludes({ prose, prompt, tools, evidence }: View): boolean {
  const said = prose.at(-1);
  if (!said) return false;
  const telling = [...said.sentences, ...said.points].filter((text) => !isFiller(text) && !isQuestion(text));
  const length = telling.reduce((sum, text) => sum + text.length, 0);
  const onlyGit =
    tools.length > 0 &&
    evidence.runs.length === tools.length &&
    evidence.runs.every((run) => run.kind === 'git' || run.kind === 'look');
  if (onlyGit && length < 400) return false;
  if (prompt && /^\s*(?:commit|push|rebase|merge)\b/i.test(prompt) && length < 400) return false;
  return length >= (tools.length > 0 ? 160 : 240);
}

function narrative(message: string): string | null {
  const { flow, points: items } = readProse(message);
  const most = new Set(items.slice(0, 6));
  const telling = flow.filter(
    (text) => (most.has(text) || !items.includes(text)) && !isFiller(text) && !isQuestion(text),
  );
  const words = asText(telling);
  return words.length >= 20 ? truncate(words, 1200) : null;
}

function points(message: string, most: number): string[] {
  return readProse(message)
    .points.filter((text) => text.length >= 12 && !isQuestion(text))
    .slice(0, most)
    .map((text) => truncate(text, 240));
}

function readPaths({ tools }: View): string[] {
  const paths = tools
    .filter((tool) => !tool.failed)
    .flatMap((tool) => tool.files.filter((file) => file.role === 'read').map((file) => file.path));
  return [...new Set(paths)].slice(0, 20);
}

/** A title below this length leaves out what it is about. */
const SHORT = 36;

/** What the agent says it did; if that says little, what it was asked to do; otherwise what the diff shows. */
function titleOfChange({ last, prompt, evidence }: View, type: Observation['type']): string {
  const asked = askedTitle(prompt);
  const told = asked !== null && isInstruction(asked);
  if (asked && prompt && hasHeading(prompt)) return asked;
  const said = titleFromMessage(last);
  const whole = told && asked.length >= 16 && !asked.endsWith('…');
  const fromDiff = titleFromChanges(evidence.changes);
  const telling = fromDiff.startsWith('Add ');
  if (said && said.text.length < SHORT) {
    if (whole && asked.length > said.text.length) return asked;
    if (telling && said.text.length < SHORT - 12) return fromDiff;
  }
  if (said && !(whole && (said.score < WEAK || said.text.endsWith('…')))) return said.text;
  if (told) return asked;
  if (!asked || telling) return fromDiff;
  // A complaint is half a title.
  return type === 'bugfix' && asked.length <= 70 ? `Fix: ${asked}` : asked;
}

const askedTitle = (prompt: string | null) => (prompt && !isWeakPrompt(prompt) ? titleFromPrompt(prompt) : null);

function subtitle(title: string, asked: string | null, files: number): string | null {
  if (asked && !title.includes(asked)) return `Asked: ${asked}`;
  return files > 1 ? `${files} files` : null;
}

/** A title that the session does not have yet; the file it is about tells two of one name apart. */
function uniqueTitle(observation: Observation, taken: Set<string>): string | null {
  const { title } = observation;
  if (!title) return null;
  if (!taken.has(title.toLowerCase())) return title;
  for (const path of [...observation.filesModified, ...observation.filesRead]) {
    const name = lastPart(path);
    const longer = `${truncate(title, 78 - name.length)} (${name})`;
    if (longer.length <= 80 && !taken.has(longer.toLowerCase())) return longer;
  }
  // The same thing again, about the same files: it belongs to the finding that is there.
  return observation.type === 'decision' ? null : title;
}

function sessionTitle(prompt: string | null, observations: Observation[]): Pick<Compressed, 'title' | 'subtitle'> {
  const asked = prompt && !isWeakPrompt(prompt) ? titleFromPrompt(prompt) : null;
  const title = asked ?? observations[0]?.title ?? null;
  const did = observations[0]?.title ?? null;
  return { title, subtitle: did !== title ? did : null };
}
