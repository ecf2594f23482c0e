// Loads a job from the store: the material for a compressor, and what is stored along with its memories.

import type { Job } from '../domain/job.ts';
import type { CommitTie, MemoryContext } from '../domain/memory.ts';
import { hostNamed } from '../hosts/index.ts';
import type { Store } from '../store/index.ts';
import { type CommittedWork, committedWork, tieCommits } from './commit-ties.ts';
import { commitsOf, lastHash } from './commits.ts';
import { type EarlierTurn, type Material, messagesOf, toolsOf, withoutRepeated } from './material.ts';
import { findProjectRuns } from './project-runs.ts';
import { rulesIn } from './rules/extract.ts';

const MOST_OF_TURN = 500;
const TURNS_BEFORE = 3;

export interface LoadedJob {
  material: Material;
  context: MemoryContext;
  committed: CommittedWork;
}

/** What compressing earlier turns of the session may change. */
export interface JobState {
  /** Whether the turn is over. */
  final: boolean;
  /** The last event that has a summary; 0 if none has. */
  summedUp: number;
  knownTitles: string[];
  before: EarlierTurn[];
}

/** If the turns before were loaded already, only what they were called may have changed since. */
export function loadState(store: Store, job: Job, before?: EarlierTurn[]): JobState {
  const { sessionId, promptNumber } = job;
  const called = (turn: EarlierTurn) => ({ ...turn, title: store.memories.titleOfTurn(sessionId, turn.number) });
  const isOver = () => store.sessions.find(sessionId)?.status !== 'active' && store.jobs.endsItsTurn(job);
  return {
    final: store.jobs.isCheckpoint(job) || isOver(),
    summedUp: store.jobs.summedUpTo(job),
    knownTitles: store.memories.titlesOfSession(job),
    before:
      before?.map(called) ??
      (promptNumber === null ? [] : store.memories.turnsBefore(sessionId, promptNumber, TURNS_BEFORE)),
  };
}

export function loadJob(store: Store, job: Job, now: number, state = loadState(store, job)): LoadedJob {
  const { sessionId, promptNumber } = job;
  const { final, summedUp, knownTitles, before } = state;
  const session = store.sessions.find(sessionId);
  const events = store.events.ofJob(job);
  // A piece of a long turn needs only the request; a summary looks back to the last one of its turn.
  const most = final ? MOST_OF_TURN : 0;
  // A job that begins with its prompt holds the entire turn so far.
  const isWhole = summedUp === 0 && final && events[0]?.kind === 'prompt' && events.length <= MOST_OF_TURN;
  const turn = isWhole
    ? events
    : store.events.ofTurn(sessionId, promptNumber, { after: summedUp, until: job.lastEvent, most });
  const said = summedUp === 0 ? [] : saidBefore(store, job, summedUp);
  const tools = toolsOf(events, session?.host ?? '');
  const commits = commitsOf(tools);
  const committed = committedWork(commits, tools);
  return {
    committed,
    material: {
      events: withoutRepeated(events, said),
      turn: withoutRepeated(turn, said),
      continued: summedUp > 0,
      host: session?.host ?? '',
      root: session?.folder ?? null,
      final,
      knownTitles,
      notes: store.events.notesOfTurn(sessionId, promptNumber),
      sessionTitle: session?.titleBy ? session.title : null,
      before,
    },
    context: {
      sessionId,
      projectId: session?.projectId ?? 0,
      promptNumber,
      branch:
        events.findLast((event) => event.branch !== null && event.agentId === null)?.branch ??
        store.turns.branch(sessionId, promptNumber, job.lastEvent),
      commit: lastHash(commits),
      ties: tiesOf(store, job, committed),
      at: events.at(-1)?.at ?? now,
      provider: 'embedded',
      files: [...turn, ...events].flatMap((event) => event.files),
      // A failure in an earlier piece of the turn may have ended in this one.
      runs: findProjectRuns(turn.length > events.length ? turn : events, session?.host ?? ''),
      rules: rulesIn(events, hostNamed(session?.host ?? '').isMachinePrompt),
    },
  };
}

export function tiesOf(store: Store, job: Job, work: CommittedWork): CommitTie[] {
  if (work.commits.length === 0 || job.promptNumber === null) return [];
  return tieCommits(work, store.memories.uncommitted(job.sessionId, job.promptNumber));
}

/** What the agent said in the part of the turn that already has a summary: a transcript may repeat it. */
function saidBefore(store: Store, job: Job, until: number): string[] {
  return messagesOf(store.events.ofTurn(job.sessionId, job.promptNumber, { after: 0, until, most: MOST_OF_TURN }));
}
