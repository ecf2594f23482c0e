// Changes within this process: publishers report them, and the stream listens and can replay the most recent ones.

/** The kinds of changes. */
export type ChangeKind =
  | 'session.started'
  | 'session.changed'
  | 'session.ended'
  | 'events.captured'
  | 'observation.added'
  | 'observation.changed'
  | 'observation.deleted'
  | 'summary.added'
  | 'summary.changed'
  | 'summary.deleted'
  /** Forgotten, or restored; changes of the files are not reported. */
  | 'host-memory.changed'
  | 'host-memory.deleted'
  | 'queue'
  | 'processing'
  | 'settings.changed'
  /** Something was missed, or changed without being reported: reload. */
  | 'reset';

export interface Change {
  id: string;
  kind: ChangeKind;
  data: unknown;
}

export interface ChangeBus {
  publish(kind: ChangeKind, data: unknown): void;
  /** Returns a function that stops listening. */
  listen(listener: (change: Change) => void): () => void;
  listeners(): number;
  /** Everything after this ID, or null if the ID is no longer known. */
  since(id: string): Change[] | null;
  lastId(): string;
  /** Called when the first listener joins and when the last one leaves. */
  onAudience(changed: (present: boolean) => void): void;
}

const KEPT = 500;

/** `run` distinguishes this worker's IDs from those of the previous one. */
export function createChangeBus(run: string): ChangeBus {
  const kept: Change[] = [];
  const listeners = new Set<(change: Change) => void>();
  let count = 0;
  let audience: (present: boolean) => void = () => undefined;
  return {
    publish(kind, data) {
      count += 1;
      const change = { id: `${run}-${count}`, kind, data };
      kept.push(change);
      if (kept.length > KEPT) kept.splice(0, KEPT / 2);
      for (const listener of [...listeners]) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      if (listeners.size === 1) audience(true);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) audience(false);
      };
    },
    listeners: () => listeners.size,
    since(id) {
      if (id === `${run}-${count}`) return [];
      const [of, number] = [id.slice(0, id.lastIndexOf('-')), Number(id.slice(id.lastIndexOf('-') + 1))];
      const first = count - kept.length;
      if (of !== run || !Number.isInteger(number) || number < first || number > count) return null;
      return kept.slice(number - first);
    },
    lastId: () => `${run}-${count}`,
    onAudience(changed) {
      audience = changed;
    },
  };
}
