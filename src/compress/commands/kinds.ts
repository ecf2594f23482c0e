// Which commands build, test, lint or run a project, by the program and its subcommand or task.
import { OTHER_NAMES, PROGRAMS } from './programs.ts';
import { unquote } from './shell.ts';

export type RunKind = 'build' | 'test' | 'lint' | 'run';

/** Programs that run tasks of the project, with the subcommand that precedes the task. */
const TASK_RUNNERS: Record<string, { run: string[]; bare: boolean }> = {
  npm: { run: ['run', 'run-script', 'rum'], bare: false },
  pnpm: { run: ['run'], bare: true },
  yarn: { run: ['run'], bare: true },
  bun: { run: ['run'], bare: false },
  deno: { run: ['task'], bare: false },
  mise: { run: ['run', 'r'], bare: false },
  composer: { run: ['run', 'run-script', 'exec'], bare: true },
  turbo: { run: ['run'], bare: true },
  nx: { run: ['run', 'run-many', 'affected'], bare: true },
  hatch: { run: ['run'], bare: true },
  pdm: { run: ['run'], bare: false },
  poe: { run: [], bare: true },
  make: { run: [], bare: true },
  gmake: { run: [], bare: true },
  just: { run: [], bare: true },
  task: { run: [], bare: true },
  rake: { run: [], bare: true },
  invoke: { run: [], bare: true },
  inv: { run: [], bare: true },
  grunt: { run: [], bare: true },
  gulp: { run: [], bare: true },
  ant: { run: [], bare: true },
};
/** npm's own names for scripts. */
const NPM_SCRIPTS = new Set(['test', 't', 'tst', 'start']);

/** What a task does, by the first or last part of its name; a part in the middle says too little. */
const TASKS: [RunKind, RegExp][] = [
  ['test', /^(?:tests?|tst|t|e2e|specs?|unit|unittests?|integration|coverage|cov|pytest|vitest|jest)$/i],
  [
    'lint',
    /^(?:lint(?:s|er|ing)?|eslint|fmt|format|formatting|typecheck|types|tsc|check|checks|clippy|ruff|mypy|vet|style|prettier|biome|stylelint|quality)$/i,
  ],
  ['build', /^(?:build|compile|dist|bundle|assemble|package)$/i],
  ['run', /^(?:dev|develop|start|serve|server|preview|run|up|watch|storybook)$/i],
];

export function kindOfTask(name: string): RunKind | null {
  const whole = name.replace(/type[-_]check/i, 'typecheck').replace(/check[-_]types/i, 'typecheck');
  const parts = whole.split(/[:._/-]/).filter(Boolean);
  // `dev:test` starts the server for tests; `api:test` and `unit-test` test.
  for (const part of [parts[0], parts.at(-1)]) {
    const kind = TASKS.find(([, pattern]) => part && pattern.test(part))?.[0];
    if (kind) return kind;
  }
  return null;
}

export interface Call {
  kind: RunKind;
  /** Where the program is in the words, and the last word that says what it does. */
  program: number;
  subject: number;
  /** A task of the project, rather than a known program. */
  isTask: boolean;
  name: string;
}

/** What a command does, if it is one of those that build, test, lint or run a project. */
export function findCall(words: string[]): Call | null {
  const program = afterRunners(words, 0);
  if (program === null) return null;
  const typed = unquote(words[program] as string);
  const base =
    typed
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(?:exe|cmd|bat)$/i, '') ?? '';
  const name = OTHER_NAMES[base] ?? base;
  const call = (kind: RunKind, subject: number, isTask = false): Call => ({ kind, program, subject, isTask, name });

  if (name === 'docker') return dockerCall(words, program, base, call);
  const task = Object.hasOwn(TASK_RUNNERS, name) ? taskAt(words, program, name) : null;
  if (task !== null) {
    const kind =
      name === 'make' && unquote(words[task] as string) === 'check'
        ? 'test'
        : kindOfTask(unquote(words[task] as string));
    if (kind) return call(kind, task, true);
  }
  // `make` alone builds.
  if (/^g?make$/.test(name) && task === null) return call('build', program, true);

  if (Object.hasOwn(PROGRAMS, name)) {
    const subject = subcommandAt(words, program, name);
    const word = subject === null ? '' : unquote(words[subject] as string);
    const kinds = (PROGRAMS[name] as string).split(' ').map((entry) => {
      const cut = entry.indexOf(':');
      return [entry.slice(0, cut) as RunKind, entry.slice(cut + 1).split(',')] as const;
    });
    // `zig build test` and `mvn clean verify`: the last goal counts.
    if (name === 'zig' && word === 'build' && words.slice(program + 2).includes('test'))
      return call('test', words.lastIndexOf('test'));
    if (name === 'mvn' || name === 'gradle') return goalCall(words, program, kinds, call);
    const named = kinds.find(([, subs]) => subs.includes(word));
    if (named && subject !== null) {
      const next = subject + 1;
      return call(named[0], word === 'nextest' && words[next] === 'run' ? next : subject);
    }
    const any = kinds.find(([, subs]) => subs.includes('*'));
    if (!any) return null;
    if (name === 'tsc' && words.some((each) => each === '--noEmit')) return call('lint', program);
    // Not a test: it lists, or shows its version.
    if (words.slice(program + 1).some((each) => /^--(?:version|help|listTests|init)$/.test(each))) return null;
    return call(any[0], NAMES_MODE.has(word) && subject !== null ? subject : program);
  }
  return scriptCall(words, program, typed, base, call) ?? genericCall(words, program, typed, base, call);
}

