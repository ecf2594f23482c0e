// Lines of an answer that need a word before them: the heading they stood under, or that they are a proposal.

import { type Message, splitSentences } from '../../../text/message.ts';
import { isPlain } from '../../../text/words.ts';
import { namedKeys } from '../subject.ts';
import { FINITE, VERB } from '../verbs.ts';
import type { Candidate, Source } from './candidate.ts';
import { capital, headlines, LONGEST_TITLE, uncapital } from './headline.ts';

/** What an answer says under a heading that names something, with that heading. */
export function underHeadings({ passages }: Message, isPartial: boolean): Candidate[] {
  const told = new Map<string, number>();
  return passages.flatMap(({ kind, text, under }, order) => {
    const times = told.get(under ?? '') ?? 0;
    if (kind === 'heading' || !under || times >= MOST_UNDER || told.size > MOST_HEADINGS) return [];
    const heading = (headlines(under)[0] ?? '').replace(/^(?:the|an?) (?=\S+ \S)/i, '');
    if (heading === '' || heading.includes(': ') || namedKeys(heading).size < 2 || VERB.test(heading)) return [];
    told.set(under, times + 1);
    const [sentence = ''] = splitSentences(text);
    return headlines(sentence)
      .filter((line) => isPlain(line) && FINITE.test(line) && !line.includes(': '))
      .map((line, index): Candidate => {
        return {
          ...{
            text: `${capital(heading)}: ${uncapital(line)}`,
            source: kind === 'sentence' ? 'sentence' : 'point',
            order,
          },
          ...{ isAnswer: true, isPartial, isShortened: index > 0, composed: 'scope', added: 'words', related: 1 },
          ...{ of: `${under}: ${sentence}`, isUnder: true },
        };
      })
      .filter((one) => one.text.length <= LONGEST_TITLE);
  });
}

const MOST_UNDER = 2;
const MOST_HEADINGS = 4;

/** What an answer tells to do was not done yet: "Proposal: replace X with Y". */
export function proposed(candidate: Candidate): string | null {
  if (!isToldDeed(candidate)) return null;
  const { text, of } = candidate;
  const [verb = ''] = /^[a-z]+/i.exec(text) ?? [];
  // "Added X" was done, by a command; "Remove X" is to be done.
  if (!new RegExp(`\\b${verb}\\b`, 'i').test(of)) return null;
  const line = `Proposal: ${uncapital(text)}`;
  return line.length <= LONGEST_TITLE ? line : null;
}

/** A line of the answer that begins with what is done. */
export const isToldDeed = ({ text, source, composed }: Candidate) =>
  composed === 'none' && TOLD.has(source) && (VERB.test(text) || /^(?:set ?up|run|call|print|read)\b/i.test(text));

/** The points of lists that tell what is there: "The command does these steps:". */
export function describedIn({ passages }: Message): Set<string> {
  const described = new Set<string>();
  let isProposal = false;
  for (const { kind, text, under } of passages)
    if (kind === 'sentence' || kind === 'heading') isProposal = PROPOSES.test(`${under ?? ''} ${text}`);
    else if (!isProposal && !PROPOSES.test(text)) described.add(splitSentences(text)[0] ?? text);
  return described;
}

export const PROPOSES =
  /\b(?:propos\w+|recommend\w*|suggest\w*|options?|should|could|consider|approach(?:es)?|next steps?|want me to|shall i|would you like)\b/i;

const TOLD = new Set<Source>(['lead', 'sentence', 'point', 'bold', 'heading']);
