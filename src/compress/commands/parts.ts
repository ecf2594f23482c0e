// The single commands of a call: what each is, and in which folder it ran.
import { type GeneralCommand, generalCommand, withoutWrappers } from './general.ts';
import { type Pipeline, readShell, unquote } from './shell.ts';

/** One command of a call. */
export interface Part {
  words: string[];
  /** As one would type it again, with its arguments. */
  text: string;
  general: GeneralCommand | null;
  /** The folders that were changed to before it. */
  folders: string[];
  /** Its own exit code did not decide that of its pipeline. */
  piped: boolean;
  joint: Pipeline['joint'];
}

/** The commands of a call in order; none if which of them ran cannot be known. `root` is taken off their paths. */
export function partsOf(command: string, root: string | null = null): Part[] {
  const list = readShell(command);
  if (!list) return [];
  const [only] = list;
  const [shell = '', flag = '', script] = list.length === 1 ? (only?.commands[0] ?? []) : [];
  if (/^(?:bash|sh|zsh)$/.test(shell) && /^-l?e?c$/.test(flag) && script) return partsOf(unquote(script), root);
  const folders: string[] = [];
  return list.map(({ commands, joint }) => {
    const described = commands.map((words) => {
      const own = root === null ? words : words.map((word) => word.split(`${root}/`).join(''));
      return { words: own, general: generalCommand(own) };
    });
    const found = described.findIndex(({ general }) => general !== null);
    const at = Math.max(0, found);
    const { words, general } = described[at] as (typeof described)[number];
    const before = [...folders];
    if (/^(?:cd|pushd)$/.test(words[0] ?? '')) folders.push(unquote(words[1] ?? '~'));
    return {
      words,
      text: withoutWrappers(words).join(' '),
      general,
      folders: before,
      piped: at < commands.length - 1,
      joint,
    };
  });
}

/** The program around it did not know the command, and did not run it: the failure is its own. */
export function isWrapperError({ words: [wrapper = ''], text }: Part, output: string): boolean {
  return !text.startsWith(wrapper) && output.includes(`Usage: ${wrapper} `);
}
