// Parses what a model answered, whatever it answered. Never throws: whatever a person could read is kept, missing fields
// are empty, an unknown type becomes `change`, and an answer that cannot be parsed is reported as such.

import type { Observation, Summary } from '../domain/memory.ts';
import type { ObservationType } from '../domain/memory-types.ts';
import { FINDING_TYPES, OBSERVATION_TYPES } from '../domain/memory-types.ts';

export interface ParsedAnswer {
  observations: Omit<Observation, 'eventIds' | 'toolName'>[];
  summary: Summary | null;
  /** The model said that there is nothing to summarize, and why. */
  skipped: string | null;
  /** Nothing of what it said could be read. */
  unreadable: boolean;
  /** Text outside of everything that could be parsed. */
  rest: string;
}

type ListField = 'facts' | 'concepts' | 'filesRead' | 'filesModified' | 'filesEdited';
type TextField = 'type' | 'title' | 'subtitle' | 'narrative' | keyof Omit<Summary, 'filesRead' | 'filesEdited'>;

const TEXTS: Record<string, TextField> = {
  type: 'type',
  title: 'title',
  subtitle: 'subtitle',
  narrative: 'narrative',
  text: 'narrative',
  description: 'narrative',
  request: 'request',
  investigated: 'investigated',
  learned: 'learned',
  completed: 'completed',
  next_steps: 'nextSteps',
  nextsteps: 'nextSteps',
  'next-steps': 'nextSteps',
  notes: 'notes',
};
const LISTS: Record<string, ListField> = {
  facts: 'facts',
  concepts: 'concepts',
  files_read: 'filesRead',
  files_modified: 'filesModified',
  files_edited: 'filesEdited',
};
const ITEMS = new Set(['fact', 'concept', 'file', 'item', 'li', 'path']);
const ITEM_LIST: Record<string, ListField> = { fact: 'facts', concept: 'concepts' };

const TAG = new RegExp(
  `<(/?)(observation|summary|skip_summary|${[...Object.keys(TEXTS), ...Object.keys(LISTS), ...ITEMS].join('|')})(\\s[^<>]*)?/?>`,
  'gi',
);
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Entities and CDATA; an ampersand that begins none is an ampersand. */
function decode(text: string): string {
  return text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
          ? String.fromCodePoint(point)
          : whole;
      },
    );
}

interface Block {
  kind: 'observation' | 'summary';
  texts: Partial<Record<TextField, string>>;
  lists: Partial<Record<ListField, string[]>>;
  /** Words that stand in no field. */
  loose: string;
}

export function parseAnswer(answer: string): ParsedAnswer {
  const reader = new Reader(answer);
  reader.read();
  const observations = reader.blocks.filter((block) => block.kind === 'observation').map(toObservation);
  const summaries = reader.blocks.filter((block) => block.kind === 'summary');
  const summary = summaries.map(toSummary).findLast((one) => one !== null) ?? null;
  const kept = observations.filter((observation) => observation !== null);
  const unreadable = answer.trim() !== '' && kept.length === 0 && summary === null && reader.skipped === null;
  return { observations: kept, summary, skipped: reader.skipped, unreadable, rest: clean(reader.outside) ?? '' };
}

class Reader {
  readonly blocks: Block[] = [];
  skipped: string | null = null;
  /** Said before, between and after the blocks. */
  outside = '';
  #block: Block | null = null;
  #text: TextField | null = null;
  #list: ListField | null = null;
  #item: string | null = null;

  constructor(private readonly source: string) {}

  /** Only our own tags are tags; everything else, `Map<string>` or half a tag, is said as it stands. */
  read(): void {
    let said = 0;
    for (const tag of this.source.matchAll(TAG)) {
      this.#say(decode(this.source.slice(said, tag.index)));
      said = tag.index + tag[0].length;
      const name = (tag[2] as string).toLowerCase();
      if (tag[1] === '/') this.#close(name);
      else this.#open(name, tag[3] ?? '', tag[0]);
    }
    this.#say(decode(this.source.slice(said)));
    this.#endItem();
  }

