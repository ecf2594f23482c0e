// What a job is about, read from the store: the material for a compressor, and what goes along with its memories.

import type { Job } from '../domain/job.ts';
import type { MemoryContext } from '../domain/memory.ts';
import { branchOfTurn } from '../store/ledger/branches.ts';
import { eventsOfJob, eventsOfTurn } from '../store/ledger/events.ts';
import { findSession } from '../store/ledger/sessions.ts';
import { titlesOfSession } from '../store/memories/commit.ts';
import { isCheckpoint, summedUpTo } from '../store/queue/checkpoints.ts';
import type { Database } from '../store/sqlite/open.ts';
import { commitOf } from './git-commit.ts';
import { type Material, messagesOf, withoutRepeated } from './material.ts';

const MOST_OF_TURN = 500;

export function loadJob(db: Database, job: Job, now: number): { material: Material; context: MemoryContext } {
  const { sessionId, promptNumber } = job;
  const session = findSession(db, sessionId);
  const events = eventsOfJob(db, job);
  const final = isCheckpoint(db, job);
  const summedUp = summedUpTo(db, job);
  // A piece of a long turn needs only the request; a summary looks back to the last one of its turn.
  const most = final ? MOST_OF_TURN : 0;
  const turn = eventsOfTurn(db, sessionId, promptNumber, { after: summedUp, until: job.lastEvent, most });
  const said = summedUp === 0 ? [] : saidBefore(db, job, summedUp);
  return {
    material: {
      events: withoutRepeated(events, said),
      turn: withoutRepeated(turn, said),
      continued: summedUp > 0,
      root: session?.folder ?? null,
      final,
      knownTitles: titlesOfSession(db, sessionId, job.id),
    },
    context: {
      sessionId,
      projectId: session?.projectId ?? 0,
      promptNumber,
      branch:
        events.findLast((event) => event.branch !== null && event.agentId === null)?.branch ??
        branchOfTurn(db, sessionId, promptNumber, job.lastEvent),
      commit: commitOf(events),
      at: events.at(-1)?.at ?? now,
      provider: 'embedded',
      files: [...turn, ...events].flatMap((event) => event.files),
    },
  };
}

/** What the agent said in the part of the turn that is summed up already: a transcript may tell it once more. */
function saidBefore(db: Database, job: Job, until: number): string[] {
  return messagesOf(eventsOfTurn(db, job.sessionId, job.promptNumber, { after: 0, until, most: MOST_OF_TURN }));
}
