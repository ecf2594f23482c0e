// Actions on a memory that any page can offer: pin, forget, and undo.
import { type Hidden, type Item, type Memory, send } from './api.ts';
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

/** Hides the memory immediately; it can be restored for a few seconds. */
export async function forget(memory: Pick<Item, 'kind' | 'id' | 'ref'>): Promise<boolean> {
  const path = memoryPath(memory.kind, memory.id);
  try {
    const { undoUntil } = await send<Hidden>('DELETE', path);
    const undo = () => {
      send('POST', `${path}/restore`).then(() => notify(`${memory.ref} restored.`), notifyError);
    };
    notify(`${memory.ref} forgotten.`, { label: 'Undo', act: undo }, Math.max(1000, undoUntil - Date.now() - 500));
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}
