// The extra search terms of a memory, for its column `search_extra`.
import type { Observation, Summary } from '../../domain/memory.ts';
import { searchExtra } from '../../text/words.ts';

type ObservationText = Pick<
  Observation,
  'title' | 'subtitle' | 'narrative' | 'facts' | 'concepts' | 'filesRead' | 'filesModified'
>;

export function observationExtra(memory: ObservationText, at: number): string | null {
  const { title, subtitle, narrative, facts, concepts, filesRead, filesModified } = memory;
  return searchExtra([title, subtitle, narrative, ...facts, ...concepts, ...filesModified, ...filesRead], at);
}

export function summaryExtra(memory: Summary, at: number): string | null {
  const { title, request, investigated, learned, completed, nextSteps, notes, filesRead, filesEdited } = memory;
  return searchExtra(
    [title, request, investigated, learned, completed, nextSteps, notes, ...filesEdited, ...filesRead],
    at,
  );
}
