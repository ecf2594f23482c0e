// A small file from which status lines and editors see whether something is being recorded right now.
import { writeJsonAtomic } from '../config/atomic-file.ts';

export interface Activity {
  active: boolean;
  project: string | null;
  /** ISO time of the last change. */
  time: string;
}

export function writeActivity(file: string, activity: Activity): void {
  writeJsonAtomic(file, activity);
}
