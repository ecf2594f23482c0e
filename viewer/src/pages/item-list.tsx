// Plain lists of memories, for pages that show few of them.
import type { ComponentChildren } from 'preact';
import { refOf } from '../actions.ts';
import type { Item } from '../api.ts';
import { dayName } from '../format.ts';
import { plain } from '../inline.tsx';
import { Dot } from '../parts.tsx';
import { projectLabel } from '../projects.ts';
import { to } from '../route.ts';

export function Lines<T extends Item>(props: {
  items: T[];
  label: string;
  class?: string;
  note?(item: T): ComponentChildren;
}) {
  const note = props.note ?? whereAndWhen;
  return (
    <ul class={`lines ${props.class ?? ''}`} aria-label={props.label}>
      {props.items.map((item) => (
        <li key={item.ref}>
          <a href={to(['memory', refOf(item)])}>
            <Dot item={item} />
            <span class="title">{plain(item.title) || '(untitled)'}</span>
            <span class="faint">{note(item)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const whereAndWhen = ({ projectId, project, at }: Item) => `${projectLabel(projectId, project)} · ${dayName(at)}`;
