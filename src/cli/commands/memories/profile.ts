// `c-mem profile`: what the ledger proves about working in a project.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import type { ProjectProfile } from '../../../domain/profile.ts';
import { RUN_KINDS } from '../../../domain/profile.ts';
import { cut, day } from '../../../recall/format.ts';
import { recordOf } from '../../../recall/profile.ts';
import { count } from '../../args/numbers.ts';
import { chosenProject, projectHere, withStore } from '../../store.ts';
import { paint, print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'profile',
    description:
      "Show a project's commands and how often they passed, failures that came back, and files that change together",
    examples: ['c-mem profile', 'c-mem profile shop --json'],
  },
  args: {
    project: {
      type: 'positional',
      description: "Project ID, path, or name (default: this folder's project)",
      required: false,
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const { project, profile } = await withStore((store) => {
      const project = chosenProject(store, args.project);
      if (!project) throw new CMemError('PROJECT_UNKNOWN', `No sessions captured for ${projectHere().name} yet`);
      return { project, profile: store.profile.read(project.id) };
    });
    if (args.json) return printJson({ project, ...profile });
    print(...describe(profile));
  },
});

function describe({ commands, failures, pairs }: ProjectProfile): string[] {
  const lines: string[] = [];
  for (const kind of RUN_KINDS) {
    const ofKind = commands.filter((command) => command.kind === kind);
    for (const [index, command] of ofKind.entries())
      lines.push(
        `${(index === 0 ? kind : '').padEnd(6)} ${cut(command.command, 160)}`,
        `         ${recordOf(command)}`,
      );
  }
  if (lines.length === 0) lines.push('No command that builds, tests, lints or runs this project has passed yet.');
  if (failures.length > 0) {
    lines.push('', paint('bold', 'Failures that came back'));
    for (const { trouble, command, turns, endedBy, lastAt } of failures) {
      lines.push(cut(trouble, 160), `    ${cut(command, 100)}, in ${count(turns, 'turn')}, last ${day(lastAt)}`);
      if (endedBy !== null) lines.push(`    ended by: ${cut(endedBy, 160)}`);
    }
  }
  if (pairs.length > 0) {
    lines.push('', paint('bold', 'Files that change together'));
    for (const { files, together, turns } of pairs)
      lines.push(`${files.map((file) => cut(file, 120)).join('  ')}`, `    in ${together} of ${count(turns, 'turn')}`);
  }
  return lines;
}
