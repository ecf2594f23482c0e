// What a report on commits means, in sentences.
import { count, grouped } from '../text/plural.ts';
import type { EvalReport, Measured } from './measure.ts';

export function inWords({ queries, ours, bm25, grep }: EvalReport): string[] {
  const times = ({ hit }: Measured, depth: number) => {
    const share = hit[depth] ?? 0;
    return `${grouped(Math.round(share * queries))} (${Math.round(share * 100)} %)`;
  };
  return [
    `Of ${count(queries, 'commit')} made in these sessions, searching the memories for the commit's subject finds the right session`,
    `first for ${times(ours, 1)}, among the first 5 for ${times(ours, 5)}, and among the first 10 for ${times(ours, 10)}.`,
    `Searching the complete transcripts finds it first for ${times(bm25, 1)} with plain full-text search, and for ${times(grep, 1)} with grep;`,
    `among the first 10 for ${times(bm25, 10)} and ${times(grep, 10)}.`,
    'The commits themselves, their messages and what Git printed were hidden from all three.',
  ];
}
