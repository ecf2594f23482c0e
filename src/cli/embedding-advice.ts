// What a change of the embeddings settings means: whether vectors are made, and who sees the text.
import type { Settings } from '../config/settings.ts';

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function embeddingAdvice({ embeddings: { model, url } }: Settings): string[] {
  if (model === '')
    return ['Search uses words alone. To use an embeddings model: `c-mem config set embeddings.model NAME`.'];
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (host === '') return [`! embeddings.url is not a URL: "${url}".`];
  return [
    'The worker makes vectors in the background; `c-mem status` shows the progress.',
    ...(LOCAL.test(host) ? [] : [`! The text of your memories and searches is sent to ${host}.`]),
  ];
}
