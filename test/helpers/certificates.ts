// Certificates for a server of the tests, made by openssl.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates extends Record<'good' | 'expired' | 'selfSigned', { cert: string; key: string }> {
  folder: string;
  /** Signed the good one and the expired one. */
  authority: string;
  /** Signed none of them. */
  other: string;
}

const KEY = ['-newkey', 'rsa:2048', '-nodes'];

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const pair = (name: string) => ({ cert: read(`${name}.crt`), key: read(`${name}.key`) });
  writeFileSync(join(folder, 'names'), 'subjectAltName = DNS:localhost\n');
  const alone = (name: string, ...more: string[]) => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    openssl('req', '-x509', ...KEY, '-days', '30', '-subj', `/CN=${name}`, ...more, ...files);
  };
  const signed = (name: string, days: string) => {
    openssl('req', ...KEY, '-subj', '/CN=localhost', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const by = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.crt`, '-days', days);
    return pair(name);
  };
  alone('authority');
  alone('other');
  alone('localhost', '-addext', 'subjectAltName = DNS:localhost');
  return {
    folder,
    authority: read('authority.crt'),
    other: read('other.crt'),
    good: signed('good', '30'),
    expired: signed('expired', '-1'),
    selfSigned: pair('localhost'),
  };
}
