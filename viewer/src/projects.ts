// What the pages know about projects: a name that tells each apart, and a color.
import type { ProjectItem } from './api.ts';
import { cell } from './store.ts';

/** As many as types.css has. */
const HUES = 12;

export const projects = cell<ProjectItem[]>([]);

/** By ID; the given name if the project is not known yet. */
export const projectLabel = (id: number, name: string) =>
  projects.get().find((project) => project.id === id)?.label ?? name;

/** As the options of a list. */
export const projectOptions = (all: ProjectItem[]) =>
  all.map(({ id, label }): [value: string, words: string] => [String(id), label]);

/** The same on every page, and different as long as there are hues: in the order in which projects were first seen. */
export const hueOf = (id: number) => `p${projects.get().filter((other) => other.id < id).length % HUES}`;
