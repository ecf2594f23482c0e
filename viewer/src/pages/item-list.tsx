// A plain list of memories, for pages that show few of them.
import type { ComponentChildren } from 'preact';
import { refOf } from '../actions.ts';
import type { Item } from '../api.ts';
import { Badge, When } from '../parts.tsx';
import { to } from '../route.ts';

export function ItemList<T extends Item>(props: {
  items: T[];
  current?: string;
  label: string;
  extra?(item: T): ComponentChildren;
}) {
  return (
    <ul class="items" aria-label={props.label}>
      {props.items.map((item) => (
        <li key={item.ref} class={props.current === item.ref ? 'is-anchor' : ''}>
          <a href={to(['memory', refOf(item)])} aria-current={props.current === item.ref ? 'true' : undefined}>
            <Badge item={item} />
            <span class="title">{item.title || '(untitled)'}</span>
            {props.extra?.(item)}
            <code>{item.ref}</code>
            <When at={item.at} />
            {item.preview && <span class="preview">{item.preview}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
