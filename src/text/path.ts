// Absolute paths of any system, told from their form alone: a transcript may come from another machine.

/** `D:\x`, `D:/x` or `\\server\share`: absolute on Windows, whatever system reads it. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\])/.test(path);
}

/** Absolute on the system it comes from. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path);
}

/** Its names, without the separators; the first one is empty or a drive. */
export function pathParts(path: string): string[] {
  return path.split(isWindowsPath(path) ? /[\\/]/ : '/');
}

export function lastPart(path: string): string {
  return pathParts(path).at(-1) ?? path;
}

/** A path as it is seen from `root`, with slashes; null where it does not lie below it. */
export function below(path: string, root: string): string | null {
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  if (!isWindowsPath(root) || !isWindowsPath(path)) return null;
  const folder = `${foldCase(root).replace(/\/+$/, '')}/`;
  return foldCase(path).startsWith(folder) ? path.slice(folder.length).replaceAll('\\', '/') : null;
}

/** Windows does not tell these apart. */
function foldCase(path: string): string {
  return path.replaceAll('\\', '/').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
