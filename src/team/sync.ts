// One exchange with the team's server: what changed here is sent, then what changed there is pulled.
import type { Settings } from '../config/settings.ts';
import { CMemError } from '../domain/errors.ts';
import type { Outgoing, Store } from '../store/index.ts';
import { projectIdentity } from './identity.ts';
import { readItem } from './incoming.ts';
import { bodyDigest, createPacker, type Packer, type PushItem, thisMachine } from './outgoing.ts';
import { CLIENT_LEVEL, SERVER_SCHEMA } from './postgres/schema-version.ts';
import type { Hello, PushAnswer, TeamServer } from './server.ts';

const MOST_TO_SEND = 200;
const MOST_BYTES = 2_000_000;
const MOST_TO_PULL = 500;
const DAY_MS = 24 * 3600_000;

export interface ExchangeParts {
  store: Store;
  settings: Settings;
  now: () => number;
  /** Projects that need no confirmation, by identity; `*` for all. */
  accept: readonly string[];
  identify?: typeof projectIdentity;
  isStopped?: () => boolean;
  /** Between two batches: others go first. */
  pause?: () => Promise<void>;
}

export interface Exchanged {
  sent: number;
  added: number;
  changed: number;
  forgotten: number;
}

/** Everything that waits, in both directions. Repeating it is harmless, wherever it was interrupted. */
export async function exchange(server: TeamServer, parts: ExchangeParts): Promise<Exchanged> {
  const { store, now } = parts;
  const began = now();
  const hello = await greet(server, parts);
  await matchProjects(hello, parts);
  const done: Exchanged = { sent: 0, added: 0, changed: 0, forgotten: 0 };
  await push(server, parts, done);
  store.team.setState({ pushedAt: now() });
  await pull(server, parts, done);
  if (done.forgotten > 0) {
    // Freed pages are overwritten by now; what is left is the log. What repeated the words lost them, which others need.
    store.forgetting.wipeFreed();
    await push(server, parts, done);
  }
  store.team.setState({ pulledAt: now(), tookMs: now() - began, problem: null });
  return done;
}

async function greet(server: TeamServer, { store, now }: ExchangeParts): Promise<Hello> {
  const asked = now();
  const hello = await server.hello();
  const skewMs = Math.round(hello.now - (asked + now()) / 2);
  if (hello.minClient > CLIENT_LEVEL)
    throw new CMemError('TEAM_NEWER', `The team's server needs a newer c-mem than this one`);
  if (hello.schema < SERVER_SCHEMA)
    throw new CMemError(
      'TEAM_OLDER',
      `The team's server has schema ${hello.schema}; this c-mem needs ${SERVER_SCHEMA}`,
    );
  const before = store.team.state();
  // It was restored or replaced, and may lack what it had.
  if (before.epoch !== null && before.epoch !== hello.epoch) store.team.offerAgain(now());
  store.team.updateRoles(hello.projects, now());
  store.team.setState({ team: hello.team, member: hello.member, epoch: hello.epoch, skewMs });
  return hello;
}

/** Finds the projects here that are shared there. Whoever did not confirm a match sends and pulls nothing. */
async function matchProjects(
  hello: Hello,
  { store, accept, now, identify = projectIdentity }: ExchangeParts,
): Promise<void> {
  const shared = store.team.projects();
  const open = hello.projects.filter(({ id }) => !shared.some(({ remoteId }) => remoteId === id));
  const offers: { projectId: number; remoteId: number; name: string; identity: string; role: string }[] = [];
  if (open.length > 0) {
    for (const project of store.projects.list()) {
      if (shared.some(({ projectId }) => projectId === project.id)) continue;
      const identity = await identify(project.key);
      const remote = identity === null ? undefined : open.find((each) => each.identity === identity);
      if (!remote || offers.some(({ remoteId }) => remoteId === remote.id)) continue;
      if (accept.includes('*') || accept.includes(remote.identity)) store.team.share(project.id, remote, now());
      else
        offers.push({
          projectId: project.id,
          remoteId: remote.id,
          name: remote.name,
          identity: remote.identity,
          role: remote.role,
        });
    }
  }
  if (JSON.stringify(offers) !== JSON.stringify(store.team.state().offers)) store.team.setState({ offers });
}

