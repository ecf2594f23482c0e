// Installs into Copilot CLI: our hooks in a file of their own, our MCP server in mcp-config.json. For the CLI and the
// worker, never for a hook.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileIntegration } from '../file-integration.ts';
import { hookCommand, mcpCommand, type OurEvent } from '../hook-command.ts';
import type { HostIntegration } from '../integration.ts';
import { hooksFile, namedEntry } from '../json-entries.ts';
import { configFolder, sessionsFolder, transcriptOf } from './environment.ts';

/**
 * Copilot's names for our events. The one before a tool is left out: Copilot refuses the call if such a hook cannot be
 * run.
 */
const EVENTS: Record<string, OurEvent> = {
  sessionStart: 'SessionStart',
  userPromptSubmitted: 'UserPromptSubmit',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  agentStop: 'Stop',
  sessionEnd: 'SessionEnd',
};
const TIMEOUT_S = 10;

const hooks = hooksFile(
  'copilot-cli',
  () => join(configFolder(), 'hooks', 'c-mem.json'),
  (paths) => ({
    version: 1,
    hooks: Object.fromEntries(
      Object.entries(EVENTS).map(([theirs, ours]) => {
        const bash = hookCommand(paths, 'copilot-cli', ours, 'linux');
        const powershell = hookCommand(paths, 'copilot-cli', ours, 'win32');
        return [theirs, [{ type: 'command', bash, powershell, timeoutSec: TIMEOUT_S }]];
      }),
    ),
  }),
);
const mcp = namedEntry(
  () => join(configFolder(), 'mcp-config.json'),
  'mcpServers',
  'our MCP server',
  (paths) => ({
    type: 'local',
    ...mcpCommand(paths),
    tools: ['*'],
  }),
);

export const integration: HostIntegration | null = fileIntegration({
  name: 'copilot-cli',
  title: 'Copilot CLI',
  program: 'copilot',
  folder: configFolder,
  edits: [hooks, mcp],
  pastSessions: () => {
    try {
      return readdirSync(sessionsFolder()).map(transcriptOf);
    } catch {
      return [];
    }
  },
  stopPayload: (id, home) => ({ sessionId: id, timestamp: Date.now(), cwd: home, stopReason: 'end_turn' }),
});
