// Advice for a provider that was chosen without the key it needs.
import type { Settings } from '../config/settings.ts';
import { lacksKey } from '../providers/choose.ts';

/** Empty if nothing is missing. */
export function keyAdvice(settings: Settings): string[] {
  if (!lacksKey(settings)) return [];
  const { provider } = settings;
  return [
    `! ${provider} needs a key: run \`c-mem provider setup\` or set ${provider.toUpperCase()}_API_KEY.`,
    ...(provider === 'openai'
      ? ['  A local server needs no key: `c-mem config set baseUrl http://127.0.0.1:11434/v1`.']
      : []),
    '  Until then, the embedded compressor is used.',
  ];
}
