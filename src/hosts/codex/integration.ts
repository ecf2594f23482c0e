// Installs into Codex: our hooks in hooks.json, our MCP server in config.toml. Codex runs hooks only after the user has
// confirmed them; that state is Codex's own, and we only read it. For the CLI and the worker, never for a hook.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';
import { type Finding, stop } from '../../domain/finding.ts';
import { isObject } from '../../domain/json.ts';
import { parseJson, readConfig } from '../config-file.ts';
import { type ConfigEdit, fileIntegration } from '../file-integration.ts';
import { ANSWERED, doorOf, hookCommand, mcpCommand, type OurEvent } from '../hook-command.ts';
import type { HostIntegration } from '../integration.ts';
import { hooksIn } from '../json-entries.ts';
import { configFolder } from './environment.ts';
import { withoutTable, withTable } from './toml-table.ts';
import { transcripts } from './transcript.ts';

/** Codex's events that we use, which it names as we do. */
const EVENTS: OurEvent[] = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'SessionEnd'];
/** Seconds. Codex gives the end of a session at most three, and warns about more. */
const timeoutOf = (event: OurEvent) => (event === 'SessionEnd' ? 3 : 10);

/** Codex cuts a longer context in the middle. By its count, ours has at most 9,500 letters of three bytes, four a token. */
const MOST_TOKENS = 10_000;

const hooksFile = () => join(configFolder(), 'hooks.json');
const configFile = () => join(configFolder(), 'config.toml');

const hooks = hooksIn('codex', hooksFile, (paths) =>
  Object.fromEntries(
    EVENTS.map((event) => [
      event,
      {
        hooks: [
          {
            ...{ type: 'command', command: hookCommand(paths, 'codex', event), timeout: timeoutOf(event) },
            ...(ANSWERED.includes(event) ? { additionalContextLimit: MOST_TOKENS } : {}),
          },
        ],
      },
    ]),
  ),
);

const TABLE = 'mcp_servers.c-mem';
const mcp: ConfigEdit = {
  file: configFile,
  what: 'our MCP server',
  add: (text, paths) => withTable(text, TABLE, mcpLines(paths)),
  remove: (text) => withoutTable(text, TABLE),
  isSame: (before, after) => before.trimEnd() === after.trimEnd(),
  isEmpty: (text) => text.trim() === '',
};

function mcpLines(paths: Paths): string[] {
  const { command, args } = mcpCommand(paths);
  const lines = [`command = ${JSON.stringify(command)}`];
  return args.length > 0 ? [...lines, `args = ${JSON.stringify(args)}`] : lines;
}

const CONFIRM =
  'Codex runs hooks only after you confirm them: start `codex` in a terminal, and choose "Trust all" when it says that hooks need review.';

export const integration: HostIntegration | null = fileIntegration({
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  folder: configFolder,
  edits: [hooks, mcp],
  todo: () => (trusted().missing.length > 0 ? [CONFIRM] : []),
  blockedBy,
  pastSessions: () => {
    try {
      const names = readdirSync(transcripts.folder(), { recursive: true, encoding: 'utf8' });
      return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(transcripts.folder(), name));
    } catch {
      return [];
    }
  },
  stopPayload: (id, home) => ({
    session_id: id,
    turn_id: id,
    transcript_path: join(home, `rollout-${id}.jsonl`),
    cwd: home,
    hook_event_name: 'Stop',
    last_assistant_message: 'A test event from `c-mem doctor`.',
  }),
});

function blockedBy(): Finding | null {
  const { missing } = trusted();
  if (missing.length === 0) return null;
  const which = missing.length === EVENTS.length ? 'its hooks' : `its hooks for ${missing.join(', ')}`;
  return stop('codex', `Codex does not run ${which}: you have not confirmed them there`, CONFIRM);
}

/** Codex keeps a hash for each hook that the user confirmed, under its file, event and place in the list. */
function trusted(): { missing: OurEvent[] } {
  const config = readConfig(configFile());
  const groups = parseJson(readConfig(hooksFile()), hooksFile())['hooks'];
  const snake = (event: string) => event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const missing = EVENTS.filter((event) => {
    const list = isObject(groups) ? groups[event] : null;
    const at = Array.isArray(list) ? list.findIndex((group) => JSON.stringify(group).includes(doorOf('codex'))) : -1;
    return at < 0 || !config.includes(`hooks.json:${snake(event)}:${at}:0"`);
  });
  return { missing };
}
