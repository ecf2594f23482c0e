// Digests: of a file's content, and of a text. Crypto is loaded lazily because hooks rarely need it.

/** Ignores line endings and a byte-order mark, which the host normalizes. */
export function fileDigest(content: string): string {
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha256', content.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n')).slice(0, 32);
}

/** Distinguishes texts in keys. */
export function textDigest(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text).slice(0, 16);
}
