// OpenCode as a host.
import type { Host } from '../host.ts';
import { integration } from './integration.ts';
import { isOpenCode, looksLikeOpenCode } from './marks.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

export const openCode: Host = {
  name: 'opencode',
  title: 'OpenCode',
  recognizes: isOpenCode,
  recognizesRaw: looksLikeOpenCode,
  readPayload,
  isMachinePrompt,
  tools,
  transcripts,
  // Our plugin takes it from here.
  answer: (_event, context) => JSON.stringify({ context }),
  launchFolder: () => undefined,
  isAgentShell: () => false,
  integration,
};
