// The API client. Types come from the HTTP contract; the page imports nothing else from the server.
import type * as Contract from '../../src/http/contract.ts';

export type {
  Evidence,
  FileReply,
  FilesReply,
  Hidden,
  HostMemoryReply,
  Item,
  ObservationReply,
  ProfileReply,
  ProjectItem,
  RuleItem,
  SearchReply,
  SessionItem,
  SessionItems,
  SessionReply,
  ShownTo,
  SummaryReply,
} from '../../src/http/contract.ts';
export type {
  ActivityReply,
  InsightsReply,
  LeftOff,
  NowReply,
  Turn,
  TurnsReply,
} from '../../src/http/contract-feed.ts';
export type {
  ContextReply,
  HealthReply,
  Setting,
  SettingsReply,
  TeamReply,
  UsageReply,
} from '../../src/http/contract-system.ts';

export type Memory = Contract.ObservationReply | Contract.SummaryReply;

export class ApiError extends Error {
  readonly code: string;
  readonly fix: string;

  constructor(code: string, message: string, fix: string) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

/** What the server said was wrong. */
export const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : 'It did not work');

export function get<T>(path: string, query: Record<string, unknown> = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>('GET', path + queryString(query), undefined, signal);
}

export function send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown = {}): Promise<T> {
  return ask<T>(method, path, method === 'DELETE' ? undefined : body);
}

/** Builds a query string. Empty values are left out, lists are comma-separated. */
export function queryString(query: Record<string, unknown>): string {
  const entries = Object.entries(query).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(path, {
      method,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(
      'UNREACHABLE',
      'The worker is not responding',
      'It starts with your next session, or run `c-mem worker start`.',
    );
  }
  // Overrides of the direction of text would show a name such as `gpj.exe` reversed.
  if (reply.ok) return JSON.parse((await reply.text()).replace(/[\u202d\u202e]/g, '')) as T;
  const { error } = (await reply.json().catch(() => ({ error: {} }))) as {
    error: { code?: string; message?: string; fix?: string };
  };
  throw new ApiError(
    error.code ?? 'UNKNOWN',
    error.message ?? `The worker returned HTTP ${reply.status}`,
    error.fix ?? '',
  );
}
