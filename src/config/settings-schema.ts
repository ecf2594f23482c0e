// The one schema of settings: what each is about, its values and its default. docs/SETTINGS.md is generated from it.
import { FINDING_TYPES } from '../domain/memory-types.ts';
import { checkPattern, type Kind } from './setting-values.ts';

interface Entry<T> {
  about: string;
  kind: Kind;
  default: T;
}

const entry = <T>(about: string, kind: Kind, fallback: T): Entry<T> => ({ about, kind, default: fallback });

export const SCHEMA = {
  skipTools: entry<string[]>(
    'Tools whose calls are not recorded (`*` matches any characters). C-Mem’s own MCP tools are always skipped.',
    { type: 'list' },
    ['ListMcpResourcesTool', 'SlashCommand', 'Skill', 'TaskUpdate', 'TaskOutput', 'ToolSearch'],
  ),
  excludeProjects: entry<string[]>(
    'Folders in which nothing is captured, as globs on the absolute path, such as `/home/me/secret/**`.',
    { type: 'list' },
    [],
  ),
  redactPatterns: entry<string[]>(
    'Additional secrets to redact, each as `kind=regular expression`, such as `badge=EMP-[0-9]{6}`.',
    { type: 'list', check: checkPattern },
    [],
  ),
  fieldLimitKb: entry<number>(
    'Maximum size of a stored field (a prompt, tool input or tool response), in kilobytes.',
    { type: 'integer', min: 1, max: 4096 },
    64,
  ),
  batchEvents: entry<number>(
    'Events per compression: longer turns are compressed in pieces of this size.',
    { type: 'integer', min: 10, max: 1000 },
    60,
  ),
  provider: entry<string>(
    'Compressor: `embedded` is free and needs no model; the others call a model and fall back to `embedded`.',
    { type: 'choice', values: ['embedded', 'claude', 'anthropic', 'gemini', 'openai'] },
    'embedded',
  ),
  model: entry<string>('Model name (empty: a small, cheap model of the provider).', { type: 'text' }, ''),
  baseUrl: entry<string>(
    'API address, such as `http://127.0.0.1:11434/v1` for Ollama (empty: the provider’s own).',
    { type: 'text' },
    '',
  ),
  apiKey: entry<string>(
    'API key (empty: `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` or `OPENAI_API_KEY` from the environment).',
    { type: 'text', secret: true },
    '',
  ),
  claudePath: entry<string>('Path of the `claude` program, for the provider `claude`.', { type: 'text' }, 'claude'),
  verbosity: entry<string>(
    'How much detail a model records.',
    { type: 'choice', values: ['minimal', 'normal', 'verbose'] },
    'normal',
  ),
  answerSeconds: entry<number>('Seconds to wait for a model’s answer.', { type: 'integer', min: 1, max: 600 }, 120),
  'budget.dailyTokens': entry<number>(
    'Maximum model tokens per day.',
    { type: 'integer', min: 0, max: 1e9 },
    2_000_000,
  ),
  'budget.monthlyTokens': entry<number>(
    'Maximum model tokens per month.',
    { type: 'integer', min: 0, max: 1e10 },
    20_000_000,
  ),
  'budget.dailyUsd': entry<number>('Maximum model cost per day (USD).', { type: 'decimal', min: 0, max: 10_000 }, 2),
  'budget.monthlyUsd': entry<number>(
    'Maximum model cost per month (USD).',
    { type: 'decimal', min: 0, max: 100_000 },
    20,
  ),
  'budget.priceIn': entry<number>(
    'Price per million input tokens (USD), used if the provider does not report cost.',
    { type: 'decimal', min: 0, max: 1000 },
    1,
  ),
  'budget.priceOut': entry<number>(
    'Price per million output tokens (USD), used if the provider does not report cost.',
    { type: 'decimal', min: 0, max: 1000 },
    5,
  ),
  'embeddings.model': entry<string>(
    'Model that makes vectors of memories, such as `nomic-embed-text`, so that search also finds what says the same in other words (empty: none).',
    { type: 'text' },
    '',
  ),
  'embeddings.url': entry<string>(
    'Address of an OpenAI-compatible API with `/embeddings`. The default is a local Ollama; with any other address, the text of your memories and searches is sent there.',
    { type: 'text' },
    'http://127.0.0.1:11434/v1',
  ),
  'embeddings.apiKey': entry<string>(
    'API key for embeddings (empty: `OPENAI_API_KEY` or `GEMINI_API_KEY` from the environment, if the address is OpenAI’s or Gemini’s).',
    { type: 'text', secret: true },
    '',
  ),
  'embeddings.dailyTokens': entry<number>(
    'Maximum tokens per day for embeddings of memories. They do not count towards `budget`.',
    { type: 'integer', min: 0, max: 1e9 },
    2_000_000,
  ),
  'team.pullDays': entry<number>(
    'How far back memories of a shared project are pulled from the team’s server. Older ones are found by `c-mem search --team`.',
    { type: 'integer', min: 1, max: 36_500 },
    730,
  ),
  'team.pullMemories': entry<number>(
    'How many memories of a shared project are pulled when it is first shared or accepted on this machine, newest first.',
    { type: 'integer', min: 100, max: 1_000_000 },
    20_000,
  ),
  'context.observations': entry<number>(
    'Maximum observations in the session-start context.',
    { type: 'integer', min: 1, max: 200 },
    8,
  ),
  'context.sessions': entry<number>(
    'Maximum sessions in the session-start context.',
    { type: 'integer', min: 1, max: 50 },
    4,
  ),
  'context.full': entry<number>(
    'How many of the newest observations the session-start context shows in full.',
    { type: 'integer', min: 0, max: 20 },
    3,
  ),
  'context.field': entry<string>(
    'What is shown of an observation in full, besides its title.',
    { type: 'choice', values: ['narrative', 'facts'] },
    'narrative',
  ),
  'context.types': entry<string[]>(
    'Observation types in the session-start context (empty: all).',
    { type: 'list', values: FINDING_TYPES },
    [],
  ),
  'context.concepts': entry<string[]>(
    'Concepts of the observations in the session-start context (empty: all).',
    { type: 'list' },
    [],
  ),
  'context.tokens': entry<number>(
    'Approximate token limit of the session-start context, which never exceeds 9,500 characters.',
    { type: 'integer', min: 100, max: 10_000 },
    3000,
  ),
  'context.atPrompt': entry<string>(
    'Whether memories that clearly match a prompt are injected with it.',
    { type: 'choice', values: ['on', 'off'] },
    'on',
  ),
  'context.visibleLine': entry<string>(
    'Whether a session starts with a line for you, such as "C-Mem: 42 memories of shop; last: …" (Claude Code only).',
    { type: 'choice', values: ['on', 'off'] },
    'off',
  ),
  rawDays: entry<number>(
    'Days to keep raw events after they were compressed, so that they can be recompressed.',
    { type: 'integer', min: 0, max: 3650 },
    30,
  ),
  idleMinutes: entry<number>('Idle minutes after which the worker exits.', { type: 'integer', min: 1, max: 1440 }, 30),
  port: entry<number>(
    'Port on 127.0.0.1 for the API and the viewer. If it is taken or 0, a free port is used and written to the `port` file. Takes effect when the worker restarts.',
    { type: 'integer', min: 0, max: 65535 },
    37777,
  ),
  stopSeconds: entry<number>(
    'Seconds a running compression may continue after a request over HTTP to stop its session.',
    { type: 'integer', min: 0, max: 600 },
    5,
  ),
  logLevel: entry<string>(
    'Log level of the worker.',
    { type: 'choice', values: ['error', 'warn', 'info', 'debug'] },
    'info',
  ),
};
