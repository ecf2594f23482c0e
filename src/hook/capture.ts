// The part of the hook for events that get no answer; a bundle of its own.
import type { Call } from './call.ts';
import { takeEvent } from './take-event.ts';

export function run(event: string, raw: string, call: Call, bundleFolder: string): void {
  takeEvent(event, raw, call, bundleFolder);
}
