// Asking the API. Types come from the contract; nothing else of the server is in this page.
import type * as Contract from '../../src/http/contract.ts';

export type {
  ContextReply,
  Evidence,
  FileReply,
  FilesReply,
  Found,
  HealthReply,
  Hidden,
  Item,
  Items,
  ObservationReply,
  ProjectItem,
  SessionItem,
  SessionItems,
  SessionReply,
  Setting,
  SettingsReply,
  StatsReply,
  SummaryReply,
  TimelineReply,
  UsageReply,
} from '../../src/http/contract.ts';

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

export function get<T>(path: string, query: Record<string, unknown> = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>('GET', path + queryString(query), undefined, signal);
}

export function send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown = {}): Promise<T> {
  return ask<T>(method, path, method === 'DELETE' ? undefined : body);
}

/** Without what is empty; lists with commas. */
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
      'The worker does not answer',
      'It starts with your next session, or with `c-mem worker start`.',
    );
  }
  if (reply.ok) return (await reply.json()) as T;
  const { error } = (await reply.json().catch(() => ({ error: {} }))) as {
    error: { code?: string; message?: string; fix?: string };
  };
  throw new ApiError(error.code ?? 'UNKNOWN', error.message ?? `It answered ${reply.status}`, error.fix ?? '');
}
