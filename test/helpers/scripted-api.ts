// A scripted Messages API on loopback, so that the real client can run whole tool loops offline.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown>; id?: string };

export interface MessagesRequest {
  model: string;
  system?: unknown;
  messages: { role: string; content: unknown }[];
  tools?: { name: string }[];
}

/** Decides the assistant's next blocks from the request; called once per request. */
export type Script = (request: MessagesRequest) => Block[];

export interface ScriptedApi {
  url: string;
  requests: MessagesRequest[];
  close(): Promise<void>;
}

export async function startScriptedApi(script: Script): Promise<ScriptedApi> {
  const requests: MessagesRequest[] = [];
  let serial = 0;
  const run = `${process.pid.toString(36)}${Date.now().toString(36)}`;

  const server = createServer(async (req, res) => {
    const body = await readBody(req);
    if (req.method !== 'POST' || !req.url?.startsWith('/v1/messages') || req.url.includes('count_tokens')) {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":10}');
      return;
    }
    const request = JSON.parse(body) as MessagesRequest;
    requests.push(request);
    const blocks = script(request);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (event: string, data: object) =>
      res.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);
    serial += 1;
    send('message_start', {
      message: {
        id: `msg_${run}_${serial}`,
        type: 'message',
        role: 'assistant',
        model: request.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    });
    blocks.forEach((block, index) => {
      if (block.type === 'text') {
        send('content_block_start', { index, content_block: { type: 'text', text: '' } });
        send('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } });
      } else {
        const id = block.id ?? `toolu_${run}_${serial}_${index}`;
        send('content_block_start', { index, content_block: { type: 'tool_use', id, name: block.name, input: {} } });
        send('content_block_delta', {
          index,
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        });
      }
      send('content_block_stop', { index });
    });
    const stop = blocks.some((b) => b.type === 'tool_use') ? 'tool_use' : 'end_turn';
    send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 20 } });
    send('message_stop', {});
    res.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Counts the tool results since the last typed prompt: how far the scripted turn has come. */
export function stepOfTurn(request: MessagesRequest): number {
  let step = 0;
  for (const message of request.messages) {
    if (message.role !== 'user') continue;
    const blocks = Array.isArray(message.content) ? (message.content as { type?: string }[]) : [];
    const results = blocks.filter((b) => b.type === 'tool_result').length;
    step = results > 0 ? step + results : 0;
  }
  return step;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
