// What an answer goes through, after what it is about: "Plan for credit notes: rows of numbers, types and store".

import type { Message } from '../../../text/message.ts';
import type { Subject } from '../subject.ts';
import { namedKeys } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { headlines, LONGEST_TITLE, tidy, uncapital } from './headline.ts';

/** `topics`: lines that say what it is about, best first. */
export function outlined({ passages }: Message, topics: Candidate[], subject: Subject): Candidate[] {
  const labels = passages.flatMap(pointIn);
  // "Pro" and "contra" stand below each of several things.
  const points = labels.filter((one) => labels.indexOf(one) === labels.lastIndexOf(one)).slice(0, MOST_POINTS);
  if (points.length < LEAST_POINTS) return [];
  return topics.flatMap((topic) => {
    if (topic.text.length > LONGEST_TOPIC || /[:：?？;；]/.test(topic.text)) return [];
    const named = namedKeys(topic.text);
    if (![...named].some((key) => (subject.words.get(key)?.weight ?? 0) >= LEAST_WEIGHT)) return [];
    const others = points.filter((point) => ![...namedKeys(point)].every((key) => named.has(key)));
    const text = filled(topic, others);
    return text ? [{ ...topic, text, composed: 'none' as const, isOutline: true }] : [];
  });
}

const MOST_POINTS = 8;
const MOST_TOLD = 4;
const LEAST_POINTS = 2;
const LONGEST_TOPIC = 44;
const LEAST_WEIGHT = 0.08;

/** As many points as there is room for, at least two. */
function filled({ text: topic, speech }: Candidate, points: string[]): string | null {
  const [colon, comma] = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(topic) ? ['：', '、'] : [': ', ', '];
  let text = topic;
  let count = 0;
  for (const point of points) {
    const longer = `${text}${count === 0 ? colon : comma}${speech?.hasNounCapitals ? point : uncapital(point)}`;
    if (longer.length > LONGEST_TITLE || count === MOST_TOLD) continue;
    text = longer;
    count += 1;
  }
  return count >= LEAST_POINTS ? text : null;
}

/** The bold words that open a point of a list. */
function pointIn({ kind, lead }: Message['passages'][number]): string[] {
  if (kind !== 'point' || !lead) return [];
  const bare = tidy(lead.replace(/^\d+[.)]\s*/, '').replace(/\s[—–-]\s.*$/, ''));
  const isShort = bare.length >= SHORTEST_POINT && bare.length <= LONGEST_POINT;
  return isShort && !/[:：?？;；,，]/.test(bare) ? [headlines(bare, { demand: 'any' })[0] ?? bare] : [];
}

const SHORTEST_POINT = 3;
const LONGEST_POINT = 40;
