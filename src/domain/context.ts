// A context: the text given to the agent, and the memories it shows.

export interface Context {
  text: string;
  /** Shown in full. */
  observations: number[];
  summaries: number[];
  /** The words of the prompt that the memories matched. */
  terms?: string[];
}

export const NOTHING: Context = { text: '', observations: [], summaries: [] };
