// What a search of the viewer finds. The list and every number beside it come from here, so that they agree.
import { setImmediate as rest } from 'node:timers/promises';
import type { SearchFilter } from '../domain/filter.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../domain/memory-types.ts';
import type { SearchHit } from '../domain/search.ts';
import { parseId } from '../recall/ids.ts';
import { createSearcher } from '../vectors/search.ts';
import type { Item } from './contract.ts';
import type { ActivityReply } from './contract-feed.ts';
import type { Deps } from './deps.ts';
import { type FoundItem, hitItems } from './filter.ts';

/** Nobody reads further, and more would be slow to count. */
const MOST_FOUND = 500;

type Key = Pick<SearchHit, 'kind' | 'id' | 'passage'>;

interface Found {
  /** Each is one row of the list. */
  keys: Key[];
  /** There are more than were looked for. */
  more: boolean;
  terms: string[];
}

export interface FoundPages {
  find(q: string, filter: SearchFilter): Promise<Found>;
  items(keys: Key[]): FoundItem[];
  /** How many there are, and how many there would be with another filter. `offset` is the reader's time zone. */
  count(q: string, filter: SearchFilter, offset: number): Promise<ActivityReply>;
}

export function createFoundPages(deps: Deps): FoundPages {
  const { store } = deps;
  const search = createSearcher({ ...deps, livesOn: true });

  async function find(q: string, filter: SearchFilter): Promise<Found> {
    const request = { ...filter, limit: MOST_FOUND, offset: 0 };
    let answer = await search(store, { ...request, text: q });
    const type = typeNamed(q);
    const mayBe = type !== null && (filter.types === undefined || filter.types.includes(type));
    if (answer.hits.length === 0 && mayBe) answer = await search(store, { ...request, types: [type], text: '' });
    return {
      keys: withNumbered(q, filter, withoutPrompts(answer.hits)),
      more: answer.more,
      terms: answer.terms,
    };
  }

  /** The memory whose number was typed comes first. */
  function withNumbered(q: string, { types, kinds, pinned, branch }: SearchFilter, found: Key[]): Key[] {
    const named = parseId(q.trim());
    const [item] = named ? store.memories.listByIds([named]) : [];
    if (!item || kinds?.includes(item.kind) === false) return found;
    if (types && !(item.type && types.includes(item.type))) return found;
    if ((pinned ?? item.pinned) !== item.pinned || (branch ?? item.branch) !== item.branch) return found;
    return [{ ...item, passage: null }, ...found.filter(({ kind, id }) => kind !== item.kind || id !== item.id)];
  }

  return {
    find,
    items: (keys) => hitItems(store, keys),
    async count(q, filter, offset) {
      const found = await find(q, filter);
      const many = async (also: SearchFilter) => {
        // Others get their turn in between.
        await rest();
        const { keys, more } = await find(q, also);
        return { count: keys.length, more };
      };
      const hasTypes = filter.kinds?.includes('observation') !== false;
      const types: ActivityReply['types'] = [];
      for (const name of hasTypes ? OBSERVATION_TYPES : [])
        types.push({ name, ...(await many({ ...filter, types: [name] })) });
      // To count each of these would be a search each.
      const { branches, authors } = store.memories.activity(filter, offset, ['branches', 'authors']);
      const uncounted = ({ name }: { name: string }) => ({ name, count: null });
      return {
        days: daysOf(hitItems(store, found.keys), offset),
        types: types.filter(({ count }) => count !== 0),
        branches: branches.map(uncounted),
        authors: authors.map(uncounted),
        pinned: (await many({ ...filter, pinned: true })).count,
        total: found.keys.length,
        more: found.more,
      };
    },
  };
}

/** Beside what was kept of a turn, its prompt would only repeat it. */
function withoutPrompts(hits: SearchHit[]): SearchHit[] {
  const turn = ({ sessionId, promptNumber }: SearchHit) => `${sessionId} ${promptNumber}`;
  const kept = new Set(hits.filter(({ kind }) => kind !== 'prompt').map(turn));
  return hits.filter((hit) => hit.kind !== 'prompt' || !kept.has(turn(hit)));
}

/** `bugfix`, `Decisions`: no memory may have that word, and yet it is clear what is wanted. */
function typeNamed(q: string): ObservationType | null {
  const word = q.trim().toLowerCase();
  const forms = (type: string) => [type, `${type}s`, `${type}es`, type.replace(/y$/, 'ies')];
  return OBSERVATION_TYPES.find((type) => forms(type).includes(word)) ?? null;
}

function daysOf(items: Item[], offset: number): ActivityReply['days'] {
  const counts = new Map<string, ActivityReply['days'][number]>();
  for (const { at, type: own, kind } of items) {
    const day = new Date(at + offset * 60_000).toISOString().slice(0, 10);
    const type = own ?? kind;
    const known = counts.get(`${day} ${type}`);
    if (known) known.count += 1;
    else counts.set(`${day} ${type}`, { day, type, count: 1 });
  }
  return [...counts.values()].sort((a, b) => a.day.localeCompare(b.day));
}
