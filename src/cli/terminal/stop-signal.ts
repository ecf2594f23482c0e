// Ctrl-C ends long work after what it has just written.

export async function withStopSignal<T>(work: (isStopped: () => boolean) => Promise<T>): Promise<T> {
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(() => stopped);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
