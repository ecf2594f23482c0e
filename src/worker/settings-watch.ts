// The settings as they are now: read again when their file has changed.

import { statSync } from 'node:fs';
import { loadSettings, type Settings } from '../config/settings.ts';

export interface SettingsWatch {
  current(): Settings;
  /** Reads the file again if it has changed. */
  check(): void;
  /** Called after each change. */
  onChange(listener: (settings: Settings) => void): void;
}

export function watchSettings(file: string): SettingsWatch {
  const listeners: ((settings: Settings) => void)[] = [];
  let seen = versionOf(file);
  let { settings } = loadSettings(file);
  return {
    current: () => settings,
    check() {
      const found = versionOf(file);
      if (found === seen) return;
      seen = found;
      settings = loadSettings(file).settings;
      for (const listener of listeners) listener(settings);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Changes with every change of the file, which is replaced, not written over. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeMs}:${found.size}` : '';
}
