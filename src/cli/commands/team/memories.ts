// `c-mem team private|history|forget|sync`: single memories, and exchanging now.
import { defineCommand } from 'citty';
import { CMemError } from '../../../domain/errors.ts';
import { clock, cut, day } from '../../../recall/format.ts';
import { formatId } from '../../../recall/ids.ts';
import { memoryId } from '../../args/memory-id.ts';
import { withExistingStore, withStore } from '../../store.ts';
import { print, printJson } from '../../terminal/output.ts';
import { exchangeNow, json, requirePerson, withServer } from './shared.ts';

const id = { type: 'positional', required: true, description: 'Memory ID, such as 12 or S3' } as const;

function sharable(given: string): { kind: 'observation' | 'summary'; id: number } {
  const memory = memoryId(given);
  if (memory.kind !== 'observation' && memory.kind !== 'summary')
    throw new CMemError('USAGE', `${given} is not shared`, { fix: 'Only observations and summaries are.' });
  return { kind: memory.kind, id: memory.id };
}

export const keepPrivate = defineCommand({
  meta: {
    name: 'private',
    description: 'Take a memory back from the team, and keep it on this machine',
    examples: ['c-mem team private 12', 'c-mem team private 12 --undo'],
  },
  args: { id, undo: { type: 'boolean', description: 'Share it again' }, ...json },
  async run({ args }) {
    requirePerson('decide what is shared');
    const memory = sharable(args.id);
    const isPrivate = args.undo !== true;
    await withExistingStore((store) => store.team.setPrivate(memory.kind, memory.id, isPrivate, Date.now()));
    const ref = formatId(memory.kind, memory.id);
    if (args.json) return printJson({ ref, private: isPrivate });
    print(
      isPrivate
        ? `${ref} stays on this machine; it is withdrawn from the server with the next exchange.`
        : `${ref} is shared again.`,
    );
  },
});

export const history = defineCommand({
  meta: {
    name: 'history',
    description: 'Show all versions of a shared memory, with who wrote each and when',
    examples: ['c-mem team history 12'],
  },
  args: { id: { ...id, description: 'Memory ID, such as 12 or S3, or the global ID from `search --team`' }, ...json },
  async run({ args }) {
    const isGlobal = /^[0-9a-f]{32}$/.test(args.id);
    const uid = isGlobal
      ? args.id
      : await withStore((store) => {
          const memory = sharable(args.id);
          return store.team.shared(memory.kind, memory.id)?.uid ?? null;
        });
    if (uid === null)
      throw new CMemError('MEMORY_UNKNOWN', `${args.id} is not shared`, {
        fix: '`c-mem show` shows what is stored here.',
      });
    const versions = await withServer((server) => server.history(uid));
    if (args.json) return printJson(versions);
    if (versions.length === 0) return print('The server does not have it (yet).');
    for (const { editor, at, isCurrent, body } of versions) {
      print(`${day(at)} ${clock(at)}, ${editor}${isCurrent ? ' (shown)' : ''}`);
      for (const [name, value] of Object.entries(body)) {
        if (SHOWN.includes(name) && typeof value === 'string' && value !== '') print(`  ${name}: ${cut(value, 2000)}`);
        if (name === 'facts' && Array.isArray(value)) print(...value.map((fact) => `  - ${cut(String(fact), 1000)}`));
      }
    }
  },
});

const SHOWN = [
  'title',
  'subtitle',
  'narrative',
  'request',
  'investigated',
  'learned',
  'completed',
  'nextSteps',
  'notes',
];

export const forget = defineCommand({
  meta: {
    name: 'forget',
    description: 'Delete a memory from the server and every machine, whoever made it (owners)',
    examples: ['c-mem team forget 12'],
  },
  args: { id, ...json },
  async run({ args }) {
    requirePerson('forget a memory of the team');
    const memory = sharable(args.id);
    const isGone = await withExistingStore(async (store) => {
      store.team.forgetOnServer(memory.kind, memory.id, Date.now());
      await withServer((server) => exchangeNow(store, server));
      store.forgetting.wipeFreed();
      return store.team.shared(memory.kind, memory.id) === null;
    });
    const ref = formatId(memory.kind, memory.id);
    if (!isGone)
      throw new CMemError('TEAM_FORBIDDEN', `${ref} is a colleague's, and you do not own its project`, {
        fix: `\`c-mem forget ${args.id}\` removes it from this machine.`,
      });
    if (args.json) return printJson({ ref, forgotten: true });
    print(
      `Forgot ${ref} everywhere; other machines follow at their next pull. Backups of the server are its owner's business.`,
    );
  },
});

export const sync = defineCommand({
  meta: { name: 'sync', description: 'Exchange with the team now, and wait for it', examples: ['c-mem team sync'] },
  args: json,
  async run({ args }) {
    const done = await withExistingStore((store) => withServer((server) => exchangeNow(store, server)));
    if (args.json) return printJson(done);
    print(`Sent ${done.sent}, received ${done.added}, changed ${done.changed}, forgot ${done.forgotten}.`);
  },
});
