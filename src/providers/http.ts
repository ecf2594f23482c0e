// Asking an HTTP API: one POST, an answer as JSON or as a stream of events, and failures sorted out.
import { isObject, type JsonObject, text } from '../domain/json.ts';
import { ProviderError } from './provider.ts';

/** From so long a wait on, the provider is out of reach for now: others do the work meanwhile. */
const LONG_WAIT_MS = 60_000;

/** More than any answer needs: an endless one is cut off. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Every JSON object of the answer: one, or one per event of the stream. Of an interrupted stream, what arrived counts. */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const response = await send(url, headers, body, signal);
  const { answer, brokeOff } = await readAnswer(response, signal);
  if (!response.ok) throw classify(response.status, response.headers, answer);
  const objects = readObjects(answer, response.headers.get('content-type') ?? '');
  const failure = objects.find((object) => object['type'] === 'error' || isObject(object['error']));
  if (failure) throw classify(529, response.headers, JSON.stringify(failure));
  if (objects.length === 0)
    throw new ProviderError('retry', brokeOff ? 'the answer was cut off' : 'the answer is not JSON', {
      mayBeCharged: true,
    });
  return objects;
}

/** One question that costs nothing. */
export async function getJson(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const response = await send(url, headers, null, signal);
  const { answer } = await readAnswer(response, signal);
  if (!response.ok) throw classify(response.status, response.headers, answer);
  try {
    return JSON.parse(answer);
  } catch {
    return null;
  }
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: object | null,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, {
      ...(body === null
        ? { headers }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
      signal,
      redirect: 'error',
    });
  } catch (cause) {
    if (signal.aborted) throw new ProviderError('retry', 'no answer in time', { cause, mayBeCharged: true });
    const why = causeOf(cause);
    // Refused before anything was sent: it will be refused the next time, too.
    if (why.unusable)
      throw new ProviderError('stop', `${placeOf(url)} is not a usable address (${why.name})`, { cause });
    // Refused, reset, timed out: nothing of it is the question's fault.
    const mayBeCharged = !NEVER_ARRIVED.test(why.name);
    throw new ProviderError('retry', `no connection to ${placeOf(url)} (${why.name})`, { cause, mayBeCharged });
  }
}

/** Failures before the question could leave: no connection, or none that can be trusted. */
const NEVER_ARRIVED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

function causeOf(error: unknown): { name: string; unusable: boolean } {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const code = (error as { code?: unknown }).code ?? cause?.code;
  // A port that fetch forbids, a scheme it does not know: it has no code for those.
  const message = String(cause?.message ?? '');
  if (code === 'ERR_INVALID_URL' || /bad port|unknown scheme|URL scheme/.test(message))
    return { name: message && code !== 'ERR_INVALID_URL' ? message : 'not a URL', unusable: true };
  return { name: String(code ?? (message || 'unknown')), unusable: false };
}

/** Host and port: what comes behind may hold a key. */
function placeOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'that';
  }
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<{ answer: string; brokeOff: boolean }> {
  const decoder = new TextDecoder();
  let answer = '';
  try {
    for await (const chunk of response.body ?? []) {
      answer += decoder.decode(chunk as Uint8Array, { stream: true });
      if (answer.length > MOST_CHARACTERS) return { answer, brokeOff: true };
    }
  } catch (cause) {
    if (signal.aborted) throw new ProviderError('retry', 'no answer in time', { cause, mayBeCharged: true });
    return { answer, brokeOff: true };
  }
  return { answer, brokeOff: false };
}

function readObjects(answer: string, contentType: string): JsonObject[] {
  const isStream = contentType.includes('event-stream') || /^(?:event|data):/m.test(answer.slice(0, 200));
  const parts = isStream
    ? answer
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
    : [answer];
  const objects: JsonObject[] = [];
  for (const part of parts) {
    try {
      const value: unknown = JSON.parse(part);
      if (isObject(value)) objects.push(value);
      else if (Array.isArray(value)) objects.push(...value.filter(isObject));
    } catch {
      // `[DONE]`, or a stream that broke off: what came before it counts
    }
  }
  return objects;
}

/** What a status and its words mean. The provider's message is kept short: it may quote the question. */
export function classify(status: number, headers: Headers, answer: string): ProviderError {
  const waitMs = retryAfter(headers);
  const told = messageOf(answer);
  const message = `${status}${told ? `: ${told}` : ''}`;
  if (status === 401 || status === 403) return new ProviderError('stop', `the key is not accepted (${message})`);
  if (status === 404) return new ProviderError('stop', `unknown model or address (${message})`);
  if (status === 402 || /quota|billing|credit|insufficient/i.test(told)) {
    return new ProviderError('wait', `the quota is used up (${message})`, { waitMs: waitMs ?? 60 * 60_000 });
  }
  if (/model/i.test(told) && /not (?:found|exist|supported|available)|invalid|unknown/i.test(told)) {
    return new ProviderError('stop', `unknown model (${message})`);
  }
  if (status === 429) {
    return new ProviderError(
      waitMs !== null && waitMs >= LONG_WAIT_MS ? 'wait' : 'retry',
      `too many requests (${message})`,
      { waitMs },
    );
  }
  if (status === 408 || status === 409 || status >= 500) {
    return new ProviderError(
      waitMs !== null && waitMs >= LONG_WAIT_MS ? 'wait' : 'retry',
      `the provider has a problem (${message})`,
      { waitMs },
    );
  }
  return new ProviderError('reject', `the request was rejected (${message})`);
}

function retryAfter(headers: Headers): number | null {
  const precise = Number(headers.get('retry-after-ms'));
  if (Number.isFinite(precise) && precise > 0) return precise;
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function messageOf(answer: string): string {
  try {
    const value: unknown = JSON.parse(answer);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!isObject(first)) return '';
    const error = first['error'];
    const said = isObject(error)
      ? (text(error, 'message') ?? text(error, 'status') ?? text(error, 'type'))
      : (text(first, 'error') ?? text(first, 'message'));
    return (said ?? '').replace(/\s+/g, ' ').slice(0, 160);
  } catch {
    return '';
  }
}
