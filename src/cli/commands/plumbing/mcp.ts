// `c-mem mcp`: only its help is here; the server itself never loads the CLI.
import { defineCommand } from 'citty';

export default defineCommand({
  meta: { name: 'mcp', description: 'Run the MCP server over stdio', examples: ['c-mem mcp'] },
});
