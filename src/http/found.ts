// What a search of the viewer finds. The list and every number beside it come from here, so that they agree.
import type { SearchFilter } from '../domain/filter.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../domain/memory-types.ts';
import type { SearchHit } from '../domain/search.ts';
import { parseId } from '../recall/ids.ts';
import type { ListedMemory } from '../store/index.ts';
import { createSearcher } from '../vectors/search.ts';
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

interface FoundAll extends Found {
  items: ListedMemory[];
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

  /**
   * Everything that is found, whatever its type and pinned or not: these only choose among it, so that a list that is
   * narrowed by them is a part of the whole list.
   */
  async function findAll(q: string, filter: SearchFilter): Promise<FoundAll> {
    const { types: _types, pinned: _pinned, ...wide } = filter;
    const request = { ...wide, limit: MOST_FOUND, offset: 0 };
    let answer = await search(store, { ...request, text: q });
    const type = typeNamed(q);
    if (answer.hits.length === 0 && type !== null)
      answer = await search(store, { ...request, types: [type], text: '' });
    const keys = withNumbered(q, wide, withoutPrompts(answer.hits));
    return { items: store.memories.listByIds(keys), keys, more: answer.more, terms: answer.terms };
  }

  async function find(q: string, filter: SearchFilter): Promise<Found> {
    const { keys, items, more, terms } = await findAll(q, filter);
    const kept = new Set(items.filter(passes(filter)).map(nameOf));
    return { keys: keys.filter((key) => kept.has(nameOf(key))), more, terms };
  }

  /** The memory whose number was typed comes first. */
  function withNumbered(q: string, { kinds, branch }: SearchFilter, found: Key[]): Key[] {
    const named = parseId(q.trim());
    const [item] = named ? store.memories.listByIds([named]) : [];
    if (!item || kinds?.includes(item.kind) === false || (branch ?? item.branch) !== item.branch) return found;
    return [{ ...item, passage: null }, ...found.filter(({ kind, id }) => kind !== item.kind || id !== item.id)];
  }

  return {
    find,
    items: (keys) => hitItems(store, keys),
    async count(q, filter, offset) {
      const { items, more } = await findAll(q, filter);
      const { types, pinned, ...wide } = filter;
      const ofType = items.filter(passes({ ...wide, pinned }));
      const found = ofType.filter(passes(filter));
      // To count each of these would be a search each.
      const { branches, authors } = store.memories.activity(filter, offset, ['branches', 'authors']);
      const uncounted = ({ name }: { name: string }) => ({ name, count: null });
      return {
        days: daysOf(found, offset),
        types: OBSERVATION_TYPES.map((name) => ({
          name,
          more,
          count: ofType.filter(({ type }) => type === name).length,
        })).filter(({ count }) => count !== 0),
        branches: branches.map(uncounted),
        authors: authors.map(uncounted),
        pinned: items.filter(passes({ ...wide, types, pinned: true })).length,
        total: found.length,
        more,
      };
    },
  };
}

const nameOf = ({ kind, id }: Pick<Key, 'kind' | 'id'>) => `${kind} ${id}`;

const passes =
  ({ types, pinned }: SearchFilter) =>
  (item: ListedMemory) =>
    (types === undefined || (item.type !== null && types.includes(item.type))) &&
    (pinned === undefined || item.pinned === pinned);

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

function daysOf(items: ListedMemory[], offset: number): ActivityReply['days'] {
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