  #open(name: string, attributes: string, raw: string): void {
    if (name === 'skip_summary') {
      this.skipped = decode(/reason\s*=\s*["']([^"']*)/i.exec(attributes)?.[1] ?? '');
      return;
    }
    if (name === 'observation' || name === 'summary') {
      this.#endItem();
      this.#text = null;
      this.#list = null;
      this.#block = { kind: name, texts: {}, lists: {}, loose: '' };
      this.blocks.push(this.#block);
      const type = /type\s*=\s*["']?([\w-]+)/i.exec(attributes)?.[1];
      if (type) this.#block.texts.type = type;
      return;
    }
    if (!this.#block) {
      this.outside += raw;
      return;
    }
    // Inside an item only the end of it, another item or a list is ours: a fact may mention a <title>.
    if (this.#item !== null && !ITEMS.has(name) && !Object.hasOwn(LISTS, name)) {
      this.#say(raw);
      return;
    }
    this.#endItem();
    if (Object.hasOwn(LISTS, name)) {
      this.#list = LISTS[name] ?? null;
      this.#text = null;
    } else if (ITEMS.has(name)) {
      this.#list = ITEM_LIST[name] ?? this.#list;
      this.#text = null;
      this.#item = '';
    } else {
      this.#list = null;
      this.#startText(TEXTS[name] as TextField);
    }
  }

  /** A field that comes twice: of a title the first one holds, of longer words both are kept. */
  #startText(field: TextField): void {
    const known = this.#block?.texts[field]?.trim();
    this.#text = field;
    if (!known || !this.#block) return;
    if (field === 'type' || field === 'title' || field === 'subtitle') this.#text = 'narrative';
    const kept = this.#block.texts[this.#text];
    if (kept) this.#block.texts[this.#text] = `${kept}\n`;
  }

  #close(name: string): void {
    if (name === 'observation' || name === 'summary') {
      this.#endItem();
      this.#block = null;
      this.#text = null;
      this.#list = null;
    } else if (ITEMS.has(name)) this.#endItem();
    else if (Object.hasOwn(LISTS, name)) {
      this.#endItem();
      this.#list = null;
    } else if (Object.hasOwn(TEXTS, name)) this.#text = null;
  }

  #say(text: string): void {
    if (!this.#block) this.outside += text;
    else if (this.#item !== null) this.#item += text;
    else if (this.#text) this.#block.texts[this.#text] = (this.#block.texts[this.#text] ?? '') + text;
    // A list without item tags: one item per line.
    else if (this.#list) for (const line of text.split('\n')) this.#push(line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, ''));
    else this.#block.loose += text;
  }

  #endItem(): void {
    if (this.#item !== null) this.#push(this.#item);
    this.#item = null;
  }

  #push(item: string): void {
    const words = clean(item);
    if (!this.#block || !this.#list || words === null) return;
    const list = (this.#block.lists[this.#list] ??= []);
    list.push(words);
  }
}

function toObservation(block: Block): ParsedAnswer['observations'][number] | null {
  const { texts, lists } = block;
  const named = clean(texts.type)?.toLowerCase() ?? '';
  const type: ObservationType = FINDING_TYPES.find((known) => known === named) ?? 'change';
  const observation = {
    type,
    title: clean(texts.title),
    subtitle: clean(texts.subtitle),
    narrative: clean(texts.narrative) ?? clean(block.loose),
    facts: lists.facts ?? [],
    // A type repeated among the concepts tells nothing.
    concepts: (lists.concepts ?? []).filter(
      (concept) => !OBSERVATION_TYPES.includes(concept.toLowerCase() as ObservationType),
    ),
    filesRead: lists.filesRead ?? [],
    filesModified: lists.filesModified ?? lists.filesEdited ?? [],
  };
  const says = observation.title ?? observation.narrative ?? observation.subtitle ?? observation.facts[0] ?? null;
  return says === null ? null : observation;
}

function toSummary(block: Block): Summary | null {
  const { texts, lists } = block;
  const summary: Summary = {
    title: null,
    request: clean(texts.request),
    investigated: clean(texts.investigated),
    learned: clean(texts.learned),
    completed: clean(texts.completed) ?? clean(block.loose),
    nextSteps: clean(texts.nextSteps),
    filesRead: lists.filesRead ?? [],
    filesEdited: lists.filesEdited ?? lists.filesModified ?? [],
    notes: clean(texts.notes),
  };
  const { filesRead, filesEdited, ...words } = summary;
  const empty = Object.values(words).every((value) => value === null) && filesRead.length + filesEdited.length === 0;
  return empty ? null : summary;
}

/** Trimmed, without a surrounding code fence; null if nothing is left. */
function clean(text: string | undefined): string | null {
  const words = (text ?? '').replace(/^\s*```\w*\s*$/gm, '').trim();
  return words === '' ? null : words;
}
