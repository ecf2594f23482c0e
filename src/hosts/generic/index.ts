// Any host that nobody described: its hooks call `c-mem hook --host NAME` with the payload that docs/API.md describes, and
// its tools are known by the words in their names.

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
  // Whoever names a transcript is taken to write it as Claude Code does.
  transcripts,
  answer,
  launchFolder: () => undefined,
  integration: null,
};
