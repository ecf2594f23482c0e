// One window of the editor as a session, in five stages: activation begins it, questions are prompts, saves and tasks are
// observations, a quiet time is a summary, deactivation ends it. Nothing here throws: the editor is never disturbed.
import type { WorkerApi } from './worker-api.ts';

export interface RecorderOptions {
  api: Pick<WorkerApi, 'call'>;
  sessionId: string;
  folder: string;
  /** After so long without an event, the work so far is summarized. */
  idleMs: number;
  onError: (error: Error) => void;
}

export class Recorder {
  #idle: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #serial = 0;
  #isDirty = false;

  constructor(private readonly options: RecorderOptions) {}

  begin(): Promise<void> {
    return this.#send('init', { source: 'startup' });
  }

  /** Resolves when everything so far was sent: only then is a new project known. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  asked(prompt: string): Promise<void> {
    return this.#send('init', { prompt }, true);
  }

  saved(path: string, lines: number): Promise<void> {
    return this.#observe({ tool_name: 'FileSave', tool_input: { file_path: path }, tool_response: { lines } });
  }

  ranTask(command: string, exitCode: number): Promise<void> {
    const ended = exitCode === 0 ? { tool_response: { exitCode } } : { error: `Exit code: ${exitCode}` };
    return this.#observe({ tool_name: 'RunTask', tool_input: { command }, ...ended });
  }

  /** Summarizes what happened since the last time, if anything did. */
  summarize(): Promise<void> {
    clearTimeout(this.#idle);
    if (!this.#isDirty) return Promise.resolve();
    this.#isDirty = false;
    return this.#send('summarize', {});
  }

  async end(): Promise<void> {
    await this.summarize();
    await this.#send('complete', { reason: 'deactivated' });
  }

  #observe(fields: object): Promise<void> {
    this.#serial += 1;
    const id = `${this.options.sessionId}-${process.pid}-${this.#serial}`;
    return this.#send('observations', { ...fields, tool_use_id: id }, true);
  }

  /** One after the other, so that they arrive in order. */
  #send(stage: string, fields: object, isWork = false): Promise<void> {
    const { api, sessionId, folder, onError } = this.options;
    const body = { sessionId, host: 'vscode', project: folder, cwd: folder, ...fields };
    if (isWork) this.#wait();
    const sent = this.#sending
      .then(() => api.call('POST', `/api/sessions/${stage}`, body))
      .then(
        () => undefined,
        (error: unknown) => onError(error as Error),
      );
    this.#sending = sent;
    return sent;
  }

  #wait(): void {
    this.#isDirty = true;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.summarize(), this.options.idleMs);
    this.#idle.unref?.();
  }
}
