// What a turn did with a pull request or an issue: reviewed it, fixed it, or addressed what a review found.

import { lastPart } from '../../../text/path.ts';
import type { Reviewed, Turn } from '../turn/turn.ts';
import { headlines, LONGEST_TITLE } from './headline.ts';

/** "Fix these" after a review is about what was reviewed. */
export function reviewAddressed({ request, evidence, before, reviewed }: Turn): string[] {
  // With its own title, if that is known.
  const [reference, named] = /\b(?:PR|issue) #\d+( "[^"]+")?/.exec(before[0]?.title ?? '') ?? [];
  const asked = [request.text, ...request.offered].join(' ').slice(0, 200);
  if (!reference || reviewed || evidence.changes.length === 0) return [];
  return /\b(?:address|fix|apply|implement|resolve|do)\b[^.]{0,30}\b(?:these|those|them|all|both|it|findings?|comments?|suggestions?|feedback|issues?)\b/i.test(
    asked,
  )
    ? [
        ...(named ? [] : [`Address review of ${reference} in ${inFew(evidence.changes)}`]),
        `Address review of ${reference}`,
      ].filter((line) => line.length <= LONGEST_TITLE)
    : [];
}

/** The files with most of the changes, by their names. */
function inFew(changes: Turn['evidence']['changes']): string {
  const size = ({ added, removed }: { added: number; removed: number }) => added + removed;
  const names = [...changes].sort((a, b) => size(b) - size(a)).map(({ name }) => lastPart(name));
  return [...new Set(names)].slice(0, 2).join(' and ');
}

/** What was done with a pull request or an issue. */
export function deedOf({ evidence, request, last, prompt }: Turn, { what }: Reviewed): string {
  if (evidence.changes.length === 0) return 'Review of ';
  if (/#(?:pullrequestreview|discussion_r|issuecomment)/.test(prompt ?? '')) return 'Address review of ';
  const told = `${request.text.slice(0, 400)} ${last.passages[0]?.text ?? ''}`;
  if (/\b(?:review|comments?|findings?|feedback|suggestions?|coderabbit)\b/i.test(told)) return 'Address review of ';
  if (what === 'PR') return 'Update ';
  return evidence.fixed.length > 0 || /\b(?:fix|bug|crash|broken)\w*\b/i.test(told) ? 'Fix ' : 'Implement ';
}

/** What somebody else wrote is quoted. */
export function reviewTitle({ what, number, title }: Reviewed, deed: string): string {
  const name = `${deed}${what} #${number}`;
  const room = LONGEST_TITLE - name.length - 3;
  const fitting = headlines(title ?? '').find((one) => one.length <= room && !one.includes('"'));
  return fitting ? `${name} "${fitting}"` : name;
}
