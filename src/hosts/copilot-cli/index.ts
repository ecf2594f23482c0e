// Copilot CLI as a host.
import type { Host } from '../host.ts';
import { launchFolder } from './environment.ts';
import { integration } from './integration.ts';
import { isCopilot, looksLikeCopilot } from './marks.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const copilotCli: Host = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  recognizes: isCopilot,
  recognizesRaw: looksLikeCopilot,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  // Copilot reads this field and no other.
  answer: (_event, context) => JSON.stringify({ additionalContext: context }),
  launchFolder,
  isAgentShell: () => false,
  integration,
};
