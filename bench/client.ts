// What our hooks cost in the real client: the gap between two requests of a tool loop, with and without the plugin.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runClient } from '../test/helpers/client.ts';
import { createScratch } from '../test/helpers/scratch.ts';
import { startScriptedApi, stepOfTurn } from '../test/helpers/scripted-api.ts';

const CALLS = 20;

/** Milliseconds between the answer to one request and the next request, for `rounds` interleaved runs of each. */
export async function measureGaps(rounds: number): Promise<{ without: number[]; with: number[] }> {
  const gaps: { without: number[]; with: number[] } = { without: [], with: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const which of ['without', 'with'] as const) {
      const scratch = createScratch();
      const cwd = join(scratch.home, 'work');
      mkdirSync(cwd);
      const times: number[] = [];
      let last = 0;
      const api = await startScriptedApi((request) => {
        if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
        const now = performance.now();
        const step = stepOfTurn(request);
        if (step > 1) times.push(now - last);
        last = performance.now();
        return step < CALLS
          ? [{ type: 'tool_use', name: 'Read', input: { file_path: join(cwd, `missing-${step}.txt`) } }]
          : [{ type: 'text', text: 'DONE' }];
      });
      await runClient(scratch, api, ['-p', 'go'], { cwd, ...(which === 'without' ? { plugin: null } : {}) });
      await api.close();
      await scratch.dispose();
      gaps[which].push(...times);
    }
  }
  return gaps;
}
