// Ties a commit to the findings of the work that it contains, also of earlier turns: "commit this" follows the work.
import type { CommitTie, UncommittedFinding } from '../domain/memory.ts';
import { takeDocuments } from './commands/here-documents.ts';
import { readShell, unquote } from './commands/shell.ts';
import { type Commit, describeCommit } from './commits.ts';
import { headlines, LONGEST_TITLE } from './embedded/title/headline.ts';
import { namedKeys } from './embedded/words.ts';
import type { ToolUse } from './material.ts';

/** What a turn committed. */
export interface CommittedWork {
  commits: Commit[];
  /** The paths that were staged; null if everything was. */
  staged: string[] | null;
}

export function committedWork(commits: Commit[], tools: ToolUse[]): CommittedWork {
  const made = commits.filter(({ what }) => what === 'commit');
  return { commits: made, staged: made.length === 0 ? null : stagedPaths(tools) };
}

export function tieCommits({ commits: made, staged }: CommittedWork, findings: UncommittedFinding[]): CommitTie[] {
  if (made.length === 0) return [];
  const ties: CommitTie[] = [];
  for (const finding of findings) {
    if (staged && !finding.filesModified.some((path) => staged.some((part) => isSamePath(path, part)))) continue;
    const commit = closest(finding, made);
    ties.push({ observationId: finding.id, hash: commit.hash, fact: describeCommit(commit), title: null });
  }
  // A commit of one finding names it better than the finding did, as a rule.
  const [only] = ties.length === 1 ? ties : [];
  const finding = findings.find(({ id }) => id === only?.observationId);
  if (only && finding && !finding.isTouched) only.title = titleFrom(closest(finding, made), finding);
  return ties;
}

/** Of several commits, the one that shares most words with the finding; the last one if none does. */
function closest(finding: UncommittedFinding, commits: Commit[]): Commit {
  const keys = namedKeys(finding.text);
  const shared = (commit: Commit) => [...namedKeys(commit.subject)].filter((key) => keys.has(key)).length;
  return commits.reduce((best, commit) => (shared(commit) >= shared(best) ? commit : best));
}

function titleFrom(commit: Commit, finding: UncommittedFinding): string | null {
  const [title] = headlines(commit.subject);
  if (!title || title.length > LONGEST_TITLE) return null;
  const named = namedKeys(title);
  const known = namedKeys(finding.text);
  return named.size >= 3 && [...named].filter((key) => known.has(key)).length >= 2 ? title : null;
}

/** The paths given to `git add`; null if everything was added. */
function stagedPaths(tools: ToolUse[]): string[] | null {
  const paths: string[] = [];
  for (const { facts, failed } of tools) {
    if (failed || facts.action !== 'run') continue;
    const { without } = takeDocuments(facts.command);
    for (const words of (readShell(without) ?? []).flatMap(({ commands }) => commands)) {
      const add = words[0] === 'git' ? words.indexOf('add') : -1;
      if (add < 1) continue;
      const given = words.slice(add + 1).map(unquote);
      if (given.some((word) => word === '.' || /^-(?:A|u|-all|-update|p)/.test(word))) return null;
      paths.push(...given.filter((word) => !word.startsWith('-')));
    }
  }
  return paths.length > 0 ? paths : null;
}

function isSamePath(path: string, part: string): boolean {
  const [whole, end] = [path.replaceAll('\\', '/'), part.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '')];
  return whole === end || whole.endsWith(`/${end}`) || whole.includes(`/${end}/`);
}
