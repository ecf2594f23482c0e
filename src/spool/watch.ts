// Watches the spool for new files: by kernel notification, with slow polling as a safety net.
import { type FSWatcher, statSync, watch } from 'node:fs';
import { SPOOL_SUFFIX } from './format.ts';

export interface SpoolWatch {
  close(): void;
}

/** Polling intervals with and without a working watch (for example, if no inotify watches are left). */
const SLOW_MS = 10_000;
const FAST_MS = 1000;
/** The hook that wrote the file may still be running, and the agent waits for the hook but not for us. */
const SETTLE_MS = 30;

export function watchSpool(folder: string, makeFolder: () => void, onArrival: () => void): SpoolWatch {
  let watcher: FSWatcher | null = null;
  let inode: number | null = null;
  let timer: NodeJS.Timeout;
  let settling: NodeJS.Timeout | null = null;

  const arrived = () => {
    settling ??= setTimeout(() => {
      settling = null;
      onArrival();
    }, SETTLE_MS);
  };

  const attach = () => {
    watcher?.close();
    watcher = null;
    try {
      makeFolder();
      inode = statSync(folder).ino;
      watcher = watch(folder, { persistent: true }, (_event, name) => {
        if (name === null || name.endsWith(SPOOL_SUFFIX)) arrived();
      });
      watcher.on('error', () => {
        watcher?.close();
        watcher = null;
      });
    } catch {
      watcher = null;
    }
  };

  const look = () => {
    // A hook may have deleted and recreated the folder, which the old watch does not notice.
    if (!watcher || statSync(folder, { throwIfNoEntry: false })?.ino !== inode) attach();
    onArrival();
    timer = setTimeout(look, watcher ? SLOW_MS : FAST_MS);
  };

  attach();
  timer = setTimeout(look, watcher ? SLOW_MS : FAST_MS);
  return {
    close() {
      clearTimeout(timer);
      if (settling) clearTimeout(settling);
      watcher?.close();
    },
  };
}
