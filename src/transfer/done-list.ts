// The completed files of a multi-file export: kept next to them until all are done, so that a later run can resume.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export interface DoneList {
  has(name: string): boolean;
  add(name: string): void;
  /** All files are done: removes the list. */
  end(): void;
}

/** Valid as long as the store does not change; if its state is unknown, nothing is resumed. */
export function openDoneList(file: string, state: string): DoneList {
  const [of, ...names] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const done = new Set(state !== '' && of === state ? names : []);
  return {
    has: (name) => done.has(name),
    add(name) {
      done.add(name);
      writeFileSync(file, [state, ...done].join('\n'), { mode: 0o600 });
    },
    end: () => rmSync(file, { force: true }),
  };
}
