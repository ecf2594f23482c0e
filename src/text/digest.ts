// Digests: of a file's content, and of a text. Crypto is loaded lazily because hooks rarely need it.

/** Ignores line endings and a byte-order mark, which the host normalizes. */
export function fileDigest(content: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256')
    .update(content.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n'))
    .digest('hex')
    .slice(0, 32);
}

/** Distinguishes texts in keys. */
export function textDigest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 16);
}
