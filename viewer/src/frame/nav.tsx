// Navigation: the pages, views on memories, projects. On a phone, the five main pages are a bar at the foot.
import type { ComponentChildren } from 'preact';
import { short } from '../format.ts';
import { Icon, Page } from '../parts.tsx';
import { hueOf, projects } from '../projects.ts';
import { type Place, to, useProject } from '../route.ts';
import { useCell } from '../store.ts';
import { nextTheme, theme } from '../theme.ts';

interface PageLink {
  name: PageName;
  label: string;
  path: string[];
  /** After `g`. */
  key: string;
}
type PageName = (typeof MAIN)[number] | (typeof MORE)[number];
const MAIN = ['now', 'memories', 'sessions', 'files', 'insights'] as const;
/** The last is the page of a phone that leads to the others. */
const MORE = ['rules', 'profile', 'projects', 'health', 'settings', 'more'] as const;

const linkTo = (name: PageName): PageLink => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  path: name === 'now' ? [] : [name],
  key: name.charAt(0),
});
export const MAIN_PAGES = MAIN.map(linkTo);
export const MORE_PAGES = MORE.slice(0, -1).map(linkTo);

const BELONGS: Record<string, PageName> = { memory: 'memories', session: 'sessions', file: 'files' };

/** Null if there is no such page. */
export function pageOf([first = 'now']: string[]): PageName | null {
  return BELONGS[first] ?? [...MAIN, ...MORE].find((name) => name === first) ?? null;
}

const linkOf = ({ name, label, path }: PageLink, isCurrent: boolean, count?: number) => (
  <a key={name} href={to(path)} aria-current={isCurrent ? 'page' : undefined} title={label}>
    <Icon name={name} />
    <span>{label}</span>
    {count !== undefined && <small aria-hidden="true">{short(count)}</small>}
  </a>
);

/** On a phone, the pages that the bar at the foot has no room for. */
export function MorePage() {
  return (
    <Page title="More">
      <nav class="menu" aria-label="Other pages">
        {MORE_PAGES.map((page) => linkOf(page, false))}
      </nav>
      <button type="button" onClick={nextTheme}>
        <Icon name="sun" /> Theme: {useCell(theme)}
      </button>
    </Page>
  );
}

export function Nav({ place, onHelp, children }: { place: Place; onHelp(): void; children: ComponentChildren }) {
  const current = pageOf(place.path);
  const chosen = useProject();
  const all = useCell(projects);
  const shade = useCell(theme);
  const shown = chosen === '' ? all : all.filter(({ id }) => String(id) === chosen);
  const sum = (of: 'observations' | 'sessions') => shown.reduce((total, project) => total + project[of], 0);
  const counts: Partial<Record<PageName, number>> =
    all.length > 0 ? { memories: sum('observations'), sessions: sum('sessions') } : {};
  const link = (page: PageLink) => linkOf(page, page.name === current, counts[page.name]);
  return (
    <header class="side">
      <a class="logo" href={to([])} aria-label="C-Mem: now">
        <img src="/icon.svg" alt="" width="22" height="22" />
        <span>C-Mem</span>
      </a>
      <nav class="pages" aria-label="Pages">
        {MAIN_PAGES.map(link)}
        {linkOf(
          linkTo('more'),
          MORE.some((name) => name === current),
        )}
      </nav>
      <nav class="more-pages" aria-label="More pages">
        {MORE_PAGES.map(link)}
      </nav>
      {all.length > 1 && (
        <nav class="project-list" aria-label="Projects">
          <h2>Projects</h2>
          {all.map((project) => (
            <a
              key={project.id}
              href={to(place.path[0] === 'memory' ? ['memories'] : place.path, {
                ...place.query,
                // Choosing it again shows all projects.
                project: String(project.id) === chosen ? '' : String(project.id),
              })}
              aria-current={String(project.id) === chosen ? 'true' : undefined}
              title={project.key}
            >
              <i class={hueOf(project.id)} />
              <span>{project.label}</span>
            </a>
          ))}
        </nav>
      )}
      <div class="foot">
        {children}
        <button
          type="button"
          class="plain"
          title={`Theme: ${shade}`}
          aria-label={`Theme: ${shade}. Change it`}
          onClick={nextTheme}
        >
          <Icon name="sun" />
        </button>
        <button
          type="button"
          class="plain key"
          title="Keyboard shortcuts"
          aria-label="Show keyboard shortcuts"
          onClick={onHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}
