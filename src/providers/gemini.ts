// Google's Gemini API.
import { isObject, number, object, text } from '../domain/json.ts';
import { postJson } from './http.ts';
import type { Provider } from './provider.ts';

export function createGemini(options: { baseUrl: string | null; key: string; model: string }): Provider {
  const base = (options.baseUrl ?? 'https://generativelanguage.googleapis.com').replace(/\/+$/, '');
  const url = `${base}/v1beta/models/${encodeURIComponent(options.model)}:generateContent`;
  return {
    name: 'gemini',
    async ask({ system, user, maxTokens, signal }) {
      const body = {
        systemInstruction: { parts: [{ text: system }] },
        contents: [{ role: 'user', parts: [{ text: user }] }],
        generationConfig: { maxOutputTokens: maxTokens },
      };
      const answer = await postJson(url, { 'x-goog-api-key': options.key }, body, signal);
      let words = '';
      let tokensIn = 0;
      let tokensOut = 0;
      for (const part of answer) {
        const usage = object(part, 'usageMetadata');
        if (usage) {
          tokensIn = number(usage, 'promptTokenCount') ?? tokensIn;
          tokensOut =
            (number(usage, 'candidatesTokenCount') ?? 0) + (number(usage, 'thoughtsTokenCount') ?? 0) || tokensOut;
        }
        const candidates = part['candidates'];
        const first = Array.isArray(candidates) ? candidates[0] : null;
        const content = isObject(first) ? object(first, 'content') : null;
        const pieces = content?.['parts'];
        if (Array.isArray(pieces))
          words += pieces
            .filter(isObject)
            .map((piece) => text(piece, 'text') ?? '')
            .join('');
      }
      return { text: words, model: options.model, tokensIn, tokensOut, costUsd: null };
    },
  };
}
