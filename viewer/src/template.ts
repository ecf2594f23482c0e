// Markup that never changes is written in index.html, as templates.

/** For `ref`: fills the element with a template. */
export const filledWith = (id: string) => (element: HTMLElement | null) =>
  element?.replaceChildren((document.getElementById(id) as HTMLTemplateElement).content.cloneNode(true));
