// The provider that the settings name; null for the embedded compressor, which asks nobody.
import { keyFromEnvironment } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { createAnthropic } from './anthropic.ts';
import { createClaude } from './claude.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import { type Provider, ProviderError } from './provider.ts';

/** Small models: there is little to think about, and much to read. */
const MODELS: Record<string, string> = {
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash-lite',
  openai: 'gpt-5-mini',
};

export function chooseProvider(settings: Settings, folder: string): Provider | null {
  const { provider, baseUrl } = settings;
  if (provider === 'embedded') return null;
  if (provider === 'claude')
    return createClaude({ program: settings.claudePath, model: settings.model || null, folder });
  const options = {
    baseUrl: baseUrl || null,
    key: settings.apiKey || keyFromEnvironment(provider),
    model: settings.model || (MODELS[provider] as string),
  };
  if (lacksKey(settings)) return withoutKey(provider);
  if (provider === 'anthropic') return createAnthropic(options);
  return provider === 'gemini' ? createGemini(options) : createOpenAi(options);
}

/** Whether the chosen provider needs a key that nobody gave. A server of one's own may want none. */
export function lacksKey({ provider, apiKey, baseUrl }: Settings): boolean {
  if (provider === 'embedded' || provider === 'claude' || (provider === 'openai' && baseUrl)) return false;
  return !apiKey && !keyFromEnvironment(provider);
}

function withoutKey(name: string): Provider {
  return {
    name,
    ask: () =>
      Promise.reject(
        new ProviderError('stop', `there is no key for ${name}: set apiKey or ${name.toUpperCase()}_API_KEY`),
      ),
  };
}
