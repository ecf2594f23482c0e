// A proxy in front of a port of the tests: keeps what was sent, is slow if asked to, and cuts all its connections.
import { createServer, connect as dial, type Socket } from 'node:net';

export interface Proxy {
  port: number;
  /** What clients sent. */
  sent(): string;
  setDelay(ms: number): void;
  cut(): void;
  close(): void;
}

/** `delayMs`: what either side says arrives so much later. */
export async function createProxy(target: number, { delayMs = 0 }: { delayMs?: number } = {}): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let delay = delayMs;
  let sent = '';
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    near.on('data', (chunk) => (sent += chunk.toString('latin1')));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => void setTimeout(() => to.write(chunk), delay));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    sent: () => sent,
    setDelay: (ms) => void (delay = ms),
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
