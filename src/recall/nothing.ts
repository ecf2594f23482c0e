// What recall hands over: a text, and which memories it shows in full.

export interface Context {
  text: string;
  /** Shown in full. */
  observations: number[];
  summaries: number[];
}

export const NOTHING: Context = { text: '', observations: [], summaries: [] };
