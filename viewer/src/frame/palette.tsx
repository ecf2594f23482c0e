// The command palette: pages, commands, and whatever memories, sessions, files and projects match.
import { useState } from 'preact/hooks';
import { refOf } from '../actions.ts';
import type { FilesReply, SessionItems, TurnsReply } from '../api.ts';
import { MOST_WORDS, tail } from '../format.ts';
import { plain } from '../inline.tsx';
import { Dialog } from '../parts.tsx';
import { projects } from '../projects.ts';
import { chooseProject, go, useProject } from '../route.ts';
import { useGet, useLater } from '../store.ts';
import { optionsOf } from '../template.ts';
import { nextTheme } from '../theme.ts';
import { MAIN_PAGES, MORE_PAGES } from './nav.tsx';

interface Choice {
  key: string;
  kind: string;
  label: string;
  act(): void;
}

const FEW = 6;
/** A text field that chooses from the list below it. */
const COMBOBOX = { role: 'combobox', 'aria-expanded': 'true' } as object;

export function Palette(props: { onOpen(what: 'help' | 'write'): void; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const project = useProject();
  const q = useLater(typed.trim().slice(0, MOST_WORDS), 120);
  const found = useGet<TurnsReply>(q ? '/api/turns' : null, { q, project, limit: 8 });
  const files = useGet<FilesReply>(q.length > 1 ? '/api/files' : null, { q, project, limit: 5 });
  const sessions = useGet<SessionItems>('/api/sessions', { project, limit: 100 });
  const has = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const choices: Choice[] = [
    ...[...MAIN_PAGES, ...MORE_PAGES]
      .filter(({ label }) => has(label))
      .map(({ label, path }) => ({ key: label, kind: 'page', label: `Go to ${label}`, act: () => go(path) })),
    ...commands(props.onOpen).filter(({ label }) => has(label)),
    ...(q === ''
      ? []
      : [
          ...(found.data?.turns ?? []).slice(0, FEW).map(({ items: [item], key }) => ({
            key,
            kind: 'memory',
            label: plain(item?.title ?? ''),
            act: () => item && go(item.kind === 'prompt' ? ['session', item.sessionId ?? ''] : ['memory', refOf(item)]),
          })),
          ...(sessions.data?.sessions ?? [])
            .filter(({ title }) => has(title ?? ''))
            .slice(0, 4)
            .map(({ id, title }) => ({
              key: id,
              kind: 'session',
              label: plain(title ?? ''),
              act: () => go(['session', id]),
            })),
          ...(files.data?.files ?? []).map(({ path }) => ({
            key: path,
            kind: 'file',
            label: tail(path, 3),
            act: () => go(['file'], { path }),
          })),
        ]),
    ...projects
      .get()
      .filter((each) => has(each.label))
      .slice(0, q === '' ? 4 : FEW)
      .map((each) => ({
        key: `project ${each.id}`,
        kind: 'project',
        label: each.label,
        act: () => chooseProject(String(each.id)),
      })),
  ];
  const current = Math.min(at, choices.length - 1);
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    props.onClose();
    choice.act();
  };
  return (
    <Dialog title="Commands" onClose={props.onClose} wide>
      <input
        type="text"
        {...COMBOBOX}
        aria-label="Type a command or what you look for"
        aria-controls="choices"
        aria-activedescendant={choices.length > 0 ? `choice-${current}` : undefined}
        placeholder="Type a command or what you look for"
        autocomplete="off"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setAt((current + step + choices.length) % Math.max(1, choices.length));
          else if (event.key === 'Enter') run(choices[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div class="choices palette" id="choices" role="listbox" aria-label="Commands">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses in the field above
          // biome-ignore lint/a11y/useFocusableInteractive: the field above names the chosen option
          <div
            key={choice.key}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === current}
            ref={(element) => {
              if (index === current) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => run(choice)}
          >
            <span class="title">{choice.label}</span>
            <span class="faint">{choice.kind}</span>
          </div>
        ))}
        {choices.length === 0 && <p class="faint">Nothing matches.</p>}
      </div>
    </Dialog>
  );
}

function commands(onOpen: (what: 'help' | 'write') => void): Choice[] {
  const acts: Record<string, () => void> = {
    theme: nextTheme,
    pinned: () => go(['memories'], { pinned: 'true' }),
    all: () => chooseProject(''),
  };
  return optionsOf('commands').map(([key, label]) => ({
    key,
    label,
    kind: 'command',
    // The others open another dialog.
    act: acts[key] ?? (() => void setTimeout(() => onOpen(key as 'help' | 'write'))),
  }));
}
