// The worker's API: built from the worker's parts, and never a reason for the worker not to work.
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
    log.info({ port: listening.port }, 'the API listens');
    return listening;
  } catch (error) {
    log.error({ error: errorName(error) }, 'the API is not served');
    return { port: null, keepPort: () => undefined, close: async () => undefined };
  }
}
