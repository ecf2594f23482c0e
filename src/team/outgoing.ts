// What leaves this machine: cleaned once more, with paths relative to the repository, and without the names of the
// machine and its user.
import { createHash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type Cleaner, createCleaner } from '../capture/clean/index.ts';
import { userFolder } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { EMPTY_OBSERVATION } from '../domain/memory.ts';
import type { SharedContent, SharedKind } from '../domain/team.ts';
import { type Outgoing, observationExtra, summaryExtra } from '../store/index.ts';
import { below, isAbsolutePath } from '../text/path.ts';

/** One item of a push. */
export interface PushItem {
  uid: string;
  op: Outgoing['op'];
  project: number;
  kind: SharedKind;
  type: string | null;
  rev: number;
  at: number;
  body: object | null;
  /** For the server's search only. */
  title: string;
  words: string;
  supersededBy: string | null;
  supersededRev: number;
  scrub: boolean;
}

export interface Machine {
  home: string;
  user: string;
  host: string;
  /** Folders of all known projects, and what to call each. */
  projects: { root: string; name: string }[];
}

export function thisMachine(projects: { key: string; name: string }[]): Machine {
  return {
    home: userFolder(),
    user: quietly(() => userInfo().username),
    host: quietly(hostname),
    projects: projects.map(({ key, name }) => ({ root: key.replace(/\/\.git$/, ''), name })),
  };
}

const quietly = (read: () => string) => {
  try {
    return read();
  } catch {
    return '';
  }
};

const MOST_OF_TEXT = 20_000;
const MOST_IN_LIST = 200;

export type Packer = (outgoing: Outgoing) => PushItem;

export function createPacker(settings: Pick<Settings, 'fieldLimitKb' | 'redactPatterns'>, machine: Machine): Packer {
  const cleaner = createCleaner(settings);
  return (outgoing) => pack(outgoing, cleaner, machine);
}

function pack(outgoing: Outgoing, cleaner: Cleaner, machine: Machine): PushItem {
  const { uid, op, kind, rev, at, scrub, supersededBy, supersededRev, remoteId: project } = outgoing;
  const common = { uid, op, project, kind, rev, at, scrub, supersededBy, supersededRev };
  const empty = { ...common, type: null, body: null, title: '', words: '' };
  if (op !== 'put' || !outgoing.content) return empty;
  const content = neutral(outgoing.content, outgoing.roots, cleaner, machine);
  switch (content.kind) {
    case 'observation': {
      const { title, subtitle, narrative, facts, concepts, filesRead, filesModified } = content.body;
      const memory = { ...EMPTY_OBSERVATION, title, subtitle, narrative, facts, concepts, filesRead, filesModified };
      const words = [subtitle, narrative, ...facts, ...concepts, ...filesModified, ...filesRead];
      return {
        ...{ ...common, type: content.type, body: content.body, title: title ?? '' },
        words: [...words, observationExtra(memory, at)].filter(Boolean).join('\n'),
      };
    }
    case 'summary': {
      const { title, request, investigated, learned, completed, nextSteps, notes, filesRead, filesEdited } =
        content.body;
      const texts = { title, request, investigated, learned, completed, nextSteps, notes };
      const words = [request, learned, completed, nextSteps, investigated, notes, ...filesEdited, ...filesRead];
      return {
        ...{ ...common, type: null, body: content.body, title: title ?? request ?? '' },
        words: [...words, summaryExtra({ ...texts, filesRead, filesEdited }, at)].filter(Boolean).join('\n'),
      };
    }
    default:
      return { ...empty, body: content.body };
  }
}

