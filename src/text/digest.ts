// The digest by which a file is known again. Its library is loaded only where a digest is taken: hooks rarely do.

/** Line ends and a byte-order mark do not count: the host normalizes them on the way. */
export function fileDigest(content: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256')
    .update(content.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n'))
    .digest('hex')
    .slice(0, 32);
}
