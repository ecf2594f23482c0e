// List filters: those of src/domain/filter.ts, kept in the URL, so a filtered view can be bookmarked. The API reads them.

import type { ActivityReply } from '../../api.ts';
import { count, MOST_WORDS, tail } from '../../format.ts';
import { FILTER_NAMES, type FilterName, OBSERVATION_TYPES } from '../../names.ts';
import { Icon, Select } from '../../parts.tsx';
import { optionsOf } from '../../template.ts';
import { GROUPS, type Group } from './feed-lines.ts';

/** As the URL has them; a filter that is not set is not there. */
export type FilterState = { q: string } & { [Name in FilterName]?: string };

export function readFilters(query: Record<string, string>): FilterState {
  const state: FilterState = { q: (query['q'] ?? '').slice(0, MOST_WORDS) };
  for (const name of FILTER_NAMES) if (query[name]) state[name] = query[name];
  return state;
}

export const isNarrowed = (state: FilterState) => FILTER_NAMES.some((name) => state[name] !== undefined);

const listOf = (value: string | undefined) => (value ?? '').split(',').filter(Boolean);

/** Filters with a control of their own, which is not always in sight. */
const CONTROLS: FilterName[] = ['type', 'kind', 'branch', 'author', 'pinned'];
const AGES = optionsOf('ages');
const KINDS = optionsOf('kinds');

export function Filters(props: {
  state: FilterState;
  group: Group;
  counts: ActivityReply | null;
  isSelecting: boolean;
  onChange(change: Partial<FilterState> & { group?: string }): void;
  onSelect(): void;
}) {
  const { state, onChange, counts } = props;
  const since = state.since ?? '';
  const isAge = AGES.some(([value]) => value === since) && state.until === undefined;
  const facet = (name: 'branch' | 'author', all: string, counted: ActivityReply['branches'] = []) => {
    const chosen = state[name];
    const options = counted.map((each): [string, string] => [
      each.name,
      each.count === null ? each.name : `${each.name} (${count(each.count)})`,
    ]);
    if (chosen && !counted.some((each) => each.name === chosen)) options.unshift([chosen, chosen]);
    return (
      <Select
        label={name}
        value={chosen ?? ''}
        options={[['', all], ...options]}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  };
  return (
    <fieldset class="filters" aria-label="Filters">
      {FILTER_NAMES.filter((name) => state[name] !== undefined).map((name) => (
        <button
          key={name}
          type="button"
          class={`chip pinned${CONTROLS.includes(name) || (name === 'since' && isAge) ? ' is-twice' : ''}`}
          aria-pressed="true"
          aria-label={`Remove the filter ${name}`}
          onClick={() => onChange({ [name]: '' })}
        >
          {name}: {name === 'file' ? tail(state[name] ?? '', 2) : (state[name] ?? '').slice(0, 40)} ×
        </button>
      ))}
      {state.q === '' && (
        <Select
          label="Group by"
          value={props.group}
          options={GROUPS.map((group, index) => [group, `By ${index > 1 ? 'time, with ' : ''}${group}`])}
          onChange={(group) => onChange({ group })}
        />
      )}
      <Types state={state} counts={counts} onChange={onChange} />
      {facet('branch', 'All branches', counts?.branches)}
      {(state.author || counts?.authors[0]) && facet('author', 'All authors', counts?.authors)}
      <Select
        label="Age"
        value={isAge ? since : '-'}
        options={isAge ? AGES : [['-', 'A range'], ...AGES]}
        onChange={(age) => onChange({ since: age, until: '' })}
      />
      <Select label="Kind" value={state.kind ?? ''} options={KINDS} onChange={(kind) => onChange({ kind })} />
      <button
        type="button"
        class="chip pinned"
        aria-pressed={state.pinned === 'true'}
        onClick={() => onChange({ pinned: state.pinned === 'true' ? '' : 'true' })}
      >
        <Icon name="pin" /> pinned <small>{counts && count(counts.pinned)}</small>
      </button>
      <button type="button" class="chip pinned" aria-pressed={props.isSelecting} onClick={props.onSelect}>
        select
      </button>
    </fieldset>
  );
}

function Types(props: {
  state: FilterState;
  counts: ActivityReply | null;
  onChange(change: Partial<FilterState>): void;
}) {
  const chosen = listOf(props.state.type);
  const toggle = (type: string) =>
    props.onChange({
      type: (chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]).join(','),
    });
  const countOf = (type: string) => {
    const own = props.counts?.types.find(({ name }) => name === type);
    return count(own?.count ?? 0) + (own?.more ? '+' : '');
  };
  return (
    <span class="types">
      {OBSERVATION_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          class={`chip is-${type}`}
          aria-pressed={chosen.includes(type)}
          onClick={() => toggle(type)}
        >
          {type} <small>{props.counts && countOf(type)}</small>
        </button>
      ))}
    </span>
  );
}
