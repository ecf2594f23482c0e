// The commands of a turn: their kind, whether and why they failed, and which of them passed again after an edit.
import type { ToolUse } from '../material.ts';

export interface CommandRun {
  command: string;
  kind: 'test' | 'lint' | 'build' | 'git' | 'install' | 'look' | 'other';
  failed: boolean;
  /** The name of the first failing test. */
  test: string | null;
  /** What went wrong: the test, and the decisive line of output. */
  trouble: string | null;
  eventId: number;
  order: number;
}

export interface Fixed {
  command: string;
  kind: CommandRun['kind'];
  test: string | null;
  trouble: string | null;
  eventIds: number[];
  /** It was already failing before the first edit. */
  brokenBefore: boolean;
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

export function describeRun(tool: ToolUse, order: number): CommandRun {
  const command = tool.facts.command.replace(/\s+/g, ' ').trim();
  const kind = KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
  const { output } = tool.facts;
  const failed = tool.failed || ((kind === 'test' || kind === 'build' || kind === 'lint') && FAILED.test(output));
  const test = failed && kind === 'test' ? failingTest(output) : null;
  const line = failed ? troubleLine(output) : null;
  const trouble = test && line && !line.includes(test) ? `${test}: ${line}`.slice(0, 200) : (line ?? test);
  return { command, kind, failed, test, trouble, eventId: tool.id, order };
}

const FAILED =
  /^(?:FAIL\b|--- FAIL|FAILED\b|not ok\b|ERROR\b|error(?:\[\w+\])?:|panic:)|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/m;

const FAILING = [
  /^\s*--- FAIL: (\S+)/m,
  /^\s*● (?!Console)(.{3,120})$/m,
  /^\s*(?:FAIL|×|✗)\s+\S+\s+>\s+(.{3,160})$/m,
  /^FAILED \S+::(\S+)/m,
  /^test (\S+) \.\.\. FAILED$/m,
  /^not ok \d+ - (.{3,120})$/m,
];

function failingTest(output: string): string | null {
  for (const pattern of FAILING) {
    const name = pattern.exec(output)?.[1];
    if (name) return name.split(' > ').at(-1)?.trim() ?? null;
  }
  return null;
}

function troubleLine(output: string): string | null {
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.find(
    (line) =>
      line.length > 8 &&
      !/^expect\(|^(?:●|FAIL\b|--- FAIL|Tests?\b.*\d+ failed)/.test(line) &&
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

export function findFixed(runs: CommandRun[], edits: { order: number; id: number }[]): Fixed[] {
  const fixed: Fixed[] = [];
  for (const kind of ['test', 'build', 'lint'] as const) {
    const ofKind = runs.filter((run) => run.kind === kind);
    const broken = ofKind.find((run) => run.failed);
    const passed = broken && ofKind.findLast((run) => !run.failed && run.order > broken.order);
    if (!broken || !passed || ofKind.at(-1)?.failed) continue;
    const between = edits.filter(({ order }) => order > broken.order && order < passed.order);
    if (between.length === 0) continue;
    const eventIds = [broken.eventId, ...between.map(({ id }) => id), passed.eventId];
    const brokenBefore = edits.every(({ order }) => order > broken.order);
    fixed.push({ command: broken.command, kind, test: broken.test, trouble: broken.trouble, eventIds, brokenBefore });
  }
  return fixed;
}
