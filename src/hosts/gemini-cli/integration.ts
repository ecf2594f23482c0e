// Installs into Gemini CLI: our hooks and our MCP server in settings.json. For the CLI and the worker, never for a hook.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileIntegration, together } from '../file-integration.ts';
import { hookCommand, mcpCommand, type OurEvent } from '../hook-command.ts';
import type { HostIntegration } from '../integration.ts';
import { hooksIn, namedEntry } from '../json-entries.ts';
import { configFolder } from './environment.ts';
import { transcripts } from './transcript.ts';

/** Gemini's names for our events. PreCompress fires before every request, so it says nothing. */
const EVENTS: Record<string, OurEvent> = {
  SessionStart: 'SessionStart',
  BeforeAgent: 'UserPromptSubmit',
  // Nothing else reports a call that is cut off.
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  AfterAgent: 'Stop',
  SessionEnd: 'SessionEnd',
};
const TIMEOUT_MS = 10_000;

const settings = () => join(configFolder(), 'settings.json');

const hooks = hooksIn('gemini-cli', settings, (paths) =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([theirs, ours]) => {
      const command = hookCommand(paths, 'gemini-cli', ours);
      return [theirs, { hooks: [{ name: 'c-mem', type: 'command', command, timeout: TIMEOUT_MS }] }];
    }),
  ),
);
const mcp = namedEntry(settings, 'mcpServers', 'our MCP server', (paths) => mcpCommand(paths));

export const integration: HostIntegration | null = fileIntegration({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  folder: configFolder,
  edits: [together('our hooks and MCP server', hooks, mcp)],
  pastSessions: () => {
    try {
      const names = readdirSync(transcripts.folder(), { recursive: true, encoding: 'utf8' });
      return names
        .filter((name) => /[\\/]chats[\\/][^\\/]+\.jsonl?$/.test(name))
        .map((name) => join(transcripts.folder(), name));
    } catch {
      return [];
    }
  },
  stopPayload: (id, home) => ({
    session_id: id,
    transcript_path: join(home, 'chats', `session-${id}.jsonl`),
    cwd: home,
    hook_event_name: 'AfterAgent',
    prompt_response: 'A test event from `c-mem doctor`.',
  }),
});
