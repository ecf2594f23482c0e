// What a user can do about a provider that does not respond, by what went wrong.

export function remedyFor(provider: string, message: string, baseUrl: string): string {
  if (/not logged in/i.test(message)) return 'Run `claude`, then /login.';
  if (/program cannot be started/i.test(message)) return 'Set its path: `c-mem config set claudePath /path/to/claude`.';
  if (/there is no key|key is not accepted|\b40[13]\b/i.test(message))
    return 'Set a valid key: `c-mem config set apiKey`.';
  if (/not a usable address/i.test(message)) return 'Fix the address: `c-mem config set baseUrl URL`.';
  if (/no connection|no answer in time/i.test(message))
    return baseUrl
      ? `Start the server at ${baseUrl}, or set another address: \`c-mem config set baseUrl URL\`.`
      : 'Check your network connection; C-Mem retries by itself.';
  if (/model/i.test(message)) return 'Choose another model: `c-mem config set model NAME`.';
  if (/quota|limit/i.test(message))
    return `Wait, or raise your limit at ${provider === 'claude' ? 'Claude' : provider}.`;
  return 'C-Mem retries by itself. If the problem persists, choose another provider: `c-mem config set provider NAME`.';
}

export function embeddingRemedyFor(message: string, url: string): string {
  if (/key is not accepted|\b40[13]\b/i.test(message)) return 'Set a valid key: `c-mem config set embeddings.apiKey`.';
  if (/dimensions/i.test(message))
    return 'Set the name of the model that the server runs now: `c-mem config set embeddings.model NAME`.';
  if (/no connection|no answer in time|not a usable address/i.test(message))
    return `Start the server at ${url}, or set another address: \`c-mem config set embeddings.url URL\`. Until then, search uses words alone.`;
  if (/model|embeddings of one length/i.test(message))
    return 'Choose an embeddings model that the server has: `c-mem config set embeddings.model NAME`.';
  return 'C-Mem retries by itself. Until then, search uses words alone.';
}
