// The version of this package, inserted by the bundler.
declare const C_MEM_VERSION: string | undefined;

export const version: string = typeof C_MEM_VERSION === 'string' ? C_MEM_VERSION : 'development';

/** Compares versions such as 1.2.3. An unparsable one does not count as older. */
export function isOlder(version: string, than: string): boolean {
  if (version === than) return false;
  const [a, b] = [version, than].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  if (!a || !b) return false;
  for (const [index, part] of a.entries()) if (part !== b[index]) return part < (b[index] as number);
  return false;
}
