// The digest that identifies a file's content. Crypto is loaded lazily because hooks rarely need it.

/** Ignores line endings and a byte-order mark, which the host normalizes. */
export function fileDigest(content: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256')
    .update(content.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n'))
    .digest('hex')
    .slice(0, 32);
}
