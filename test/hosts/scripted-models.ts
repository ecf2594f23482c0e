// A scripted model API on loopback as clients expect it: OpenAI's Responses and Chat Completions, and Gemini.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** What the model does next: calls a tool, or ends the turn with words. */
export type Step = { tool: string; input: Record<string, unknown> | string; namespace?: string } | { text: string };

export interface ScriptedModels {
  url: string;
  /** Of the server itself, without a path. */
  origin: string;
  /** What the model does in the turns that follow. */
  steps: Step[];
  /** The bodies of the requests, as they came in. */
  requests: string[];
  /** When each request with tools came in, in milliseconds. */
  times: number[];
  close(): Promise<void>;
}

interface Item {
  type?: string;
  role?: string;
  parts?: { text?: string; functionResponse?: unknown }[];
}

/** Works through the steps: one more for each tool result since the last prompt. Requests without tools get a title. */
export async function startScriptedModels(steps: Step[]): Promise<ScriptedModels> {
  const requests: string[] = [];
  // Calls of different sessions have different IDs.
  let serial = Math.floor(Math.random() * 1e9);
  const next = (results: number, hasTools: boolean): Step => {
    if (!hasTools) return { text: 'A title' };
    api.times.push(performance.now());
    return api.steps[Math.min(results, api.steps.length - 1)] as Step;
  };

  function responses(body: { input?: Item[] | string; tools?: unknown[]; model: string }, res: ServerResponse): void {
    const items = Array.isArray(body.input) ? body.input : [];
    const isResult = (item: Item) => /_output$/.test(item.type ?? '');
    const step = next(sinceLastPrompt(items).filter(isResult).length, (body.tools ?? []).length > 0);
    serial += 1;
    const item =
      'tool' in step
        ? {
            ...(typeof step.input === 'string'
              ? { type: 'custom_tool_call', id: `ctc_${serial}`, input: step.input }
              : { type: 'function_call', id: `fc_${serial}`, arguments: JSON.stringify(step.input) }),
            ...(step.namespace ? { namespace: step.namespace } : {}),
            call_id: `call_${serial}`,
            name: step.tool,
            status: 'completed',
          }
        : {
            type: 'message',
            id: `msg_${serial}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: step.text, annotations: [] }],
          };
    const usage = { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5, total_tokens: 15 };
    const base = { id: `resp_${serial}`, object: 'response', created_at: 0, model: body.model };
    stream(res, [
      { type: 'response.created', response: { ...base, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...base, status: 'completed', output: [item], usage } },
    ]);
  }

  function chat(body: { messages?: Item[]; tools?: unknown[]; model: string; stream?: boolean }, res: ServerResponse) {
    const results = sinceLastPrompt(body.messages ?? []).filter((message) => message.role === 'tool').length;
    const step = next(results, (body.tools ?? []).length > 0);
    serial += 1;
    const delta =
      'tool' in step
        ? {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                index: 0,
                id: `call_${serial}`,
                type: 'function',
                function: { name: step.tool, arguments: JSON.stringify(step.input) },
              },
            ],
          }
        : { role: 'assistant', content: step.text };
    const reason = 'tool' in step ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const base = { id: `chat_${serial}`, created: 0, model: body.model };
    if (body.stream !== true) {
      const choices = [{ index: 0, message: delta, finish_reason: reason }];
      return send(res, 200, { ...base, object: 'chat.completion', choices, usage });
    }
    const chunk = { ...base, object: 'chat.completion.chunk' };
    stream(res, [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
      '[DONE]',
    ]);
  }

  function gemini(
    body: { contents?: Item[]; tools?: { functionDeclarations?: unknown[] }[]; generationConfig?: object },
    res: ServerResponse,
    streams: boolean,
  ): void {
    const isPrompt = (item: Item) => item.role === 'user' && (item.parts ?? []).some((part) => part.text);
    const contents = body.contents ?? [];
    const turn = contents.slice(contents.findLastIndex(isPrompt) + 1);
    const results = turn.flatMap((item) => item.parts ?? []).filter((part) => part.functionResponse).length;
    const hasTools = (body.tools ?? []).some((tool) => (tool.functionDeclarations ?? []).length > 0);
    const step = next(results, hasTools);
    serial += 1;
    const part =
      'tool' in step
        ? { functionCall: { id: `fc_${serial}`, name: step.tool, args: step.input }, thoughtSignature: 'c2lnbmF0dXJl' }
        : { text: JSON.stringify(body.generationConfig ?? '').includes('chema') ? CLASSIFIED : step.text };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'scripted',
      responseId: `r_${serial}`,
    };
    if (streams) stream(res, [answer]);
    else send(res, 200, answer);
  }

  const server = createServer(async (req, res) => {
    const text = await readBody(req);
    const path = (req.url ?? '').split('?')[0] as string;
    if (req.method !== 'POST') return send(res, 200, { object: 'list', data: [{ id: 'gpt-4.1', object: 'model' }] });
    requests.push(text);
    const body = JSON.parse(text || '{}');
    if (path.endsWith('/responses')) return responses(body, res);
    if (path.endsWith('/chat/completions')) return chat(body, res);
    if (path.includes(':generateContent')) return gemini(body, res, false);
    if (path.includes(':streamGenerateContent')) return gemini(body, res, true);
    if (path.includes(':countTokens')) return send(res, 200, { totalTokens: 10 });
    return send(res, 404, { error: { message: 'not scripted' } });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const api: ScriptedModels = {
    url: `http://127.0.0.1:${port}/v1`,
    origin: `http://127.0.0.1:${port}`,
    steps,
    requests,
    times: [],
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return api;
}

function sinceLastPrompt(items: Item[]): Item[] {
  return items.slice(items.findLastIndex((item) => item.role === 'user') + 1);
}

/** Gemini CLI asks how hard a task is, to choose a model. */
const CLASSIFIED = JSON.stringify({ complexity_reasoning: 'easy', complexity_score: 1 });

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function stream(res: ServerResponse, events: (string | Record<string, unknown>)[]): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    if (typeof event === 'object' && event['type']) res.write(`event: ${String(event['type'])}\n`);
    res.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
  res.end();
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return (req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}
