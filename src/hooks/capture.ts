// The part of the hook for events that get no answer; a bundle of its own.
import { runHook } from './run.ts';

export const run = (event: string, raw: string, bundleFolder: string) => runHook(event, raw, bundleFolder, null);
