// `c-mem new`, `save`, `summary` and `cleanup`: other names for hooks. Here only for their help; with a payload on stdin
// the program runs the hook and never loads the CLI.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';

export const newPrompt = stage('new', 'user-prompt-submit', 'a prompt');
export const save = stage('save', 'post-tool-use', 'a tool call');
export const summary = stage('summary', 'stop', 'the end of a turn');
export const cleanup = stage('cleanup', 'session-end', 'the end of a session');

function stage(name: string, event: string, what: string) {
  return defineCommand({
    meta: {
      name,
      hidden: true,
      description: `Record ${what} from the hook payload on stdin, as \`c-mem hook ${event}\` does.`,
    },
    run() {
      throw new CMemError('USAGE', `\`c-mem ${name}\` reads a hook payload from stdin, which is a terminal here`);
    },
  });
}
