// List filters: type, kind, age, pinned. They are kept in the URL, so a filtered view can be bookmarked.
import type { Item } from '../api.ts';
import { Icon } from '../parts.tsx';

const TYPES = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'] as const;

export interface FilterState {
  q: string;
  types: string[];
  kind: string;
  since: string;
  pinned: boolean;
}

export function readFilters(query: Record<string, string>): FilterState {
  return {
    q: query['q'] ?? '',
    types: (query['type'] ?? '').split(',').filter(Boolean),
    kind: query['kind'] ?? '',
    since: query['since'] ?? '',
    pinned: query['pinned'] === 'true',
  };
}

export const isNarrowed = ({ types, kind, since, pinned }: FilterState) =>
  types.length > 0 || kind !== '' || since !== '' || pinned;

/** Whether a memory that just arrived belongs in the list. */
export function matches({ types, kind, pinned }: FilterState, item: Item): boolean {
  if (types.length > 0 && !types.includes(item.type ?? '')) return false;
  return (kind === '' || kind === item.kind) && (!pinned || item.pinned);
}

export function Filters({ state, onChange }: { state: FilterState; onChange(change: Partial<FilterState>): void }) {
  const toggle = (type: string) =>
    onChange({
      types: state.types.includes(type) ? state.types.filter((each) => each !== type) : [...state.types, type],
    });
  return (
    <fieldset class="filters" aria-label="Filters">
      {TYPES.map((type) => (
        <button
          key={type}
          type="button"
          class={`chip is-${type}`}
          aria-pressed={state.types.includes(type)}
          onClick={() => toggle(type)}
        >
          {type}
        </button>
      ))}
      <span class="gap" />
      <select aria-label="Kind" value={state.kind} onChange={(event) => onChange({ kind: event.currentTarget.value })}>
        <option value="">All kinds</option>
        <option value="observation">Observations</option>
        <option value="summary">Summaries</option>
        <option value="prompt">Prompts</option>
      </select>
      <select aria-label="Age" value={state.since} onChange={(event) => onChange({ since: event.currentTarget.value })}>
        <option value="">Any time</option>
        <option value="1d">Last day</option>
        <option value="7d">Last week</option>
        <option value="30d">Last month</option>
        <option value="365d">Last year</option>
      </select>
      <button
        type="button"
        class="chip pinned"
        aria-pressed={state.pinned}
        onClick={() => onChange({ pinned: !state.pinned })}
      >
        <Icon name="pin" /> pinned
      </button>
    </fieldset>
  );
}
