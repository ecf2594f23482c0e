// For someone new: what to do next.
import type { HealthReply } from '../../api.ts';
import { useGet } from '../../store.ts';
import { filledWith } from '../../template.ts';

export function Welcome() {
  const { data } = useGet<HealthReply>('/api/health');
  return <div class={`page welcome ${data?.capturing ? 'is-capturing' : ''}`} ref={filledWith('welcome')} />;
}
