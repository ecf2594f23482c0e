// Whether anything is being captured, in words, at the foot of every page.
import { useEffect, useState } from 'preact/hooks';
import { get, type HealthReply } from '../api.ts';
import { since } from '../format.ts';
import { connection, useLive } from '../live.ts';
import { to } from '../route.ts';
import { useCell } from '../store.ts';

const EVERY_MS = 30_000;
const KEY = 'c-mem-capturing';

export function CaptureState() {
  const state = useCell(connection);
  const [health, setHealth] = useState<HealthReply | null>(null);
  const look = () => void get<HealthReply>('/api/health').then(setHealth, () => undefined);
  useEffect(() => {
    if (state !== 'live') return;
    // After what the page itself asks for.
    const first = setTimeout(look, 300);
    const timer = setInterval(() => !document.hidden && look(), EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [state]);
  useLive((kind) => {
    if (kind === 'settings.changed') look();
    if (kind === 'events.captured') setHealth((before) => before && { ...before, lastEventAt: Date.now() });
  }, []);
  // What was known last, so that the notice is not late.
  if (health) localStorage.setItem(KEY, String(health.capturing));
  const [tone, words] = describe(state, health);
  return (
    <span class={`connection is-${state} is-${tone}`} role="status">
      <a href={to(['health'])}>
        <i aria-hidden="true" />
        <span>{words}</span>
      </a>
    </span>
  );
}

function describe(state: string, health: HealthReply | null): [string, string] {
  if (state === 'lost') return ['wrong', 'Disconnected'];
  if (!health && localStorage.getItem(KEY) === 'false') return ['wrong', 'Not capturing'];
  if (state === 'connecting' || !health) return ['plain', state === 'live' ? 'Connected' : 'Connecting'];
  if (health.capturing === false) return ['wrong', 'Not capturing'];
  const last = health.lastEventAt ? since(health.lastEventAt) : 'no event yet';
  return [health.status === 'ok' ? 'fine' : 'warm', `Capturing · ${last}`];
}
