// The columns of a summary that hold words. What forgets, redacts or searches words must know all of them.

export const SUMMARY_TEXTS = [
  'title',
  'request',
  'investigated',
  'learned',
  'completed',
  'next_steps',
  'notes',
] as const;
