// The user's own Claude Code login, through the `claude` program: no key of ours, and nothing of the user's set-up. It
// runs without hooks, plugins, tools and transcript, so that a question of ours is never recorded by ourselves.
import { spawn } from 'node:child_process';
import { claudeEnvironment } from '../config/host.ts';
import { isObject, type JsonObject, number, object, text } from '../domain/json.ts';
import { type Provider, ProviderError } from './provider.ts';

export function createClaude(options: { program: string; model: string | null; folder: string }): Provider {
  return {
    name: 'claude',
    async ask({ system, user, signal }) {
      const args = [
        '-p',
        '--output-format',
        'json',
        '--setting-sources',
        '',
        '--tools',
        '',
        '--no-session-persistence',
      ];
      if (options.model) args.push('--model', options.model);
      args.push('--system-prompt', system);
      const { stdout, code } = await run(options.program, args, user, options.folder, signal);
      const result = lastObject(stdout);
      if (!result) throw new ProviderError('retry', `claude ended with ${code} and no answer`);
      const words = text(result, 'result') ?? '';
      if (result['is_error'] === true || code !== 0) throw failure(words);
      const usage = object(result, 'usage') ?? {};
      const tokensIn = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
        (sum, key) => sum + (number(usage, key) ?? 0),
        0,
      );
      return {
        text: words,
        model: options.model ?? modelOf(result) ?? 'default',
        tokensIn,
        tokensOut: number(usage, 'output_tokens') ?? 0,
        costUsd: number(result, 'total_cost_usd'),
      };
    },
  };
}

function run(
  program: string,
  args: string[],
  input: string,
  cwd: string,
  signal: AbortSignal,
): Promise<{ stdout: string; code: number | null }> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: claudeEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'EACCES')
        fail(new ProviderError('stop', 'the claude program cannot be started', { cause }));
      else fail(new ProviderError('retry', 'no answer in time', { cause }));
    });
    child.on('close', (code) => done({ stdout, code }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** The program's own words about what went wrong. */
function failure(words: string): ProviderError {
  const said = words.replace(/\s+/g, ' ').slice(0, 160);
  if (/invalid api key|please run \/login|not logged in|authentication|oauth|401|403/i.test(said))
    return new ProviderError('stop', `claude is not logged in (${said})`);
  if (/model.*(?:not found|not exist|invalid)|404/i.test(said))
    return new ProviderError('stop', `claude does not know the model (${said})`);
  if (/usage limit|limit reached|quota|credit balance/i.test(said))
    return new ProviderError('wait', `the limit of the login is reached (${said})`, { waitMs: 60 * 60_000 });
  if (/prompt is too long|400/i.test(said))
    return new ProviderError('reject', `claude did not accept the question (${said})`);
  return new ProviderError('retry', `claude failed (${said})`);
}

function lastObject(stdout: string): JsonObject | null {
  for (const line of stdout.trim().split('\n').reverse()) {
    try {
      const value: unknown = JSON.parse(line);
      if (isObject(value)) return value;
      if (Array.isArray(value)) return value.filter(isObject).findLast((one) => one['type'] === 'result') ?? null;
    } catch {
      // a warning, perhaps; the answer is on another line
    }
  }
  return null;
}

function modelOf(result: JsonObject): string | null {
  return Object.keys(object(result, 'modelUsage') ?? {})[0] ?? null;
}
