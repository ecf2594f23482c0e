// Every provider against a scripted endpoint on loopback.
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiShape, type ModelServer, type Move, startModelServer } from '../../test/helpers/model-server.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import { chooseProvider } from './choose.ts';
import { limits } from './openai.ts';
import { ProviderError } from './provider.ts';

const defaults: Settings = loadSettings('/none', {}).settings;
const SHAPES: ApiShape[] = ['anthropic', 'gemini', 'openai'];

let server: ModelServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function ask(shape: ApiShape, move: Move, timeoutMs = 5000) {
  server = await startModelServer(shape, () => move);
  const provider = chooseProvider(
    {
      ...defaults,
      provider: shape,
      baseUrl: shape === 'openai' ? `${server.url}/v1` : server.url,
      apiKey: 'k-123',
      model: 'tiny',
    },
    '/tmp',
  );
  if (!provider) throw new Error('no provider');
  return provider.ask({ system: 'SYS', user: 'USER', maxTokens: 100, signal: AbortSignal.timeout(timeoutMs) });
}

describe.each(SHAPES)('%s', (shape) => {
  it.each([false, true])('asks and reads the answer, streaming: %s', async (stream) => {
    const reply = await ask(shape, { say: 'one two three', stream });
    expect(reply).toMatchObject({ text: 'one two three', model: 'tiny', tokensIn: 50, tokensOut: 20 });
    expect(server?.asked[0]).toMatchObject({ system: 'SYS', user: 'USER' });
    expect(JSON.stringify(server?.asked[0]?.headers)).toContain('k-123');
    expect(server?.asked[0]?.url).not.toContain('k-123');
  });

  it.each([
    ['401', { status: 401 }, 'stop', null],
    ['403', { status: 403 }, 'stop', null],
    ['an unknown model', { status: 404, body: { error: { message: 'model: tiny not found' } } }, 'stop', null],
    [
      'an unknown model, told as 400',
      { status: 400, body: { error: { message: 'The model `tiny` does not exist' } } },
      'stop',
      null,
    ],
    ['429', { status: 429 }, 'retry', null],
    ['429 with a short wait', { status: 429, headers: { 'retry-after': '2' } }, 'retry', 2000],
    ['429 with a long wait', { status: 429, headers: { 'retry-after': '7200' } }, 'wait', 7_200_000],
    [
      'a used-up quota',
      { status: 429, body: { error: { message: 'You exceeded your current quota' } } },
      'wait',
      3_600_000,
    ],
    ['500', { status: 500 }, 'retry', null],
    [
      '529',
      { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'retry',
      null,
    ],
    [
      'a question it does not take',
      { status: 400, body: { error: { message: 'prompt is too long' } } },
      'reject',
      null,
    ],
    ['garbage', { raw: 'not json <html>' }, 'retry', null],
    ['an error inside a good status', { raw: '{"error":{"message":"internal"}}' }, 'retry', null],
    ['a reset', 'reset', 'retry', null],
  ] as [string, Move, string, number | null][])('sorts out %s', async (_name, move, kind, waitMs) => {
    const failure = await ask(shape, move).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ kind, waitMs });
    expect((failure as Error).message).not.toContain('k-123');
  });

  it('takes what came of a stream that broke off', async () => {
    const reply = await ask(shape, { cut: 'the first half|the second half' });
    expect(reply.text).toBe('the first half|'.slice(0, 15));
  });

  it('an answer that was cut off and is not a stream is requested again, and may have cost something', async () => {
    await expect(ask(shape, { raw: '{"content":[{"te' })).rejects.toMatchObject({ kind: 'retry', mayBeCharged: true });
  });

  it('does not wait forever', async () => {
    await expect(ask(shape, 'hang', 200)).rejects.toMatchObject({ kind: 'retry', message: 'no answer in time' });
  });
});

describe('openai', () => {
  it.each([
    ['https://api.openai.com/v1/chat/completions', 'gpt-5-mini', { max_completion_tokens: 9, reasoning_effort: 'low' }],
    ['https://api.openai.com/v1/chat/completions', 'gpt-4.1-mini', { max_completion_tokens: 9 }],
    ['http://127.0.0.1:11434/v1/chat/completions', 'gpt-5-mini', { max_tokens: 9 }],
  ])('the limit is named as %s knows it', (url, model, body) => {
    expect(limits(url, model, 9)).toEqual(body);
  });
});

describe('choosing', () => {
  it('nobody by default, and a missing key is reported, not tried', async () => {
    expect(chooseProvider(defaults, '/tmp')).toBeNull();
    const provider = chooseProvider({ ...defaults, provider: 'gemini' }, '/tmp');
    const key = process.env['GEMINI_API_KEY'];
    delete process.env['GEMINI_API_KEY'];
    await expect(
      chooseProvider({ ...defaults, provider: 'gemini' }, '/tmp')?.ask({
        system: '',
        user: '',
        maxTokens: 1,
        signal: AbortSignal.timeout(10),
      }),
    ).rejects.toMatchObject({ kind: 'stop' });
    if (key !== undefined) process.env['GEMINI_API_KEY'] = key;
    expect(provider?.name).toBe('gemini');
  });

  it('a refused connection is worth another try; a claude that is not there is not', async () => {
    const at = (settings: Partial<Settings>) =>
      chooseProvider({ ...defaults, ...settings }, '/tmp')?.ask({
        system: '',
        user: '',
        maxTokens: 1,
        signal: AbortSignal.timeout(2000),
      });
    const gone = await startModelServer('openai', () => 'hang');
    await gone.close();
    await expect(at({ provider: 'openai', baseUrl: gone.url })).rejects.toMatchObject({
      kind: 'retry',
      mayBeCharged: false,
    });
    await expect(at({ provider: 'claude', claudePath: '/no/such/claude' })).rejects.toMatchObject({ kind: 'stop' });
  });
});
