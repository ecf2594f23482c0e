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
    const cost = line.length + 1;
    const tokens = estimateTokens(line) + 1;
    if (cost > this.#characters * share || tokens > this.#tokens * share) return false;
    this.#put(section, [line], cost, tokens);
    return true;
  }

  /** Adds a heading with its lines, never the heading alone. Returns how many lines were added. */
  addBlock(section: string, heading: string, lines: string[], share: number = this.#characters): number {
    const most = Math.min(share, this.#characters);
    let characters = 0;
    let tokens = 0;
    const fitting: string[] = [];
    for (const line of [heading, ...lines]) {
      const cost = line.length + 1;
      const counted = estimateTokens(line) + 1;
      if (characters + cost > most || tokens + counted > this.#tokens) break;
      characters += cost;
      tokens += counted;
      fitting.push(line);
    }
    if (fitting.length < 2) return 0;
    this.#put(section, fitting, characters, tokens);
    return fitting.length - 1;
  }

  #put(section: string, added: string[], characters: number, tokens: number): void {
    this.#characters -= characters;
    this.#tokens -= tokens;
    const lines = this.#sections.get(section);
    if (lines) lines.push(...added);
    else this.#sections.set(section, [...added]);
  }

  get isEmpty(): boolean {
    return this.#sections.size === 0;
  }

  toString(): string {
    return this.order.flatMap((section) => this.#sections.get(section) ?? []).join('\n');
  }
}
