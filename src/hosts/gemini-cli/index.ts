// Gemini CLI as a host.
import { answer } from '../generic/answer.ts';
import type { Host } from '../host.ts';
import { launchFolder } from './environment.ts';
import { integration } from './integration.ts';
import { isGemini, looksLikeGemini } from './marks.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  recognizes: isGemini,
  recognizesRaw: looksLikeGemini,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  answer: (event, context) => answer(event === 'UserPromptSubmit' ? 'BeforeAgent' : event, context),
  launchFolder,
  isAgentShell: () => false,
  integration,
};
