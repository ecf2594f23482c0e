// A text of limited size: whole lines only, counted in characters and in tokens.
import { estimateTokens } from '../../text/tokens.ts';

/** Claude Code saves longer texts to a file and shows only their beginning. */
export const MOST_CHARACTERS = 9500;

export interface PageLimits {
  characters: number;
  tokens: number;
}

/** Sections are added by importance, and printed in reading order. */
export class Page {
  readonly #sections = new Map<string, string[]>();
  #characters: number;
  #tokens: number;

  /** `order` names the sections in reading order; a section to which nothing is added leaves no trace. */
  constructor(
    limits: PageLimits,
    private readonly order: string[],
  ) {
    this.#characters = limits.characters;
    this.#tokens = limits.tokens;
  }

  /** Adds a line if it fits within the section's share; returns whether it did. */
  add(section: string, line: string, share = 1): boolean {
    const lines = this.#sections.get(section);
    const cost = line.length + 1;
    const tokens = estimateTokens(line) + 1;
    if (cost > this.#characters * share || tokens > this.#tokens * share) return false;
    this.#characters -= cost;
    this.#tokens -= tokens;
    if (lines) lines.push(line);
    else this.#sections.set(section, [line]);
    return true;
  }

  /** Adds a heading with its lines, never the heading alone. Returns how many lines were added. */
  addBlock(section: string, heading: string, lines: string[], most: number = this.#characters): number {
    let left = Math.min(most, this.#characters);
    let tokens = this.#tokens;
    const fitting: string[] = [];
    for (const line of [heading, ...lines]) {
      left -= line.length + 1;
      tokens -= estimateTokens(line) + 1;
      if (left < 0 || tokens < 0) break;
      fitting.push(line);
    }
    if (fitting.length < 2) return 0;
    for (const line of fitting) this.add(section, line);
    return fitting.length - 1;
  }

  get isEmpty(): boolean {
    return this.#sections.size === 0;
  }

  toString(): string {
    return this.order.flatMap((section) => this.#sections.get(section) ?? []).join('\n');
  }
}
