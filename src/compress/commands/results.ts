// How each command of a call ended, as far as that can be known from the exit code and the output of the entire call.

import { failingTest, saysFailed, troubleOf, verdictOf } from '../embedded/turn/runs.ts';
import type { ToolUse } from '../material.ts';
import type { GeneralCommand } from './general.ts';
import { isWrapperError, type Part, partsOf } from './parts.ts';
import { unquote } from './shell.ts';

export interface ProjectRun extends GeneralCommand {
  failed: boolean;
  trouble: string | null;
  /** Its place among the commands of the call. */
  position: number;
  /** The folders that were changed to before it, in order. */
  folders: string[];
}

/** The commands of a call that build, test, lint or run a project, as far as their own result is known. */
export function projectRunsOf(tool: ToolUse, root: string | null): ProjectRun[] {
  const { output, command } = tool.facts;
  const timedOut = tool.failed && TIMED_OUT.test(output);
  const parts = partsOf(command, root);
  const inBackground = tool.input['run_in_background'] === true;
  const blamed = tool.failed && !timedOut ? blame(parts, output) : null;
  return parts.flatMap((part, position) => {
    const { general, folders } = part;
    if (!general) return [];
    if (isWrapperError(part, output)) {
      const command = part.words.join(' ');
      return [
        {
          ...general,
          command,
          failed: true,
          trouble: troubleOf(true, general.kind, output).trouble,
          position,
          folders,
        },
      ];
    }
    const result =
      inBackground || part.joint === '&' || timedOut
        ? general.kind === 'run' || null
        : passed(parts, position, blamed, tool.failed, output);
    if (result === null) return [];
    const { trouble } = troubleOf(!result, general.kind, output);
    return [{ ...general, failed: !result, trouble, position, folders }];
  });
}

const TIMED_OUT = /\btimed out after\b|^Command timed out/im;
/** Commands that hardly ever fail, or say so themselves. */
const HARMLESS = /^(?:cd|pushd|echo|printf|export|set|source|\.|true|mkdir|sleep|pwd|rm|touch|clear|unset|:)$/;

/** Whether a command passed; null if that cannot be known. */
function passed(parts: Part[], at: number, blamed: number | null, failed: boolean, output: string): boolean | null {
  const part = parts[at] as Part;
  const { general } = part;
  if (!general) return null;
  // `a || b`: b ran only if a failed.
  if (parts[at - 1]?.joint === '||') return null;
  const inLast = parts.slice(at, -1).every(({ joint }) => joint === '&&');
  const hidden = part.piped || !inLast;
  if (blamed !== null) {
    const chain = parts.slice(Math.min(at, blamed), Math.max(at, blamed)).every(({ joint }) => joint === '&&');
    if (at === blamed) return false;
    if (chain) return at < blamed ? true : null;
  }
  if (failed && !hidden) return null;
  const verdict = general.kind === 'test' ? verdictOf(output) : null;
  if (verdict === 'nothing') return null;
  if (!hidden) return general.kind === 'run' || (verdict ? verdict === 'passed' : !SAID_FAILED.test(output));
  return judgeByOutput(parts, part, output);
}

/** The exit code says nothing: the output must. */
function judgeByOutput(parts: Part[], { general }: Part, output: string): boolean | null {
  const kind = general?.kind;
  if (kind === 'run') return true;
  // Another command may have said so.
  const others = parts.filter(({ words }) => !HARMLESS.test(words[0] ?? '')).length > 1;
  if (saysFailed(output) || FOUND_ISSUES.test(output)) return others ? null : false;
  if (kind === 'test') return verdictOf(output) === 'passed' || PASSED.test(output) || null;
  return true;
}

/** The command of a failed call that failed, if that can be known. */
function blame(parts: Part[], output: string): number | null {
  if (/\bcd: [^\n]{0,300}(?:no such file|not a directory)/i.test(output)) return null;
  // Only what stands after the last `;` decides the exit code, and a pipe hides it.
  const from = parts.findLastIndex(({ joint }) => joint === ';' || joint === '&') + 1;
  const chain = parts.map((part, at) => ({ part, at })).slice(from);
  if (chain.some(({ part }) => part.joint === '||')) return null;
  const able = chain.filter(({ part }) => !part.piped && !HARMLESS.test(part.words[0] ?? ''));
  if (able.length === 1) return able[0]?.part.general ? (able[0]?.at ?? null) : null;
  const named = TASK_FAILED.map((pattern) => pattern.exec(output)?.[1]).find(Boolean);
  const byName = named ? able.filter(({ part }) => part.words.some((word) => unquote(word) === named)) : [];
  if (byName.length === 1) return byName[0]?.at ?? null;
  // A failing test has a name, and only one of the commands runs tests.
  const tests = able.filter(({ part }) => part.general?.kind === 'test');
  return tests.length === 1 && failingTest(output) !== null ? (tests[0]?.at ?? null) : null;
}

/** How task runners name the task that failed. */
const TASK_FAILED = [
  /^\[([\w:.-]+)\] ERROR task failed/m,
  /Lifecycle script `([\w:.-]+)` failed/,
  /error: script "([\w:.-]+)" exited with code/,
  /^error: Recipe `([\w:.-]+)` failed/m,
  /make: \*\*\* \[(?:[^\]:]+:\d+: )?([\w:.-]+)\] Error/,
  /Failed to run task "([\w:.-]+)"/,
];

/** Said although the exit code was 0, as by a host that reports no exit codes. */
const SAID_FAILED = /^(?:FAIL\b|--- FAIL|FAILED\b|not ok\b)|\b[1-9]\d* (?:failed|failing)\b/m;
const FOUND_ISSUES =
  /^[ \t]*(?:✖ )?[1-9]\d* (?:issues|problems?)\b|\berror TS\d+:|^Found [1-9]\d* errors?|ELIFECYCLE|ERR_PNPM_|npm (?:ERR!|error)|\bexited with code [1-9]|BUILD FAILED|Failed to compile|make: \*\*\*/m;
const PASSED =
  /^(?:ok|PASS)\b|--- PASS|^[ \t]*✓|\b[1-9]\d* (?:pass(?:ed|ing)?|tests? (?:passed|completed))\b|BUILD SUCCESS|\bAll tests passed\b|\bRan [1-9]\d* tests?\b/im;
