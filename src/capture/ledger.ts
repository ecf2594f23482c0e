// Records captures in the ledger: finds session, project and turn, keeps private turns out, and records everything only
// once. Every call must be inside the caller's transaction.

import { dirname, posix, win32 } from 'node:path';
import type { Capture, FileTouch } from '../domain/event.ts';
import type { HostEvent } from '../domain/host-event.ts';
import type { Project } from '../domain/session.ts';
import { promptHash, type Store, type Turn } from '../store/index.ts';
import { isAbsolutePath, isWindowsPath } from '../text/path.ts';
import { oneLine } from '../text/truncate.ts';
import type { EnvelopeCleaner } from './clean/envelope.ts';
import { createExcluder } from './excluded.ts';
import { type NamedProject, resolveProject } from './named-project.ts';
import type { OffCheck } from './switched-off.ts';

/** The origin of a capture, used to place its session. */
export interface Origin {
  projectDir: string | null;
  cwd: string | null;
  transcriptPath: string | null;
  /** The project as the host names it: an ID, a path or a name. */
  project?: string | null;
}

export interface LedgerOptions {
  now: () => number;
  identify: (folder: string) => Project;
  excludeProjects: readonly string[];
  /** Whether capture was paused at that time, or one of these folders excluded. */
  isOff: OffCheck;
  queue: { quietMs: number; batchEvents: number; holdMs?: number };
  /** Names and paths by which an event is filed may contain secrets too. */
  cleaner: EnvelopeCleaner;
}

export type RecordResult = 'added' | 'known' | 'private' | 'copied' | 'excluded' | 'forgotten';

export interface Ledger {
  /** Creates or updates the session; returns null if its project is excluded. */
  open(sessionId: string, host: string, origin: Origin, at: number): SessionPlace | null;
  record(capture: Capture, place: SessionPlace, turn?: Turn): { result: RecordResult; promptNumber: number | null };
  /** `atEnd`: reported only at its end, so what was already stored of it is deleted. */
  privateTurn(sessionId: string, promptId: string | null, at: number, atEnd?: boolean): void;
  /** Deletes what was stored of a private turn before it was known to be private. */
  forgetSpan(sessionId: string, promptId: string | null, from: number, until: number): void;
  /** For the client's own subagent (it compacts the conversation): its transcript is not read either. */
  passOver(place: SessionPlace, event: HostEvent): void;
}

export interface SessionPlace {
  sessionId: string;
  projectId: number;
  projectName: string;
  worktree: string;
  /** The folders by which its project may be excluded. */
  folders: readonly string[];
}

