// The hook's bundle: takes what the host says on stdin, and hands it to the part that is for this event. Small, because
// Node compiles it anew each time; the parts are kept compiled.
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
// Never in the way: what could not be written comes back from the transcript.
try {
  take(readCall(process.argv.slice(2)), __dirname);
} finally {
  end();
}

function take(call: Call | null, bundleFolder: string): void {
  if (!call || isDisabled()) return;
  const { event: name } = call;
  const raw = readStdin();
  // Without a name on the command line, the payload tells; what it tells is not ours to handle, perhaps.
  const event = hookEvent(name === '' ? (/"hook_event_name"\s*:\s*"(\w+)"/.exec(raw)?.[1] ?? '') : name);
  if (!event) return;
  const { exports: part, keep } = load(partOf(event), bundleFolder);
  part.run(event, raw, call, bundleFolder);
  keep();
}

/** Whatever is wrong with the part that answers, the event is captured. */
function load(name: PartName, bundleFolder: string) {
  try {
    return loadPart<Part>(name, bundleFolder, compiledFolder());
  } catch {
    return loadPart<Part>('capture', bundleFolder, compiledFolder());
  }
}

/** What was printed is written, and nothing else is to come: to tidy up a process takes longer than to end it. */
function end(): void {
  process.exit(0);
}
