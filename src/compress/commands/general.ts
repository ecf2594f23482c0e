// A command as one would type it again for the entire project: without the file or the name it was narrowed to, and
// without what belongs to that one call only.
import { type Call, findCall, type RunKind } from './kinds.ts';
import { unquote } from './shell.ts';

export interface GeneralCommand {
  kind: RunKind;
  command: string;
  /** Only some files or names were meant: its result says nothing about the whole. */
  partial: boolean;
}

const LONGEST = 160;

/** Null if it is none of those that build, test, lint or run a project, or cannot be typed again. */
export function generalCommand(typed: string[]): GeneralCommand | null {
  const words = withoutWrappers(typed);
  const first = words.findIndex((word) => !isAssignment(word));
  if (first < 0) return null;
  const call = findCall(words.slice(first));
  if (!call) return null;
  const { kept, partial } = narrow(words.slice(first), call);
  const command = [...words.slice(0, first), ...kept].join(' ');
  return isTypeable(command) ? { kind: call.kind, command, partial } : null;
}

const isAssignment = (word: string) => /^[A-Za-z_]\w*=/.test(word);
/** Values that mean the same tomorrow and hold no secret. Paths of this machine do not. */
const PLAIN_VALUE = /^[\w.,:%+-]{0,40}$/;
const SECRET_NAME = /TOKEN|SECRET|PASS|KEY|AUTH|CREDENTIAL|COOKIE|SESSION|DSN|_URL$|^PATH$|^HOME$|PWD|TMP/i;
const MEASURES = new Set([
  'time',
  'nohup',
  'command',
  'exec',
  'builtin',
  'nice',
  'ionice',
  'stdbuf',
  'caffeinate',
  'unbuffer',
  'rtk',
]);

/** Without what only measures, limits or filters the call, and without assignments that do not belong in a profile. */
export function withoutWrappers(typed: string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const word = typed[at] as string;
    if (isAssignment(word)) {
      const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(word) ?? [];
      if (PLAIN_VALUE.test(unquote(value)) && !SECRET_NAME.test(name)) kept.push(word);
    } else if (word === 'env' || MEASURES.has(word)) {
      while (/^-/.test(typed[at + 1] ?? '')) at += /^-(?:n|u|S)$/.test(typed[at + 1] as string) ? 2 : 1;
    } else if (word === 'timeout' || word === 'gtimeout') {
      while (/^-/.test(typed[at + 1] ?? '')) at += /^-(?:s|k)$/.test(typed[at + 1] as string) ? 2 : 1;
      at += 1;
    } else return [...kept, ...typed.slice(at)];
  }
  return kept;
}

/** Flags that choose some of the tests or files, most with the next word as their value. */
const FILTERS =
  /^(?:-run|-skip|-bench|-t|-k|-m|-g|-R|-E|-e|--(?:testNamePattern|testPathPatterns?|testPathPattern|test-name-pattern|grep|filter|tests|only|match|name|example|last-failed|lf|failed-first|onlyFailures|only-failed|stale|failed|ignored|related|changed|findRelatedTests|shard|test|lib|bin|doc|exact)|-Dtest|-Dit\.test)$/;
const ALONE = new Set([
  '--last-failed',
  '--lf',
  '--onlyFailures',
  '--only-failed',
  '--stale',
  '--failed',
  '--ignored',
  '--changed',
  '--lib',
  '--doc',
  '--exact',
]);
/** Flags that only change what is printed, or how fast it is. */
const NOISE =
  /^(?:-v{1,3}|-q{1,2}|-s|-x|-count|-timeout|-j\d*|-json|--(?:verbose|quiet|silent|color|colors|no-color|no-colors|nocapture|no-capture|show-output|bail|no-coverage|reporter|reporters|tb|maxfail|no-header|forceExit|detectOpenHandles|runInBand|maxWorkers|workers|jobs|message-format|no-fail-fast|noStackTrace|passWithNoTests|nologo|no-cache|tail|line|max-diagnostics|diagnostic-level|pretty))$/;
const NOISE_VALUES =
  /^(?:-timeout|-count|--(?:reporter|reporters|tb|maxfail|maxWorkers|workers|jobs|message-format|max-diagnostics))$/;
