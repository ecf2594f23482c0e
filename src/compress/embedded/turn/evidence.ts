// What the tools of a turn prove: which files changed and how, what ran, what failed and what fixed it.
import { lastPart } from '../../../text/path.ts';
import { shortPath, type ToolUse } from '../../material.ts';
import { type CommandRun, describeRun, type Fixed, findFixed } from './runs.ts';

export interface FileChange {
  path: string;
  /** A short name for people. */
  name: string;
  added: number;
  removed: number;
  isNew: boolean;
  symbols: string[];
  /** Symbols that are gone. */
  removedSymbols: string[];
  eventIds: number[];
}

export interface Evidence {
  changes: FileChange[];
  runs: CommandRun[];
  /** Commands that failed, then passed after an edit. */
  fixed: Fixed[];
  read: string[];
  searched: string[];
  lastTest: CommandRun | null;
  /** Headings of documents that were written: plans, notes, docs. */
  documents: string[];
  /** Sections of documents that were added or changed. */
  sections: { heading: string; file: string; isNew: boolean }[];
  /** Lines that were added, as far as they are short. */
  added: string[];
}

export function gatherEvidence(tools: ToolUse[], root: string | null): Evidence {
  const changes = new Map<string, FileChange>();
  const runs: CommandRun[] = [];
  const editOrders: { order: number; id: number }[] = [];
  const read = new Set<string>();
  const searched = new Set<string>();
  for (const [order, tool] of tools.entries()) {
    const changed = tool.failed ? [] : changedBy(tool);
    if (changed.length > 0) {
      for (const path of changed) addChange(changes, tool, path, root);
      editOrders.push({ order, id: tool.id });
    } else if (tool.facts.action === 'run') {
      runs.push(describeRun(tool, order));
    } else if (tool.files.length > 0 && !tool.failed) {
      for (const file of tool.files) read.add(shortPath(file.path, root));
    } else if (tool.facts.action === 'search' && tool.facts.query) {
      searched.add(tool.facts.query);
    }
  }
  return {
    changes: [...changes.values()],
    runs,
    fixed: findFixed(runs, editOrders),
    read: [...read],
    searched: [...searched],
    lastTest: runs.findLast((run) => run.kind === 'test') ?? null,
    documents: headingsWritten(tools),
    sections: sectionsOf(tools),
    added: addedLines(tools),
  };
}

function headingsWritten(tools: ToolUse[]): string[] {
  return tools.flatMap(({ facts, failed, files }) => {
    const isDocument = files.some(
      ({ path, role }) => role === 'modified' && /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path),
    );
    if (failed || facts.action !== 'edit' || !isDocument || facts.before !== '') return [];
    return /^#\s+(\S.{5,})$/m.exec(facts.after.slice(0, 600))?.[1] ?? [];
  });
}

const MOST_SECTIONS = 3;

/** By the headings in the diff, or above what was changed. */
function sectionsOf(tools: ToolUse[]): Evidence['sections'] {
  const found = new Map<string, Evidence['sections'][number]>();
  for (const { facts, failed, files } of tools) {
    const path = files.find(({ path: one, role }) => role === 'modified' && /\.mdx?$/i.test(one))?.path;
    if (failed || facts.action !== 'edit' || !path || facts.isNew) continue;
    let above: string | null = null;
    for (const line of facts.diff.slice(0, 400)) {
      const heading = /^([ +])#{2,4}\s+(\S.{1,50})$/.exec(line);
      if (heading) above = (heading[2] as string).replace(/[`*]/g, '').trim();
      const isNew = heading?.[1] === '+';
      if (above && (isNew || (!heading && /^[+-]\s*\S/.test(line))) && found.size < MOST_SECTIONS && !found.has(above))
        found.set(above, { heading: above, file: lastPart(path), isNew });
    }
  }
  return [...found.values()];
}

const MOST_ADDED = 300;

function addedLines(tools: ToolUse[]): string[] {
  const lines: string[] = [];
  for (const { facts, failed } of tools) {
    if (failed || facts.action !== 'edit') continue;
    for (const line of facts.diff)
      if (line.startsWith('+') && line.length < 160 && lines.length < MOST_ADDED) lines.push(line.slice(1).trim());
  }
  return lines;
}

/** The files that a call changed, whatever the host calls the tool. */
function changedBy(tool: ToolUse): string[] {
  const written = tool.files.filter((file) => file.role === 'modified').map((file) => file.path);
  return written.length > 0 || tool.facts.action !== 'edit' ? written : tool.facts.paths;
}

function addChange(changes: Map<string, FileChange>, tool: ToolUse, path: string, root: string | null): void {
  const known = changes.get(path);
  const change: FileChange = known ?? {
    path,
    name: shortPath(path, root),
    added: 0,
    removed: 0,
    isNew: false,
    symbols: [],
    removedSymbols: [],
    eventIds: [],
  };
  changes.set(path, change);
  change.eventIds.push(tool.id);
  const { before, after } = tool.facts;
  const counts = tool.facts.lines ?? { added: lineCount(after), removed: lineCount(before) };
  change.added += counts.added;
  change.removed += counts.removed;
  if (tool.facts.isNew) change.isNew = true;
  // A tool that writes a file anew does not say what stood there; its patch does.
  const { diff } = tool.facts;
  const lines = (mark: string) =>
    diff
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const patched = diff.length > 0 && !tool.facts.isNew;
  const old = new Set(symbolsIn(patched ? lines('-') : before, path));
  const fresh = new Set(symbolsIn(patched ? lines('+') : after, path));
  for (const symbol of old)
    if (!fresh.has(symbol) && !change.removedSymbols.includes(symbol)) change.removedSymbols.push(symbol);
  for (const symbol of fresh) {
    if (!old.has(symbol) && !change.symbols.includes(symbol)) change.symbols.push(symbol);
  }
}

const lineCount = (words: string) => (words === '' ? 0 : words.split('\n').length);

const SYMBOLS = [
  /\b(?:func|function|def|class|interface|struct|enum|trait|fn|type|module|record)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_]\w{2,60})/g,
  /\b(?:export\s+)?(?:const|let|var)\s+([A-Za-z_]\w{2,60})\s*=\s*(?:async\s*)?(?:\(|function)/g,
  /\bcreate\s+(?:or\s+replace\s+)?(?:unique\s+)?(?:table|(?:materialized\s+)?view|index|function|trigger)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([A-Za-z_]\w{2,60})/gi,
  /^\s*([a-z_]\w{2,60})\s*\(\)\s*\{/gm,
];
/** Words that follow "function" in comments, not names. */
const NO_NAMES = new Set([
  'that',
  'this',
  'the',
  'which',
  'with',
  'for',
  'from',
  'and',
  'name',
  'not',
  'has',
  'was',
  'are',
]);
const PROSE = /\.(?:md|mdx|txt|rst|adoc|json|ya?ml|toml|lock|css|html?)$/i;

function symbolsIn(code: string, path: string): string[] {
  if (PROSE.test(path)) return [];
  const head = code.slice(0, 40_000);
  return SYMBOLS.flatMap((pattern) => [...head.matchAll(pattern)])
    .sort((x, y) => x.index - y.index)
    .map((match) => match[1] ?? '')
    .filter((name) => name !== '' && !NO_NAMES.has(name.toLowerCase()));
}
