// The model, if one is configured: how its last calls ended. No call is made here; see probe.ts for that.

import type { Settings } from '../config/settings.ts';
import { type Finding, fault, ok, warning } from '../domain/finding.ts';
import { lacksKey } from '../providers/choose.ts';
import { remedyFor } from '../providers/remedy.ts';
import { ago } from '../recall/format.ts';
import type { Store } from '../store/index.ts';
import { count } from '../text/plural.ts';

const LOOK_BACK = 20;
/** One failure is not a pattern. */
const IN_A_ROW = 2;

export function checkModel(settings: Settings, store: Store | null, now: number): Finding[] {
  const { provider } = settings;
  if (provider === 'embedded') return [ok('provider', 'embedded: no model, no cost')];
  if (lacksKey(settings))
    return [
      fault(
        'provider',
        `${provider} has no key`,
        `Run \`c-mem config set apiKey\`, or set ${provider.toUpperCase()}_API_KEY. Until then, the embedded compressor is used.`,
      ),
    ];
  // The worker has already reported what is wrong.
  if (store?.notices.read().some(({ kind }) => kind === 'provider')) return [];
  const calls = store ? store.usage.lastCalls(provider, LOOK_BACK) : [];
  const [last] = calls;
  if (!last) return [ok('provider', `${provider}, not called yet`)];
  const answered = calls.findIndex(({ error }) => error === null);
  const failures = answered < 0 ? calls.length : answered;
  if (failures < IN_A_ROW)
    return [ok('provider', `${provider}, last answer ${ago((calls[failures] ?? last).at, now)}`)];
  const why = (last.error ?? 'unknown').replace(/^\w+: /, '');
  return [
    warning(
      'provider',
      `${provider} does not respond: ${why}. The last ${count(failures, 'call')} failed, most recently ${ago(last.at, now)}. The embedded compressor is used for now`,
      remedyFor(provider, why, settings.baseUrl),
    ),
  ];
}
