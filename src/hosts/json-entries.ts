// Our entries in a host's JSON file: hooks in lists by event, and one MCP server. Others' entries keep their place.
import type { Paths } from '../config/paths.ts';
import { isObject } from '../domain/json.ts';
import { jsonComparison, parseJson, removeElement, setJson } from './config-file.ts';
import type { ConfigEdit } from './file-integration.ts';
import { doorOf } from './hook-command.ts';

/** Adds one hook per event to `hooks` in a JSON file. `entry` makes what the host expects for an event. */
export function hooksIn(
  host: string,
  file: () => string,
  entries: (paths: Paths) => Record<string, object>,
  /** What else the host expects in the file. */
  required: Record<string, number> = {},
): ConfigEdit {
  const isOurs = (entry: unknown) => JSON.stringify(entry ?? null).includes(` ${doorOf(host)}`);
  const listOf = (text: string, event: string): unknown[] => {
    const list = groupIn(text, file(), 'hooks')[event];
    return Array.isArray(list) ? list : [];
  };
  return {
    file,
    what: 'our hooks',
    add(text, paths) {
      const wanted = entries(paths);
      let result = withoutEvents(text, Object.keys(wanted));
      for (const [key, value] of Object.entries(required))
        if (!(key in parseJson(result, file()))) result = setJson(result, [key], value);
      for (const [event, entry] of Object.entries(wanted)) {
        const list = listOf(result, event);
        const at = list.findIndex(isOurs);
        if (at >= 0 && JSON.stringify(list[at]) === JSON.stringify(entry)) continue;
        if (list.length === 0) result = setJson(result, ['hooks', event], [entry]);
        else result = setJson(result, ['hooks', event, at >= 0 ? at : list.length], entry, at < 0);
      }
      return result;
    },
    remove: (text) => withoutEvents(text, []),
    ...jsonComparison(file),
    isEmpty: (text) => Object.keys(parseJson(text, file())).every((key) => key in required),
  };

  /** Removes our hooks from all events but these. */
  function withoutEvents(text: string, kept: string[]): string {
    let result = text;
    for (const event of Object.keys(groupIn(text, file(), 'hooks'))) {
      if (kept.includes(event)) continue;
      for (let at = listOf(result, event).findIndex(isOurs); at >= 0; at = listOf(result, event).findIndex(isOurs)) {
        const isAlone = listOf(result, event).length === 1;
        const path = ['hooks', event];
        result = isAlone ? setJson(result, path, undefined) : removeElement(result, path, at);
      }
    }
    return result === text ? text : withoutEmpty(result, file(), 'hooks');
  }
}

/** A file of hooks that is all ours. */
export function hooksFile(host: string, file: () => string, content: (paths: Paths) => object): ConfigEdit {
  return {
    file,
    what: 'our hooks',
    add(text, paths) {
      const wanted = `${JSON.stringify(content(paths), null, 2)}\n`;
      return text === wanted ? text : wanted;
    },
    remove: (text) => (text.includes(` ${doorOf(host)}`) ? '' : text),
    isSame: (before, after) => before === after,
    isEmpty: (text) => text === '',
  };
}

/** Adds one named entry to an object in a JSON file, such as our server to `mcpServers`. */
export function namedEntry(
  file: () => string,
  group: string,
  what: string,
  entry: (paths: Paths) => object,
): ConfigEdit {
  const NAME = 'c-mem';
  return {
    file,
    what,
    add(text, paths) {
      const wanted = entry(paths);
      const known = groupIn(text, file(), group)[NAME];
      return JSON.stringify(known) === JSON.stringify(wanted) ? text : setJson(text, [group, NAME], wanted);
    },
    remove(text) {
      if (!(NAME in groupIn(text, file(), group))) return text;
      return withoutEmpty(setJson(text, [group, NAME], undefined), file(), group);
    },
    ...jsonComparison(file),
  };
}

function groupIn(text: string, file: string, group: string): Record<string, unknown> {
  const value = parseJson(text, file)[group];
  return isObject(value) ? value : {};
}

/** Without a group that nothing is left in. */
function withoutEmpty(text: string, file: string, group: string): string {
  const value = parseJson(text, file)[group];
  return isObject(value) && Object.keys(value).length === 0 ? setJson(text, [group], undefined) : text;
}
