// An observation in full, on one line.
import type { ObservationRecord } from '../../domain/record.ts';
import { cut, files, markOf, STALE, titleOf } from '../format.ts';
import type { StalenessCheck } from '../staleness.ts';

export function inFull(memory: ObservationRecord, field: string, root: string | null, stale: StalenessCheck): string {
  const facts = memory.facts.map((fact) => cut(fact, 200)).join(' · ');
  const narrative = cut(memory.narrative, 480);
  const body = field === 'facts' ? facts || narrative : narrative || cut(facts, 480);
  const touched = memory.filesModified.length > 0 ? memory.filesModified : memory.filesRead;
  const where = touched.length > 0 ? ` (${files(touched, root, 3)})` : '';
  const mark = STALE[stale.of(memory.touches, memory.at)];
  const words = bare(body) && bare(body) !== bare(titleOf(memory)) ? ` — ${cut(body, 520)}` : '';
  return `- #${memory.id} ${markOf(memory.type)} ${titleOf(memory)}${words}${where}${mark}`;
}

/** Without the punctuation at the end. */
function bare(text: string): string {
  let end = text.length;
  while (end > 0 && ' .!…'.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
