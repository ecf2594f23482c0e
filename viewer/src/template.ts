// Markup that never changes is written in index.html, as templates.
import { copy } from './markdown.ts';

/** For `ref`: fills the element with a template. Buttons after a command copy it. */
export const filledWith = (id: string) => (element: HTMLElement | null) => {
  element?.replaceChildren((document.getElementById(id) as HTMLTemplateElement).content.cloneNode(true));
  for (const button of element?.querySelectorAll<HTMLElement>('.command button') ?? [])
    button.onclick = () => void copy(button.previousSibling?.textContent ?? '', 'Copied.');
};
