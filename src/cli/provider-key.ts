// A provider that was chosen without the key that it needs.
import type { Settings } from '../config/settings.ts';
import { lacksKey } from '../providers/choose.ts';

/** What to do about it; empty if nothing is missing. */
export function keyAdvice(settings: Settings): string[] {
  if (!lacksKey(settings)) return [];
  const { provider } = settings;
  return [
    `! ${provider} needs a key: run \`c-mem config set apiKey\`, which asks for it, or set ${provider.toUpperCase()}_API_KEY.`,
    ...(provider === 'openai'
      ? ['  A local server needs none: `c-mem config set baseUrl http://127.0.0.1:11434/v1`.']
      : []),
    '  Until then the embedded compressor does the work.',
  ];
}
