// Commits and pull requests that a turn made, read from the commands that made them and from their output: never from
// the repository, which may have moved on.

import { inputOf, takeDocuments, withDocuments } from './commands/here-documents.ts';
import { readShell, unquote } from './commands/shell.ts';
import type { ToolUse } from './material.ts';

export interface Commit {
  what: 'commit' | 'pull-request';
  /** The first line of its message, or the title. */
  subject: string;
  /** The rest of the message. */
  body: string;
  /** As far as the output tells; a pull request has a number instead. */
  hash: string | null;
  number: number | null;
  /** It replaced the commit before it. */
  amended: boolean;
  eventId: number;
}

/** In order. A commit that was amended in the same turn is listed once, as it ended up. */
export function commitsOf(tools: ToolUse[]): Commit[] {
  const made: Commit[] = [];
  for (const tool of tools) {
    if (tool.failed || tool.facts.action !== 'run') continue;
    const { command, output } = tool.facts;
    if (!/\b(?:git|jj|gh|glab|hub)\b/.test(command) || /\b(?:git|jj git) init\b/.test(command)) continue;
    for (const commit of readCommand(command, output, tool.id, writtenFiles(tools, tool))) {
      if (commit.amended && made.at(-1)?.what === 'commit') {
        const last = made.pop() as Commit;
        made.push(commit.subject === '' ? { ...last, hash: commit.hash ?? last.hash } : commit);
      } else if (commit.subject !== '') {
        made.push(commit);
      }
    }
  }
  return made;
}

/** For people: `Commit 1a2b3c4: The subject`. */
export function describeCommit({ what, hash, number, subject }: Commit): string {
  const name =
    what === 'pull-request'
      ? `Pull request${number ? ` #${number}` : ''}`
      : `Commit${hash ? ` ${hash.slice(0, 10)}` : ''}`;
  return `${name}: ${subject}`;
}

/** The hash of the last commit; null if the turn made none. */
export function lastHash(commits: Commit[]): string | null {
  return commits.findLast((commit) => commit.hash !== null)?.hash ?? null;
}

/** The files that were written before this command: a message may come from one of them. */
function writtenFiles(tools: ToolUse[], until: ToolUse): Map<string, string> {
  const files = new Map<string, string>();
  for (const tool of tools) {
    if (tool === until) break;
    if (tool.facts.action === 'edit' && tool.facts.after !== '')
      for (const { path } of tool.files) files.set(path, tool.facts.after);
  }
  return files;
}

function readCommand(command: string, output: string, eventId: number, files: Map<string, string>): Commit[] {
  const commits: Commit[] = [];
  const { without, documents } = takeDocuments(command);
  for (const typed of (readShell(without) ?? []).flatMap(({ commands }) => commands)) {
    const named = typed.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    const words = typed.slice(Math.max(0, named)).map((word) => withDocuments(unquote(word), documents));
    const input = inputOf(words, documents);
    const found = readCall(words, input, files);
    if (!found || (found.what === 'commit' && NO_COMMIT.test(output))) continue;
    const [subject = '', ...rest] = found.message.trim().split('\n');
    const body = rest
      .filter((line) => !TRAILER.test(line))
      .join('\n')
      .trim();
    const told = found.what === 'commit' ? (toldByGit(output, commits.length) ?? toldByJj(output)) : null;
    commits.push({
      what: found.what,
      subject: (subject.trim() || told?.subject) ?? '',
      body,
      hash: told?.hash ?? null,
      number: found.what === 'pull-request' ? pullNumber(output) : null,
      amended: found.amended,
      eventId,
    });
  }
  return commits;
}

const NO_COMMIT = /^(?:nothing to commit|nothing added to commit|no changes added to commit|Aborting commit)/m;

/** Lines that tools append to messages. */
const TRAILER =
  /^(?:co-authored-by|signed-off-by|change-id|🤖? ?generated with|claude-session|entire-checkpoint)\b|^🤖/i;

interface Call {
  what: Commit['what'];
  message: string;
  amended: boolean;
}

