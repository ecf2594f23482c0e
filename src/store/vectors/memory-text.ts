// What is embedded of a memory: its text as stored, which is redacted, up to a length that every model takes.

export type EmbeddedKind = 'observation' | 'summary';
export const EMBEDDED_KINDS: readonly EmbeddedKind[] = ['observation', 'summary'];

/** Models with a small window read about this much; others lose nothing that a title and some facts do not say. */
const MOST_CHARACTERS = 2000;

const lines = (...columns: string[]) =>
  `trim(substr(${columns.map((column) => `coalesce(${column} || char(10), '')`).join(' || ')}, 1, ${MOST_CHARACTERS}), ' ' || char(10))`;

/** As SQL, on `m`. The triggers on these columns are in the migration. */
export const EMBEDDED_TEXT: Record<EmbeddedKind, string> = {
  observation: lines(
    'm.title',
    'm.subtitle',
    'm.narrative',
    '(select group_concat(value, char(10)) from json_each(m.facts))',
  ),
  summary: lines('m.title', 'm.request', 'm.completed', 'm.learned', 'm.investigated', 'm.next_steps', 'm.notes'),
};

/** Which memories have a vector at all; as SQL, on `m`. */
export const EMBEDDABLE: Record<EmbeddedKind, string> = {
  observation: 'm.hidden_until is null and m.superseded_by is null',
  summary: 'm.hidden_until is null',
};
