// Sentences that end where their list begins: "Updated the README with details about:" and its points.

import type { Message } from '../../../text/message.ts';
import { ASK, baseOfThird, VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import { statementOf, uncapital } from './headline.ts';

/** What was done, with what it was done to: the first point of the list, or both of two. */
export function withTheirLists({ passages }: Message): string[] {
  return passages.flatMap(({ kind, text }, at) => {
    const [, stem] = kind === 'heading' ? [] : (/^(.{12,}?)\s*[:：]$/.exec(text) ?? []);
    if (!stem || !hasAsciiLetters(stem)) return [];
    // "The generator now:" and what it does.
    if (/\bnow$/i.test(stem))
      return passages
        .slice(at + 1, at + 1 + MOST_POINTS)
        .filter(({ kind, text: point }) => kind === 'point' && baseOfThird(point.split(' ')[0] ?? '') !== undefined)
        .map(({ text: point }) => `${stem} ${uncapital(point)}`);
    if (!GOES_ON.test(stem)) return [];
    if (!VERB.test(statementOf(`${stem} it`, { isDone: true }))) return [];
    const points: string[] = [];
    for (const next of passages.slice(at + 1, at + 1 + MOST_POINTS)) {
      if (next.kind !== 'point') break;
      points.push(thingIn(next.text));
    }
    const [first, second, third] = points;
    if (!first) return [];
    const both = second && third === undefined ? [`${stem} ${first} and ${second}`] : [];
    return [...both, `${stem} ${first}`];
  });
}

const MOST_POINTS = 3;
/** Lacks what it is about. */
const GOES_ON =
  /\b(?:about|for|of|with|to|from|between|including|covering|excluding|covers?|excludes?|includes?|contains?|supports?|verif(?:y|ies)|checks?|validates?|handles?|explains?|describes?|lists?|shows?)$/i;

/** The thing that a point names; nothing if it is a statement of its own. */
function thingIn(point: string): string {
  const [thing = ''] = point.split(/\s[—–-]\s|[:.;]\s|\s\(/);
  const bare = thing.replace(/[.;:]$/, '').trim();
  return bare.length >= SHORTEST && bare.length <= LONGEST && !VERB.test(bare) && !ASK.test(bare)
    ? uncapital(bare)
    : '';
}

const SHORTEST = 4;
const LONGEST = 50;