/** Flags that stay, with the next word as their value. */
const KEPT_VALUES =
  /^(?:-p|-c|-C|-tags|-F|-S|-B|--(?:package|config|project|workspace|features|manifest-path|profile|target|tags|build|test-dir|settings|configuration|exclude|root|cwd|dir|env))$/;
/** Flags without a value, whatever follows. */
const SWITCHES =
  /^(?:-race|-short|-l|-d|-w|--(?:write|fix|unsafe|check|noEmit|watch|run|coverage|all|workspace|all-features|all-targets|release|cached|cover|headed|ui|staged|strict|no-watch|error-on-warnings))$/;
/** Means everything: the default folders, a pattern, or a target that stands for all. */
const EVERYTHING = /^(?:\.|\.\/|\.\/\.\.\.|\/\/\.\.\.|(?:\.\/)?(?:tests?|specs?|src|lib|app|packages)\/?)$|\*/;
/** These need a path, and which one stands for all is unknown. */
const NEED_PATH = new Set(
  'eslint prettier mypy black pylint gofmt gofumpt goimports shellcheck markdownlint markdownlint-cli2 clang-format clang-tidy isort yamllint hadolint stylelint'.split(
    ' ',
  ),
);

function narrow(words: string[], call: Call): { kept: string[]; partial: boolean } {
  const head = words.slice(0, call.subject + 1);
  const rest = words.slice(call.subject + 1);
  if (call.kind === 'run') return { kept: [...head, ...argumentsOfRun(rest, call)], partial: false };
  if (call.kind === 'build' && !call.isTask && !/^(?:go|cargo|bun|zig|swift|dotnet|tsc)$/.test(call.name))
    return { kept: words, partial: false };
  const kept: string[] = [];
  let partial = false;
  let lost = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string;
    const next = rest[at + 1];
    const [flag = ''] = word.split('=');
    if (word === '--') {
      const tail = rest.slice(at + 1);
      // `cargo clippy -- -D warnings`: how strict it is.
      if (call.kind === 'lint' && !call.isTask && !looksNarrow(tail)) kept.push(...rest.slice(at));
      else partial ||= tail.some((each) => !each.startsWith('-') || FILTERS.test(each.split('=')[0] as string));
      break;
    }
    if (FILTERS.test(flag) && !(call.name === 'tox' || call.name === 'nox') && call.kind === 'test') {
      partial = true;
      if (!word.includes('=') && !ALONE.has(flag)) at += 1;
    } else if (NOISE.test(flag)) {
      if (!word.includes('=') && NOISE_VALUES.test(flag)) at += 1;
    } else if (call.name === 'go' && flag === '-o') {
      at += 1;
    } else if (KEPT_VALUES.test(flag) && !word.includes('=') && next !== undefined) {
      kept.push(word, next);
      at += 1;
    } else if (word.startsWith('-')) {
      // Whether the next word is its value is unknown.
      if (!SWITCHES.test(flag) && !word.includes('=') && next !== undefined && !next.startsWith('-'))
        return { kept: words, partial: looksNarrow(rest) };
      kept.push(word);
    } else if (call.isTask && /^\w+=/.test(word)) {
      partial = true;
    } else if (EVERYTHING.test(unquote(word))) {
      kept.push(word);
    } else {
      partial = true;
      lost = true;
    }
  }
  if (lost && NEED_PATH.has(call.name)) return { kept: words, partial: true };
  const all = { go: './...', bazel: '//...', bazelisk: '//...' }[call.name];
  if (all && (lost || call.name === 'go') && !kept.includes(all) && !kept.includes('.')) kept.push(all);
  return { kept: [...head, ...kept], partial };
}

const looksNarrow = (words: string[]) => words.some((word) => /[\w/]\.\w{1,5}$|::/.test(word) && !word.startsWith('-'));

/** What a server or program is started with, without the arguments for the program itself. */
function argumentsOfRun(rest: string[], call: Call): string[] {
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (call.isTask) return [];
  if (call.name !== 'go') return own;
  const target = own.findIndex((word) => !word.startsWith('-'));
  return target < 0 ? own : own.slice(0, target + 1);
}

/** Nothing in it depends on the moment or the machine, and nothing was redacted. */
function isTypeable(command: string): boolean {
  if (command.length > LONGEST || /[\n\r`]|\$[\w({@*#?]|\[redacted/.test(command)) return false;
  return !/(?:^|[\s='"])(?:~|\/(?!\/)|[A-Za-z]:[\\/])/.test(command);
}
