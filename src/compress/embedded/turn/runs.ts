// The commands of a turn: their kind, whether and why they failed, and which of them passed again after an edit.

import type { RunKind } from '../../commands/kinds.ts';
import { isWrapperError, type Part, partsOf } from '../../commands/parts.ts';
import { readShell } from '../../commands/shell.ts';
import type { ToolUse } from '../../material.ts';

export interface CommandRun {
  command: string;
  kind: RunKind | 'git' | 'install' | 'look' | 'other';
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
  ['git', /^(?:cd\s+\S+\s*&&\s*)?(?:git|gh)\s/],
  [
    'install',
    /\b(?:npm (?:ci|i|install)|pnpm (?:i|install|add)|yarn(?: install| add)?$|pip install|cargo add|go get|go mod tidy|apt(?:-get)? install|brew install)\b/,
  ],
  ['look', /^(?:ls|cat|head|tail|find|grep|rg|tree|pwd|wc|which|echo|sed -n|stat|file|du|df|env|ps)\b/],
];
/** In a loop, a subshell or on another machine: what ran exactly is unknown, but it tested. */
const TESTS =
  /\b(?:go test|cargo (?:test|nextest)|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test|vitest|jest|pytest|rspec|phpunit)\b/;
/** Of several commands in one call, the one whose result says the most. */
const TELLING: RunKind[] = ['test', 'lint', 'build', 'run'];

export function describeRun(tool: ToolUse, order: number): CommandRun {
  const parts = partsOf(tool.facts.command).filter((part) => part.general !== null);
  const typed = tool.facts.command.replace(/\s+/g, ' ').trim();
  const command =
    parts.length > 0 ? parts.map((part) => typedAs(part, tool.facts.output)).join(' && ') : withoutSecrets(typed);
  const kind =
    TELLING.find((each) => parts.some(({ general }) => general?.kind === each)) ??
    (readShell(tool.facts.command) === null && TESTS.test(typed) ? 'test' : undefined) ??
    KINDS.find(([, pattern]) => pattern.test(typed))?.[0] ??
    'other';
  const { output } = tool.facts;
  const failed = tool.failed || ((kind === 'test' || kind === 'build' || kind === 'lint') && saysFailed(output));
  return { command, kind, failed, ...troubleOf(failed, kind, output), eventId: tool.id, order };
}

const typedAs = (part: Part, output: string) => (isWrapperError(part, output) ? part.words.join(' ') : part.text);

/** The name of the failing test, and what went wrong. */
export function troubleOf(
  failed: boolean,
  kind: CommandRun['kind'],
  output: string,
): Pick<CommandRun, 'test' | 'trouble'> {
  const test = failed && kind === 'test' ? failingTest(output) : null;
  const line = failed ? troubleLine(output, kind) : null;
  const trouble = test && line && !line.includes(test) ? `${test}: ${line}`.slice(0, 200) : (line ?? test);
  return { test, trouble };
}

const withoutSecrets = (command: string) =>
  command.replace(
    /^(?:[A-Za-z_]\w*=(?:\S{0,100}\[redacted:[^\]]{0,40}\]\S{0,100}|"[^"]{0,100}\[redacted:[^"]{0,140}")\s+){1,9}(?=\S)/,
    '',
  );

/** Signs of failure in the output of a test, a build or a linter. */
const FAILED =
  /^(?:FAIL\b|--- FAIL|FAILED\b|not ok\b|ERROR\b|error(?:\[\w+\])?:|panic:)|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/m;

/** Whether the output says that it failed. What is logged on the way counts only if there is no count at the end. */
export function saysFailed(output: string): boolean {
  return verdictOf(output) === 'failed' || (verdictOf(output) === null && FAILED.test(output));
}

/** What a test runner counts at the end; null if there is no such line. */
export function verdictOf(output: string): 'passed' | 'failed' | 'nothing' | null {
  const end = output.trimEnd().split('\n').slice(-25).join('\n');
  if (/\b(?:no tests? (?:found|ran|files? found)|collected 0 items)\b/i.test(end)) return 'nothing';
  if (COUNTS_FAILED.test(end)) return 'failed';
  return COUNTS_PASSED.test(end) ? 'passed' : null;
}

const COUNTS_FAILED =
  /^[ \t]*[1-9]\d* fail(?:ed|ing|ures?)?\b|^[ \t]*(?:Tests?|Test Files|Test Suites|Failed)\b.*\b[1-9]\d* failed|test result: FAILED|^=+ .*\b[1-9]\d* (?:failed|errors?)\b.*=+$|\b[1-9]\d* examples?, [1-9]\d* failures?|^FAILED \(|^# fail [1-9]/m;
const COUNTS_PASSED =
  /^[ \t]*0 fail(?:ed|ures?)?\b|^[ \t]*(?:Tests?|Test Files|Test Suites)\b(?!.*failed).*\b[1-9]\d* passed|test result: ok|^=+ (?!.*(?:failed|error)).*\b[1-9]\d* passed\b.*=+$|\b[1-9]\d* examples?, 0 failures|^OK(?: \(|$)|^# fail 0$|^[ \t]*[1-9]\d* passing\b/m;

const FAILING = [
  /^[ \t]*--- FAIL: (\S+)/m,
  /^[ \t]*● (?!Console)(.{3,120})$/m,
  /^[ \t]*(?:FAIL|×|✗)\s+\S+\s+>\s+(.{3,160})$/m,
  /^FAILED \S+::(\S+)/m,
  /^test (\S+) \.\.\. FAILED$/m,
  /^not ok \d+ - (.{3,120})$/m,
  /^\(fail\) (.{3,120}?)(?: \[[\d.]+ms\])?$/m,
];

export function failingTest(output: string): string | null {
  for (const pattern of FAILING) {
    const name = pattern.exec(output)?.[1];
    if (name) return name.split(' > ').at(-1)?.trim() ?? null;
  }
  return null;
}

/** A place in a file before what is wrong there, as compilers, linters and Go's tests print it. */
const PLACE =
  /^(?:\[[\w:.-]+\] |vet(?:\.exe)?: )?(?:[\w@~.-]*[\\/])*[\w@.-]+\.\w{1,6}(?::\d+:\d+(?::| )|:\d+:(?!\d)|\(\d+,\d+\):)\s*(?=[^\s:#])/;
const PLACE_IN_GO_TEST = /^[\w.-]+_test\.go:\d+: (?=\S)/;
const UNFORMATTED = /^Diff in \S+|\bformat ━━|^× Formatter would have printed|^would reformat /im;
/** Code that is quoted around a finding, and lines of progress. */
const QUOTED = /^\d+ +(?:\d+ +)?[|│]|^=== (?:RUN|PAUSE|CONT)\b|^\^+$/;

function troubleLine(output: string, kind: CommandRun['kind']): string | null {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !QUOTED.test(line));
  const place = kind === 'lint' || kind === 'build' ? PLACE : PLACE_IN_GO_TEST;
  const placed = lines.find((line) => place.test(line));
  if (placed) return placed.replace(place, '').slice(0, 200);
  if (kind === 'lint' && UNFORMATTED.test(output)) return 'files are not formatted';
  const telling = lines.find(
    (line) =>
      line.length > 8 &&
      !/^undefined$|^\$ |^> |exited with code \d|ELIFECYCLE|^(?:found )?\d+ (?:errors?|warnings?|problems?|issues?)\b/i.test(
        line,
      ) &&
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
      : lines.find((candidate) => candidate.length > 8 && !/^exit code \d+$|^\$ |^> |^\[\w+\] \$ /i.test(candidate)));
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
