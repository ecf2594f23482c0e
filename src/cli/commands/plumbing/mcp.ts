// `c-mem mcp`: here only for its help; the real thing never loads the CLI.
import { defineCommand } from 'citty';

export default defineCommand({
  meta: { name: 'mcp', description: 'Serve the memory to an agent: an MCP server on stdin and stdout.' },
});
