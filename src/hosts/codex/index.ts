// Codex as a host.
import { answer } from '../generic/answer.ts';
import type { Host } from '../host.ts';
import { integration } from './integration.ts';
import { isCodex, looksLikeCodex } from './marks.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  recognizes: isCodex,
  recognizesRaw: looksLikeCodex,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  // Codex rejects an answer with any other field.
  answer,
  launchFolder: () => undefined,
  isAgentShell: () => false,
  integration,
};
