// After a failure, searches do not ask the endpoint for a while. Kept in a file, because every command is a process of
// its own.
import { readFileSync, rmSync } from 'node:fs';
import { writeJsonAtomic } from '../config/atomic-file.ts';
import { textDigest } from '../text/digest.ts';

const PAUSE_MS = 60_000;

export interface EndpointPause {
  isOn(identity: string): boolean;
  start(identity: string): void;
  end(): void;
}

/** `identity` changes with the settings: a pause of other settings does not count. */
export function createEndpointPause(file: string, now: () => number): EndpointPause {
  return {
    isOn(identity) {
      const { of, until } = read(file);
      return of === textDigest(identity) && now() < until && until - now() <= PAUSE_MS;
    },
    start(identity) {
      try {
        writeJsonAtomic(file, { of: textDigest(identity), until: now() + PAUSE_MS });
      } catch {
        // A disk that is full or read-only: the next search asks again.
      }
    },
    end: () => rmSync(file, { force: true }),
  };
}

function read(file: string): { of: string; until: number } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { of: string; until: number };
  } catch {
    return { of: '', until: 0 };
  }
}
