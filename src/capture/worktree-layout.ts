// Where people and their tools put worktrees, told from a path alone: for folders that are no longer there.

export interface WorktreeLayout {
  /** The repository's own folder; of a group, the folder that holds its worktrees. */
  root: string;
  /** The repository's name, where it is not its folder's. */
  name: string;
  /** The folder that `worktrees` lies in. */
  base: string;
  /** `worktrees/<repository>/<name>`: where the repository itself is, the path does not tell. */
  isGroup: boolean;
}

/**
 * Knows `<repo>/.worktrees/<name>`, `<repo>/worktrees/<name>`, `<repo>/.claude/worktrees/<name>` (and the like of other
 * tools), `<repo>.worktrees/<name>`, and `worktrees/<repo>/<name>` in a home folder or anywhere else.
 */
export function worktreeLayout(path: string, separator: '/' | '\\'): WorktreeLayout | null {
  const parts = path.split(separator);
  const at = parts.findLastIndex((part, index) => index < parts.length - 1 && /worktrees$/i.test(part));
  if (at < 1) return null;
  const folder = parts[at] as string;
  const after = parts.slice(at + 1);
  const join = (some: string[]) => some.join(separator) || separator;

  const sibling = /^([^.].*?)[._-]+worktrees$/i.exec(folder)?.[1];
  if (sibling) {
    const above = parts.slice(0, at);
    return { root: join([...above, sibling]), name: sibling, base: join(above), isGroup: false };
  }
  if (!/^\.?(?:[\w.]+-)?worktrees$/i.test(folder)) return null;
  // A tool's own folder, in a repository or at home.
  const isOfTool = /^\.\w/.test(parts[at - 1] ?? '');
  const above = parts.slice(0, isOfTool ? at - 1 : at);
  const base = join(above);
  if (!isHome(above) && (after.length === 1 || isOfTool || folder.startsWith('.')))
    return { root: base, name: above.at(-1) || base, base, isGroup: false };
  const [name] = after;
  if (name === undefined || after.length < 2) return null;
  return { root: join(parts.slice(0, at + 2)), name, base, isGroup: true };
}

/** `/home/me`, `C:\\Users\\me`, and the top of a disk: nobody's repository. */
function isHome(parts: string[]): boolean {
  const [, first = '', second] = parts;
  if (parts.length <= 1 || (parts.length === 2 && first === 'root')) return true;
  return parts.length === 3 && /^(?:home|users)$/i.test(first) && second !== '';
}
