// `c-mem viewer`: opens the viewer in the browser with a link that works once.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { print, printJson } from '../../terminal/output.ts';
import { startWorker } from '../../worker-control.ts';

const WAIT_MS = 10_000;

export default defineCommand({
  meta: {
    name: 'viewer',
    description: 'Open the viewer in your browser',
    examples: ['c-mem viewer', 'c-mem viewer --no-open'],
  },
  args: {
    open: { type: 'boolean', description: 'Only print the link', default: true },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    await startWorker(paths);
    const url = await makeLink(paths);
    const opened = args.open && !args.json && openBrowser(url);
    if (args.json) return printJson({ url });
    print(
      opened
        ? 'Opening the viewer in your browser. If it does not open, use this link once, within a minute:'
        : 'Open this link within a minute; it works once:',
      url,
    );
  },
});

/** A worker that has just started may not be listening yet. */
async function makeLink(paths: Paths): Promise<string> {
  for (const end = Date.now() + WAIT_MS; ; await sleep(50)) {
    try {
      const port = Number(readFileSync(paths.port, 'utf8'));
      const path = await askForLink(port, readFileSync(paths.token, 'utf8').trim());
      return `http://127.0.0.1:${port}${path}`;
    } catch (error) {
      if (Date.now() > end)
        throw new CMemError('WORKER_NOT_STARTED', 'The worker does not respond over HTTP', { cause: error });
    }
  }
}

function askForLink(port: number, token: string): Promise<string> {
  return new Promise((done, fail) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const asked = request({ host: '127.0.0.1', port, path: '/api/viewer-link', method: 'POST', headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () => {
        if (reply.statusCode === 200) done((JSON.parse(text) as { path: string }).path);
        else fail(new Error(`HTTP status ${reply.statusCode}`));
      });
    });
    asked.on('error', fail);
    asked.end('{}');
  });
}

function openBrowser(url: string): boolean {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url.replaceAll('&', '^&')]]
        : ['xdg-open', [url]];
  // Without a terminal there may be no screen either.
  if (!process.stdout.isTTY) return false;
  const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}