export function createLedger(store: Store, options: LedgerOptions): Ledger {
  const isExcluded = createExcluder(options.excludeProjects);
  const { cleanName, cleanEnvelope } = options.cleaner;

  function open(sessionId: string, host: string, origin: Origin, at: number): SessionPlace | null {
    const known = store.sessions.find(sessionId);
    // A session stays in the project where it began, so the host's project name counts only for a new session.
    const named = !known && origin.project ? resolveProject(store, origin.project, origin.cwd, options.identify) : null;
    const folder = named?.folder ?? origin.projectDir ?? origin.cwd ?? known?.folder ?? '/';
    const project = options.identify(folder);
    // A worktree belongs to its repository, and a session that moved into an excluded folder is not captured there.
    const places = [folder, project.worktree, dirname(project.key), dirname(named?.known?.key ?? project.key)];
    if (origin.cwd) places.push(origin.cwd);
    if (places.some(isExcluded)) return null;
    if (!known && store.forgetting.isForgottenSession(sessionId, Math.round(at))) return null;
    const projectId = known?.projectId ?? named?.known?.id ?? findOrAdd(project, named);
    // Events come in bursts; the session's row need not be updated for each of them.
    const fresh =
      known !== null &&
      (origin.transcriptPath === null || origin.transcriptPath === known.transcriptPath) &&
      at >= known.startedAt &&
      at <= known.lastEventAt + 1000;
    if (!fresh) {
      store.sessions.ensure({
        id: sessionId,
        host,
        projectId,
        folder: named?.folder ?? origin.projectDir ?? origin.cwd,
        transcriptPath: origin.transcriptPath,
        at: Math.round(at),
      });
    }
    const projectName = named?.known?.name ?? cleanName(project.name);
    return { sessionId, projectId, projectName, worktree: cleanName(project.worktree), folders: places };
  }

  /** The host's own name is used for a new project, and is otherwise added as another name. */
  function findOrAdd(project: Project, named: NamedProject | null): number {
    const given = named?.name ? cleanName(named.name) : null;
    const name = given !== null && named?.isGiven ? given : cleanName(project.name);
    const id = store.projects.ensure({ key: cleanName(project.key), name }, options.now());
    if (given !== null) store.projects.addName(id, given, options.now());
    return id;
  }

  function record(raw: Capture, place: SessionPlace, turn?: Turn): ReturnType<Ledger['record']> {
    const capture = cleanEnvelope(raw);
    const at = Math.round(capture.at);
    const folders = capture.cwd === null ? place.folders : [...place.folders, capture.cwd];
    if (options.isOff(capture.at, folders)) return { result: 'excluded', promptNumber: null };
    if (wasForgotten(capture, place, at)) return { result: 'forgotten', promptNumber: null };
    if (capture.kind === 'prompt') return recordTyped(capture, place, at);
    const belongs = turn ?? store.turns.find(capture.sessionId, capture.promptId, at);
    if (capture.cwd !== null && isExcluded(capture.cwd)) return { result: 'excluded', promptNumber: null };
    if (capture.kind === 'session_start' || capture.kind === 'session_end') follow(capture, at);
    else if (belongs.private) return { result: 'private', promptNumber: null };
    else if (capture.source !== 'transcript') store.sessions.revive(capture.sessionId, at);
    if (isSecondSighting(capture)) return { result: 'known', promptNumber: belongs.number };
    if (store.events.isAbsorbed(capture)) return { result: 'known', promptNumber: belongs.number };
    if (store.events.completeStarted(capture)) return { result: 'known', promptNumber: belongs.number };
    if (store.events.matchesCallWithoutId(capture)) return { result: 'known', promptNumber: belongs.number };
    if (isCopied(capture)) return { result: 'copied', promptNumber: belongs.number };
    const added = append(capture, place, belongs.number);
    if (added && capture.kind === 'note') nameSession(capture);
    return { result: added ? 'added' : 'known', promptNumber: belongs.number };
  }

  function wasForgotten(capture: Capture, { sessionId, projectId }: SessionPlace, at: number): boolean {
    const { key, toolUseId, recordId } = capture;
    const words = capture.kind === 'prompt' ? promptHash(String(capture.body['text'])) : undefined;
    return store.forgetting.isForgotten({ sessionId, projectId, at, key, toolUseId, recordId, promptHash: words });
  }

  function recordTyped(capture: Capture, place: SessionPlace, at: number): ReturnType<Ledger['record']> {
    const prompt = store.turns.recordPrompt({
      sessionId: capture.sessionId,
      text: String(capture.body['text']),
      promptId: capture.promptId,
      recordId: capture.recordId,
      spoolId: capture.source === 'transcript' ? null : capture.key,
      source: capture.source === 'transcript' ? 'transcript' : 'hook',
      at,
      atEnd: capture.atEnd,
    });
    const { number, added, firstEvent } = prompt;
    store.sessions.reopen(capture.sessionId, at, options.now());
    const event = { ...capture, key: `prompt:${number}`, at: prompt.at };
    if (added) append(event, place, number);
    else store.events.learnBranch(event);
    if (firstEvent !== null) store.jobs.reachBack(capture.sessionId, number, firstEvent);
    return { result: added ? 'added' : 'known', promptNumber: number };
  }

  /** Stores the event and the job that will compress it, in one transaction. */
  function append(raw: Capture, place: SessionPlace, promptNumber: number | null): boolean {
    const now = options.now();
    const { projectId, worktree } = place;
    const capture = { ...raw, files: raw.files.map((file) => absolute(file, raw.cwd ?? worktree)) };
    const id = store.events.append(capture, { projectId, worktree, promptNumber, storedAt: now });
    if (id === null) return false;
    const { sessionId, kind } = capture;
    store.jobs.enqueue({ id, sessionId, promptNumber, kind, at: capture.at }, { now, ...options.queue });
    return true;
  }

  function nameSession({ sessionId, body }: Capture): void {
    const title = oneLine(String(body['text'] ?? ''), 200);
    if (title !== '' && body['note'] === 'title') store.sessions.setTitle(sessionId, title, 'host');
    if (title !== '' && body['note'] === 'given-title') store.sessions.setTitle(sessionId, title, 'user');
  }

  /** A start reopens the session, an end completes it. */
  function follow(capture: Capture, at: number): void {
    if (capture.kind === 'session_start') {
      store.sessions.reopen(capture.sessionId, at, options.now());
      const source = capture.body['source'];
      if (typeof source === 'string') store.sessions.setStartSource(capture.sessionId, source);
    } else {
      const reason = capture.body['reason'];
      store.sessions.complete(capture.sessionId, typeof reason === 'string' ? reason : null, at);
    }
  }

  /** The end of a subagent has no ID: the one in the transcript counts only if no hook reported it, and vice versa. */
  function isSecondSighting(capture: Capture): boolean {
    if (capture.kind !== 'subagent_stop' || capture.agentId === null) return false;
    const known = store.events.subagentStops(capture.sessionId, capture.agentId);
    const same = known.filter((stop) => stop.body?.['message'] === capture.body['message']);
    // Hooks and transcripts report the same ends; a continued subagent has several.
    return same.some(
      (stop) => (stop.source === 'transcript') !== (capture.source === 'transcript') || stop.key === capture.key,
    );
  }

  /** A fork contains its parent's history; what is already recorded for the parent is not recorded again. */
  function isCopied(capture: Capture): boolean {
    if (capture.source !== 'transcript' || !capture.toolUseId) return false;
    const line = store.sessions.ancestors(capture.sessionId);
    return line.length > 0 && store.events.sessionOfToolCall(capture.toolUseId, line) !== null;
  }

  function passOver({ sessionId }: SessionPlace, { agentId, agentTranscriptPath: path }: HostEvent): void {
    if (!path || !agentId) return;
    const cursor = { path, sessionId, agentId, offset: 0, tail: null, state: { passedOver: true }, unreadable: 0 };
    store.transcripts.saveCursor(cursor, options.now());
  }

  return {
    open,
    record,
    passOver,
    forgetSpan: (sessionId, promptId, from, until) =>
      store.turns.forgetPrivateSpan(sessionId, promptId, { from, until }),
    privateTurn: (sessionId, promptId, at, atEnd = false) => {
      if (atEnd) store.turns.forgetSinceStop(sessionId);
      store.turns.recordPrivate(sessionId, promptId, Math.round(at));
      store.sessions.reopen(sessionId, Math.round(at), options.now());
    },
  };
}

/** Other hosts' tools may use relative paths. */
function absolute(file: FileTouch, folder: string): FileTouch {
  if (isAbsolutePath(file.path) || file.path.startsWith('~')) return file;
  return { ...file, path: (isWindowsPath(folder) ? win32 : posix).join(folder, file.path) };
}
