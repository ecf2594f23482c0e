// What the tools of a turn prove: which files changed and how, what ran, what failed and what mended it.
import { isObject, type Json, text } from '../../domain/json.ts';
import { shortPath, type ToolUse } from '../material.ts';

export interface FileChange {
  path: string;
  /** As a person would say it. */
  name: string;
  added: number;
  removed: number;
  isNew: boolean;
  symbols: string[];
  eventIds: number[];
}

export interface CommandRun {
  command: string;
  kind: 'test' | 'lint' | 'build' | 'git' | 'install' | 'look' | 'other';
  failed: boolean;
  /** The line that tells what went wrong. */
  trouble: string | null;
  eventId: number;
  order: number;
}

export interface Mended {
  command: string;
  kind: CommandRun['kind'];
  trouble: string | null;
  eventIds: number[];
}

export interface Evidence {
  changes: FileChange[];
  runs: CommandRun[];
  /** Commands that failed, then passed after an edit. */
  mended: Mended[];
  read: string[];
  searched: string[];
  lastTest: CommandRun | null;
}

const EDITS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function gatherEvidence(tools: ToolUse[], root: string | null): Evidence {
  const changes = new Map<string, FileChange>();
  const runs: CommandRun[] = [];
  const editOrders: { order: number; id: number }[] = [];
  const read = new Set<string>();
  const searched = new Set<string>();
  for (const [order, tool] of tools.entries()) {
    if (EDITS.has(tool.name) && !tool.failed) {
      addChange(changes, tool, root);
      editOrders.push({ order, id: tool.id });
    } else if (tool.name === 'Bash') {
      runs.push(describeRun(tool, order));
    } else if (tool.name === 'Read' && !tool.failed) {
      for (const file of tool.files) read.add(shortPath(file.path, root));
    } else if (tool.name === 'Grep' || tool.name === 'Glob' || tool.name === 'WebSearch') {
      const pattern = text(tool.input, 'pattern') ?? text(tool.input, 'query');
      if (pattern) searched.add(pattern);
    }
  }
  return {
    changes: [...changes.values()],
    runs,
    mended: findMended(runs, editOrders),
    read: [...read],
    searched: [...searched],
    lastTest: runs.findLast((run) => run.kind === 'test') ?? null,
  };
}

function addChange(changes: Map<string, FileChange>, tool: ToolUse, root: string | null): void {
  const path = tool.files[0]?.path ?? text(tool.input, 'file_path') ?? text(tool.input, 'notebook_path');
  if (!path) return;
  const known = changes.get(path);
  const change: FileChange = known ?? {
    path,
    name: shortPath(path, root),
    added: 0,
    removed: 0,
    isNew: false,
    symbols: [],
    eventIds: [],
  };
  changes.set(path, change);
  change.eventIds.push(tool.id);
  const { before, after } = editTexts(tool);
  const counts = patchCounts(tool.response) ?? { added: lineCount(after), removed: lineCount(before) };
  change.added += counts.added;
  change.removed += counts.removed;
  if (isObject(tool.response) && tool.response['type'] === 'create') change.isNew = true;
  const old = new Set(symbolsIn(before));
  for (const symbol of symbolsIn(after)) {
    if (!old.has(symbol) && !change.symbols.includes(symbol)) change.symbols.push(symbol);
  }
}

function editTexts(tool: ToolUse): { before: string; after: string } {
  if (tool.name === 'Write') return { before: '', after: text(tool.input, 'content') ?? '' };
  const edits = tool.input['edits'];
  const all = Array.isArray(edits) ? edits.filter(isObject) : [tool.input];
  return {
    before: all.map((edit) => text(edit, 'old_string') ?? '').join('\n'),
    after: all.map((edit) => text(edit, 'new_string') ?? text(edit, 'new_source') ?? '').join('\n'),
  };
}

function patchCounts(response: Json): { added: number; removed: number } | null {
  const patch = isObject(response) ? response['structuredPatch'] : null;
  if (!Array.isArray(patch) || patch.length === 0) return null;
  let added = 0;
  let removed = 0;
  for (const hunk of patch) {
    const lines = isObject(hunk) ? hunk['lines'] : null;
    for (const line of Array.isArray(lines) ? lines : []) {
      if (typeof line === 'string' && line.startsWith('+')) added += 1;
      else if (typeof line === 'string' && line.startsWith('-')) removed += 1;
    }
  }
  return { added, removed };
}

const lineCount = (words: string) => (words === '' ? 0 : words.split('\n').length);

