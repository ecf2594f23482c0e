// How pages and news are put into a feed without moving what is already there.
import type { Turn } from '../../api.ts';

type Item = Turn['items'][number];
/** A turn may go on in the next page, a few turns later at most. */
const NEAR = 30;

/** The next page: turns that began before it get the rest of their memories. */
export function appended(before: Turn[], page: Turn[]): Turn[] {
  const result = [...before];
  const near = new Map<string, number>();
  for (let index = Math.max(0, before.length - NEAR); index < before.length; index += 1)
    near.set((before[index] as Turn).key, index);
  for (const turn of page) {
    const at = near.get(turn.key);
    if (at === undefined) result.push(turn);
    else result[at] = withItems(result[at] as Turn, turn.items);
  }
  return result;
}

interface Page {
  turns: Turn[];
  next: string | null;
}

/**
 * The first page again: new turns go to their place, known ones stay where they are and get what is new below what they
 * had, and what is gone from the page is gone.
 */
export function refreshed(before: Page, page: Page): Page {
  const asked = new Map(page.turns.map((turn) => [turn.key, turn]));
  const oldest = page.next === null ? Number.NEGATIVE_INFINITY : (page.turns.at(-1)?.at ?? 0);
  const known = new Set<string>();
  const turns: Turn[] = [];
  for (const turn of before.turns) {
    const now = asked.get(turn.key);
    if (!now) {
      if (turn.at < oldest) turns.push(turn);
      continue;
    }
    known.add(turn.key);
    turns.push(keepingOrder(turn, now, now.at <= oldest));
  }
  for (const turn of page.turns) {
    if (known.has(turn.key)) continue;
    const place = turns.findIndex(({ at }) => at < turn.at);
    turns.splice(place < 0 ? turns.length : place, 0, turn);
  }
  const isWhole = page.next === null || before.turns.length <= page.turns.length;
  return { turns, next: isWhole ? page.next : before.next };
}

/** The first page of a search again: what follows it stays below. */
export function reranked(before: Page, page: Page): Page {
  const asked = new Set(page.turns.map(({ key }) => key));
  const rest = page.next ? before.turns.slice(page.turns.length).filter(({ key }) => !asked.has(key)) : [];
  return { turns: [...page.turns, ...rest], next: rest.length > 0 ? before.next : page.next };
}

/** Removes memories, and turns that have none left. */
export function without(turns: Turn[], isGone: (item: Item) => boolean): Turn[] {
  if (!turns.some(({ items }) => items.some(isGone))) return turns;
  return turns.flatMap((turn) => {
    const items = turn.items.filter((item) => !isGone(item));
    if (items.length === turn.items.length) return [turn];
    return items.length === 0 ? [] : [{ ...turn, items }];
  });
}

/** Undoes `without` for one memory, in its old place. */
export function broughtBack(turns: Turn[], turn: Turn, isBack: (item: Item) => boolean): Turn[] {
  const at = turns.findIndex(({ key }) => key === turn.key);
  if (at < 0) {
    const place = turns.findIndex((other) => other.at < turn.at);
    const back = { ...turn, items: turn.items.filter(isBack) };
    return place < 0 ? [...turns, back] : [...turns.slice(0, place), back, ...turns.slice(place)];
  }
  const now = turns[at] as Turn;
  const known = (item: Item) => now.items.find(({ ref }) => ref === item.ref);
  const items = turn.items.flatMap((item) => known(item) ?? (isBack(item) ? [item] : []));
  const added = now.items.filter(({ ref }) => !turn.items.some((item) => item.ref === ref));
  return turns.map((each, index) => (index === at ? { ...now, items: [...items, ...added] } : each));
}

/** A turn at the end of the page may have more memories than the page shows. */
function keepingOrder(before: Turn, now: Turn, mayHaveMore: boolean): Turn {
  const fresh = new Map(now.items.map((item) => [item.ref, item]));
  const items = [
    ...before.items.flatMap((item) => fresh.get(item.ref) ?? (mayHaveMore ? [item] : [])),
    ...now.items.filter(({ ref }) => !before.items.some((item) => item.ref === ref)),
  ];
  return { ...now, at: before.at, items };
}

function withItems(turn: Turn, more: Item[]): Turn {
  const items = more.filter(({ ref }) => !turn.items.some((item) => item.ref === ref));
  return items.length === 0 ? turn : { ...turn, items: [...turn.items, ...items] };
}
