// What a host waits for: the first answer of the MCP server, and the pause that the plugin adds to the real client.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { command, env, file, heading, load, median, perRun, report, root } from './harness.mjs';

/** What the user would feel: the pause between two requests of the real client. */
export async function clientCosts() {
  const { measureGaps } = load('client');
  const gaps = await measureGaps(4);
  heading(`The real client, gap between two requests, median of ${gaps.with.length} interleaved`);
  report('without the plugin', median(gaps.without), 'ms');
  report('with the plugin', median(gaps.with), 'ms');
  report('added', median(gaps.with) - median(gaps.without), 'ms');
}

/** How long the host waits for its MCP server. */
export async function mcpCosts() {
  const empty = file('empty.cjs', '');
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  };
  const first = () =>
    new Promise((done) => {
      const begin = process.hrtime.bigint();
      const child = spawn(process.execPath, [join(root, 'dist', 'mcp.cjs')], {
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.stdout.once('data', () => {
        done(Number(process.hrtime.bigint() - begin) / 1e6);
        child.stdin.end();
      });
      child.stdin.write(`${JSON.stringify(hello)}\n`);
    });
  const answers = [];
  const floor = [];
  for (let round = 0; round < 11; round += 1) {
    answers.push(await first());
    floor.push(perRun([process.execPath, empty], '/dev/null', 1));
  }
  heading('MCP server, from its start to its first answer, median of 11');
  report('first answer', median(answers), 'ms');
  report('over an empty Node', median(answers) - median(floor), 'ms', { at: 150, text: 'under 150 ms' });
  command('worker', 'stop');
}
