// The one catalog of errors: a stable code for each, and how to fix it.

const CATALOG = {
  SETTING_INVALID: 'Change it with `c-mem config set <key> <value>`, or use the default: `c-mem config unset <key>`.',
  SETTINGS_UNREADABLE:
    'Fix the file in an editor; until then the last settings that could be read stay in force. Move it away to use the defaults.',
  PAUSES_UNREADABLE:
    'Fix or delete that file; until then nothing is captured, so that nothing from a pause or an excluded project can be.',
  SETTINGS_UNWRITABLE: 'Check that the data folder is writable and has free space.',
  FILE_UNUSABLE: 'Check that the folder is writable and has free space.',
  STORE_NEWER: 'Upgrade c-mem (`npm install -g c-mem@latest`), or point C_MEM_HOME at another folder.',
  STORE_OLDER: 'Run `c-mem worker restart`: the worker upgrades the database.',
  STORE_NOT_A_DATABASE:
    'Run `c-mem worker restart`: the worker repairs the database from its newest backup and the transcripts.',
  STORE_MISSING: 'Nothing has been captured yet. Start a Claude Code session, or run `c-mem worker start`.',
  STORE_UNUSABLE: 'Check that the folder exists, is writable and has free space.',
  NATIVE_MODULE_MISSING: 'Run `c-mem install`, which downloads it, or use Node 22.16 or later, which includes SQLite.',
  NATIVE_MODULE_BROKEN:
    'Run `c-mem install` with the Node version you use, or use Node 22.16 or later (in a checkout: `npm rebuild better-sqlite3`).',
  MIGRATION_FAILED: 'The database was left unchanged. Report this with the message above.',
  WORKER_NOT_STARTED: 'Read `c-mem worker logs`, or run `c-mem worker run` to see the error directly.',
  WORKER_NOT_STOPPED: 'Kill that process.',
  SPOOL_HEADER_UNKNOWN: 'The file was not written by a C-Mem hook; it is kept in the quarantine folder.',
  SPOOL_BODY_UNREADABLE: 'The file is kept in the quarantine folder; its event is recovered from the transcript.',
  PROVIDER_REFUSES: 'Nothing is lost: the embedded compressor is used for now, and these turns are recompressed later.',
  EMBEDDINGS_FAIL: 'Nothing is lost: search uses words alone, and vectors are made when the endpoint is back.',
  JOBS_FAILED:
    'Nothing is lost: the events are kept. Read `c-mem worker logs`, then retry with `c-mem recompress --failed`.',
  BUDGET_USED_UP: 'Raise the cap with `c-mem config set`; until then, the embedded compressor is used.',
  PROJECT_UNKNOWN: 'Run `c-mem projects` to list all projects.',
  MEMORY_UNKNOWN: 'Find its ID with `c-mem search`; IDs look like #12, S3 or P4.',
  MEMORY_CHANGED: 'Read it again, then decide which text to keep.',
  SESSION_UNKNOWN: 'Run `c-mem sessions` to list sessions.',
  EVAL_UNREADABLE: 'Run `c-mem eval --help` for supported files.',
  HOST_SETTINGS_UNREADABLE: 'Fix the JSON in that file, then run `c-mem install` again.',
  IMPORT_UNREADABLE: 'Run `c-mem import --help` for supported formats.',
  IMPORT_RUNNING: 'Wait until it finishes, or stop it with Ctrl-C.',
  EXPORT_FAILED: 'Choose another file, or `-` for stdout.',
  BACKUP_UNKNOWN: 'Run `c-mem backup list` to list all backups.',
  BACKUP_FAILED: 'Free some disk space, then run `c-mem backup`.',
  STORE_REPAIRED: 'No action is needed. The damaged file is kept next to the database; you can delete it.',
  TEAM_EXISTS: 'Use another database.',
  TEAM_UNKNOWN: 'Run `c-mem team create`, or `c-mem team join` with an invitation.',
  TEAM_NEWER: 'Upgrade c-mem on this machine: `npm install -g c-mem@latest`.',
  TEAM_OLDER: 'Ask the owner of the team to run `c-mem team upgrade`; until then, everything waits here.',
  TEAM_SERVER_OLD: 'Use PostgreSQL 15 or later.',
  TEAM_UNREACHABLE: 'Check the network and the server; everything waits here and is sent later.',
  TEAM_REFUSED: 'Ask the owner of the team for a new invitation.',
  TEAM_TLS: 'Fix the certificate of the server, or name its authority with `--ca FILE` when joining.',
  TEAM_FORBIDDEN: 'Ask an owner of the team or of the project.',
  TEAM_FILE_UNREADABLE: 'Join again with a new invitation: `c-mem team join`.',
  TEAM_SERVER_ERROR: 'Read the log of the PostgreSQL server; everything waits here and is sent later.',
  NOT_ALLOWED:
    'Send the token from the data folder as `Authorization: Bearer <token>`, or open the viewer with `c-mem viewer`.',
  HOST_REFUSED: 'Use a loopback address: 127.0.0.1, localhost or [::1].',
  ORIGIN_REFUSED: 'Only pages served by C-Mem itself may use the API.',
  CONTENT_TYPE_REFUSED: 'Send JSON with `Content-Type: application/json`.',
  BODY_TOO_LARGE: 'Send less; the limit is 8 MB per request.',
  BODY_UNREADABLE: 'Send one JSON object.',
  REQUEST_INVALID: 'See /openapi.json for the parameters of this route.',
  ROUTE_UNKNOWN: 'See /openapi.json for all routes.',
  TOO_MANY_REQUESTS: 'Wait a moment, then retry.',
  LINK_EXPIRED: 'Run `c-mem viewer` for a new link; a link works once, within a minute.',
  WORKER_ENDING: 'Retry: the next worker takes over.',
  INTERNAL: 'Read `c-mem worker logs`.',
  USAGE: 'Run the command with --help to see its usage.',
} as const;

export type ErrorCode = keyof typeof CATALOG;

/** Every error we throw on purpose. `fix` says what the user can do about it. */
export class CMemError extends Error {
  readonly code: ErrorCode;
  readonly fix: string;
  /** What it is about, safe to log: the message may quote values. */
  readonly subject: string | null;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; fix?: string; subject?: string }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CMemError';
    this.code = code;
    this.fix = options?.fix ?? CATALOG[code];
    this.subject = options?.subject ?? null;
  }
}

/**
 * A name for an error that is safe to log: never its message, because messages of JSON.parse and of the file system
 * quote their input.
 */
export function errorName(error: unknown): string {
  if (error instanceof CMemError) return error.code;
  if (error instanceof Error) {
    const code = (error as NodeJS.ErrnoException).code;
    return typeof code === 'string' ? code : error.name;
  }
  return 'unknown';
}
