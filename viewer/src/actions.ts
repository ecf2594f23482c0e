// Actions on a memory that any page can offer: pin, forget, and undo.
import { type Hidden, type Item, type Memory, send } from './api.ts';
import { refresh } from './store.ts';
import { notify, notifyError } from './toast.tsx';

/** The API path of a memory. */
export function memoryPath(kind: string, id: number): string {
  if (kind === 'host-memory') return `/api/host-memories/${id}`;
  return kind === 'summary' ? `/api/summaries/${id}` : `/api/observations/${id}`;
}

export function parseRef(ref: string): { kind: 'observation' | 'summary'; id: number } | null {
  const match = /^(S?)(\d+)$/i.exec(ref);
  return match ? { kind: match[1] ? 'summary' : 'observation', id: Number(match[2]) } : null;
}

/** The ID of a part of the host's own memory; null if the reference is of another kind. */
export function hostMemoryOf(ref: string): number | null {
  const match = /^H(\d+)$/i.exec(ref);
  return match ? Number(match[1]) : null;
}

const REF_MARKS: Record<Item['kind'], string> = { observation: '', summary: 'S', prompt: 'P', 'host-memory': 'H' };

/** The memory reference used in the URL: `12`, `S3` for a summary, `H5` for a part of the host's own memory. */
export const refOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => `${REF_MARKS[kind]}${id}`;

export async function pin(memory: Pick<Item, 'kind' | 'id' | 'pinned'>): Promise<Memory | null> {
  try {
    const changed = await send<Memory>('PATCH', memoryPath(memory.kind, memory.id), { pinned: !memory.pinned });
    notify(changed.pinned ? 'Pinned. New sessions always see it.' : 'Unpinned.');
    return changed;
  } catch (error) {
    notifyError(error);
    return null;
  }
}

type Forgettable = Pick<Item, 'kind' | 'id' | 'ref'>;

/** Hides the memories immediately; they can be restored for a few seconds. */
export async function forget(...memories: Forgettable[]): Promise<boolean> {
  const path = ({ kind, id }: Forgettable) => memoryPath(kind, id);
  const what = memories.length === 1 ? memories[0]?.ref : `${memories.length} memories`;
  try {
    const hidden = await Promise.all(memories.map((memory) => send<Hidden>('DELETE', path(memory))));
    const undo = () => {
      Promise.all(memories.map((memory) => send('POST', `${path(memory)}/restore`))).then(
        () => notify(`${what} restored.`),
        notifyError,
      );
    };
    const until = Math.min(...hidden.map(({ undoUntil }) => undoUntil));
    notify(`${what} forgotten.`, { label: 'Undo', act: undo }, untilThen(until));
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

const untilThen = (at: number) => Math.max(1000, at - Date.now() - 500);

/** A session or a project: hidden immediately, and deleted when the time to undo is over. */
export async function forgetWhole(target: { session: string } | { project: string }, name: string): Promise<boolean> {
  const targets = [target];
  try {
    const { undoUntil = 0 } = await send<{ undoUntil?: number }>('POST', '/api/forget', { targets, undo: true });
    const undo = () => {
      send('POST', '/api/forget/undo', { targets }).then(() => {
        notify(`${name} restored.`);
        refresh();
      }, notifyError);
    };
    notify(`${name} forgotten.`, { label: 'Undo', act: undo }, untilThen(undoUntil));
    refresh();
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

export async function pinAll(memories: Pick<Item, 'kind' | 'id'>[], pinned: boolean): Promise<void> {
  try {
    await Promise.all(memories.map(({ kind, id }) => send('PATCH', memoryPath(kind, id), { pinned })));
    notify(`${memories.length} ${pinned ? 'pinned. New sessions always see them.' : 'unpinned.'}`);
  } catch (error) {
    notifyError(error);
  }
}