const SYMBOL =
  /\b(?:func|function|def|class|interface|struct|enum|trait|fn|type|module|record)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_]\w{2,60})|\b(?:export\s+)?(?:const|let|var)\s+([A-Za-z_]\w{2,60})\s*=\s*(?:async\s*)?(?:\(|function)/g;

function symbolsIn(code: string): string[] {
  return [...code.slice(0, 40_000).matchAll(SYMBOL)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((name) => name !== '');
}

const KINDS: [CommandRun['kind'], RegExp][] = [
  [
    'test',
    /\b(?:go test|(?:npm|pnpm|yarn|bun|deno)\s+(?:run\s+)?test|vitest|jest|mocha|pytest|tox|cargo (?:test|nextest)|rspec|phpunit|ctest|mvn\s.*test|gradlew?\s.*test|dotnet test|mix test|(?:mise|make|just|task)\s+(?:run\s+)?test\S*|node --test)\b/,
  ],
  ['lint', /\b(?:lint|eslint|golangci-lint|ruff|flake8|clippy|biome|prettier|gofmt|go vet|mypy|rubocop|fmt)\b/],
  [
    'build',
    /\b(?:go build|cargo (?:build|check)|tsc|(?:npm|pnpm|yarn)\s+run\s+build|make(?:\s|$)|cmake|gradlew?\s+build|mvn\s+(?:compile|package)|dotnet build)\b/,
  ],
  ['git', /^(?:cd\s+\S+\s*&&\s*)?(?:git|gh)\s/],
  [
    'install',
    /\b(?:npm (?:ci|i|install)|pnpm (?:i|install|add)|yarn(?: install| add)?$|pip install|cargo add|go get|go mod tidy|apt(?:-get)? install|brew install)\b/,
  ],
  ['look', /^(?:ls|cat|head|tail|find|grep|rg|tree|pwd|wc|which|echo|sed -n|stat|file|du|df|env|ps)\b/],
];

function describeRun(tool: ToolUse, order: number): CommandRun {
  const command = (text(tool.input, 'command') ?? '').replace(/\s+/g, ' ').trim();
  const kind = KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
  const output = outputOf(tool);
  const failed = tool.failed || ((kind === 'test' || kind === 'build' || kind === 'lint') && FAILED.test(output));
  return { command, kind, failed, trouble: failed ? troubleLine(output) : null, eventId: tool.id, order };
}

const FAILED =
  /^(?:FAIL\b|--- FAIL|FAILED\b|not ok\b|ERROR\b|error(?:\[\w+\])?:|panic:)|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/m;

export function outputOf(tool: ToolUse): string {
  if (tool.error !== null) return tool.error;
  const { response } = tool;
  if (typeof response === 'string') return response;
  if (!isObject(response)) return '';
  return [text(response, 'stdout'), text(response, 'stderr')].filter((part) => part !== null).join('\n');
}

function troubleLine(output: string): string | null {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.find(
    (line) =>
      line.length > 8 &&
      !/\btask failed\b|^\[\w+\] ERROR\b/i.test(line) &&
      !/^(?:exit code \d+|error: exit status|npm (?:err!|error)|make: \*\*\*|FAIL\s+\S+\s+[\d.]+s?$|=+)/i.test(line) &&
      /\b(?:error|fail(?:ed|ure)?|panic|exception|cannot|can't|undefined|unexpected|expected|not found|no such|denied|invalid|missing|unused|timed? ?out)\b/i.test(
        line,
      ),
  );
  const line =
    telling ??
    (lines.some((one) => /task failed/.test(one))
      ? undefined
      : lines.find((candidate) => candidate.length > 8 && !/^exit code \d+$/i.test(candidate)));
  return line ? line.slice(0, 200) : null;
}

function findMended(runs: CommandRun[], edits: { order: number; id: number }[]): Mended[] {
  const mended: Mended[] = [];
  for (const kind of ['test', 'build', 'lint'] as const) {
    const ofKind = runs.filter((run) => run.kind === kind);
    const broken = ofKind.find((run) => run.failed);
    const passed = broken && ofKind.findLast((run) => !run.failed && run.order > broken.order);
    if (!broken || !passed || ofKind.at(-1)?.failed) continue;
    const between = edits.filter(({ order }) => order > broken.order && order < passed.order);
    if (between.length === 0) continue;
    const eventIds = [broken.eventId, ...between.map(({ id }) => id), passed.eventId];
    mended.push({ command: broken.command, kind, trouble: broken.trouble, eventIds });
  }
  return mended;
}
