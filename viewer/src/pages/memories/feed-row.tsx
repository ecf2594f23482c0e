// The lines of the feed as they are shown.
import { refOf } from '../../actions.ts';
import type { Item, Turn } from '../../api.ts';
import { many } from '../../format.ts';
import { aroundMatch, Marked, plain } from '../../inline.tsx';
import { Clock, Dot, Icon } from '../../parts.tsx';
import { to } from '../../route.ts';
import { type FoldLine, type HeadLine, MOST_FINDINGS, type TurnLine } from './feed-lines.ts';

export interface RowState {
  openRef: string | null;
  cursor: string | null;
  terms: string[];
  fresh: Set<string>;
  selected: Set<string>;
  isSelecting: boolean;
  /** The rest of the address, which opening a memory keeps. */
  query: Record<string, string>;
  onFocus(ref: string): void;
  onSelect(ref: string, isRange: boolean): void;
}

export function Head({ line }: { line: HeadLine }) {
  return (
    <div class="group-head">
      {line.sessionId === null ? (
        <h2 class="title">{line.title}</h2>
      ) : (
        <h2 class="title">
          <a href={to(['session', line.sessionId])}>{line.title}</a>
        </h2>
      )}
      {line.branch && <code class="branch">{line.branch}</code>}
      <span class="about">{line.about}</span>
      <span class="day">{line.day}</span>
    </div>
  );
}

export function Fold({ line, onUnfold }: { line: FoldLine; onUnfold(): void }) {
  const prompts = line.turns.map(({ prompt }) => `“${plain(prompt)}”`);
  return (
    <button type="button" class="fold plain" onClick={onUnfold}>
      {many(line.turns.length, 'short turn')} folded: {prompts.slice(0, 6).join(', ')}
    </button>
  );
}

export function TurnRow({ line, state }: { line: TurnLine; state: RowState }) {
  const { turn, second } = line;
  const [first, ...others] = turn.items;
  if (!first) return null;
  const isSearch = state.terms.length > 0;
  const prompt = hrefOfTurn(turn);
  return (
    <>
      <span class="hour">
        <Clock at={turn.at}>{line.day && <small>{line.day}</small>}</Clock>
        <input
          type="checkbox"
          tabIndex={state.isSelecting ? 0 : -1}
          aria-label={`Select ${first.ref}`}
          checked={state.selected.has(first.ref)}
          onClick={(event) => state.onSelect(first.ref, event.shiftKey)}
        />
      </span>
      <div class="turn-lines">
        <MemoryLink item={first} state={state} />
        {second !== '' && (
          <p class="second">
            <Marked text={isSearch ? aroundMatch(second, state.terms) : second} terms={state.terms} />
          </p>
        )}
        {line.where !== '' && (
          <a class="second where" href={prompt ?? hrefOf(first, state.query)} tabIndex={-1}>
            {line.where}
          </a>
        )}
        {others.slice(0, MOST_FINDINGS - 1).map((item, index, shown) => (
          <span class="finding" key={item.ref}>
            <MemoryLink item={item} state={state} />
            {line.more > 0 && index === shown.length - 1 && prompt !== null && (
              <a class="more-findings" href={prompt}>
                +{line.more}
              </a>
            )}
          </span>
        ))}
      </div>
    </>
  );
}

function MemoryLink({ item, state }: { item: Item; state: RowState }) {
  const classes = [
    'memory',
    state.fresh.has(item.ref) && 'is-fresh',
    state.openRef === refOf(item) && 'is-open',
    state.cursor === item.ref && 'is-current',
    state.selected.has(item.ref) && 'is-selected',
    item.superseded && 'is-old',
  ];
  return (
    <a
      href={hrefOf(item, state.query)}
      class={classes.filter(Boolean).join(' ')}
      data-ref={item.ref}
      onFocus={() => state.onFocus(item.ref)}
      aria-current={state.openRef === refOf(item) ? 'true' : undefined}
    >
      <Dot item={item} />
      <span class="title">
        <Marked text={plain(item.title) || '(untitled)'} terms={state.terms} />
      </span>
      {item.author && <small class="faint">by {item.author}</small>}
      {item.pinned && (
        <span class="pin" title="Pinned">
          <Icon name="pin" />
          <span class="hidden">pinned</span>
        </span>
      )}
    </a>
  );
}

export const hrefOf = (item: Item, query: Record<string, string>) =>
  item.kind === 'prompt'
    ? to(['session', item.sessionId ?? '', String(item.promptNumber ?? '')])
    : to(['memory', refOf(item)], query);

const hrefOfTurn = ({ sessionId, number }: Turn) =>
  sessionId === null || number === null ? null : to(['session', sessionId, String(number)]);