function readCall(words: string[], input: string, files: Map<string, string>): Call | null {
  const [program = ''] = words;
  const name = program.split(/[\\/]/).at(-1) ?? '';
  if (name === 'git') {
    const at = subcommand(words, GIT_VALUES);
    if (words[at] !== 'commit') return null;
    const rest = words.slice(at + 1);
    if (rest.includes('--dry-run')) return null;
    return { what: 'commit', message: messageIn(rest, input, files), amended: rest.includes('--amend') };
  }
  if (name === 'jj') {
    const at = subcommand(words, JJ_VALUES);
    const verb = words[at] ?? '';
    if (!['commit', 'ci', 'describe', 'desc', 'new', 'squash', 'split'].includes(verb)) return null;
    const message = messageIn(words.slice(at + 1), input, files);
    // `jj new` and `jj squash` name no work of their own without a message.
    if (message === '' && verb !== 'commit') return null;
    return { what: 'commit', message, amended: verb === 'squash' };
  }
  if ((name === 'gh' && words[1] === 'pr') || (name === 'glab' && words[1] === 'mr') || name === 'hub') {
    if (!words.includes('create') && !words.includes('pull-request')) return null;
    const title = optionValue(words, ['--title', '-t']) ?? '';
    const body = optionValue(words, ['--body', '-b', '--description', '-d']) ?? '';
    return title === '' ? null : { what: 'pull-request', message: `${title}\n\n${body}`, amended: false };
  }
  return null;
}

const GIT_VALUES = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);
const JJ_VALUES = new Set(['-R', '--repository', '--config', '--config-file', '--at-op', '--at-operation']);

/** The index of the first word that is neither an option nor the value of one. */
function subcommand(words: string[], withValue: Set<string>): number {
  let at = 1;
  while (at < words.length && words[at]?.startsWith('-')) at += withValue.has(words[at] as string) ? 2 : 1;
  return at;
}

/** Several `-m` are paragraphs; `-F` names a file or stdin. */
function messageIn(words: string[], input: string, files: Map<string, string>): string {
  const paragraphs: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') break;
    const joined = /^(?:--message|--file)=([\s\S]*)$/.exec(word);
    if (joined)
      paragraphs.push(word.startsWith('--file') ? fileText(joined[1] as string, input, files) : (joined[1] as string));
    else if (word === '--message' || /^-[a-zA-Z]*m$/.test(word)) paragraphs.push(words[++at] ?? '');
    else if (/^-m./.test(word)) paragraphs.push(word.slice(2));
    else if (word === '--file' || /^-[a-zA-Z]*F$/.test(word))
      paragraphs.push(fileText(words[++at] ?? '', input, files));
    else if (word === '--stdin') paragraphs.push(input);
  }
  return paragraphs.filter((paragraph) => paragraph.trim() !== '').join('\n\n');
}

function fileText(name: string, input: string, files: Map<string, string>): string {
  if (name === '-' || name === '/dev/stdin') return input;
  const end = name.replace(/^\.?\//, '');
  for (const [path, text] of files) if (path === name || path.endsWith(`/${end}`)) return text;
  return '';
}

function optionValue(words: string[], names: string[]): string | null {
  for (const [at, word] of words.entries()) {
    if (names.includes(word)) return words[at + 1] ?? null;
    const name = names.find((one) => word.startsWith(`${one}=`));
    if (name) return word.slice(name.length + 1);
  }
  return null;
}

/** `[main 1a2b3c4] The subject`, also with `(root-commit)`. */
function toldByGit(output: string, which: number): { hash: string; subject: string } | null {
  const answers = [...output.matchAll(/^\[[^\]\n]+ (?:\([^)\n]*\) )?([0-9a-f]{7,40})\] (.*)$/gm)];
  const answer = answers[which] ?? answers.at(-1);
  return answer ? { hash: answer[1] as string, subject: (answer[2] as string).trim() } : null;
}

/** `Parent commit (@-)      : qpvuntsm 1a2b3c4d main | The subject`. */
function toldByJj(output: string): { hash: string; subject: string } | null {
  const lines = [...output.matchAll(/^(?:Parent commit|Working copy)[^:\n]*: *[k-z]{6,} ([0-9a-f]{7,40}) (.*)$/gm)];
  const line = lines.find((one) => !/\((?:empty|no description set)\)/.test(one[2] as string));
  return line ? { hash: line[1] as string, subject: (line[2] as string).replace(/^[^|]*\| /, '').trim() } : null;
}

function pullNumber(output: string): number | null {
  const number = /\/(?:pull|merge_requests)\/(\d{1,9})\b/.exec(output)?.[1];
  return number ? Number(number) : null;
}
