// The one catalogue of errors: a stable code, what happened, and how to mend it.

const CATALOGUE = {
  SETTING_INVALID: 'Correct it with `c-mem config set <key> <value>`, or remove it to use the default.',
  SETTINGS_UNREADABLE: 'Correct the file by hand, or move it away to use the defaults.',
  PAUSES_UNREADABLE: 'Repair or delete that file; until then nothing is captured, so that nothing of a pause is.',
  SETTINGS_UNWRITABLE: 'Check that the data folder is writable and has free space.',
  FILE_UNUSABLE: 'Check that the folder is writable and has free space.',
  STORE_NEWER: 'Upgrade c-mem (`npm install -g c-mem@latest`), or point C_MEM_HOME at another folder.',
  STORE_OLDER: 'Run `c-mem worker restart`: the worker brings it up to date.',
  STORE_NOT_A_DATABASE: 'Run `c-mem worker restart`: the store is repaired from its newest backup and the transcripts.',
  STORE_MISSING: 'Nothing was captured yet. Start a session in Claude Code, or run `c-mem worker start`.',
  STORE_UNUSABLE: 'Check that the folder exists, is writable and has free space.',
  NATIVE_MODULE_BROKEN: 'Reinstall c-mem with the Node you run (`npm rebuild better-sqlite3` in a checkout).',
  MIGRATION_FAILED: 'The store was left at its old version. Report this with the message above.',
  WORKER_NOT_STARTED: 'Read `c-mem worker logs`, then try `c-mem worker run` to see the error directly.',
  WORKER_NOT_STOPPED: 'End it by its process id, which is named above.',
  SPOOL_HEADER_UNKNOWN: 'The file was written by something else; it is kept in the quarantine folder.',
  SPOOL_BODY_UNREADABLE: 'The file is kept in the quarantine folder; its event is recovered from the transcript.',
  PROVIDER_REFUSES:
    'Nothing is lost: the embedded compressor serves meanwhile, and these turns are compressed again later.',
  JOBS_FAILED:
    'Nothing is lost: their events are kept. Read `c-mem worker logs`; after an upgrade, `c-mem recompress --failed` tries them again.',
  BUDGET_USED_UP: 'Raise the cap with `c-mem config set`, or let the embedded compressor do it.',
  PROJECT_UNKNOWN: 'Run `c-mem projects` to see them all.',
  MEMORY_UNKNOWN: 'Search for it with `c-mem search`; ids look like #12, S3 or P4.',
  SESSION_UNKNOWN: 'Run `c-mem sessions` to see them all.',
  EVAL_UNREADABLE: 'See `c-mem eval --help` for the files that it reads.',
  HOST_SETTINGS_UNREADABLE: 'Correct that file first (its JSON is broken), then run `c-mem install` again.',
  IMPORT_UNREADABLE: 'See `c-mem import --help` for what can be read in.',
  IMPORT_RUNNING: 'Wait until it has ended, or end it with Ctrl-C where it runs.',
  EXPORT_FAILED: 'Choose another file, or `-` for the screen.',
  BACKUP_UNKNOWN: 'Run `c-mem backup list` to see them all.',
  BACKUP_FAILED: 'Check that there is room on the disk, then run `c-mem backup`.',
  STORE_REPAIRED: 'Nothing needs to be done. A broken file is kept beside the store; delete it when you like.',
  NOT_ALLOWED:
    'Send the token from the data folder as `Authorization: Bearer <token>`, or open the viewer with `c-mem viewer`.',
  HOST_REFUSED: 'Ask under a loopback name: 127.0.0.1, localhost or [::1].',
  ORIGIN_REFUSED: 'Only pages served by c-mem itself may ask.',
  CONTENT_TYPE_REFUSED: 'Send JSON, with `Content-Type: application/json`.',
  BODY_TOO_LARGE: 'Send less at once; a single request may have 8 MB.',
  BODY_UNREADABLE: 'Send one JSON object.',
  REQUEST_INVALID: 'See /openapi.json for what this route takes.',
  ROUTE_UNKNOWN: 'See /openapi.json for all routes.',
  TOO_MANY_REQUESTS: 'Wait a moment, then ask again.',
  LINK_EXPIRED: 'A link opens the viewer once, within a minute: run `c-mem viewer` again.',
  WORKER_ENDING: 'Ask again: the next worker takes over.',
  INTERNAL: 'Read `c-mem worker logs`.',
  USAGE: 'Run the command with --help to see how it is used.',
} as const;

export type ErrorCode = keyof typeof CATALOGUE;

/** Every error we throw on purpose. `fix` tells the user what to do about it. */
export class CMemError extends Error {
  readonly code: ErrorCode;
  readonly fix: string;
  /** The name of what it is about, safe to log: the message may quote values. */
  readonly subject: string | null;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; fix?: string; subject?: string }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CMemError';
    this.code = code;
    this.fix = options?.fix ?? CATALOGUE[code];
    this.subject = options?.subject ?? null;
  }
}

/**
 * A name for an error that is safe to log: never its message, because messages of JSON.parse and
 * of the file system quote what they were given.
 */
export function errorName(error: unknown): string {
  if (error instanceof CMemError) return error.code;
  if (error instanceof Error) {
    const code = (error as NodeJS.ErrnoException).code;
    return typeof code === 'string' ? code : error.name;
  }
  return 'unknown';
}