async function push(server: TeamServer, parts: ExchangeParts, done: Exchanged): Promise<void> {
  const { store, settings } = parts;
  let packer: Packer | null = null;
  while (!parts.isStopped?.()) {
    const waiting = store.team.nextToSend(MOST_TO_SEND);
    if (waiting.length === 0) return;
    packer ??= createPacker(settings, thisMachine(store.projects.list()));
    const batch: { outgoing: Outgoing; item: PushItem }[] = [];
    let bytes = 0;
    for (const outgoing of waiting) {
      // Hidden or deleted meanwhile: there is nothing to say, and if it comes back, it is queued again.
      if (outgoing.op === 'put' && outgoing.content === null) {
        store.team.drop(outgoing.uid, outgoing.version);
        continue;
      }
      const item = packer(outgoing);
      bytes += JSON.stringify(item).length;
      if (bytes > MOST_BYTES && batch.length > 0) break;
      batch.push({ outgoing, item });
    }
    if (batch.length === 0) continue;
    await send(server, parts, batch);
    done.sent += batch.length;
    await parts.pause?.();
  }
}

async function send(
  server: TeamServer,
  parts: ExchangeParts,
  batch: { outgoing: Outgoing; item: PushItem }[],
): Promise<void> {
  let answers: PushAnswer[];
  try {
    answers = await server.push(batch.map(({ item }) => item));
  } catch (error) {
    // One that the server cannot store must not hold up the others.
    if (!isAboutData(error)) throw error;
    if (batch.length > 1) for (const each of batch) await send(server, parts, [each]);
    else for (const { outgoing } of batch) parts.store.team.drop(outgoing.uid, outgoing.version);
    return;
  }
  take(parts, batch, answers);
}

const isAboutData = (error: unknown) =>
  error instanceof CMemError && /^2[23]/.test((error.cause as { code?: string } | undefined)?.code ?? '');

function take(
  { store, now }: ExchangeParts,
  batch: { outgoing: Outgoing; item: PushItem }[],
  answers: PushAnswer[],
): void {
  const sent = new Map(batch.map((each) => [each.outgoing.uid, each]));
  store.transact(() => {
    for (const { uid, outcome, rev, current } of answers) {
      const { outgoing, item } = sent.get(uid) ?? {};
      if (!outgoing || !item) continue;
      const { version } = outgoing;
      if (outcome === 'stored' || outcome === 'same')
        store.team.settle([{ uid, version, rev, digest: bodyDigest(item.body) }]);
      else store.team.drop(uid, version);
      // The server's version holds; an edit of ours that lost is in its history.
      const row = current && readItem(current);
      if (row) store.team.apply(outgoing.remoteId, [row], null, now());
    }
  });
}

async function pull(server: TeamServer, parts: ExchangeParts, done: Exchanged): Promise<void> {
  const { store, settings, now } = parts;
  for (const { remoteId, role, since } of store.team.projects()) {
    if (role === 'none' || since !== null) continue;
    const newest = await server.sinceNewest(remoteId, settings.team.pullMemories);
    store.team.setSince(remoteId, Math.max(0, newest ?? 0, now() - settings.team.pullDays * DAY_MS));
  }
  let open = store.team.projects().filter(({ role }) => role !== 'none');
  while (open.length > 0 && !parts.isStopped?.()) {
    const cursors = open.map(({ remoteId: project, epoch, xid, seq, since }) => ({ project, epoch, xid, seq, since }));
    const pulled = await server.pull(cursors, MOST_TO_PULL);
    for (const { project, rows, cursor } of pulled) {
      const items = rows.map(readItem).filter((item) => item !== null);
      const applied = store.team.apply(project, items, cursor, now());
      done.added += applied.added;
      done.changed += applied.changed;
      done.forgotten += applied.forgotten;
      await parts.pause?.();
    }
    const more = new Set(pulled.filter((each) => each.more).map(({ project }) => project));
    open = store.team.projects().filter(({ remoteId }) => more.has(remoteId));
  }
}
