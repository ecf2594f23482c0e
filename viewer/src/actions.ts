// Actions on a memory that any page can offer: pin, forget, and undo.
import { type Hidden, type Item, type Memory, send } from './api.ts';
import { confirm } from './confirm.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { reachWords, wholeWords } from './forget-words.tsx';
import { refresh } from './store.ts';
import { notify, notifyError, undo as undoBy } from './toast.tsx';

/** The API path of a memory. */
export function memoryPath(kind: string, id: number): string {
  const plural = kind === 'summary' ? 'summaries' : kind === 'observation' ? 'observations' : 'host-memories';
  return `/api/${plural}/${id}`;
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

/** As many as one request may name. */
const MOST_ASKED = 100;

type Forgettable = Pick<Item, 'kind' | 'id' | 'ref'> & { title?: string | null; pinned?: boolean };
type Target = Record<string, unknown>;
interface Would {
  undoUntil?: number;
  forgotten: Record<string, number>;
  prompts?: { text: string }[];
  also?: Record<string, number>;
}

/** Asks, then hides the memories immediately; they can be restored for a few seconds. */
export async function forget(memories: Forgettable[]): Promise<boolean> {
  const path = ({ kind, id }: Forgettable) => memoryPath(kind, id);
  const what = memories.length === 1 ? (memories[0] as Forgettable).ref : `${memories.length} memories`;
  try {
    if (!(await confirmReach(what, memories))) return false;
    const hidden = await Promise.all(memories.map((memory) => send<Hidden>('DELETE', path(memory))));
    offerUndo({
      what,
      requests: memories.map((memory) => [`${path(memory)}/restore`, {}]),
      until: Math.min(...hidden.map(({ undoUntil }) => undoUntil)),
      hash: location.hash,
    });
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

/** Says what else goes. */
async function confirmReach(what: string, memories: Forgettable[]): Promise<boolean> {
  const targets = memories.flatMap(({ kind, id }): Target[] => (kind === 'host-memory' ? [] : [{ [kind]: id }]));
  const { prompts = [], also = {} } =
    targets.length === 0
      ? {}
      : await send<Partial<Would>>('POST', '/api/forget', { targets: targets.slice(0, MOST_ASKED), dryRun: true });
  return confirm(`Forget ${what}?`, reachWords(memories, prompts, also));
}

interface Undo {
  what: string;
  /** What to send to bring it back. */
  requests: [path: string, body: unknown][];
  until: number;
  /** Where it was forgotten. */
  hash?: string;
}

const UNDO = 'undo';
const offered = () => readDraft<Undo[]>(UNDO) ?? [];

/** Also offered after a reload, as long as there is time. */
export function offerUndo(undo: Undo): void {
  const { what, requests, until, hash } = undo;
  const left = until - Date.now() - 500;
  const others = offered().filter((other) => other.until !== until);
  keepDraft(UNDO, others);
  if (left < 500) return;
  keepDraft(UNDO, [...others, undo]);
  const back = async () => {
    keepDraft(
      UNDO,
      offered().filter((other) => other.until !== until),
    );
    await Promise.all(requests.map(([path, body]) => send('POST', path, body)));
    if (hash?.startsWith('#/memory/')) {
      location.hash = hash;
      document.getElementById('main')?.focus();
    }
    refresh();
  };
  const name = what.replace('this s', 'S');
  notify(`${name} forgotten.`, undoBy(back, `${name} restored.`), left);
}

export const offerAgain = () => offered().forEach(offerUndo);

/** A session or a project: hidden immediately, and deleted when the time to undo is over. `known`: how much that is. */
export async function forgetWhole(
  target: { session: string } | { project: string },
  what: string,
  known?: Record<string, number>,
): Promise<boolean> {
  const targets = [target];
  try {
    const forgotten = known ?? (await send<Would>('POST', '/api/forget', { targets, dryRun: true })).forgotten;
    if (!(await confirm(`Forget ${what}?`, wholeWords(forgotten)))) return false;
    const { undoUntil = 0 } = await send<Would>('POST', '/api/forget', { targets, undo: true });
    offerUndo({ what, requests: [['/api/forget/undo', { targets }]], until: undoUntil });
    refresh();
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

export async function pinAll(memories: Pick<Item, 'kind' | 'id' | 'pinned'>[], pinned: boolean): Promise<void> {
  const changed = memories.filter((memory) => memory.pinned !== pinned);
  const put = (pinned: boolean) =>
    Promise.all(changed.map(({ kind, id }) => send('PATCH', memoryPath(kind, id), { pinned })));
  try {
    await put(pinned);
    notify(
      `${memories.length} ${pinned ? 'pinned. New sessions always see them.' : 'unpinned.'}`,
      undoBy(() => put(!pinned)),
    );
  } catch (error) {
    notifyError(error);
  }
}