/** Subcommands that do not change what the program is for. */
const NAMES_MODE = new Set(['run', 'watch', 'serve', 'build', 'check', 'format', 'lint']);

type MakeCall = (kind: RunKind, subject: number, isTask?: boolean) => Call;

function dockerCall(words: string[], program: number, base: string, call: MakeCall): Call | null {
  const rest = words.slice(program + 1).map(unquote);
  const compose = base === 'docker-compose' ? 0 : rest[0] === 'compose' ? 1 : -1;
  if (compose < 0)
    return rest[0] === 'build' || (rest[0] === 'buildx' && rest[1] === 'build') ? call('build', program + 1) : null;
  for (let at = compose; at < rest.length; at += 1) {
    const word = rest[at] as string;
    if (/^(?:-f|-p|--file|--project-name|--profile|--env-file)$/.test(word)) at += 1;
    else if (word === 'up') return call('run', program + 1 + at);
    else if (word === 'build') return call('build', program + 1 + at);
    else if (!word.startsWith('-')) return null;
  }
  return null;
}

/** Of several goals, the last that is known. */
function goalCall(
  words: string[],
  program: number,
  kinds: (readonly [RunKind, string[]])[],
  call: MakeCall,
): Call | null {
  for (let at = words.length - 1; at > program; at -= 1) {
    const word = unquote(words[at] as string).replace(/^:?(?:[\w-]+:)*(?=(?:test|check|build|assemble|lint)$)/, '');
    const named = kinds.find(([, goals]) => goals.includes(word) || goals.includes(unquote(words[at] as string)));
    if (named && !isValue(words, at)) return call(named[0], at);
  }
  return null;
}

const SCRIPT =
  /^(?:run[-_]?)?(tests?|lint|build|check|dev|start|serve|format|fmt|ci)(?:[-_.]\w+)*?(?:\.(?:sh|py|ts|js|mjs|cjs|rb|ps1|bash))?$/i;

/** A script of the project, such as `./scripts/test.sh` or `bin/lint`. Others on the machine are not part of it. */
function scriptCall(words: string[], program: number, typed: string, base: string, call: MakeCall): Call | null {
  const by = /^(?:bash|sh|zsh|node|python3?|ruby|pwsh|tsx)$/.test(base);
  const at = by ? program + 1 : program;
  const path = by ? unquote(words[at] ?? '') : typed;
  if (!/[/\\]/.test(path) || /^(?:[/~-]|[A-Za-z]:)/.test(path) || path.startsWith('..')) return null;
  const name = SCRIPT.exec(path.split(/[/\\]/).at(-1) ?? '')?.[1];
  const kind = name === 'ci' ? 'test' : name ? kindOfTask(name) : null;
  return kind && call(kind, at, true);
}

/** Programs whose argument may be a file or a word that happens to be called `test` or `build`. */
const UTILITIES = new Set(
  `ls cat cp mv rm rmdir mkdir touch echo printf grep egrep rg ag find fd sed awk head tail less more sort uniq wc diff cmp
  tree du df stat file which type man open code vim nano cd pushd source export unset alias test true false read kill ps top
  git gh glab hub ssh scp rsync curl wget tar zip unzip gzip chmod chown ln tee xargs date sleep env set history jq yq
  kubectl helm podman systemctl service brew apt apt-get yum dnf pacman pip pip3 gem npx node python python3 ruby perl php
  java javac psql mysql sqlite3 redis-cli aws gcloud az heroku vercel netlify fly wsl powershell pwsh cmd start explorer
  claude codex gemini c-mem tmux screen op pass gpg openssl npm pnpm yarn conda`.split(/\s+/),
);
const GENERIC: Record<string, RunKind> = {
  test: 'test',
  tests: 'test',
  lint: 'lint',
  clippy: 'lint',
  fmt: 'lint',
  format: 'lint',
  typecheck: 'lint',
  build: 'build',
};

