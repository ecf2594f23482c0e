// Any host without a folder of its own: its hooks call `c-mem hook --host NAME` with the payload described in
// docs/API.md, and its tools are interpreted by the words in their names.

import { transcripts } from '../claude-code/transcript.ts';
import type { Host } from '../host.ts';
import { answer } from './answer.ts';
import { isMachinePrompt, readPayload } from './payload.ts';
import { tools } from './tools.ts';

export const generic: Host = {
  name: 'other',
  title: 'Another host',
  recognizes: () => false,
  recognizesRaw: () => false,
  readPayload,
  isMachinePrompt,
  tools,
  // A host that names a transcript is assumed to write it as Claude Code does.
  transcripts,
  answer,
  launchFolder: () => undefined,
  isAgentShell: () => false,
  integration: null,
};
