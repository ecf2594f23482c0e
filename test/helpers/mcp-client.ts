// A client of the MCP server, in a folder that belongs to no project.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ROOT, type Scratch } from './scratch.ts';

export async function connectMcp(scratch: Scratch, more: NodeJS.ProcessEnv = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const cwd = join(scratch.home, 'elsewhere');
  mkdirSync(cwd, { recursive: true });
  const env = { ...scratch.env, C_MEM_HOME: scratch.paths.home, ...more } as Record<string, string>;
  const args = [join(ROOT, 'dist', 'mcp.cjs')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd }));
  return client;
}
