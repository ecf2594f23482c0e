// The summary of a turn: what was asked, looked at, learned, done, and what is open.
import type { Summary } from '../../domain/memory.ts';
import { type Material, messagesOf, promptOf, toolsOf } from '../material.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { changesInWords, join, list, runFacts } from './wording.ts';
import { isFiller, isNextStep, isQuestion, isReason, plain, readProse, shorten } from './words.ts';

export function summarize(material: Material): Summary | null {
  const { root } = material;
  const prompt = promptOf(material.turn);
  const messages = messagesOf(material.turn);
  const last = messages.at(-1) ?? '';
  const prose = messages.map(readProse);
  const said = prose.at(-1) ?? { sentences: [], points: [] };
  const tools = toolsOf(material.turn);
  const evidence = gatherEvidence(tools, root);
  if (!prompt && messages.length === 0 && tools.length === 0) return null;
  const sentences = prose.flatMap((one) => one.sentences);
  const failing = evidence.lastTest?.failed
    ? `Tests still fail: ${evidence.lastTest.trouble ?? evidence.lastTest.command}`
    : null;
  const next = [...new Set([...said.sentences, ...said.points].filter(isNextStep))].slice(0, 3);
  return {
    request: prompt ? shorten(plain(prompt), 400) : null,
    investigated: investigated(evidence),
    learned: join(
      [...new Set([...sentences, ...said.points].filter((text) => isReason(text) && !isFiller(text)))].slice(0, 3),
      600,
    ),
    completed: completed(last, evidence),
    nextSteps: join([...(failing ? [failing] : []), ...next], 400),
    filesRead: evidence.read.slice(0, 30),
    filesEdited: evidence.changes.map((change) => change.name).slice(0, 30),
    notes: join(
      [
        ...runFacts(evidence),
        ...evidence.mended.map((mended) => `Failed, then passed: ${shorten(mended.command, 100)}`),
      ],
      400,
    ),
  };
}

function completed(last: string, evidence: Evidence): string | null {
  const said = readProse(last);
  const telling = said.sentences.filter((text) => !isFiller(text) && !isQuestion(text) && !isNextStep(text));
  const words = [...telling, ...said.points.filter((text) => !isQuestion(text)).slice(0, 6)].join(' ');
  if (words.length >= 20) return shorten(words, 800);
  if (evidence.changes.length > 0) return changesInWords(evidence.changes);
  const plainWords = plain(last);
  return plainWords === '' ? null : shorten(plainWords, 400);
}

function investigated(evidence: Evidence): string | null {
  const parts = [];
  if (evidence.read.length > 0) parts.push(`Read ${list(evidence.read, 6)}`);
  if (evidence.searched.length > 0) parts.push(`searched for ${list(evidence.searched, 4)}`);
  return parts.length > 0 ? `${parts.join('; ')}.` : null;
}
