// Recognizes the usual locations of worktrees by path alone, for folders that no longer exist.

export interface WorktreeLayout {
  /** The repository's folder; for a group, the folder that contains its worktrees. */
  root: string;
  /** The repository's name, if it differs from its folder's. */
  name: string;
  /** The folder that contains `worktrees`. */
  base: string;
  /** `worktrees/<repository>/<name>`: the path does not show where the repository itself is. */
  isGroup: boolean;
}

/**
 * Recognizes `<repo>/.worktrees/<name>`, `<repo>/worktrees/<name>`, `<repo>/.claude/worktrees/<name>` (also of other
 * tools), `<repo>.worktrees/<name>`, and `worktrees/<repo>/<name>` or `worktrees/<id>/<repo>` in a home folder.
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
  // A tool's own folder, in a repository or in the home folder.
  const isOfTool = /^\.\w/.test(parts[at - 1] ?? '');
  const above = parts.slice(0, isOfTool ? at - 1 : at);
  const base = join(above);
  // Codex: `~/.codex/worktrees/<id>/<repo>`.
  const [id = '', repository] = after;
  if (isOfTool && isHome(above) && /^[0-9a-f]{4,}$/.test(id) && repository)
    return { root: join([...parts.slice(0, at + 1), repository]), name: repository, base, isGroup: true };
  if (!isHome(above) && (after.length === 1 || isOfTool || folder.startsWith('.')))
    return { root: base, name: above.at(-1) || base, base, isGroup: false };
  const [name] = after;
  if (name === undefined || after.length < 2) return null;
  return { root: join(parts.slice(0, at + 2)), name, base, isGroup: true };
}

/** `/home/me`, `C:\\Users\\me`, and the root of a disk are not repositories. */
function isHome(parts: string[]): boolean {
  const [, first = '', second] = parts;
  if (parts.length <= 1 || (parts.length === 2 && first === 'root')) return true;
  return parts.length === 3 && /^(?:home|users)$/i.test(first) && second !== '';
}
