// `npm run bench`: every budget as a ratio within one run, the candidates interleaved. Ends with 1 if one is missed.
import { rmSync } from 'node:fs';
import { command, misses, scratch } from './harness.mjs';
import { hookCosts } from './hooks.mjs';
import { clientCosts, mcpCosts } from './hosts.mjs';
import { ingestion } from './ingestion.mjs';
import { otherHostCosts } from './other-hosts.mjs';
import { recallCosts, searchCosts } from './recall.mjs';
import { teamCosts } from './team.mjs';
import { viewerCosts } from './viewer.mjs';

console.log(`C-Mem bench on Node ${process.version}, ${process.platform}`);
if (process.env.NODE_EXTRA_CA_CERTS)
  console.log('NODE_EXTRA_CA_CERTS is unset for all measured processes: it adds ~39 ms to every start of Node 20.');

try {
  const parts = {
    hooks: hookCosts,
    ingestion,
    search: searchCosts,
    recall: recallCosts,
    mcp: mcpCosts,
    client: clientCosts,
    viewer: viewerCosts,
    hosts: otherHostCosts,
    team: teamCosts,
  };
  // `npm run bench -- recall mcp` measures only these.
  const chosen = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await part();
} finally {
  command('worker', 'stop');
  rmSync(scratch, { recursive: true, force: true });
}
console.log(misses.length === 0 ? '\nAll budgets hold.' : `\nMissed: ${misses.join('; ')}`);
process.exitCode = misses.length === 0 ? 0 : 1;
