// The pause between two requests of the real clients of other hosts, with our hooks and without. Nothing is measured if the
// clients are not installed: `npm run test:hosts` does that.
import { createHostBench } from '../test/hosts/bench.ts';
import { clientProgram } from '../test/hosts/clients.ts';
import { REAL_CLIENTS } from '../test/hosts/real-clients.ts';

interface Gaps {
  host: string;
  without: number[];
  added: number[];
}

export async function* measureHosts(rounds: number): AsyncGenerator<Gaps> {
  for (const client of REAL_CLIENTS) {
    try {
      clientProgram(client.client);
    } catch {
      continue;
    }
    const [plain, ours] = [await createHostBench(client), await createHostBench(client)];
    const gaps: Gaps = { host: client.host, without: [], added: [] };
    try {
      await ours.cli('install', '--yes', '--host', client.host);
      for (let round = 0; round < rounds; round += 1) {
        for (const [bench, list] of [
          [plain, gaps.without],
          [ours, gaps.added],
        ] as const) {
          bench.api.steps = [...Array.from({ length: 4 }, () => client.shell('true')), { text: 'done' }];
          bench.api.times.length = 0;
          await bench.turn('Run it');
          const times = bench.api.times.slice(-4);
          list.push(...times.slice(1).map((at, index) => at - (times[index] as number)));
        }
      }
      yield gaps;
    } finally {
      await plain.dispose();
      await ours.dispose();
    }
  }
}
