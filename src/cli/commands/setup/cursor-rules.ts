// `c-mem cursor-rules`: a rules file with this project's memories, for Cursor.
import { existsSync } from 'node:fs';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { addRules, projectsWithRules, removeRules, rulesFile, writeRules } from '../../../hosts/index.ts';
import { projectContext } from '../../../recall/context/project-context.ts';
import { projectHere, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'cursor-rules',
    description: "Keep a rules file with this project's memories, for Cursor",
    examples: ['c-mem cursor-rules', 'c-mem cursor-rules on', 'c-mem cursor-rules off'],
  },
  args: {
    switch: { type: 'positional', required: false, description: '`on` or `off` (default: show the state)' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.switch !== undefined && args.switch !== 'on' && args.switch !== 'off')
      throw new CMemError('USAGE', `Unexpected argument "${args.switch}"`, { fix: 'Use `on` or `off`.' });
    const paths = resolvePaths();
    const folder = projectHere().worktree;
    if (args.switch === 'on') {
      addRules(paths, folder);
      await writeNow(folder);
    }
    if (args.switch === 'off') removeRules(paths, folder);
    const isOn = projectsWithRules(paths).includes(folder);
    if (args.json) return printJson({ on: isOn, file: rulesFile(folder), written: existsSync(rulesFile(folder)) });
    print(
      isOn
        ? `On: ${rulesFile(folder)} holds what a new session here sees. Git ignores it.`
        : 'Off: Cursor gets no rules file in this project. Run `c-mem cursor-rules on` to keep one.',
    );
  },
});

async function writeNow(folder: string): Promise<void> {
  const { settings } = loadSettings(resolvePaths().settings);
  const project = projectHere();
  await withStore((store) => {
    const known = store.projects.find(project.key);
    writeRules(folder, projectContext(store, { project, known, now: Date.now(), settings }).text);
  }).catch((error: unknown) => {
    // Nothing captured yet: the worker writes the file as soon as there is something.
    if (!(error instanceof CMemError && error.code === 'STORE_MISSING')) throw error;
  });
}
