// An npm registry on loopback that knows the packages it is given.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Registry {
  url: string;
  /** What was asked for. */
  requests: string[];
  close(): Promise<void>;
}

interface Manifest {
  name: string;
  version: string;
}

/** Serves one package made of this manifest and these files. */
export async function startRegistry(manifest: Manifest, files: Record<string, string> = {}): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-registry-'));
  const source = join(folder, 'package');
  mkdirSync(source);
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) }))
    writeFileSync(join(source, name), text);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source, stdio: 'ignore' });
  const tarball = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string));
  rmSync(folder, { recursive: true });
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (path.endsWith('.tgz')) return response.end(tarball);
    if (path !== `/${manifest.name}`) return response.writeHead(404).end('{}');
    const dist = { tarball: `http://${request.headers.host}/${manifest.name}.tgz` };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
