// The page frame: navigation, project picker, connection status, and the current page.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ProjectItem } from './api.ts';
import { useKeys } from './keys.ts';
import { connection, useLive } from './live.ts';
import { FilePage } from './pages/files/file.tsx';
import { FilesPage } from './pages/files/files.tsx';
import { Help } from './pages/help.tsx';
import { MemoriesPage } from './pages/memories/memories.tsx';
import { TimelinePage } from './pages/memories/timeline.tsx';
import { ProfilePage } from './pages/profile.tsx';
import { ProjectsPage } from './pages/projects.tsx';
import { RulesPage } from './pages/rules.tsx';
import { SessionPage } from './pages/sessions/session.tsx';
import { SessionsPage } from './pages/sessions/sessions.tsx';
import { HealthPage } from './pages/system/health.tsx';
import { SettingsPage } from './pages/system/settings.tsx';
import { UsagePage } from './pages/system/usage.tsx';
import { Icon } from './parts.tsx';
import { go, to, usePlace } from './route.ts';
import { cell, locked, refresh, useCell, useGet } from './store.ts';
import { nextTheme } from './theme.ts';
import { Toasts } from './toast.tsx';

const PAGES = [
  { name: 'memories', label: 'Memories', path: [] },
  { name: 'rules', label: 'Rules', path: ['rules'] },
  { name: 'sessions', label: 'Sessions', path: ['sessions'] },
  { name: 'files', label: 'Files', path: ['files'] },
  { name: 'profile', label: 'Profile', path: ['profile'] },
  { name: 'projects', label: 'Projects', path: ['projects'] },
  { name: 'usage', label: 'Usage', path: ['usage'] },
  { name: 'health', label: 'Health', path: ['health'] },
  { name: 'settings', label: 'Settings', path: ['settings'] },
] as const;
type PageName = (typeof PAGES)[number]['name'];
const BELONGS: Record<string, PageName> = {
  memory: 'memories',
  timeline: 'memories',
  session: 'sessions',
  file: 'files',
};

/** The project that lists are filtered by; empty for all projects. */
export const project = cell('');

export function App() {
  const { path, query } = usePlace();
  const isLocked = useCell(locked);
  const [helps, setHelps] = useState(false);
  const { data } = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const chosen = useCell(project);
  useLive((kind) => kind === 'settings.changed' && refresh(), []);
  useKeys(
    {
      '?': () => setHelps(true),
      '/': () => {
        if (path.length > 0 && path[0] !== 'memory') go([]);
        const focusSearch = () => document.getElementById('search')?.focus();
        // Focus now if the box exists, or the first letters typed are lost; a page not yet rendered has it a frame later.
        focusSearch();
        requestAnimationFrame(focusSearch);
      },
    },
    [path[0]],
  );
  const name: PageName =
    BELONGS[path[0] ?? ''] ?? (PAGES.find((page) => page.path[0] === path[0])?.name as PageName) ?? 'memories';
  useEffect(() => {
    document.title = `${PAGES.find((page) => page.name === name)?.label ?? 'C-Mem'} · C-Mem`;
  }, [name]);

  if (isLocked) return <Locked />;
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <header class="side">
        <a class="logo" href="#/" aria-label="C-Mem: all memories">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span>C-Mem</span>
        </a>
        <select
          class="project"
          aria-label="Project"
          value={chosen}
          onChange={(event) => project.set(event.currentTarget.value)}
        >
          <option value="">All projects</option>
          {data?.projects.map((each) => (
            <option key={each.id} value={String(each.id)}>
              {each.name}
            </option>
          ))}
        </select>
        <nav aria-label="Pages">
          {PAGES.map((page) => (
            <a
              key={page.name}
              href={to([...page.path])}
              class={`nav-${page.name}`}
              aria-current={page.name === name ? 'page' : undefined}
            >
              <Icon name={page.name} />
              <span>{page.label}</span>
            </a>
          ))}
        </nav>
        <div class="foot">
          <Connection />
          <button
            type="button"
            class="plain"
            title="Toggle theme"
            aria-label="Toggle light and dark theme"
            onClick={nextTheme}
          >
            <Icon name="sun" />
          </button>
          <button
            type="button"
            class="plain key"
            title="Keyboard shortcuts"
            aria-label="Show keyboard shortcuts"
            onClick={() => setHelps(true)}
          >
            ?
          </button>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <main id="main" tabIndex={0}>
        {pageFor(name, path, query)}
      </main>
      <Toasts />
      {helps && <Help onClose={() => setHelps(false)} />}
    </div>
  );
}

function pageFor(name: PageName, path: string[], query: Record<string, string>): ComponentChildren {
  if (path[0] === 'timeline') return <TimelinePage anchor={path[1] ?? ''} key={path[1]} />;
  if (path[0] === 'session') return <SessionPage id={path[1] ?? ''} key={path[1]} />;
  if (path[0] === 'file') return <FilePage path={query['path'] ?? ''} key={query['path']} />;
  switch (name) {
    case 'rules':
      return <RulesPage />;
    case 'sessions':
      return <SessionsPage />;
    case 'files':
      return <FilesPage />;
    case 'profile':
      return <ProfilePage />;
    case 'projects':
      return <ProjectsPage />;
    case 'usage':
      return <UsagePage />;
    case 'health':
      return <HealthPage />;
    case 'settings':
      return <SettingsPage />;
    default:
      return <MemoriesPage openRef={path[0] === 'memory' ? (path[1] ?? null) : null} query={query} />;
  }
}

function Connection() {
  const state = useCell(connection);
  const words = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected' }[state];
  return (
    <span
      class={`connection is-${state}`}
      role="status"
      title={state === 'lost' ? 'The worker is not responding. Reconnecting…' : ''}
    >
      <i aria-hidden="true" />
      {words}
    </span>
  );
}

/** Shown without the cookie: explains how to open the viewer. */
function Locked() {
  return (
    <main class="locked" id="main">
      <img src="/icon.svg" alt="" width="44" height="44" />
      <h1>Open the viewer from your terminal</h1>
      <p>Your memories are private to you. To see them, run</p>
      <pre>c-mem viewer</pre>
      <p>This opens the viewer with a single-use link.</p>
    </main>
  );
}
