// A token bucket: a burst of requests, then a fixed number per second.

export interface Bucket {
  /** False if the bucket is empty. */
  take(): boolean;
}

export function createBucket(size: number, perSecond: number, now: () => number): Bucket {
  let left = size;
  let at = now();
  return {
    take() {
      const elapsed = Math.max(0, now() - at);
      left = Math.min(size, left + (elapsed / 1000) * perSecond);
      at = now();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
