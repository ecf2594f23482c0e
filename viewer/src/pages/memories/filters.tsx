// List filters: those of src/domain/filter.ts, kept in the URL, so a filtered view can be bookmarked. The API reads them.
import { FILTER_NAMES, type FilterName } from '../../../../src/domain/filter.ts';
import { OBSERVATION_TYPES } from '../../../../src/domain/memory-types.ts';
import type { Item } from '../../api.ts';
import { Icon } from '../../parts.tsx';

/** As the URL has them; a filter that is not set is not there. */
export type FilterState = { q: string } & { [Name in FilterName]?: string };

export function readFilters(query: Record<string, string>): FilterState {
  const state: FilterState = { q: query['q'] ?? '' };
  for (const name of FILTER_NAMES) if (query[name]) state[name] = query[name];
  return state;
}

export const isNarrowed = (state: FilterState) => FILTER_NAMES.some((name) => state[name] !== undefined);

const listOf = (value: string | undefined) => (value ?? '').split(',').filter(Boolean);

/** Whether a memory that just arrived belongs in the list. Whatever only the store can judge keeps it out. */
export function matches(
  { q: _, since: _new, type, kind, session, branch, pinned, ...others }: FilterState,
  item: Item,
) {
  const isOneOf = (given: string | undefined, value: string | null) =>
    given === undefined || listOf(given).includes(value ?? '');
  return (
    isOneOf(type, item.type) &&
    isOneOf(kind, item.kind) &&
    (session === undefined || session === item.sessionId) &&
    (branch === undefined || branch === item.branch) &&
    (pinned === undefined || pinned === String(item.pinned)) &&
    Object.keys(others).length === 0
  );
}

/** Filters with a control of their own; the others appear as a chip that removes them. */
const CONTROLS: FilterName[] = ['type', 'kind', 'since', 'pinned'];

export function Filters({ state, onChange }: { state: FilterState; onChange(change: Partial<FilterState>): void }) {
  const types = listOf(state.type);
  const toggle = (type: string) =>
    onChange({ type: (types.includes(type) ? types.filter((each) => each !== type) : [...types, type]).join(',') });
  return (
    <fieldset class="filters" aria-label="Filters">
      {OBSERVATION_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          class={`chip is-${type}`}
          aria-pressed={types.includes(type)}
          onClick={() => toggle(type)}
        >
          {type}
        </button>
      ))}
      <span class="gap" />
      <select
        aria-label="Kind"
        value={state.kind ?? ''}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      >
        <option value="">All kinds</option>
        <option value="observation">Observations</option>
        <option value="summary">Summaries</option>
        <option value="prompt">Prompts</option>
        <option value="host-memory">Host memory</option>
      </select>
      <select
        aria-label="Age"
        value={state.since ?? ''}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      >
        <option value="">Any time</option>
        <option value="1d">Last day</option>
        <option value="7d">Last week</option>
        <option value="30d">Last month</option>
        <option value="365d">Last year</option>
      </select>
      <button
        type="button"
        class="chip pinned"
        aria-pressed={state.pinned === 'true'}
        onClick={() => onChange({ pinned: state.pinned === 'true' ? '' : 'true' })}
      >
        <Icon name="pin" /> pinned
      </button>
      {FILTER_NAMES.filter((name) => !CONTROLS.includes(name) && state[name] !== undefined).map((name) => (
        <button key={name} type="button" class="chip" aria-pressed="true" onClick={() => onChange({ [name]: '' })}>
          {name}: {state[name]} ×
        </button>
      ))}
    </fieldset>
  );
}
