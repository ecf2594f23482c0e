// Tells when something arrived in the spool: by the kernel's notice, with a slow look as a safety net.
import { type FSWatcher, statSync, watch } from 'node:fs';
import { SPOOL_SUFFIX } from './format.ts';

export interface SpoolWatch {
  close(): void;
}

/** With a working notice; without one (no inotify watches left, say) the spool is looked at every second. */
const SLOW_MS = 10_000;
const FAST_MS = 1000;
/** The hook that wrote the file may still be at work, and the agent waits for it; nobody waits for us. */
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
    // The folder may have been deleted and made anew by a hook: the old watch sees nothing of that.
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
