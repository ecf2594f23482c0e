// Installs into Cursor: our hooks in hooks.json, our MCP server in mcp.json, and removes the rules files of projects that
// have one. For the CLI and the worker, never for a hook.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileIntegration } from '../file-integration.ts';
import { hookCommand, mcpCommand, type OurEvent } from '../hook-command.ts';
import type { HostIntegration } from '../integration.ts';
import { hooksIn, namedEntry } from '../json-entries.ts';
import { configFolder } from './environment.ts';
import { removeAllRules } from './rules-file.ts';
import { transcripts } from './transcript.ts';

/** Cursor's names for our events. */
const EVENTS: Record<string, OurEvent> = {
  sessionStart: 'SessionStart',
  beforeSubmitPrompt: 'UserPromptSubmit',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  afterAgentResponse: 'AgentMessage',
  stop: 'Stop',
  subagentStop: 'SubagentStop',
  preCompact: 'PreCompact',
  sessionEnd: 'SessionEnd',
};
const TIMEOUT_S = 10;

const hooks = hooksIn(
  'cursor',
  () => join(configFolder(), 'hooks.json'),
  (paths) =>
    Object.fromEntries(
      Object.entries(EVENTS).map(([theirs, ours]) => [
        theirs,
        { command: hookCommand(paths, 'cursor', ours), timeout: TIMEOUT_S },
      ]),
    ),
  { version: 1 },
);
const mcp = namedEntry(
  () => join(configFolder(), 'mcp.json'),
  'mcpServers',
  'our MCP server',
  (paths) => mcpCommand(paths),
);

const files = fileIntegration({
  name: 'cursor',
  title: 'Cursor',
  program: 'cursor',
  folder: configFolder,
  edits: [hooks, mcp],
  pastSessions: () => {
    try {
      const names = readdirSync(transcripts.folder(), { recursive: true, encoding: 'utf8' });
      return names
        .filter((name) => /agent-transcripts[\\/].*\.jsonl$/.test(name))
        .map((name) => join(transcripts.folder(), name));
    } catch {
      return [];
    }
  },
  stopPayload: (id, home) => ({
    conversation_id: id,
    generation_id: id,
    hook_event_name: 'stop',
    workspace_roots: [home],
    status: 'completed',
  }),
});

export const integration: HostIntegration | null = {
  ...files,
  uninstall: (paths, dryRun) => [...files.uninstall(paths, dryRun), ...removeAllRules(paths, dryRun)],
};
