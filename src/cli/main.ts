// The `c-mem` command line: finds the command, reads its arguments strictly, and runs it.
import type { CommandContext } from 'citty';
import { checkDataFolder } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { type ArgDefinitions, readArgs } from './args/strict-args.ts';
import { findCommand, unknown } from './command-table.ts';
import { showHelp, subCommandsOf } from './help.ts';
import { fail, print } from './terminal/output.ts';

async function main(words: string[]): Promise<void> {
  try {
    if (words[0] === 'completion' && words[1] === '--names')
      return print(...(await (await import('./completions.ts')).completions(words.slice(2))));
    await run(asCommand(words));
  } catch (error) {
    fail(error);
  }
}

/** `--help` and `--version` are commands too. */
function asCommand(words: string[]): string[] {
  const [first, ...rest] = words;
  if (first === undefined || first === '--help' || first === '-h') return ['help', ...rest];
  return first === '--version' || first === '-v' ? ['version', ...rest] : words;
}

async function run(words: string[]): Promise<void> {
  const found = await findCommand(words);
  const { path, command, rest } = found;
  const [next] = rest;
  const below = Object.keys(subCommandsOf(command));
  const isHelp = (word: string) => word === '--help' || word === '-h';
  if (below.length > 0 && next !== undefined && !isHelp(next)) throw unknown(found, next);
  const end = rest.indexOf('--');
  if ((end < 0 ? rest : rest.slice(0, end)).some(isHelp)) return showHelp(found);
  if (below.length > 0)
    throw new CMemError('USAGE', `\`${path}\` needs a subcommand`, { fix: `Use one of: ${below.join(', ')}.` });
  const args = readArgs(path, (command.args ?? {}) as ArgDefinitions, rest);
  checkDataFolder();
  await command.run?.({ rawArgs: rest, args, cmd: command } as unknown as CommandContext);
}

// The reader of our output may close the pipe early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// Some terminals report no width; whatever fits its lines to it would break them after every letter.
if (process.stdout.isTTY && process.stdout.columns === 0) process.stdout.columns = 80;
void main(process.argv.slice(2));
