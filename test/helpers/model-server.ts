// Scripted model servers on loopback, in the shapes of Anthropic, Gemini and OpenAI, streaming and not.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ApiShape = 'anthropic' | 'gemini' | 'openai';

export interface Asked {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  system: string;
  user: string;
}

/** What to do with the n-th question: words to answer, or a way to fail. */
export type Move =
  | { say: string; stream?: boolean }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { raw: string }
  /** Half of it as a stream, then the connection is gone. */
  | { cut: string }
  | 'hang'
  | 'reset';

export interface ModelServer {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

export async function startModelServer(
  shape: ApiShape,
  script: (asked: Asked, index: number) => Move,
  port = 0,
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer(async (req, res) => {
    // Its list of models, which costs nothing and is not counted as asked.
    if (req.method === 'GET') return void res.end(JSON.stringify({ data: [{ id: 'small-1' }] }));
    let raw = '';
    for await (const chunk of req) raw += chunk;
    const body = JSON.parse(raw) as Record<string, unknown>;
    const question = { url: req.url ?? '', headers: req.headers, ...readQuestion(shape, body) };
    asked.push(question);
    const move = script(question, asked.length - 1);
    if (move === 'hang') return;
    if (move === 'reset') return void req.socket.destroy();
    if ('cut' in move) return answerHalf(shape, res, move.cut);
    if ('raw' in move) return void res.writeHead(200, { 'content-type': 'application/json' }).end(move.raw);
    if ('status' in move) {
      res.writeHead(move.status, { 'content-type': 'application/json', ...move.headers });
      return void res.end(JSON.stringify(move.body ?? { error: { message: `scripted ${move.status}` } }));
    }
    answer(shape, res, move.say, move.stream === true);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: three foreign shapes, read once
function readQuestion(shape: ApiShape, body: any): { system: string; user: string } {
  if (shape === 'anthropic') return { system: body.system, user: body.messages[0].content };
  if (shape === 'openai') return { system: body.messages[0].content, user: body.messages[1].content };
  return { system: body.systemInstruction.parts[0].text, user: body.contents[0].parts[0].text };
}

function streamOf(shape: ApiShape, words: string): object[] {
  const half = Math.floor(words.length / 2);
  const pieces = [words.slice(0, half), words.slice(half)];
  if (shape === 'anthropic')
    return [
      { type: 'message_start', message: { usage: { input_tokens: 50, output_tokens: 1 }, content: [] } },
      ...pieces.map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
    ];
  if (shape === 'openai')
    return [
      ...pieces.map((content) => ({ choices: [{ delta: { content } }] })),
      { choices: [], usage: { prompt_tokens: 50, completion_tokens: 20 } },
    ];
  return pieces.map((text) => ({
    candidates: [{ content: { parts: [{ text }] } }],
    usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 20 },
  }));
}

/** The first piece whole, of the second one only the beginning of its line. */
function answerHalf(shape: ApiShape, res: ServerResponse, words: string): void {
  const events = streamOf(shape, words).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  const broken = events.findIndex((event) => event.includes(JSON.stringify(words.slice(Math.floor(words.length / 2)))));
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.write(events.slice(0, broken).join(''));
  res.write((events[broken] as string).slice(0, 20), () => setTimeout(() => res.destroy(), 20));
}

function answer(shape: ApiShape, res: ServerResponse, words: string, stream: boolean): void {
  const events = streamOf(shape, words);
  if (stream) {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) res.write(`data: ${JSON.stringify(event)}\n\n`);
    res.end(shape === 'openai' ? 'data: [DONE]\n\n' : '');
    return;
  }
  const whole =
    shape === 'anthropic'
      ? { content: [{ type: 'text', text: words }], usage: { input_tokens: 50, output_tokens: 20 } }
      : shape === 'openai'
        ? { choices: [{ message: { content: words } }], usage: { prompt_tokens: 50, completion_tokens: 20 } }
        : {
            candidates: [{ content: { parts: [{ text: words }] } }],
            usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 20 },
          };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
}

/** A proper answer, with a title of its own. */
export function goodAnswer(title: string, summary = true): string {
  return `<observation><type>feature</type><title>${title}</title><narrative>By the model.</narrative></observation>${summary ? `<summary><request>r</request><completed>${title}</completed></summary>` : ''}`;
}
