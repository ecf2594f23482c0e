// What the agent said on the way, before its last message.

import { readMessage } from '../../../text/message.ts';
import type { Turn } from '../turn/turn.ts';
import { INTENDED_DEED, INTENDED_LOOK } from '../verbs.ts';
import { tellsMuch } from './headline.ts';

const MOST_STEPS = 8;
/** What it is done to stands elsewhere. */
const POINTS = /\b(?:it|them|this|these|those|both spots|the following)\b/i;

/** What the agent said on the way: what it would do next, how, and what was wrong. */
export function stepsOf({ messages }: Turn): string[] {
  return messages
    .slice(0, -1)
    .slice(0, 30)
    .flatMap((message) =>
      readMessage(message.slice(0, 800))
        .passages.filter(
          ({ kind, text }) =>
            kind === 'sentence' && (INTENDED_DEED.test(text) || tellsMuch(text)) && !POINTS.test(text),
        )
        .map(({ text }) => text),
    )
    .slice(0, MOST_STEPS);
}

/** What the agent said it would look at, before it answered. */
export function looksOf({ messages }: Turn): string[] {
  return messages.slice(0, 2).flatMap((message) =>
    readMessage(message.slice(0, 800))
      .passages.slice(0, 3)
      .filter(({ kind, text }) => kind === 'sentence' && INTENDED_LOOK.test(text))
      .map(({ text }) => text.replace(PURPOSE, ''))
      .filter((text) => !POINTS.test(text)),
  );
}

/** Why it is looked at goes without saying. */
const PURPOSE =
  /,? (?:(?:in order )?to (?:understand|see|help|provide|get|make sure|plan|give|answer|explain|figure|determine)|by looking|so (?:that )?(?:i|we) can|and (?:see|then|compare))\b.*$/i;
