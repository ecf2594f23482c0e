// The user's own Claude Code login, through the `claude` program: no key of ours, and nothing of the user's set-up. It
// runs without hooks, plugins, tools and transcript, so that a question of ours is never recorded by ourselves.
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { environment } from '../config/environment.ts';
import { isObject, type JsonObject, number, object, text } from '../domain/json.ts';
import { type Provider, ProviderError } from './provider.ts';

export function createClaude(options: { program: string; model: string | null; folder: string }): Provider {
  return {
    name: 'claude',
    async ask({ system, user, maxTokens, signal }) {
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
      const { stdout, code } = await run([options.program, ...args], {
        input: user,
        cwd: options.folder,
        maxTokens,
        signal,
      });
      const result = lastObject(stdout);
      if (!result) throw new ProviderError('retry', `claude exited with ${code} and no answer`, { mayBeCharged: true });
      const words = text(result, 'result') ?? '';
      if (result['is_error'] === true || code !== 0) throw failure(number(result, 'api_error_status'), words);
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

/** More than any answer of ours can take. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * The program's end is bound to ours: the guard reads from a pipe that nobody writes to, and which the kernel closes
 * when we die, however we die.
 */
const GUARDED = `exec 4<&0
"$@" <&4 3<&- 4<&- &
child=$!
(read -r _ <&3; kill -9 $child) >/dev/null 2>&1 4<&- &
guard=$!
wait $child
code=$?
kill $guard 2>/dev/null
exit $code`;

interface Errand {
  input: string;
  cwd: string;
  maxTokens: number;
  signal: AbortSignal;
}

function run(command: string[], errand: Errand): Promise<{ stdout: string; code: number | null }> {
  const { input, cwd, maxTokens, signal } = errand;
  return new Promise((done, fail) => {
    const [program, ...args] = process.platform === 'win32' ? command : ['sh', '-c', GUARDED, 'sh', ...command];
    const child = spawn(program as string, args, {
      cwd,
      env: claudeEnvironment(maxTokens),
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    const lifeline = child.stdio[3] as Writable;
    // Without its lifeline the guard ends the program, and the shell ends with it.
    const end = () => (process.platform === 'win32' ? child.kill('SIGKILL') : lifeline.destroy());
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      if (stdout.length > MOST_CHARACTERS) end();
    });
    child.on('error', (cause) => fail(notThere(cause)));
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      lifeline.destroy();
      if (signal.aborted) fail(new ProviderError('retry', 'no answer in time', { mayBeCharged: true }));
      // The shell's exit codes for a missing program, and for a file that is not a program.
      else if (code === 127 || code === 126) fail(notThere());
      else done({ stdout, code });
    });
    for (const pipe of [child.stdin, lifeline]) pipe?.on('error', () => undefined);
    child.stdin?.end(input);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

const notThere = (cause?: unknown) =>
  new ProviderError('stop', 'the claude program cannot be started: set claudePath', { cause });

/** The program's own words about what went wrong. */
function failure(status: number | null, words: string): ProviderError {
  const said = words.replace(/\s+/g, ' ').slice(0, 160);
  if (/usage limit|limit reached|quota|credit balance/i.test(said))
    return new ProviderError('wait', `the usage limit of the login is reached (${said})`, { waitMs: 60 * 60_000 });
  if (status === 401 || status === 403 || /invalid api key|run \/login|not logged in|authentication|oauth/i.test(said))
    return new ProviderError('stop', `claude is not logged in (${said})`);
  if (status === 404 || /model.*(?:not found|not exist|invalid)/i.test(said))
    return new ProviderError('stop', `claude does not know the model (${said})`);
  if (status === 400 || status === 413 || /prompt is too long/i.test(said))
    return new ProviderError('reject', `claude rejected the request (${said})`);
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

/**
 * For a question of our own to the `claude` program: hooks of ours that might still run do nothing; no thinking and no
 * cached prompt, which would be paid for and serve nothing; no retries, because those are ours to count.
 */
function claudeEnvironment(maxTokens: number, env: NodeJS.ProcessEnv = environment()): NodeJS.ProcessEnv {
  // It is nobody's child session, though the worker was started from within one.
  const { CLAUDECODE: _a, CLAUDE_CODE_ENTRYPOINT: _b, CLAUDE_CODE_SSE_PORT: _c, ...rest } = env;
  return {
    ...rest,
    C_MEM_DISABLE: '1',
    MAX_THINKING_TOKENS: '0',
    DISABLE_PROMPT_CACHING: '1',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
    CLAUDE_CODE_MAX_RETRIES: '0',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_TOTAL_TOKENS_REMINDER: '0',
    DISABLE_AUTOUPDATER: '1',
  };
}
