// What was asked, as it was typed: for answers of which nothing that was said can be understood alone.

import { plain } from '../../../text/message.ts';
import { isPlain } from '../../../text/words.ts';
import { questionIn, type Speech, speechOf } from '../speech/index.ts';
import type { Request } from '../turn/request.ts';
import type { Turn } from '../turn/turn.ts';
import { hasAsciiLetters, namedKeys } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { endsOpen, isBalanced } from './demand.ts';
import { capital, LONGEST_SENTENCE, LONGEST_TITLE, tidy, withShortPaths } from './headline.ts';
import { ELSEWHERE, isPasted, withoutOpening } from './questions.ts';

export const typedIn = ({ request, prompt }: Turn): Candidate[] =>
  typedLines(request, speechOf(prompt ?? '')).map((text, order) => ({
    ...{ text, source: 'question', order, isAnswer: true, isPartial: false, isShortened: false, composed: 'none' },
    ...{ of: text, isTyped: true },
  }));

/** The first sentences of a request that name something, whole or up to where they may end. */
export function typedLines({ sentences }: Request, speech: Speech | null): string[] {
  const lines = sentences.slice(0, MOST_READ).flatMap((sentence) => {
    if (sentence.length > LONGEST_SENTENCE || isPasted(sentence) || COMMAND.test(sentence)) return [];
    const isSpoken = speech?.script.test(sentence) ?? false;
    const bare = speech && isSpoken ? questionIn(speech, sentence) : withoutOpening(sentence);
    const whole = capital(tidy(withShortPaths(plain(bare)).replace(/[?？!！]+$/u, '')));
    const cuts = ENDS.flatMap((end) => whole.split(end).slice(0, 1)).filter((line) => !CONDITION.test(line));
    // "If A, do B": what to do.
    const main = CONDITION.test(whole) ? [/^[^,，]{8,}[,，]\s?(.{12,})$/su.exec(whole)?.[1] ?? ''] : [];
    return [whole, ...main.map(capital), ...cuts]
      .map(tidy)
      .filter((line) => line.length <= LONGEST_TITLE && isTellingLine(line))
      .slice(0, 1);
  });
  return [...new Set(lines)];
}

const MOST_READ = 3;
/** One of the host's, or a path from the root. */
const COMMAND = /(?:^|\s)\/[a-z]/i;
const ENDS = [/[.?!]\s|[。？！]/, /\s[—–-]\s/, /\s?[（(]/, /[，,;；]\s?/];

/** What follows depends on it. */
const CONDITION =
  /(?<!\p{L})(?:if|when|whenever|because|wenn|falls|weil|si|cuando|porque|quand|lorsque|parce|se|quando|perché|если|когда|потому|jeżeli|jeśli|gdy|ponieważ)(?!\p{L})|如果|因为|もし|ので|から(?=、)/iu;

/** Words, enough of them, and nothing broken off. */
function isTellingLine(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  const least = isPlain(line) ? SHORTEST : SHORTEST_OTHER;
  return (
    line.length >= least &&
    letters >= line.length * LEAST_LETTERS &&
    namedKeys(line).size >= LEAST_NAMED &&
    isBalanced(line) &&
    !endsOpen(line) &&
    !(hasAsciiLetters(line) && ELSEWHERE.test(line))
  );
}

const SHORTEST = 16;
const SHORTEST_OTHER = 6;
const LEAST_LETTERS = 0.6;
const LEAST_NAMED = 2;
