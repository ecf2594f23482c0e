// With C-Mem installed in every host, the real clients are given prompts, files, file names and tool output that a shell
// would run: nothing of it runs, and all of it is captured as data.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { HOSTS } from '../../src/hosts/index.ts';
import { createHostBench, type HostBench } from './bench.ts';
import { REAL_CLIENTS } from './real-clients.ts';

const MARKER = 'C-MEM-RAN-THIS';
/** As a name of a file, too: no slash. */
const EVIL = `$(touch ${MARKER}) \`touch ${MARKER}\` ; touch ${MARKER} #`;

let bench: HostBench;
afterEach(() => bench.dispose());

it.each(REAL_CLIENTS.map((client) => [client.host, client] as const))(
  '%s runs nothing of what it is shown',
  {
    timeout: 120_000,
  },
  async (_host, client) => {
    bench = await createHostBench(client);
    writeFileSync(join(bench.project, 'README.md'), `# Docs\n\n${EVIL}\n`);
    writeFileSync(join(bench.project, `${EVIL}.txt`), EVIL);
    const installed = await bench.cli('install', '--yes', '--host', HOSTS.map(({ name }) => name).join(','));
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    bench.api.steps = [
      client.shell('cat README.md'),
      client.shell('ls -1; cat *.txt'),
      client.shell('cat not-there'),
      { text: `It is all there: ${EVIL}` },
    ];
    const { code } = await bench.turn(`read the docs ${EVIL}`);
    expect(code).toBe(0);
    await bench.settled();
    const ran = readdirSync(bench.home, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(MARKER));
    expect(ran).toEqual([]);
    expect(bench.calls()).toHaveLength(3);
    expect(bench.scratch.rows<{ text: string }>('select text from prompts')).toEqual([
      { text: `read the docs ${EVIL}` },
    ]);
  },
);
