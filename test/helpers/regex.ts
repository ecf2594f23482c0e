// Reads regular expressions, to make texts that match one and to count the steps that matching takes. It knows what our
// rules use: classes, groups, alternatives, quantifiers, look-around, anchors and references back.

type Node =
  | { type: 'char'; test: (unit: string) => boolean; sample: string }
  | { type: 'group'; node: Node; name: string | null; number: number | null }
  | { type: 'sequence'; nodes: Node[] }
  | { type: 'choice'; nodes: Node[] }
  | { type: 'repeat'; node: Node; min: number; max: number; lazy: boolean }
  | { type: 'look'; node: Node; behind: boolean; negative: boolean }
  | { type: 'anchor'; at: '^' | '$' | 'b' | 'B' }
  | { type: 'back'; name: string };

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const READY = new Map<string, Node>();

/** The tree of an expression. */
export function readRegex({ source, flags }: RegExp): Node {
  const key = `${flags}/${source}`;
  let node = READY.get(key);
  if (!node) READY.set(key, (node = new Reader(source, flags).read()));
  return node;
}

class Reader {
  #at = 0;
  #groups = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  read(): Node {
    const nodes: Node[] = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return nodes.length === 1 ? (nodes[0] as Node) : { type: 'choice', nodes };
  }

  #take(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    while (this.#at < this.source.length && !/[|)]/.test(this.source[this.#at] as string)) {
      const node = this.#atom();
      const count = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.source.slice(this.#at))?.[0];
      if (!count) {
        nodes.push(node);
        continue;
      }
      this.#at += count.length;
      const lazy = this.#take('?');
      const [least, most] = count.startsWith('{') ? count.slice(1, -1).split(',') : [];
      const min = least ? Number(least) : count === '+' ? 1 : 0;
      const max = least
        ? most === undefined
          ? min
          : most === ''
            ? Infinity
            : Number(most)
        : count === '?'
          ? 1
          : Infinity;
      nodes.push({ type: 'repeat', node, min, max, lazy });
    }
    return { type: 'sequence', nodes };
  }

  #atom(): Node {
    for (const [text, behind, negative] of [
      ['(?=', false, false],
      ['(?!', false, true],
      ['(?<=', true, false],
      ['(?<!', true, true],
    ] as const)
      if (this.#take(text)) return this.#closed({ type: 'look', node: this.read(), behind, negative });
    if (this.#take('(?:')) return this.#closed({ type: 'group', node: this.read(), name: null, number: null });
    if (this.#take('(')) {
      const name = /^\?<(\w+)>/.exec(this.source.slice(this.#at));
      if (name) this.#at += name[0].length;
      this.#groups += 1;
      const number = this.#groups;
      return this.#closed({ type: 'group', node: this.read(), name: name?.[1] ?? null, number });
    }
    if (this.#take('^')) return { type: 'anchor', at: '^' };
    if (this.#take('$')) return { type: 'anchor', at: '$' };
    if (this.#take('\\b')) return { type: 'anchor', at: 'b' };
    if (this.#take('\\B')) return { type: 'anchor', at: 'B' };
    const back = /^\\(?:k<(\w+)>|([1-9]))/.exec(this.source.slice(this.#at));
    if (back) {
      this.#at += back[0].length;
      return { type: 'back', name: (back[1] ?? back[2]) as string };
    }
    return this.#char();
  }

  #closed<T extends Node>(node: T): T {
    if (!this.#take(')')) throw new Error(`no end of a group in ${this.source} at ${this.#at}`);
    return node;
  }

  /** One character: the engine itself tells which ones belong to a class. */
  #char(): Node {
    const rest = this.source.slice(this.#at);
    const text = /^(?:\[(?:\\.|[^\]\\])*\]|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[pP]\{[^}]+\}|\\.|[\s\S])/u.exec(
      rest,
    )?.[0] as string;
    this.#at += text.length;
    const one = new RegExp(`^(?:${text})$`, this.flags.replace(/[gydm]/g, ''));
    const known = new Map<string, boolean>();
    return {
      type: 'char',
      test: (unit) => {
        let is = known.get(unit);
        if (is === undefined) known.set(unit, (is = EXEC.call(one, unit) !== null));
        return is;
      },
      sample: PRINTABLE.filter((unit) => EXEC.call(one, unit)).join('') || text,
    };
  }
}

/** The engine's own, though a test may put another in its place. */
export const EXEC = RegExp.prototype.exec;

/** A text that the expression matches; `more` is how many characters beyond the least a repeat may have. */
export function sampleOf(node: Node, pick: (most: number) => number, more = 0): string {
  const groups = new Map<string, string>();
  const make = (one: Node): string => {
    switch (one.type) {
      case 'char':
        return one.sample[pick(one.sample.length)] as string;
      case 'group': {
        const text = make(one.node);
        for (const name of [one.name, one.number]) if (name !== null) groups.set(String(name), text);
        return text;
      }
      case 'sequence':
        return one.nodes.map(make).join('');
      case 'choice':
        return make(one.nodes[pick(one.nodes.length)] as Node);
      case 'repeat':
        return Array.from({ length: Math.min(one.max, one.min + pick(more + 1)) }, () => make(one.node)).join('');
      case 'back':
        return groups.get(one.name) ?? '';
      default:
        return '';
    }
  };
  return make(node);
}

/** Matches as the engine does, from `from` on, and counts. */
export function countSteps(pattern: RegExp, text: string, from: number, budget: number): number {
  const node = readRegex(pattern);
  const groups = new Map<string, string>();
  let steps = 0;
  class Spent extends Error {}
  const match = (one: Node, at: number, next: (at: number) => boolean): boolean => {
    steps += 1;
    if (steps > budget) throw new Spent();
    switch (one.type) {
      case 'char':
        return at < text.length && one.test(text[at] as string) && next(at + 1);
      case 'group':
        return match(one.node, at, (end) => {
          for (const name of [one.name, one.number]) if (name !== null) groups.set(String(name), text.slice(at, end));
          return next(end);
        });
      case 'sequence': {
        const from = (index: number, place: number): boolean =>
          index === one.nodes.length
            ? next(place)
            : match(one.nodes[index] as Node, place, (end) => from(index + 1, end));
        return from(0, at);
      }
      case 'choice':
        return one.nodes.some((choice) => match(choice, at, next));
      case 'repeat':
        return repeat(one, at, next);
      case 'look':
        // Behind, only what it would read is counted: the engine reads backwards from here.
        if (one.behind) return true === (one.negative ? !endsAt(one.node, at) : endsAt(one.node, at)) && next(at);
        return match(one.node, at, () => true) !== one.negative && next(at);
      case 'anchor':
        return isAnchored(one.at, at) && next(at);
      case 'back': {
        const same = groups.get(one.name) ?? '';
        return text.startsWith(same, at) && next(at + same.length);
      }
    }
  };
  const repeat = (one: Node & { type: 'repeat' }, at: number, next: (at: number) => boolean): boolean => {
    // Characters, the usual case, without a call for each.
    if (one.node.type === 'char') {
      const ends = (n: number) => at + n;
      let most = 0;
      if (!one.lazy) {
        while (most < one.max && at + most < text.length && one.node.test(text[at + most] as string)) most += 1;
        steps += most;
        for (let n = most; n >= one.min; n -= 1) if (next(ends(n))) return true;
        return false;
      }
      for (let n = 0; n <= one.max; n += 1) {
        if (n >= one.min && next(ends(n))) return true;
        steps += 1;
        if (at + n >= text.length || !one.node.test(text[at + n] as string)) return false;
      }
      return false;
    }
    const again = (count: number, place: number): boolean => {
      const more = () =>
        count < one.max && match(one.node, place, (end) => (end > place || count < one.min) && again(count + 1, end));
      const enough = () => count >= one.min && next(place);
      return one.lazy ? enough() || more() : more() || enough();
    };
    return again(0, at);
  };
  const endsAt = (one: Node, at: number): boolean => {
    for (let start = at; start >= Math.max(0, at - 60); start -= 1)
      if (match(one, start, (end) => end === at)) return true;
    return false;
  };
  const isWord = (at: number) => at >= 0 && at < text.length && EXEC.call(/\w/, text[at] as string) !== null;
  const isAnchored = (kind: '^' | '$' | 'b' | 'B', at: number): boolean => {
    const lines = pattern.flags.includes('m');
    if (kind === '^') return at === 0 || (lines && text[at - 1] === '\n');
    if (kind === '$') return at === text.length || (lines && text[at] === '\n');
    return (isWord(at - 1) !== isWord(at)) === (kind === 'b');
  };
  try {
    const last = pattern.sticky ? from : text.length;
    for (let at = from; at <= last; at += 1) if (match(node, at, () => true)) break;
  } catch (error) {
    if (!(error instanceof Spent)) throw error;
  }
  return steps;
}
