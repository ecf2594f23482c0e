// A context: the text that is put before the agent, and which memories it shows.

export interface Context {
  text: string;
  /** Shown in full. */
  observations: number[];
  summaries: number[];
}

export const NOTHING: Context = { text: '', observations: [], summaries: [] };
