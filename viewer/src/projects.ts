// What the pages know about projects: a name that tells each apart, and a color.
import type { ProjectItem } from './api.ts';
import { cell } from './store.ts';

/** As many as types.css has. */
const HUES = 12;

export const projects = cell<ProjectItem[]>([]);

const folderOf = (key: string) => key.replace(/[\\/]\.git$/, '');
const partsOf = (key: string) => folderOf(key).split(/[\\/]/).filter(Boolean);

/** Projects of the same name get the nearest folder that differs. */
export function labelOf(project: ProjectItem, all: ProjectItem[] = projects.get()): string {
  const name = /[\\/]/.test(project.name) ? (partsOf(project.name).at(-1) ?? project.name) : project.name;
  const same = all.filter((other) => other.id !== project.id && other.name === project.name);
  if (same.length === 0) return name;
  const own = partsOf(project.key).reverse();
  const others = same.map((other) => partsOf(other.key).reverse());
  for (let depth = 1; depth < own.length; depth += 1)
    if (others.every((parts) => parts[depth] !== own[depth])) return `${name} (${own[depth]})`;
  return `${name} (${partsOf(project.key).slice(-3).join('/')})`;
}

/** By ID; the given name if the project is not known yet. */
export function projectLabel(id: number, name: string): string {
  const known = projects.get().find((project) => project.id === id);
  return known ? labelOf(known) : name;
}

export const folderOfProject = ({ key }: ProjectItem) => folderOf(key);
/** The same on every page, and different as long as there are hues: in the order in which projects were first seen. */
export const hueOf = (id: number) => `p${projects.get().filter((other) => other.id < id).length % HUES}`;
