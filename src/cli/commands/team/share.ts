// `c-mem team share|accept|unshare|preview`: which projects are shared, and what of them leaves this machine.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { CMemError } from '../../../domain/errors.ts';
import { cut, day } from '../../../recall/format.ts';
import type { RemoteProject, Store } from '../../../store/index.ts';
import { projectIdentity } from '../../../team/identity.ts';
import { createPacker, thisMachine } from '../../../team/outgoing.ts';
import { count, wholeNumber } from '../../args/numbers.ts';
import { chosenProject, projectHere, withStore, withWritableStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import {
  exchangeNow,
  json,
  localProject,
  project,
  remoteProject,
  requirePerson,
  wakeWorker,
  withServer,
} from './shared.ts';

const yes = { type: 'boolean', description: 'Skip confirmation' } as const;

export const share = defineCommand({
  meta: {
    name: 'share',
    description: 'Share the memories of a project with the team',
    examples: ['c-mem team preview', 'c-mem team share', 'c-mem team share notes --as acme/notes'],
  },
  args: {
    project,
    as: { type: 'string', description: 'Name that identifies it on all machines, for a project without a remote' },
    yes,
    ...json,
  },
  async run({ args }) {
    requirePerson('share a project');
    await withWritableStore(async (store) => {
      const local = localProject(store, args.project);
      const identity = args.as === undefined ? await projectIdentity(local.key) : `name/${args.as}`;
      if (identity === null)
        throw new CMemError('USAGE', `${local.name} has neither a remote nor a commit`, {
          fix: 'Name it with `--as NAME`: machines that use the same name share it.',
        });
      const waiting = store.team.wouldSend(local.id, 1_000_000).length;
      const isSure = await confirm({
        shows: [
          `${local.name} (${identity}) will be shared: ${count(waiting, 'memory', 'memories')} now, and what follows.`,
          'What exactly would leave this machine: `c-mem team preview`.',
        ],
        asks: 'Share it?',
        yes: args.yes === true,
        hasDryRun: false,
      });
      if (!isSure) return print('Nothing was changed.');
      const done = await withServer(async (server) => {
        const id = await server.share(identity, local.name);
        const hello = await server.hello();
        const remote = hello.projects.find((each) => each.id === id) as RemoteProject;
        store.team.share(local.id, remote, Date.now());
        return { remote, exchanged: await exchangeNow(store, server) };
      });
      await wakeWorker();
      if (args.json) return printJson({ project: local.name, identity, ...done.exchanged });
      print(`Shared ${local.name} (${identity}): sent ${done.exchanged.sent}, received ${done.exchanged.added}.`);
    });
  },
});

export const accept = defineCommand({
  meta: {
    name: 'accept',
    description: 'Confirm that a project here is one that the team shares',
    examples: ['c-mem team accept', 'c-mem team accept notes --as name/acme/notes'],
  },
  args: {
    project,
    as: { type: 'string', description: 'Shared project (name or identity), if it cannot be recognized' },
    yes,
    ...json,
  },
  async run({ args }) {
    requirePerson('accept a project');
    await withWritableStore(async (store) => {
      const local = localProject(store, args.project);
      const done = await withServer(async (server, hello) => {
        const identity = await projectIdentity(local.key);
        const remote =
          args.as === undefined
            ? hello.projects.find((each) => each.identity === identity)
            : remoteProject(hello, args.as);
        if (!remote)
          throw new CMemError(
            'PROJECT_UNKNOWN',
            `${local.name}${identity ? ` (${identity})` : ''} is not shared with you`,
            {
              fix: `Shared with you: ${hello.projects.map(({ name }) => name).join(', ') || 'none'}. Share it with \`c-mem team share\`, or name one with --as.`,
            },
          );
        const sends =
          remote.role === 'reader'
            ? 'You only read it'
            : `Your memories of it will be sent (${count(store.team.wouldSend(local.id, 1_000_000).length, 'memory', 'memories')} now)`;
        const isSure = await confirm({
          shows: [
            `${local.key} is ${remote.name} (${remote.identity}) of the team ${hello.team}. ${sends}, and the team's will appear here.`,
          ],
          asks: 'Is that right?',
          yes: args.yes === true,
          hasDryRun: false,
        });
        if (!isSure) return null;
        store.team.share(local.id, remote, Date.now());
        return { remote, exchanged: await exchangeNow(store, server) };
      });
      if (done === null) return print('Nothing was changed.');
      await wakeWorker();
      if (args.json)
        return printJson({
          project: local.name,
          identity: done.remote.identity,
          role: done.remote.role,
          ...done.exchanged,
        });
      print(
        `${local.name} is shared (${done.remote.role}): sent ${done.exchanged.sent}, received ${done.exchanged.added}.`,
      );
    });
  },
});

export const unshare = defineCommand({
  meta: {
    name: 'unshare',
    description: 'Stop sharing a project, and withdraw your memories of it from the server',
    examples: ['c-mem team unshare', 'c-mem team unshare shop --yes'],
  },
  args: { project, yes, ...json },
  async run({ args }) {
    requirePerson('unshare a project');
    await withWritableStore(async (store) => {
      const local = localProject(store, args.project);
      const shared = store.team.projects().find(({ projectId }) => projectId === local.id);
      if (!shared) throw notShared(local.name);
      const isSure = await confirm({
        shows: [
          `Your memories of ${shared.name} are deleted from the server and from colleagues' machines at their next pull; yours stay here.`,
          "Backups of the server are its owner's business.",
        ],
        asks: 'Unshare it?',
        yes: args.yes === true,
        hasDryRun: false,
      });
      if (!isSure) return print('Nothing was changed.');
      const withdrawn = await withServer((server) => server.withdraw(shared.remoteId));
      store.team.unshare(local.id);
      if (args.json) return printJson({ project: local.name, withdrawn });
      print(`${local.name} is not shared any more; ${count(withdrawn, 'row')} withdrawn from the server.`);
    });
  },
});

const notShared = (name: string) =>
  new CMemError('PROJECT_UNKNOWN', `${name} is not shared`, { fix: '`c-mem team status` lists what is shared.' });

const MOST_SHOWN = 20;

export const preview = defineCommand({
  meta: {
    name: 'preview',
    description: 'Print exactly what would leave this machine if the project is shared',
    examples: ['c-mem team preview', 'c-mem team preview shop --limit 1000 --json'],
  },
  args: {
    project,
    limit: { type: 'string', description: `How many memories, newest first (default: ${MOST_SHOWN})` },
    ...json,
  },
  async run({ args }) {
    const most = args.limit === undefined ? MOST_SHOWN : wholeNumber('limit', args.limit, 1, 1_000_000);
    await withStore((store) => {
      const local = chosenProject(store, args.project);
      if (!local) return print(`Nothing was captured in ${projectHere().name} yet.`);
      const items = packed(store, local.id, most);
      if (args.json) return printJson(items);
      if (items.length === 0) return print(`${local.name} has no memories yet.`);
      for (const { kind, type, at, body } of items) {
        print(`${type ?? kind}, ${day(at)}`);
        for (const [name, value] of Object.entries(body ?? {})) {
          const text = typeof value === 'string' ? value : JSON.stringify(value);
          if (value !== null && text !== '[]') print(`  ${name}: ${cut(text, 2000)}`);
        }
      }
      const total = store.team.wouldSend(local.id, 1_000_000).length;
      print(
        '',
        `${items.length} of ${count(total, 'memory', 'memories')}. Titles of sessions and the project's commands are shared too.`,
      );
    });
  },
});

/** The same code that makes what is sent. */
function packed(store: Store, projectId: number, most: number) {
  const { settings } = loadSettings(resolvePaths().settings);
  const pack = createPacker(settings, thisMachine(store.projects.list()));
  return store.team.wouldSend(projectId, most).map((outgoing) => {
    const { kind, type, at, body, title, words } = pack(outgoing);
    return { kind, type, at, body, title, words };
  });
}
