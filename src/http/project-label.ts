// A name that tells a project apart from the others.

interface Named {
  id: number;
  name: string;
  key: string;
}

/** Also of Windows. */
export const projectFolder = (key: string) => key.replace(/[\\/]\.git$/, '');

const partsOf = (key: string) => projectFolder(key).split(/[\\/]/).filter(Boolean);

/** Projects of the same name get the nearest folder that differs. */
export function projectLabel(project: Named, all: Named[]): string {
  const name = /[\\/]/.test(project.name) ? (partsOf(project.name).at(-1) ?? project.name) : project.name;
  const same = all.filter((other) => other.id !== project.id && other.name === project.name);
  if (same.length === 0) return name;
  const own = partsOf(project.key).reverse();
  const others = same.map((other) => partsOf(other.key).reverse());
  for (let depth = 1; depth < own.length; depth += 1)
    if (others.every((parts) => parts[depth] !== own[depth])) return `${name} (${own[depth]})`;
  return `${name} (${partsOf(project.key).slice(-3).join('/')})`;
}
