// The job loop without processes: turns in a real store, a scripted model, and a clock of the test's.

import { join } from 'node:path';
import { loadSettings, type Settings } from '../../src/config/settings.ts';
import { type Provider, ProviderError, type Question, type Reply } from '../../src/providers/provider.ts';
import { createJobLoop, type JobLoop, type JobLoopParts } from '../../src/worker/jobs/job-loop.ts';
import { openLog } from '../../src/worker/log.ts';
import { type CaptureBench, createCaptureBench } from './capture.ts';
import { goodAnswer } from './model-server.ts';
import { fixtureSession, payload, prompt, type SessionFixture, stop } from './payloads.ts';

export const DEFAULT_SETTINGS = loadSettings('/none', {}).settings;

export const REPLY: Reply = { text: goodAnswer('By the model'), model: 'm', tokensIn: 60, tokensOut: 40, costUsd: 0.5 };

export interface JobBench extends CaptureBench {
  session: SessionFixture;
  settings: Settings;
  model: {
    /** How often it was asked. */
    calls: number;
    answer: (question: Question) => Reply | Promise<Reply>;
    /** From now on it throws this. */
    fails(...args: ConstructorParameters<typeof ProviderError>): void;
  };
  /** A prompt, an edit and a Stop: one job that is due. */
  addTurn(): void;
  loop(parts?: Partial<JobLoopParts>): JobLoop;
  /** Wakes the loop, waits until it rests, and stops it. */
  work(loop?: JobLoop): Promise<void>;
  rows<T>(query: string): T[];
  /** Who did each job, in order. */
  providers(): (string | null)[];
}

export function createJobBench(): JobBench {
  const bench = createCaptureBench();
  const session = fixtureSession(join(bench.store.folder, 'work'));
  const rows = <T>(query: string) => bench.store.db.prepare(query).all() as T[];
  let turns = 0;
  const model: JobBench['model'] = {
    calls: 0,
    answer: () => REPLY,
    fails(...args) {
      model.answer = () => {
        // No test gets this far, unless the loop asks forever.
        if (model.calls > 10) return REPLY;
        throw new ProviderError(...args);
      };
    },
  };
  const provider: Provider = {
    name: 'scripted',
    ask: async (question) => {
      model.calls += 1;
      return model.answer(question);
    },
  };
  const self: JobBench = {
    ...bench,
    session,
    settings: { ...DEFAULT_SETTINGS, provider: 'openai' } as Settings,
    model,
    addTurn() {
      turns += 1;
      const id = { prompt_id: `p${turns}` };
      bench.take(prompt(session, `Change the price of item ${turns}`, id));
      const [filePath, newString] = [join(session.cwd, `item${turns}.ts`), `export const price = ${turns};`];
      bench.take(
        payload(session, 'PostToolUse', {
          ...{ ...id, tool_name: 'Edit', tool_use_id: `t${turns}` },
          tool_input: { file_path: filePath, old_string: 'a', new_string: newString },
          tool_response: { filePath, newString },
        }),
      );
      bench.take(stop(session, `The price of item ${turns} is changed.`, id));
    },
    loop: (parts = {}) =>
      createJobLoop({
        store: bench.store.parts,
        home: bench.store.folder,
        settings: () => self.settings,
        log: openLog(null, 'silent'),
        now: () => bench.clock.now,
        random: () => 0.5,
        owner: 'test',
        onWork: () => undefined,
        choose: ({ provider: name }) => (name === 'embedded' ? null : provider),
        ...parts,
      }),
    async work(loop = self.loop()) {
      loop.wake();
      await loop.settled();
      loop.stop();
    },
    rows,
    providers: () =>
      rows<{ provider: string | null }>('select provider from jobs order by id').map((job) => job.provider),
  };
  return self;
}
