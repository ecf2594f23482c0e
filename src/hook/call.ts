// How a hook was called. By our plugin: `<event> plugin:<host>`, nothing less. By `c-mem hook`: `--open [--host NAME]
// [event]`, for hosts that a user configures.
import { type Door, parseDoor } from '../spool/format.ts';

export interface Call {
  /** As given; empty if the payload names it. */
  event: string;
  door: Door;
}

/** Null for a call that is not ours, such as from a host that drops arguments: then nothing is done. */
export function readCall(args: readonly string[]): Call | null {
  if (args[0] !== '--open') {
    const [event = '', word = ''] = args;
    const door = parseDoor(word);
    return event !== '' && door.plugin && door.host !== null ? { event, door } : null;
  }
  let host: string | null = null;
  let event = '';
  for (let at = 1; at < args.length; at += 1) {
    const word = args[at] as string;
    if (word === '--host') host = args[(at += 1)] ?? null;
    else if (word.startsWith('--host=')) host = word.slice('--host='.length);
    else if (event === '') event = word;
  }
  return { event, door: { host: host || null, plugin: false } };
}
