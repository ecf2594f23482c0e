// Any endpoint that speaks OpenAI's chat completions: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.
import { isObject, number, object, text } from '../domain/json.ts';
import { postJson } from './http.ts';
import type { Provider } from './provider.ts';

export function createOpenAi(options: { baseUrl: string | null; key: string; model: string }): Provider {
  const url = `${(options.baseUrl ?? 'https://api.openai.com/v1').replace(/\/+$/, '')}/chat/completions`;
  return {
    name: 'openai',
    async ask({ system, user, maxTokens, signal }) {
      const body = {
        model: options.model,
        ...limits(url, options.model, maxTokens),
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      };
      // Local servers want no key.
      const headers: Record<string, string> = options.key ? { authorization: `Bearer ${options.key}` } : {};
      const answer = await postJson(url, headers, body, signal);
      let words = '';
      let tokensIn = 0;
      let tokensOut = 0;
      let costUsd: number | null = null;
      for (const part of answer) {
        const usage = object(part, 'usage');
        if (usage) {
          tokensIn = number(usage, 'prompt_tokens') ?? tokensIn;
          tokensOut = number(usage, 'completion_tokens') ?? tokensOut;
          costUsd = number(usage, 'cost') ?? costUsd;
        }
        const choices = part['choices'];
        const first = Array.isArray(choices) ? choices[0] : null;
        if (!isObject(first)) continue;
        words += text(object(first, 'message') ?? object(first, 'delta') ?? {}, 'content') ?? '';
      }
      return { text: words, model: options.model, tokensIn, tokensOut, costUsd };
    },
  };
}

/** OpenAI's own newer models refuse `max_tokens`, which is all that the others know; and thinking would use the room up. */
export function limits(url: string, model: string, maxTokens: number): Record<string, number | string> {
  if (new URL(url).hostname !== 'api.openai.com') return { max_tokens: maxTokens };
  const thinks = /^(?:gpt-5|o\d)/.test(model);
  return { max_completion_tokens: maxTokens, ...(thinks ? { reasoning_effort: 'low' } : {}) };
}
