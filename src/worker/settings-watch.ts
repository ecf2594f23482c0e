// The settings as they are now: read again when their file has changed.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeAtomic } from '../config/atomic-file.ts';
import { lastGood, loadSettings, type Settings } from '../config/settings.ts';
import { settingsVersion } from '../config/settings-file.ts';

export interface SettingsWatch {
  current(): Settings;
  /** Reads the file again if it has changed. */
  check(): void;
  /** Called after each change. */
  onChange(listener: (settings: Settings) => void): void;
}

export function watchSettings(file: string): SettingsWatch {
  const listeners: ((settings: Settings) => void)[] = [];
  let seen = settingsVersion(file);
  let settings = load(file);
  return {
    current: () => settings,
    check() {
      // Once more if it changed while the listeners wrote down what follows from it: theirs would be out of date.
      for (
        let looks = 0, found = settingsVersion(file);
        found !== seen && looks < 10;
        looks += 1, found = settingsVersion(file)
      ) {
        seen = found;
        settings = load(file);
        for (const listener of listeners) listener(settings);
      }
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Keeps a copy of every file that could be read: it stays in force if the next one cannot. */
function load(file: string): Settings {
  const { settings, problems } = loadSettings(file);
  if (problems.some(({ code }) => code === 'SETTINGS_UNREADABLE')) return settings;
  try {
    if (existsSync(file)) writeAtomic(lastGood(file), readFileSync(file, 'utf8'));
    else rmSync(lastGood(file), { force: true });
  } catch {
    // A full disk: the settings themselves count all the same.
  }
  return settings;
}
