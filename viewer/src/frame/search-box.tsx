// Search, on every page, with the choice of a project beside it. It shows what the address says.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, Select } from '../parts.tsx';
import { projectOptions, projects } from '../projects.ts';
import { chooseProject, go, type Place, placeNow, useProject } from '../route.ts';
import { useCell, wantsRow } from '../store.ts';
import { isMac } from './help.tsx';
import { pageOf } from './nav.tsx';

const SOON_MS = 150;
/** Pages that a project does not narrow. */
const OF_ALL: unknown[] = ['projects', 'health'];

export function SearchBox({ place, onOpen }: { place: Place; onOpen(what: 'palette' | 'write'): void }) {
  const asked = place.query['q'] ?? '';
  const [typed, setTyped] = useState(asked);
  const timer = useRef(0);
  const box = useRef<HTMLInputElement>(null);
  /** What this box put into the address, to tell it from what came otherwise. */
  const sent = useRef(asked);
  const chosen = useProject();
  const all = useCell(projects);

  const search = (words: string) => {
    const { path, query } = placeNow();
    if (words === (query['q'] ?? '')) return;
    const isThere = pageOf(path) === 'memories';
    sent.current = words;
    const kept = isThere ? path : ['memories'];
    go(kept, { ...(isThere ? query : {}), q: words, from: '' }, isThere);
  };
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(words.trim()), SOON_MS) as unknown as number;
  };
  // The address changed otherwise: a link, Back, or an edited address.
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    clearTimeout(timer.current);
    setTyped(asked);
  }, [asked]);

  const isOfAll = OF_ALL.includes(pageOf(place.path));
  const leave = () => {
    clearTimeout(timer.current);
    search(typed.trim());
    box.current?.blur();
    wantsRow.set(true);
  };
  return (
    <search class="top">
      <div class="search">
        <Icon name="search" />
        <input
          ref={box}
          id="search"
          type="search"
          placeholder="Search"
          aria-label="Search"
          autocomplete="off"
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              box.current?.blur();
            }
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            leave();
          }}
        />
        <kbd title="Press / to search">/</kbd>
      </div>
      <button type="button" class="palette-button" onClick={() => onOpen('write')} title="Write a memory">
        <Icon name="write" />
        <span class="hidden">Write a memory</span>
      </button>
      <button type="button" class="palette-button" onClick={() => onOpen('palette')} title="Commands">
        <Icon name="commands" />
        <span class="hidden">Commands</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Select
        class="project"
        label="Project"
        disabled={isOfAll}
        title={isOfAll ? 'This page is about all projects' : undefined}
        value={chosen}
        options={[['', 'All projects'], ...projectOptions(all)]}
        onChange={chooseProject}
      />
    </search>
  );
}
