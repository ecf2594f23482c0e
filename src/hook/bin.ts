// The hook's bundle: reads the payload from stdin and hands it to the part for its event. It is small because Node
// compiles it every time; the parts are kept compiled.
import { isDisabled } from '../config/environment.ts';
import { compiledFolder } from '../config/paths.ts';
import { type Call, readCall } from './call.ts';
import { loadPart } from './code-cache.ts';
import { hookEvent, type PartName, partOf } from './events.ts';
import { readStdin } from './stdin.ts';

interface Part {
  run(event: string, raw: string, call: Call, bundleFolder: string): void;
}

process.on('uncaughtException', end);
// A hook never gets in the way: what could not be written is recovered from the transcript.
try {
  take(readCall(process.argv.slice(2)), __dirname);
} finally {
  end();
}

function take(call: Call | null, bundleFolder: string): void {
  if (!call || isDisabled()) return;
  const { event: name } = call;
  const raw = readStdin();
  // Without a name on the command line, the payload names its event, which may not be one of ours.
  const event = hookEvent(name === '' ? (/"hook_event_name"\s*:\s*"(\w+)"/.exec(raw)?.[1] ?? '') : name);
  if (!event) return;
  const { exports: part, keep } = load(partOf(event), bundleFolder);
  part.run(event, raw, call, bundleFolder);
  keep();
}

/** If the part that answers cannot be loaded, the event is still captured. */
function load(name: PartName, bundleFolder: string) {
  try {
    return loadPart<Part>(name, bundleFolder, compiledFolder());
  } catch {
    return loadPart<Part>('capture', bundleFolder, compiledFolder());
  }
}

/**
 * Everything was written synchronously, so the process can end without Node's own cleanup, which takes longer. What
 * `process.exit` calls last is called first, for half a millisecond: nobody listens for the end.
 */
function end(): void {
  (process as unknown as { reallyExit?: (code: number) => never }).reallyExit?.(0);
  process.exit(0);
}
