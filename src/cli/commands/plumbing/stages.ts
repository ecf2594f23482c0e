// `c-mem new`, `save`, `summary` and `cleanup`: aliases for hooks. Only their help is here; with a payload on stdin, the
// program runs the hook and never loads the CLI.
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
      examples: [`c-mem ${name} < payload.json`],
      description: `Record ${what}; same as \`c-mem hook ${event}\``,
    },
    run() {
      throw new CMemError('USAGE', `\`c-mem ${name}\` expects a hook payload on stdin, but stdin is a terminal`, {
        fix: `Pipe one in: \`c-mem ${name} < payload.json\`.`,
      });
    },
  });
}
