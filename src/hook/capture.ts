// The part of the hook for events that get no answer; a bundle of its own.
import type { Call } from './call.ts';
import { setUp } from './setup.ts';
import { print, readEvent, takeEvent } from './take-event.ts';

export function run(event: string, raw: string, call: Call, bundleFolder: string): void {
  if (event !== 'Setup') return void takeEvent(event, raw, call, bundleFolder);
  const read = readEvent(event, raw, call);
  if (read) print(setUp(read.paths, bundleFolder));
}