/** The content without anything that belongs to this machine. */
function neutral(content: SharedContent, roots: string[], cleaner: Cleaner, machine: Machine): SharedContent {
  const say = neutralText(roots, machine);
  const text = (raw: string | null) =>
    raw === null ? null : say(cleaner.text(wellFormed(raw))).slice(0, MOST_OF_TEXT);
  const texts = (list: string[]) => list.slice(0, MOST_IN_LIST).map((each) => text(each) as string);
  const files = (list: string[]) =>
    [...new Set(list.map((path) => relative(path, roots)).filter((path) => path !== null))].slice(0, MOST_IN_LIST);
  switch (content.kind) {
    case 'observation': {
      const { body } = content;
      const touches = body.touches.flatMap((touch) => {
        const path = relative(touch.path, roots);
        return path === null ? [] : [{ path, role: touch.role, digest: touch.digest }];
      });
      return {
        ...content,
        body: {
          ...body,
          ...{ title: text(body.title), subtitle: text(body.subtitle), narrative: text(body.narrative) },
          ...{ facts: texts(body.facts), concepts: texts(body.concepts), touches: touches.slice(0, MOST_IN_LIST) },
          ...{ filesRead: files(body.filesRead), filesModified: files(body.filesModified) },
          branch: branchName(body.branch, cleaner),
        },
      };
    }
    case 'summary': {
      const { body } = content;
      return {
        ...content,
        body: {
          ...body,
          ...{ title: text(body.title), request: text(body.request), investigated: text(body.investigated) },
          ...{ learned: text(body.learned), completed: text(body.completed), nextSteps: text(body.nextSteps) },
          ...{ notes: text(body.notes), filesRead: files(body.filesRead), filesEdited: files(body.filesEdited) },
          branch: branchName(body.branch, cleaner),
        },
      };
    }
    case 'session': {
      const { title, subtitle, host } = content.body;
      return { kind: 'session', body: { title: text(title), subtitle: text(subtitle), host } };
    }
    case 'profile':
      return {
        kind: 'profile',
        body: {
          commands: content.body.commands
            .slice(0, MOST_IN_LIST)
            .map((each) => ({ ...each, command: text(each.command) as string })),
        },
      };
  }
}

/** A branch is a name in the repository that everybody shares. */
const branchName = (branch: string | null, cleaner: Cleaner) =>
  branch === null ? null : cleaner.text(wellFormed(branch)).slice(0, 250);

/** Null if it is not below the repository. */
function relative(path: string, roots: string[]): string | null {
  for (const root of roots) {
    const inside = below(path, root);
    if (inside !== null) return wellFormed(inside);
  }
  if (isAbsolutePath(path) || /^~|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)) return null;
  return wellFormed(path.replace(/^\.\//, ''));
}

/** Names that every machine has say nothing about one. */
const COMMON = new Set([
  'root',
  'user',
  'admin',
  'node',
  'test',
  'ubuntu',
  'debian',
  'runner',
  'git',
  'localhost',
  'dev',
  'home',
  'local',
  'app',
  'build',
  'main',
  'master',
  'server',
]);

function neutralText(roots: string[], machine: Machine): (text: string) => string {
  const steps: [RegExp, string][] = [];
  const folder = (path: string, instead: string) => {
    if (path.length < 3) return;
    steps.push([new RegExp(`${escaped(path)}[\\\\/](?=[\\w.@-])`, 'g'), instead === '.' ? '' : `${instead}/`]);
    steps.push([new RegExp(`${escaped(path)}(?![\\w-]|\\.\\w)`, 'g'), instead]);
  };
  for (const root of roots) folder(root, '.');
  const others = machine.projects.filter(({ root }) => !roots.includes(root));
  for (const { root, name } of others.sort((a, b) => b.root.length - a.root.length)) folder(root, name);
  folder(machine.home, '~');
  steps.push([/(?:\/home|\/Users)\/[\w.@-]+|\b[A-Za-z]:\\{1,2}Users\\{1,2}[\w.@-]+|(?<![\w.])\/root(?=\/)/g, '~']);
  if (machine.user !== '' && machine.host !== '')
    steps.push([
      new RegExp(`(?<![\\w-])${escaped(machine.user)}@${escaped(machine.host)}(?![\\w-])`, 'g'),
      '[user]@[host]',
    ]);
  for (const name of [machine.user, machine.host, machine.host.split('.')[0] ?? ''])
    if (name.length >= 3 && !COMMON.has(name.toLowerCase()))
      steps.push([
        new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, 'g'),
        name === machine.user ? '[user]' : '[host]',
      ]);
  return (text) => steps.reduce((left, [find, instead]) => left.replace(find, instead), text);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** PostgreSQL stores neither NUL nor half a character. */
const wellFormed = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** The same for the same text, whatever the order of the fields. */
export function bodyDigest(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('base64url').slice(0, 22);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join(',')}}`;
}
