// The digest by which a file is known again.
import { createHash } from 'node:crypto';

/** Line ends and a byte-order mark do not count: the host normalises them on the way. */
export function fileDigest(content: string): string {
  return createHash('sha256')
    .update(content.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n'))
    .digest('hex')
    .slice(0, 32);
}
