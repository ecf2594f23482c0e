// Markup that never changes is written in index.html, as templates.
import { copy } from './markdown.ts';

const contentOf = (id: string) => (document.getElementById(id) as HTMLTemplateElement).content;

/** A list of values and their words. */
export const optionsOf = (id: string) =>
  [...contentOf(id).querySelectorAll('option')].map(({ value, text }): [value: string, words: string] => [value, text]);

/** For `ref`: fills the element with a template. Buttons after a command copy it. */
export const filledWith = (id: string) => (element: HTMLElement | null) => {
  element?.replaceChildren(contentOf(id).cloneNode(true));
  for (const button of element?.querySelectorAll<HTMLElement>('.command button') ?? [])
    button.onclick = () => void copy(button.previousSibling?.textContent ?? '', 'Copied.');
};
