// `c-mem hook <event>`: only its help is here; the hook itself never loads the CLI.
import { type CommandDef, defineCommand } from 'citty';
import { showHelp } from '../../help.ts';

const hook = defineCommand({
  meta: {
    name: 'hook',
    description: "Record a hook event (reads the host's JSON from stdin)",
    examples: ['c-mem hook post-tool-use < payload.json', 'c-mem hook --host codex session-start < payload.json'],
  },
  args: {
    event: {
      type: 'positional',
      required: false,
      description:
        'session-start, user-prompt-submit, post-tool-use, post-tool-use-failure, stop, subagent-stop, pre-compact or session-end; or a short name: context, new, save, summary, cleanup',
    },
    host: { type: 'string', description: 'Host agent that sends the event (default: claude-code)' },
  },
  /** Only ever reached on a terminal, without an event. */
  async run() {
    await showHelp({ path: 'c-mem hook', command: hook as unknown as CommandDef });
  },
});

export default hook;
