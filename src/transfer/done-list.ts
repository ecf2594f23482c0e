// Which files of an export of several are whole: kept beside them until all are there, so that a later run can go on.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export interface DoneList {
  has(name: string): boolean;
  add(name: string): void;
  /** All are there: the list is not needed any more. */
  end(): void;
}

/** Valid as long as the store is unchanged; if its state is unknown, nothing is resumed. */
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
