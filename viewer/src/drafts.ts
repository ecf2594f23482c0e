// What was typed and not saved. It survives navigation and a reload of the tab.

const name = (key: string) => `c-mem-draft ${key}`;

export function readDraft<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name(key)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, draft: unknown): void {
  sessionStorage.setItem(name(key), JSON.stringify(draft));
}

export const dropDraft = (key: string) => sessionStorage.removeItem(name(key));
