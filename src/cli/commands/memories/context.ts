// `c-mem context`: the context a new session here would receive.
import { defineCommand } from 'citty';
import { identifyProject } from '../../../capture/project.ts';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { projectContext } from '../../../recall/context/project-context.ts';
import { chosenProject, projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'context',
    description: 'Print the context a new session in this folder would receive',
    examples: [
      'c-mem context',
      'c-mem context --project shop',
      'c-mem context < payload.json   # hook mode: record the session start and print JSON',
    ],
  },
  args: {
    project: { type: 'string', description: "Project ID, path, or name (default: this folder's project)" },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { settings } = loadSettings(resolvePaths().settings);
    const here = projectHere();
    const context = await withStore(async (store) => {
      const project = chosenProject(store, args.project);
      const folder = args.project === undefined ? here : project ? identifyProject(folderOf(project.key)) : here;
      const asked = { ...folder, name: here.name };
      return projectContext(store, { project: asked, known: project ?? null, now: Date.now(), settings });
    }).catch((error: unknown) => {
      if (error instanceof CMemError && error.code === 'STORE_MISSING') return null;
      throw error;
    });
    if (args.json) return printJson(context ?? { text: '', observations: [], summaries: [] });
    print(context?.text ?? 'Nothing captured yet.');
  },
});

/** The folder behind a repository's key. */
const folderOf = (key: string) => key.replace(/\/\.git$/, '');
