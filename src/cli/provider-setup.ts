// Guides a person through the choice of a model: address, key (typed invisibly), model, price, and one test call. Nothing is
// saved, and nothing is spent, before the person says so.
import * as prompts from '@clack/prompts';
import { keyFromEnvironment } from '../config/environment.ts';
import { type Settings, withValue } from '../config/settings.ts';
import { listModels } from '../providers/models.ts';
import { priceLines, testedLine, testProvider } from './provider-test.ts';

/** The settings that are to be stored. */
export type ProviderSettings = Pick<Settings, 'provider' | 'baseUrl' | 'apiKey' | 'model'>;

const MOST_LISTED = 12;

export async function chooseProviderName(current: string): Promise<string | null> {
  const provider = await prompts.select({
    message: 'What should turn sessions into memories?',
    initialValue: current,
    options: [
      { value: 'embedded', label: 'Embedded', hint: 'no model, no network, no cost; you can switch later' },
      { value: 'claude', label: 'My Claude Code login', hint: 'better titles, uses your plan' },
      { value: 'anthropic', label: 'Anthropic API', hint: 'needs a key' },
      { value: 'gemini', label: 'Gemini API', hint: 'needs a key' },
      { value: 'openai', label: 'OpenAI or compatible', hint: 'OpenRouter, Ollama, LM Studio, vLLM' },
    ],
  });
  return prompts.isCancel(provider) ? null : provider;
}

/** Null if the person canceled: then nothing changes. */
export async function setUpProvider(provider: string, before: Settings): Promise<ProviderSettings | null> {
  const same = provider === before.provider;
  const chosen = { provider, baseUrl: same ? before.baseUrl : '', apiKey: same ? before.apiKey : '', model: '' };
  if (provider === 'embedded') return chosen;
  if (provider === 'openai') {
    const baseUrl = await prompts.text({
      message: 'Address of the API',
      placeholder: 'https://api.openai.com/v1 (Ollama: http://127.0.0.1:11434/v1)',
      initialValue: chosen.baseUrl,
      defaultValue: '',
      validate: (text) =>
        !text || /^https?:\/\/\S+$/.test(text) ? undefined : 'An address begins with https:// or http://',
    });
    if (prompts.isCancel(baseUrl)) return null;
    chosen.baseUrl = baseUrl ?? '';
  }
  if (provider !== 'claude' && !(await askKey(chosen))) return null;
  const settings = applied(before, chosen);
  const model = await askModel(settings);
  if (model === null) return null;
  chosen.model = model;
  return (await tryOut(applied(before, chosen))) ? chosen : null;
}

async function askKey(chosen: ProviderSettings): Promise<boolean> {
  const { provider, baseUrl, apiKey } = chosen;
  if (keyFromEnvironment(provider)) {
    prompts.log.info(`The key comes from ${provider.toUpperCase()}_API_KEY.`);
    return true;
  }
  const optional = apiKey !== '' || baseUrl !== '';
  const key = await prompts.password({
    message: `Key for ${provider} (hidden${apiKey ? '; empty keeps the current one' : optional ? '; empty if the server wants none' : ''})`,
    validate: (text) => (text || optional ? undefined : 'It needs a key'),
  });
  if (prompts.isCancel(key)) return false;
  if (key) chosen.apiKey = key.trim();
  return true;
}

/** The provider's own list, which is free to ask for, or a name. Empty means our default. */
async function askModel(settings: Settings): Promise<string | null> {
  const listed = await listModels(settings);
  const names = listed.state === 'listed' ? listed.models : [];
  if (listed.state === 'failed') prompts.log.warn(`It did not list its models: ${listed.why}`);
  const given = await (names.length > 0 && names.length <= MOST_LISTED
    ? prompts.select({
        message: 'Model',
        options: [
          { value: '', label: 'The default', hint: 'a small, cheap one' },
          ...names.map((value) => ({ value, label: value })),
        ],
      })
    : prompts.text({ message: 'Model', placeholder: 'empty: a small, cheap one', defaultValue: '' }));
  return prompts.isCancel(given) ? null : (given ?? '');
}

async function tryOut(settings: Settings): Promise<boolean> {
  prompts.note(priceLines(settings).join('\n'), 'Price');
  const wants = await prompts.confirm({ message: 'Make one test call now? It uses a few tokens.' });
  if (prompts.isCancel(wants)) return false;
  if (wants) {
    const test = await testProvider(settings);
    if (test.ok) prompts.log.success(testedLine(test));
    else prompts.log.error(testedLine(test));
    if (!test.ok) {
      const keeps = await prompts.confirm({ message: 'Use it anyway?', initialValue: false });
      return keeps === true;
    }
  }
  return true;
}

export function applied(settings: Settings, chosen: ProviderSettings): Settings {
  return (Object.entries(chosen) as [keyof ProviderSettings, string][]).reduce(
    (all, [key, value]) => withValue(all, key, value),
    settings,
  );
}
