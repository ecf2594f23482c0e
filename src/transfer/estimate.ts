// Estimates the cost of compressing imported sessions with a model, to show it beforehand.

import { costOf } from '../compress/budget.ts';
import type { Settings } from '../config/settings.ts';
import type { ImportedJobs } from '../store/index.ts';
import { tokensOfLength } from '../text/tokens.ts';

const INSTRUCTIONS = 1200;
const ANSWER = 500;

export function estimateModel(jobs: ImportedJobs, settings: Settings): { tokens: number; usd: number } {
  const tokensIn = tokensOfLength(jobs.bytes) + jobs.turns * INSTRUCTIONS;
  const tokensOut = jobs.turns * ANSWER;
  return { tokens: tokensIn + tokensOut, usd: costOf({ tokensIn, tokensOut, costUsd: null }, settings) };
}
