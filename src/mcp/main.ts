// The MCP server: started by the host, communicates over stdin and stdout.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { resolvePaths } from '../config/paths.ts';
import { ensureWorker } from '../process/start-worker.ts';
import { createDeps } from './deps.ts';
import { createServer } from './server.ts';

const paths = resolvePaths();
const server = createServer(createDeps(paths, process.cwd(), Date.now));
void server.connect(new StdioServerTransport()).then(() => {
  try {
    ensureWorker(paths, __dirname, Date.now());
  } catch {
    // it works without
  }
});
process.stdin.on('end', () => process.exit(0));
