// Cursor as a host: built to its documentation, not tested with the real client.
import type { Host } from '../host.ts';
import { integration } from './integration.ts';
import { isCursor, looksLikeCursor } from './marks.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  recognizes: isCursor,
  recognizesRaw: looksLikeCursor,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  answer: (event, context) =>
    JSON.stringify({ ...(event === 'UserPromptSubmit' ? { continue: true } : {}), additional_context: context }),
  launchFolder: () => undefined,
  isAgentShell: () => false,
  integration,
};
