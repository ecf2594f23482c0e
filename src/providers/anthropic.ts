// Anthropic's Messages API.
import { isObject, type JsonObject, number, object, text } from '../domain/json.ts';
import { postJson } from './http.ts';
import type { Provider } from './provider.ts';

export function createAnthropic(options: { baseUrl: string | null; key: string; model: string }): Provider {
  const url = `${(options.baseUrl ?? 'https://api.anthropic.com').replace(/\/+$/, '')}/v1/messages`;
  return {
    name: 'anthropic',
    async ask({ system, user, maxTokens, signal }) {
      const body = { model: options.model, max_tokens: maxTokens, system, messages: [{ role: 'user', content: user }] };
      const headers = { 'x-api-key': options.key, 'anthropic-version': '2023-06-01' };
      const answer = await postJson(url, headers, body, signal);
      let words = '';
      let tokensIn = 0;
      let tokensOut = 0;
      for (const part of answer) {
        // A stream wraps the message in `message_start` and tells the rest in pieces.
        const message = object(part, 'message') ?? part;
        const usage = object(message, 'usage') ?? {};
        tokensIn += ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
          (sum, key) => sum + (number(usage, key) ?? 0),
          0,
        );
        tokensOut = Math.max(tokensOut, number(usage, 'output_tokens') ?? 0);
        words += contentText(message['content']);
        const delta = object(part, 'delta');
        if (delta) words += text(delta, 'text') ?? '';
      }
      return { text: words, model: options.model, tokensIn, tokensOut, costUsd: null };
    },
  };
}

function contentText(content: JsonObject[string] | undefined): string {
  if (!Array.isArray(content)) return '';
  return content
    .filter(isObject)
    .map((block) => text(block, 'text') ?? '')
    .join('');
}
