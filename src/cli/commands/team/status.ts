// `c-mem team status`: what is shared, what waits, and what is wrong. Reads only what is stored here.
import { existsSync } from 'node:fs';
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { describeTeam, teamState } from '../../../health/index.ts';
import { withStore } from '../../store.ts';
import { paint, print, printJson } from '../../terminal/output.ts';
import { json } from './shared.ts';

const NONE = [
  'No team is set up on this machine.',
  'Run `c-mem team create`, or `c-mem team join` with an invitation.',
];

export const status = defineCommand({
  meta: {
    name: 'status',
    description: 'Show what is shared, what waits, and any problems',
    examples: ['c-mem team status'],
  },
  args: json,
  async run({ args }) {
    const paths = resolvePaths();
    if (!existsSync(paths.database)) {
      if (args.json) return printJson(null);
      return print(...NONE);
    }
    await withStore((store) => {
      const state = teamState(paths, store);
      if (args.json) return printJson(state);
      if (!state) return print(...NONE);
      const { lines, problems } = describeTeam(state, Date.now());
      for (const [name, text] of lines) print(`${name.padEnd(12)}${text}`);
      const colleagues = store.team.authors(null).filter(({ author }) => author !== null);
      if (colleagues.length > 0)
        print(
          `${'Memories'.padEnd(12)}${colleagues.map(({ author, memories }) => `${memories} by ${author}`).join(', ')}`,
        );
      for (const { message, fix } of problems) print('', paint('yellow', `! ${message}.`), `  ${fix}`);
    });
  },
});
