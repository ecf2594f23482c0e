// The MCP server's bundle: loads the server with V8's compiled code from the last run.
import { compiledFolder } from '../config/paths.ts';
import { loadPart } from '../hook/code-cache.ts';

/** By then it has answered the host's first requests, so the code compiled for those is kept too. */
const KEEP_MS = 1000;

const { keep } = loadPart('mcp-server', __dirname, compiledFolder());
const keepQuietly = () => {
  try {
    keep();
  } catch {
    // it works without
  }
};
setTimeout(keepQuietly, KEEP_MS).unref();
process.once('exit', keepQuietly);
