// The part of the hook for events that get no answer; a bundle of its own.
import type { Call } from './call.ts';
import { runHook } from './run.ts';

export const run = (event: string, raw: string, call: Call, bundleFolder: string) =>
  runHook(event, raw, call, bundleFolder, null);