/** A program we do not know, with a subcommand that says what it does: `acme test`. */
function genericCall(words: string[], program: number, typed: string, base: string, call: MakeCall): Call | null {
  const verb = GENERIC[unquote(words[program + 1] ?? '')];
  if (!verb || UTILITIES.has(base) || !/^(?:\.\/)?[a-z][\w.-]{1,30}$/i.test(typed)) return null;
  return call(verb, program + 1);
}

/** The word that names the task; null if there is none, or the runner does something else. */
function taskAt(words: string[], program: number, name: string): number | null {
  const runner = TASK_RUNNERS[name] as { run: string[]; bare: boolean };
  const first = firstPositional(words, program + 1);
  if (first === null) return null;
  const word = unquote(words[first] as string);
  if (runner.run.includes(word)) return firstPositional(words, first + 1);
  if (name === 'npm') return NPM_SCRIPTS.has(word) ? first : null;
  return runner.bare ? first : null;
}

function subcommandAt(words: string[], program: number, name: string): number | null {
  if (name === 'node') return words.indexOf('--test', program) > 0 ? words.indexOf('--test', program) : null;
  const toolchain = words[program + 1]?.startsWith('+') ? 1 : 0;
  return firstPositional(words, program + 1 + toolchain);
}

/** Flags of package managers and build tools whose value is the next word. */
const WITH_VALUE =
  /^(?:-C|-F|-f|-p|-n|-j|-w|--(?:filter|dir|cwd|prefix|workspace|package|project|directory|file|makefile|manifest-path|python|with|extra|group|scope|config|profile|target|features|only-group))$/;

const isValue = (words: string[], at: number) => WITH_VALUE.test(words[at - 1] ?? '');

function firstPositional(words: string[], from: number): number | null {
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') return null;
    if (WITH_VALUE.test(word)) at += 1;
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) return at;
  }
  return null;
}

/** Programs that run another one, with the subcommand for it (null: none). */
const RUNNERS: Record<string, (string | null)[]> = {
  npx: [null],
  bunx: [null],
  pnpx: [null],
  uvx: [null],
  sudo: [null],
  'xvfb-run': [null],
  'cross-env': [null],
  dotenv: [null],
  'env-cmd': [null],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x', 'run'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  rye: ['run'],
  hatch: ['run'],
  pixi: ['run'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  doppler: ['run'],
  op: ['run'],
  composer: ['exec'],
};

/** The place of the program that does the work; null if it cannot be found. */
function afterRunners(words: string[], from: number): number | null {
  const name =
    unquote(words[from] ?? '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  if (name === '') return null;
  if (/^(?:python[\d.]*|py)$/.test(name)) {
    const module = words.indexOf('-m', from);
    if (module > 0 && words[module + 1]) return module + 1;
    return /(?:^|\/)manage\.py$/.test(words[from + 1] ?? '') ? from + 1 : from;
  }
  if (name === 'php' && /(?:^|\/)artisan$/.test(words[from + 1] ?? '')) return from + 1;
  const compose = composeService(words, from, name);
  if (compose !== null) return compose;
  if (!Object.hasOwn(RUNNERS, name)) return from;
  const [sub] = RUNNERS[name] as (string | null)[];
  const first = firstPositional(words, from + 1);
  if (sub === null) return first === null ? afterDashes(words, from) : afterRunners(words, first);
  if (first === null) return from;
  if (!(RUNNERS[name] as string[]).includes(unquote(words[first] as string))) {
    // `yarn vitest` and `pnpm biome` run a program directly.
    return /^(?:yarn|pnpm)$/.test(name) && Object.hasOwn(PROGRAMS, unquote(words[first] as string)) ? first : from;
  }
  const inner = firstPositional(words, first + 1) ?? afterDashes(words, first);
  if (inner === null) return from;
  const isTask = Object.hasOwn(TASK_RUNNERS, name) && !/^(?:exec|dlx|x)$/.test(unquote(words[first] as string));
  // A task may be called like a program; then the task is meant.
  if (
    isTask &&
    (kindOfTask(unquote(words[inner] as string)) !== null || !Object.hasOwn(PROGRAMS, unquote(words[inner] as string)))
  )
    return from;
  return afterRunners(words, inner);
}

function afterDashes(words: string[], from: number): number | null {
  const dashes = words.indexOf('--', from);
  return dashes > 0 && words[dashes + 1] ? afterRunners(words, dashes + 1) : null;
}

/** `docker compose exec -T app npm test` */
function composeService(words: string[], from: number, name: string): number | null {
  if (name !== 'docker' && name !== 'docker-compose') return null;
  const sub = words.findIndex((word, at) => at > from && (word === 'exec' || word === 'run'));
  if (sub < 0 || (name === 'docker' && words[from + 1] !== 'compose')) return null;
  const service = firstPositional(words, sub + 1);
  return service === null || !words[service + 1] ? null : afterRunners(words, service + 1);
}
