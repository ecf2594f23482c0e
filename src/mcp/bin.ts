// The MCP server's bundle: loads the server with what V8 compiled of it the last time.
import { compiledFolder } from '../config/paths.ts';
import { loadPart } from '../hook/code-cache.ts';

/** By then it has answered the host's first questions: what was compiled for those is worth keeping, too. */
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
