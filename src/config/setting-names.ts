// What settings are called where people read them, and which belong together. The order is that of the page.
import type { SettingKey } from './settings.ts';

export const SETTING_GROUPS = ['Context', 'Capture', 'Compression', 'Budget', 'Search by meaning', 'Worker'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const SETTING_NAMES: Record<SettingKey, [SettingGroup, label: string]> = {
  'context.observations': ['Context', 'Observations'],
  'context.sessions': ['Context', 'Sessions'],
  'context.full': ['Context', 'Observations in full'],
  'context.field': ['Context', 'What is shown in full'],
  'context.types': ['Context', 'Types of observations'],
  'context.concepts': ['Context', 'Concepts'],
  'context.tokens': ['Context', 'Size limit in tokens'],
  'context.atPrompt': ['Context', 'Memories at a prompt'],
  skipTools: ['Capture', 'Tools to skip'],
  excludeProjects: ['Capture', 'Folders to exclude'],
  redactPatterns: ['Capture', 'More secrets to redact'],
  fieldLimitKb: ['Capture', 'Size limit of a field'],
  rawDays: ['Capture', 'Days to keep raw events'],
  provider: ['Compression', 'Compressor'],
  model: ['Compression', 'Model'],
  baseUrl: ['Compression', 'API address'],
  apiKey: ['Compression', 'API key'],
  claudePath: ['Compression', 'Path of the Claude program'],
  verbosity: ['Compression', 'Level of detail'],
  answerSeconds: ['Compression', 'Seconds to wait for an answer'],
  batchEvents: ['Compression', 'Events at a time'],
  'budget.dailyTokens': ['Budget', 'Tokens per day'],
  'budget.monthlyTokens': ['Budget', 'Tokens per month'],
  'budget.dailyUsd': ['Budget', 'Dollars per day'],
  'budget.monthlyUsd': ['Budget', 'Dollars per month'],
  'budget.priceIn': ['Budget', 'Price of input tokens'],
  'budget.priceOut': ['Budget', 'Price of output tokens'],
  'embeddings.model': ['Search by meaning', 'Model'],
  'embeddings.url': ['Search by meaning', 'API address'],
  'embeddings.apiKey': ['Search by meaning', 'API key'],
  'embeddings.dailyTokens': ['Search by meaning', 'Tokens per day'],
  idleMinutes: ['Worker', 'Minutes until it exits'],
  port: ['Worker', 'Port'],
  stopSeconds: ['Worker', 'Seconds to stop a session'],
  logLevel: ['Worker', 'Log level'],
};
