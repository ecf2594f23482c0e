// A context: the text given to the agent, and the memories it shows.

export interface Context {
  text: string;
  /** Shown in full. */
  observations: number[];
  summaries: number[];
}

export const NOTHING: Context = { text: '', observations: [], summaries: [] };
