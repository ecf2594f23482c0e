// Serves the API from the worker's parts. If it cannot be served, the worker still works.
import { join } from 'node:path';
import { errorName } from '../domain/errors.ts';
import type { Deps } from '../http/deps.ts';
import { type Listening, listen } from '../http/server.ts';
import type { Log } from './log.ts';

export async function serveHttp(
  deps: Omit<Deps, 'port' | 'viewerFolder'>,
  preferredPort: number,
  log: Log,
): Promise<Listening> {
  try {
    const listening = await listen({ ...deps, viewerFolder: join(__dirname, 'viewer') }, preferredPort);
    log.info({ port: listening.port }, 'the API is listening');
    return listening;
  } catch (error) {
    log.error({ error: errorName(error) }, 'the API is not available');
    return { port: null, keepPort: () => undefined, close: async () => undefined };
  }
}
