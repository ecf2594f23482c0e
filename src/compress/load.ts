// What a job is about, read from the store: the material for a compressor, and what goes along with its memories.
import type { Job } from '../domain/job.ts';
import type { MemoryContext } from '../domain/memory.ts';
import type { Database } from '../store/database.ts';
import { eventsOfJob, eventsOfTurn } from '../store/events.ts';
import { titlesOfSession } from '../store/memories.ts';
import { endsItsTurn } from '../store/queue.ts';
import { findSession } from '../store/sessions.ts';
import { commitOf } from './commit.ts';
import type { Material } from './material.ts';

const MOST_OF_TURN = 500;

export function loadJob(db: Database, job: Job, now: number): { material: Material; context: MemoryContext } {
  const session = findSession(db, job.sessionId);
  const events = eventsOfJob(db, job);
  const final = job.purpose === 'recompress' ? endsItsTurn(db, job) : job.purpose === 'turn';
  // A piece of a long turn needs only the request; a summary looks back as far as anybody would.
  const turn = eventsOfTurn(db, job.sessionId, job.promptNumber, final ? MOST_OF_TURN : 0);
  return {
    material: {
      events,
      turn,
      root: session?.folder ?? null,
      final,
      knownTitles: titlesOfSession(db, job.sessionId, job.id),
    },
    context: {
      sessionId: job.sessionId,
      projectId: session?.projectId ?? 0,
      promptNumber: job.promptNumber,
      branch: events.findLast((event) => event.branch !== null)?.branch ?? null,
      commit: commitOf(events),
      at: events.at(-1)?.at ?? now,
      provider: 'embedded',
      files: [...turn, ...events].flatMap((event) => event.files),
    },
  };
}
