// Installs into OpenCode: our plugin as a file of its own, our MCP server in opencode.json. For the CLI and the worker,
// never for a hook.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigEdit, fileIntegration } from '../file-integration.ts';
import { mcpCommand } from '../hook-command.ts';
import type { HostIntegration } from '../integration.ts';
import { namedEntry } from '../json-entries.ts';
import { configFolder, dataFolder } from './environment.ts';
import { pluginSource } from './plugin-source.ts';

const pluginFile = () => join(configFolder(), 'plugin', 'c-mem.js');
/** Either name is read; a new file gets the usual one. */
const configFile = () => {
  const commented = join(configFolder(), 'opencode.jsonc');
  return existsSync(commented) ? commented : join(configFolder(), 'opencode.json');
};

const plugin: ConfigEdit = {
  file: pluginFile,
  what: 'our plugin',
  add: (_text, paths) => pluginSource(paths),
  remove: (text) => (text.includes('plugin:opencode') ? '' : text),
  isSame: (before, after) => before === after,
  isEmpty: (text) => text === '',
};
const mcp = namedEntry(configFile, 'mcp', 'our MCP server', (paths) => {
  const { command, args } = mcpCommand(paths);
  return { type: 'local', command: [command, ...args], enabled: true };
});

export const integration: HostIntegration | null = fileIntegration({
  name: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  folder: configFolder,
  edits: [plugin, mcp],
  // One database for all sessions.
  pastSessions: () => [join(dataFolder(), 'opencode.db')].filter((file) => existsSync(file)),
  stopPayload: (id, home) => ({
    opencode_plugin: 1,
    session_id: id,
    cwd: home,
    hook_event_name: 'Stop',
    last_assistant_message: 'A test event from `c-mem doctor`.',
  }),
});
