// A scripted embeddings endpoint on loopback. It embeds by topic: texts about the same thing are near each other, whatever
// their words.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

/** What to do with a request; by default it is answered. */
export type Answer =
  | 'answer'
  | 'hang'
  | 'reset'
  | { status: number; headers?: Record<string, string>; message?: string }
  | { raw: string }
  | { dimensions: number }
  | { afterMs: number };

export interface AskedEmbeddings {
  model: string;
  input: string[];
  key: string | undefined;
}

export interface EmbeddingsServer {
  url: string;
  asked: AskedEmbeddings[];
  /** Everything that was sent. */
  texts(): string[];
  answer: (asked: AskedEmbeddings, index: number) => Answer;
  close(): Promise<void>;
}

/** Words that mean the same. A text without any of them has no topic. */
const TOPICS = [
  ['rounding', 'cents', 'penny', 'pennies', 'totals', 'invoice', 'amounts'],
  ['webhook', 'callbacks', 'twice', 'duplicate', 'repeated', 'notifications'],
  ['thumbnail', 'picture', 'previews', 'lazily', 'deferred'],
  ['login', 'sign-in', 'session', 'cookie', 'authentication'],
  ['export', 'tabulator', 'spreadsheet', 'download'],
];

const DIMENSIONS = 96;

export function embedText(text: string, dimensions = DIMENSIONS): number[] {
  const low = text.toLowerCase();
  const vector = Array.from({ length: dimensions }, (_, at) => 0.15 * noise(hash(low) + at));
  for (const [topic, words] of TOPICS.entries()) {
    const said = words.filter((word) => low.includes(word)).length;
    if (said > 0) for (const at of vector.keys()) vector[at] = (vector[at] as number) + noise(topic * 1000 + at);
  }
  return vector;
}

/** -1 to 1, the same for the same number. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return (value - Math.floor(value)) * 2 - 1;
}

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7);

export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const asked: AskedEmbeddings[] = [];
  const server = createServer(async (req, res) => {
    let raw = '';
    for await (const chunk of req) raw += chunk;
    const body = JSON.parse(raw) as { model: string; input: string[] };
    const request = { ...body, key: req.headers.authorization };
    asked.push(request);
    const answer = self.answer(request, asked.length - 1);
    const send = (status: number, text: string, headers: Record<string, string> = {}) =>
      void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    if (answer === 'hang') return;
    if (answer === 'reset') return void req.socket.destroy();
    if (answer !== 'answer' && 'status' in answer)
      return send(
        answer.status,
        JSON.stringify({ error: { message: answer.message ?? `scripted ${answer.status}` } }),
        answer.headers,
      );
    if (answer !== 'answer' && 'raw' in answer) return send(200, answer.raw);
    if (answer !== 'answer' && 'afterMs' in answer) await rest(answer.afterMs);
    const dimensions = answer !== 'answer' && 'dimensions' in answer ? answer.dimensions : undefined;
    // In any order: the index tells.
    const data = body.input.map((text, index) => ({ index, embedding: embedText(text, dimensions) })).reverse();
    send(200, JSON.stringify({ data, usage: { prompt_tokens: 10 * data.length, total_tokens: 10 * data.length } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const self: EmbeddingsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    texts: () => asked.flatMap(({ input }) => input),
    answer: () => 'answer',
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return self;
}
