// Session-start contexts for tests: one project, one clock.
import { loadSettings } from '../../src/config/settings.ts';
import { sessionContext } from '../../src/recall/context/session-start.ts';
import type { ContextRequest } from '../../src/recall/context/start-request.ts';
import { createMemoryReader } from '../../src/store/memories/read.ts';
import type { TestStore } from './store.ts';

export const DEFAULTS = loadSettings('/none', {}).settings;
export const NOW = Date.parse('2026-03-10T12:00:00Z');
export const HOUR = 3600_000;
export const at = (hoursAgo: number) => NOW - hoursAgo * HOUR;

export const OPEN = {
  sessionId: 'a',
  promptNumber: 2,
  prompt: 'Add taxes',
  lastMessage: 'Taxes are in tax.ts.',
  branch: null,
  at: at(0.1),
};

export function contextOf({ db }: TestStore, more: Partial<ContextRequest> = {}) {
  return sessionContext(createMemoryReader(db), {
    projectId: 1,
    projectName: 'shop',
    root: '/home/dev/shop',
    sessionId: 'now',
    beginning: 'new',
    tree: { branch: 'main', changed: [] },
    openTurns: [],
    seen: null,
    now: NOW,
    settings: DEFAULTS,
    ...more,
  });
}
