// The request to end: any part of the worker may make it, and the first reason counts.

export interface EndSignal {
  request(why: string): void;
  isRequested(): boolean;
  /** Resolves with the reason. */
  requested: Promise<string>;
}

export function createEndSignal(): EndSignal {
  let resolve: (why: string) => void = () => undefined;
  let isRequested = false;
  const requested = new Promise<string>((done) => (resolve = done));
  return {
    request(why) {
      isRequested = true;
      resolve(why);
    },
    isRequested: () => isRequested,
    requested,
  };
}
