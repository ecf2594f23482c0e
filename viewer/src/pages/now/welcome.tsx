// For someone new: what to do next.
import type { HealthReply } from '../../api.ts';
import { Command } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';

export function Welcome() {
  const { data } = useGet<HealthReply>('/api/health');
  const isCapturing = data?.capturing === true;
  return (
    <div class="page welcome">
      <h1>Nothing is remembered yet</h1>
      <p class="lead">C-Mem keeps what your coding agent finds out, and tells the next session. Three steps:</p>
      <ol class="steps">
        <li class={isCapturing ? 'is-done' : ''}>
          <h2>{isCapturing ? 'C-Mem is capturing' : 'Turn on capture'}</h2>
          {!isCapturing && <Command text="c-mem install" />}
        </li>
        <li>
          <h2>Bring in the sessions you already had</h2>
          <Command text="c-mem import claude-code" />
        </li>
        <li>
          <h2>Work as usual</h2>
          <p>
            Each finished turn appears here. <a href={to(['settings'])}>Settings</a> shows what a new session will see.
          </p>
        </li>
      </ol>
    </div>
  );
}
