// The MCP server: seven tools over the store. It works with the worker down.
import { McpServer } from '@modelcontextprotocol/server';
import { version } from '../config/version.ts';
import type { Deps } from './deps.ts';
import { registerForget } from './tools/forget.ts';
import { registerGetObservations } from './tools/get-observations.ts';
import { registerRemember } from './tools/remember.ts';
import { registerListRules, registerProposeRule } from './tools/rules.ts';
import { registerSearch } from './tools/search.ts';
import { registerTimeline } from './tools/timeline.ts';

const INSTRUCTIONS =
  'Memory of past sessions. Search it before redoing work or guessing why something is the way it is, then read only the IDs you need.';

export function createServer(deps: Deps): McpServer {
  const server = new McpServer({ name: 'c-mem', version }, { instructions: INSTRUCTIONS });
  for (const register of [
    registerSearch,
    registerTimeline,
    registerGetObservations,
    registerRemember,
    registerForget,
    registerListRules,
    registerProposeRule,
  ]) {
    register(server, deps);
  }
  return server;
}
