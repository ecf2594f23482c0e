// Claude Code as a host.
import { answer } from '../generic/answer.ts';
import { isMachinePrompt, readPayload } from '../generic/payload.ts';
import type { Host } from '../host.ts';
import { isAgentShell, launchFolder } from './environment.ts';
import { integration } from './integration.ts';
import { isClaudeCode, looksLikeClaudeCode } from './marks.ts';
import { memoryFiles } from './memory-files.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  recognizes: isClaudeCode,
  recognizesRaw: looksLikeClaudeCode,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  answer,
  launchFolder,
  isAgentShell,
  integration,
  memoryFiles,
};
