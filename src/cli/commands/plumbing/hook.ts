// `c-mem hook <event>`: here only for its help; the real thing never loads the CLI.
import { type CommandDef, defineCommand } from 'citty';
import { showHelp } from '../../help.ts';

const hook = defineCommand({
  meta: { name: 'hook', description: "Record one event of a host: the host's JSON on stdin, nothing on stdout." },
  args: {
    event: {
      type: 'positional',
      required: false,
      description:
        'session-start, user-prompt-submit, post-tool-use, post-tool-use-failure, stop, subagent-stop, pre-compact or session-end; or a stage: context, new, save, summary, cleanup',
    },
    host: { type: 'string', description: 'The host that sends it; Claude Code unless told' },
  },
  /** Only ever reached on a terminal, without an event. */
  async run() {
    await showHelp({ path: 'c-mem hook', command: hook as unknown as CommandDef });
  },
});

export default hook;
