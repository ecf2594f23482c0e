// Recognizes absolute paths of any system by their form alone: a transcript may come from another machine.

/** `D:\x`, `D:/x` or `\\server\share`: absolute on Windows, whatever system we run on. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\])/.test(path);
}

/** Whether it is absolute on the system it comes from. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path);
}

/** The names in a path, without separators; the first one is empty or a drive. */
export function pathParts(path: string): string[] {
  return path.split(isWindowsPath(path) ? /[\\/]/ : '/');
}

export function lastPart(path: string): string {
  return pathParts(path).at(-1) ?? path;
}

/** A path relative to `root`, with slashes; null if it is not below it. */
export function below(path: string, root: string): string | null {
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  if (!isWindowsPath(root) || !isWindowsPath(path)) return null;
  const folder = `${foldCase(root).replace(/\/+$/, '')}/`;
  return foldCase(path).startsWith(folder) ? path.slice(folder.length).replaceAll('\\', '/') : null;
}

/** Windows ignores case and the kind of slash. */
function foldCase(path: string): string {
  return path.replaceAll('\\', '/').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
