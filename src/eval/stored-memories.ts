// Copies the memories of some sessions into a scratch store, with the answers hidden in their texts.
import { observationExtra, type Row, type Store, summaryExtra } from '../store/index.ts';

const OBSERVATION_TEXTS = ['title', 'subtitle', 'narrative', 'facts', 'concepts'];
const SUMMARY_TEXTS = ['title', 'request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'];

export function copyMemories(
  from: Store,
  to: Store,
  sessions: ReadonlySet<string>,
  hide: (text: string) => string,
): void {
  to.transact(() => {
    const rows = to.rows.createImport();
    for (const { type, row } of from.rows.export(() => null, TYPES)) {
      const session = type === 'session' ? row['id'] : row['session_id'];
      if (type === 'project') rows.take(type, row);
      else if (!sessions.has(session as string)) continue;
      else if (type === 'session') rows.take(type, row);
      else if (type === 'summary') rows.take(type, hiddenSummary(row, hide));
      else rows.take(type, hiddenObservation(row, hide));
    }
    rows.finish();
  });
}

const TYPES = ['project', 'session', 'observation', 'rule', 'summary'] as const;

function hiddenObservation(row: Row, hide: (text: string) => string): Row {
  const masked = hidden(row, OBSERVATION_TEXTS, hide);
  const text = (name: string) => masked[name] as string | null;
  const list = (name: string) => masked[name] as string[];
  const extra = observationExtra(
    {
      ...{ title: text('title'), subtitle: text('subtitle'), narrative: text('narrative') },
      ...{ facts: list('facts'), concepts: list('concepts') },
      ...{ filesRead: list('files_read'), filesModified: list('files_modified') },
    },
    row['created_at'] as number,
  );
  // The files are only searched through the columns.
  return { ...masked, search_extra: extra, events: [], files: [] };
}

function hiddenSummary(row: Row, hide: (text: string) => string): Row {
  const masked = hidden(row, SUMMARY_TEXTS, hide);
  const text = (name: string) => masked[name] as string | null;
  const extra = summaryExtra(
    {
      ...{ title: text('title'), request: text('request'), investigated: text('investigated') },
      ...{ learned: text('learned'), completed: text('completed'), nextSteps: text('next_steps') },
      ...{
        notes: text('notes'),
        filesRead: row['files_read'] as string[],
        filesEdited: row['files_edited'] as string[],
      },
    },
    row['created_at'] as number,
  );
  return { ...masked, search_extra: extra };
}

function hidden(row: Row, names: string[], hide: (text: string) => string): Row {
  const masked = { ...row };
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string') masked[name] = hide(value).trim() || null;
    if (Array.isArray(value)) masked[name] = value.map((each) => hide(String(each)).trim()).filter(Boolean);
  }
  return masked;
}
