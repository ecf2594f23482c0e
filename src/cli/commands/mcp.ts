// `c-mem mcp`: here only for its help; the real thing never loads the CLI.
import { defineCommand } from 'citty';
import { CMemError } from '../../domain/errors.ts';

export default defineCommand({
  meta: { name: 'mcp', description: 'Serves the memory to an agent: an MCP server on stdin and stdout.' },
  run() {
    throw new CMemError('USAGE', '`c-mem mcp` takes no arguments');
  },
});
