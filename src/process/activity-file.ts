// A small file from which status lines and editors see whether something is being recorded right now.
import { renameSync, writeFileSync } from 'node:fs';

export interface Activity {
  active: boolean;
  project: string | null;
  /** ISO time of the last change. */
  time: string;
}

export function writeActivity(file: string, activity: Activity): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(activity)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
