// What comments of code say: of an answer in code, and of a change that nobody said anything about.

import { speechOf } from '../speech/index.ts';
import type { Turn } from '../turn/turn.ts';
import type { Candidate } from './candidate.ts';
import { headlines } from './headline.ts';

/** "// the queue is flushed before the lock is released", in the words of whoever wrote it. */
export function commentsIn(code: string): string[] {
  return code
    .split('\n')
    .flatMap((line) => /(?:^|\s)(?:\/\/|#|--)\s+(\S.{8,160})$/u.exec(line.slice(0, LONGEST_COMMENT))?.[1] ?? [])
    .filter((comment) => !/[;{}]$|^[\w./-]+$|^[-=*#]+/.test(comment));
}

const LONGEST_COMMENT = 240;
const MOST_COMMENTS = 8;

/** The comments of what was added. */
export function addedComments({ evidence, messages }: Turn): Candidate[] {
  const comments = commentsIn(evidence.added.join('\n').slice(0, MOST_READ)).slice(0, MOST_COMMENTS);
  const speech = speechOf(messages.slice(-2).join('\n'));
  return comments.flatMap((comment, order) =>
    headlines(comment, { isDone: true, speech })
      .slice(0, 2)
      .map((text, index): Candidate => {
        const line = { text, order, of: comment, speech, isShortened: index > 0 };
        return { ...line, source: 'point', isAnswer: false, isPartial: false, composed: 'none' };
      }),
  );
}

const MOST_READ = 8000;
