// What a memory keeps of a turn besides its title: the statements that somebody will ask for, in little space.
import { asText } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { type Statement, statementsOf } from './statements.ts';
import type { Subject } from './subject.ts';
import type { Turn } from './turn/turn.ts';
import { isEmptyWord, wordsIn } from './words.ts';

export interface Told {
  /** Sentences, in their order. */
  narrative: string | null;
  facts: string[];
}

/** Characters for narrative and facts together. */
const ROOM = 3000;
const LONGEST_STATEMENT = 260;
const MOST_FACTS = 24;

export function tell(turn: Turn, subject: Subject): Told {
  const chosen = choose(statementsOf(turn, subject), ROOM);
  const inOrder = [...chosen].sort((a, b) => a.order - b.order);
  const sentences = inOrder.filter(({ kind }) => kind === 'sentence').map(short);
  const facts = inOrder.filter(({ kind }) => kind !== 'sentence').map(short);
  return { narrative: sentences.length > 0 ? asText(sentences) : null, facts: facts.slice(0, MOST_FACTS) };
}

const short = ({ text }: Statement) => truncate(text, LONGEST_STATEMENT);

/** Takes the statement that adds most for its length, again and again, until the room is used up. */
export function choose(statements: Statement[], room: number): Statement[] {
  const left = new Map(
    statements.map((statement) => [statement, { keys: keysOf(statement.text), most: Number.POSITIVE_INFINITY }]),
  );
  const known = new Set<string>();
  const chosen: Statement[] = [];
  let used = 0;
  while (left.size > 0) {
    let best: { statement: Statement; gain: number } | null = null;
    for (const [statement, one] of left) {
      // What was chosen since can only have lessened what it adds.
      if (best && one.most <= best.gain) continue;
      const length = Math.min(statement.text.length, LONGEST_STATEMENT) + 6;
      if (used + length > room) continue;
      let fresh = 0.5;
      for (const [key, weight] of one.keys) if (!known.has(key)) fresh += weight;
      const gain = (statement.value * fresh) / length;
      if (gain > 0) one.most = gain;
      if (!best || gain > best.gain) best = { statement, gain };
    }
    if (!best) break;
    for (const key of left.get(best.statement)?.keys.keys() ?? []) known.add(key);
    left.delete(best.statement);
    used += Math.min(best.statement.text.length, LONGEST_STATEMENT) + 6;
    chosen.push(best.statement);
  }
  return chosen;
}

/** A name that one looks up is worth two words. */
function keysOf(text: string): Map<string, number> {
  const keys = new Map<string, number>();
  for (const word of wordsIn(text)) if (!isEmptyWord(word)) keys.set(word.key, word.isCode ? 2 : 1);
  return keys;
}
