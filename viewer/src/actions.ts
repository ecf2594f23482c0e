// What can be done to a memory from anywhere: pin it, forget it, and take that back.
import { type Hidden, type Item, type Memory, send } from './api.ts';
import { tell, tellError } from './toast.tsx';

/** `#12` or `S3` as a path of the API. */
export function memoryPath(kind: string, id: number): string {
  return kind === 'summary' ? `/api/summaries/${id}` : `/api/observations/${id}`;
}

export function parseRef(ref: string): { kind: 'observation' | 'summary'; id: number } | null {
  const match = /^(S?)(\d+)$/i.exec(ref);
  return match ? { kind: match[1] ? 'summary' : 'observation', id: Number(match[2]) } : null;
}

/** As it stands in the address. */
export const refOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>) => (kind === 'summary' ? `S${id}` : String(id));

export async function pin(memory: Pick<Item, 'kind' | 'id' | 'pinned'>): Promise<Memory | null> {
  try {
    const changed = await send<Memory>('PATCH', memoryPath(memory.kind, memory.id), { pinned: !memory.pinned });
    tell(changed.pinned ? 'Pinned: sessions are always told of it.' : 'No longer pinned.');
    return changed;
  } catch (error) {
    tellError(error);
    return null;
  }
}

/** Hidden at once; for a few seconds it can be brought back. */
export async function forget(memory: Pick<Item, 'kind' | 'id' | 'ref'>): Promise<boolean> {
  const path = memoryPath(memory.kind, memory.id);
  try {
    const { undoUntil } = await send<Hidden>('DELETE', path);
    const undo = () => {
      send('POST', `${path}/restore`).then(() => tell(`${memory.ref} is back.`), tellError);
    };
    tell(`${memory.ref} is forgotten.`, { label: 'Undo', act: undo }, Math.max(1000, undoUntil - Date.now() - 500));
    return true;
  } catch (error) {
    tellError(error);
    return false;
  }
}
