// What `--help` shows: usage, options, examples.
import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, renderUsage } from 'citty';
import { wantsColor } from '../config/environment.ts';
import { EXAMPLES } from './examples.ts';
import { print } from './terminal/output.ts';

/** In a group of their own: nobody types these. */
const HOOK_STAGES = [
  'HOOK STAGES, for hooks configured by hand: the payload on stdin, quiet, exit code 0',
  '',
  '  context  a session starts (prints its context as hook JSON)',
  '  new      a prompt',
  '  save     a tool call',
  '  summary  the end of a turn',
  '  cleanup  the end of a session',
];

/** `path` is the command as it is typed: `c-mem config set`. */
export async function showHelp({ path, command }: { path: string; command: CommandDef }): Promise<void> {
  const parent: CommandDef = { meta: { name: path.split(' ').slice(0, -1).join(' ') } };
  const usage = await renderUsage(command, parent);
  const shown = process.stdout.isTTY && wantsColor() ? usage : stripVTControlCharacters(usage);
  // Each row is padded to the longest one, which is more than a terminal may hold.
  print(shown.replace(/[ \n]+$/gm, (end) => end.replaceAll(' ', '')).trimEnd());
  if (path === 'c-mem') print('', ...HOOK_STAGES);
  const examples = EXAMPLES[path.replace(/^c-mem /, '')];
  if (examples) print('', 'Examples:', ...examples.map((line) => `  ${line}`));
}
