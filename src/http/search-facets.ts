// How many of the memories that a search found there are by day, type, branch and author.
import { OWN, type SearchFilter } from '../domain/filter.ts';
import type { Item } from './contract.ts';
import type { ActivityReply } from './contract-feed.ts';
import { turnKey } from './turn-feed.ts';

/** Each facet ignores its own filter. `offset` is the reader's time zone, in minutes east of UTC. */
export function facetsOf(found: Item[], filter: SearchFilter, offset: number): Omit<ActivityReply, 'more'> {
  const passes = {
    types: ({ type }: Item) => filter.types === undefined || (type !== null && filter.types.includes(type)),
    branch: ({ branch }: Item) => filter.branch === undefined || branch === filter.branch,
    author: (item: Item) => filter.author === undefined || authorOf(item) === filter.author,
    pinned: ({ pinned }: Item) => filter.pinned === undefined || pinned === filter.pinned,
  };
  const without = (facet: keyof typeof passes | null) =>
    found.filter((item) => Object.entries(passes).every(([name, isPassing]) => name === facet || isPassing(item)));
  const matching = without(null);
  const authors = countBy(without('author').map(authorOf));
  const day = ({ at }: Item) => new Date(at + offset * 60_000).toISOString().slice(0, 10);
  const days = countBy(matching.map((item) => `${day(item)} ${item.type ?? item.kind}`));
  return {
    days: days
      .map(({ name, count }) => ({ day: name.slice(0, 10), type: name.slice(11), count }))
      .sort((a, b) => a.day.localeCompare(b.day)),
    types: countBy(without('types').flatMap(({ type }) => type ?? [])),
    branches: countBy(without('branch').flatMap(({ branch }) => branch ?? [])),
    authors: authors.every(({ name }) => name === OWN) ? [] : authors,
    pinned: without('pinned').filter(({ pinned }) => pinned).length,
    total: new Set(matching.map(turnKey)).size,
  };
}

const authorOf = ({ author }: Item) => author ?? OWN;

function countBy(names: string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
