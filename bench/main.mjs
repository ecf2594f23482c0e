// `npm run bench`: every budget as a ratio within one run, the candidates interleaved. Ends with 1 if one is missed.
// With `--report`, writes docs/BENCHMARKS.md.
import { rmSync } from 'node:fs';
import { command, misses, results, scratch } from './harness.mjs';
import { hookCosts } from './hooks.mjs';
import { clientCosts, mcpCosts } from './hosts.mjs';
import { httpCosts } from './http.mjs';
import { ingestion } from './ingestion.mjs';
import { installCosts } from './install.mjs';
import { otherHostCosts } from './other-hosts.mjs';
import { recallCosts, searchCosts } from './recall.mjs';
import { writeReport } from './report.mjs';
import { teamCosts } from './team.mjs';
import { viewerCosts } from './viewer.mjs';

console.log(`C-Mem bench on Node ${process.version}, ${process.platform}`);
if (process.env.NODE_EXTRA_CA_CERTS)
  console.log('NODE_EXTRA_CA_CERTS is unset for all measured processes: it adds ~39 ms to every start of Node 20.');

// `npm run bench -- recall mcp` measures only these.
const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith('--'));

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
    http: httpCosts,
    install: installCosts,
    team: teamCosts,
  };
  const unknown = [
    ...chosen.filter((name) => !(name in parts)),
    ...words.filter((word) => /^--(?!report$)/.test(word)),
  ];
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}; --report`);
  for (const [name, part] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await part();
} finally {
  command('worker', 'stop');
  rmSync(scratch, { recursive: true, force: true });
}
if (words.includes('--report')) writeReport(results, chosen);
console.log(misses.length === 0 ? '\nAll budgets hold.' : `\nMissed: ${misses.join('; ')}`);
process.exitCode = misses.length === 0 ? 0 : 1;
