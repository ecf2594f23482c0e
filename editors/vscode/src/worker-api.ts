// Talks to C-Mem's worker on this machine, and to nobody else.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Memory {
  kind: 'observation' | 'summary' | 'prompt' | 'host-memory';
  id: number;
  title: string;
}

export class WorkerApi {
  constructor(readonly home: string = process.env['C_MEM_HOME'] || join(homedir(), '.c-mem')) {}

  /** Whether `c-mem install` was run. */
  isInstalled(): boolean {
    return existsSync(join(this.home, 'bin', 'program'));
  }

  /** The MCP server, as a program without arguments; with Node on Windows. */
  mcpServer(): { command: string; args: string[] } {
    const program = join(this.home, 'bin', 'program');
    return process.platform === 'win32'
      ? { command: 'node', args: [join(program, 'plugin', 'dist', 'mcp.cjs')] }
      : { command: join(program, 'plugin', 'scripts', 'c-mem-mcp'), args: [] };
  }

  /** Runs a `c-mem` command. */
  run(...args: string[]): Promise<void> {
    const node = process.platform === 'win32' ? 'node' : join(this.home, 'bin', 'node');
    const program = join(this.home, 'bin', 'program', 'plugin', 'dist', 'c-mem.cjs');
    return new Promise((done, fail) => {
      execFile(node, [program, ...args], { timeout: 20_000 }, (error) => (error ? fail(error) : done()));
    });
  }

  /** A request to the worker, which is started if it does not run. */
  async call<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
    try {
      return await this.#send<Reply>(method, path, body);
    } catch (error) {
      if (!isDown(error)) throw error;
      await this.run('worker', 'start');
      return this.#send<Reply>(method, path, body);
    }
  }

  async search(query: string, project: string, limit = 8): Promise<Memory[]> {
    const asked = new URLSearchParams({ q: query, project, limit: String(limit) });
    return (await this.call<{ items: Memory[] }>('GET', `/api/search?${asked}`)).items;
  }

  #send<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const read = (name: string) => readFileSync(join(this.home, name), 'utf8').trim();
    return new Promise((done, fail) => {
      const headers = { authorization: `Bearer ${read('token')}`, 'content-type': 'application/json' };
      const sent = request({ host: '127.0.0.1', port: Number(read('port')), path, method, headers, timeout: 5000 });
      sent.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) < 400) return done(JSON.parse(text) as Reply);
          fail(new Error(messageIn(text)));
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('The worker does not answer')));
      sent.on('error', fail);
      sent.end(body && JSON.stringify(body));
    });
  }
}

function isDown(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(code);
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return 'The worker refused the request';
  }
}
