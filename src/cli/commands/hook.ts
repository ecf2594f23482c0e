// `c-mem hook <event>`: here only for its help; the real thing never loads the CLI.
import { defineCommand } from 'citty';
import { CMemError } from '../../domain/errors.ts';

export default defineCommand({
  meta: { name: 'hook', description: "Takes one event of a host: the host's JSON on stdin, nothing on stdout." },
  args: {
    event: {
      type: 'positional',
      description:
        'session-start, user-prompt-submit, post-tool-use, post-tool-use-failure, stop, subagent-stop, pre-compact or session-end; or a stage: context, new, save, summary, cleanup',
    },
  },
  run() {
    throw new CMemError('USAGE', 'An event is needed, such as `c-mem hook post-tool-use`');
  },
});
