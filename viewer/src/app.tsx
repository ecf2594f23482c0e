// The page frame: navigation, search, capture state, and the current page.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { offerAgain } from './actions.ts';
import type { ProjectItem } from './api.ts';
import { Confirm } from './confirm.tsx';
import { CaptureState } from './frame/capture-state.tsx';
import { Help } from './frame/help.tsx';
import { Locked } from './frame/locked.tsx';
import { MAIN_PAGES, MorePage, Nav, pageOf } from './frame/nav.tsx';
import { Palette } from './frame/palette.tsx';
import { SearchBox } from './frame/search-box.tsx';
import { WriteMemory } from './frame/write-memory.tsx';
import { useKeys } from './keys.ts';
import { useLive } from './live.ts';
import { FilePage } from './pages/files/file.tsx';
import { FilesPage } from './pages/files/files.tsx';
import { InsightsPage } from './pages/insights.tsx';
import { MemoriesPage } from './pages/memories/memories.tsx';
import { NowPage } from './pages/now/now.tsx';
import { ProfilePage } from './pages/profile.tsx';
import { ProjectsPage } from './pages/projects.tsx';
import { RulesPage } from './pages/rules.tsx';
import { SessionPage } from './pages/sessions/session.tsx';
import { SessionsPage } from './pages/sessions/sessions.tsx';
import { HealthPage } from './pages/system/health.tsx';
import { SettingsPage } from './pages/system/settings.tsx';
import { Empty, useTitle } from './parts.tsx';
import { projects } from './projects.ts';
import { entryNow, go, type Place, scrollPosition, usePlace } from './route.ts';
import { locked, refresh, useCell, useGet } from './store.ts';
import { isOffering, notify, Toasts } from './toast.tsx';

type Open = 'help' | 'palette' | 'write' | null;

export function App() {
  const place = usePlace();
  const isLocked = useCell(locked);
  const [open, setOpen] = useState<Open>(null);
  const { data, reload } = useGet<{ projects: ProjectItem[] }>('/api/projects');
  useEffect(() => {
    if (data) projects.set(data.projects);
  }, [data]);
  useLive((kind) => {
    if (kind === 'settings.changed') refresh();
    if (/added|deleted|changed/.test(kind)) reload();
  }, []);
  useEffect(offerAgain, []);
  useRedirects(place, data?.projects);
  useKeys(
    {
      '?': () => setOpen('help'),
      '/': () => document.getElementById('search')?.focus(),
      'Command+k': () => setOpen('palette'),
      n: () => setOpen('write'),
      ...Object.fromEntries(MAIN_PAGES.map(({ key, path }) => [`g ${key}`, () => go(path)])),
    },
    [],
  );
  const main = useScroll();
  if (isLocked) return <Locked isUsedLink={place.path[0] === 'used-link'} />;
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <Nav place={place} onHelp={() => setOpen('help')}>
        <CaptureState />
      </Nav>
      <SearchBox place={place} onOpen={setOpen} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <main id="main" tabIndex={0} ref={main}>
        {pageFor(place)}
      </main>
      <Toasts />
      <Confirm />
      {open === 'help' && <Help onClose={() => setOpen(null)} />}
      {open === 'palette' && <Palette onOpen={setOpen} onClose={() => setOpen(null)} />}
      {open === 'write' && <WriteMemory onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Addresses that are not pages lead to one. */
function useRedirects({ path, query }: Place, known: ProjectItem[] | undefined): void {
  const [first] = path;
  const { project } = query;
  useEffect(() => {
    if (!known) return;
    const lead = (to: string[], words: string) => {
      go(to, { ...query, project: '' }, true);
      // The project may just have been forgotten.
      if (!isOffering()) notify(words);
    };
    if (first === 'used-link') lead([], 'That link was used before. You were already signed in.');
    else if (project && !known.some(({ id, name }) => String(id) === project || name === project))
      lead(path, `There is no project ${project}.`);
    else if (!first && Object.keys(query).some((name) => name !== 'project')) go(['memories'], query, true);
  }, [first, project, known]);
}

/** A page that is left and comes back is where it was. */
function useScroll() {
  const ref = useRef<HTMLElement>(null);
  const entry = entryNow();
  useLayoutEffect(() => {
    const main = ref.current;
    if (!main) return;
    const top = scrollPosition.get();
    main.scrollTop = top;
    // What it shows may still be loading.
    let frames = top > 0 ? 90 : 0;
    const again = () => {
      if (frames <= 0 || Math.abs(main.scrollTop - top) < 2) return;
      frames -= 1;
      main.scrollTop = top;
      requestAnimationFrame(again);
    };
    requestAnimationFrame(again);
    const note = () => scrollPosition.set(main.scrollTop);
    main.addEventListener('scrollend', note);
    return () => {
      frames = 0;
      main.removeEventListener('scrollend', note);
    };
  }, [entry]);
  return ref;
}

const PAGES: Record<string, () => ComponentChildren> = {
  now: NowPage,
  insights: InsightsPage,
  more: MorePage,
  rules: RulesPage,
  profile: ProfilePage,
  projects: ProjectsPage,
  health: HealthPage,
  settings: SettingsPage,
};

function pageFor({ path, query }: Place): ComponentChildren {
  const [first, second, third] = path;
  const page = pageOf(path);
  switch (page) {
    case 'memories':
      return <MemoriesPage openRef={first === 'memory' ? (second ?? null) : null} query={query} />;
    case 'sessions':
      return first === 'session' ? (
        <SessionPage id={second ?? ''} turn={third ?? null} key={second} />
      ) : (
        <SessionsPage />
      );
    case 'files':
      return first === 'file' ? <FilePage path={query['path'] ?? ''} key={query['path']} /> : <FilesPage />;
    default: {
      const Page = PAGES[page ?? ''];
      return Page ? <Page /> : <NoPage name={first ?? ''} />;
    }
  }
}

/** An older or mistyped address. */
function NoPage({ name }: { name: string }) {
  useTitle('No such page');
  return <Empty title={`There is no page ${name}`} about={name === 'timeline' ? 'no-timeline' : 'no-page'} />;
}
