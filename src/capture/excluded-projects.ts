// Projects with memories that the settings exclude from capture: what is known of them must not be sent anywhere.
import type { Settings } from '../config/settings.ts';
import type { Store } from '../store/index.ts';
import { createExcluder, folderOf } from './excluded.ts';

export function excludedProjects(store: Pick<Store, 'projects'>, { excludeProjects }: Settings): number[] {
  if (excludeProjects.length === 0) return [];
  const isExcluded = createExcluder(excludeProjects);
  return store.projects
    .list()
    .filter(({ key }) => isExcluded(folderOf(key)))
    .map(({ id }) => id);
}
