// claude-mem databases with the column sets of its published versions, filled with our own words.

import type { Database } from '../../src/store/sqlite/connect.ts';
import { Sqlite } from './sqlite.ts';

export const AT = Date.parse('2025-11-03T10:00:00Z');
const ISO = new Date(AT).toISOString();

export function makeDatabase(file: string, statements: string, fill: (db: Database) => void): void {
  const db = new Sqlite(file);
  db.exec(statements);
  fill(db);
  db.close();
}

/** The newest: two IDs per session, structured observations, a table of prompts. */
export function makeNewest(file: string): void {
  makeDatabase(
    file,
    `create table schema_versions (id integer primary key, version integer, applied_at text);
     create table sdk_sessions (id integer primary key autoincrement, content_session_id text unique not null,
       memory_session_id text unique, project text not null, platform_source text not null default 'claude', user_prompt text,
       started_at text not null, started_at_epoch integer not null, completed_at text, completed_at_epoch integer,
       status text not null default 'active', worker_port integer, prompt_counter integer default 0, custom_title text);
     create table observations (id integer primary key autoincrement, memory_session_id text not null, project text not null,
       text text, type text not null, title text, subtitle text, facts text, narrative text, concepts text, files_read text,
       files_modified text, prompt_number integer, discovery_tokens integer default 0, content_hash text, agent_type text,
       agent_id text, merged_into_project text, generated_by_model text, metadata text, created_at text not null,
       created_at_epoch integer not null);
     create table session_summaries (id integer primary key autoincrement, memory_session_id text not null, project text not null,
       request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text,
       notes text, prompt_number integer, discovery_tokens integer default 0, merged_into_project text,
       created_at text not null, created_at_epoch integer not null);
     create table user_prompts (id integer primary key autoincrement, content_session_id text not null,
       prompt_number integer not null, prompt_text text not null, created_at text not null, created_at_epoch integer not null);
     create table pending_messages (id integer primary key autoincrement, session_db_id integer, content_session_id text);
     create table directives (id integer primary key autoincrement, content text not null);`,
    (db) => {
      db.prepare(
        'insert into sdk_sessions (content_session_id, memory_session_id, project, started_at, started_at_epoch, completed_at_epoch, custom_title) values (?, ?, ?, ?, ?, ?, ?)',
      ).run('host-1', 'mem-1', 'shop', ISO, AT, AT + 9000, 'Orders');
      const prompt = db.prepare(
        'insert into user_prompts (content_session_id, prompt_number, prompt_text, created_at, created_at_epoch) values (?, ?, ?, ?, ?)',
      );
      prompt.run('host-1', 1, 'Fix the order parser', ISO, AT);
      prompt.run('host-1', 2, 'Now the tests <private>my own affair</private>', ISO, AT + 5000);
      const observation = db.prepare(
        'insert into observations (memory_session_id, project, type, title, narrative, facts, concepts, files_modified, prompt_number, created_at, created_at_epoch) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      );
      observation.run(
        'mem-1',
        'shop',
        'bugfix',
        'Parser skipped the last order',
        'The loop ended one early.',
        '["off by one","found by a test"]',
        '["gotcha"]',
        '["src/parser.ts"]',
        1,
        ISO,
        AT + 1000,
      );
      observation.run(
        'mem-1',
        'shop',
        'security_alert',
        'A key lay in the log',
        'It was ghp_abcdefghijklmnopqrstuvwxyz0123456789 all along.',
        '[]',
        '[]',
        null,
        2,
        ISO,
        AT + 6000,
      );
      observation.run(
        'mem-lost',
        'bank',
        'discovery',
        'The bank closes at four',
        null,
        null,
        null,
        null,
        null,
        ISO,
        AT + 7000,
      );
      db.prepare(
        'insert into session_summaries (memory_session_id, project, request, learned, next_steps, files_edited, prompt_number, created_at, created_at_epoch) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(
        'mem-1',
        'shop',
        'Fix the parser',
        'Loops end where they should',
        'Write more tests',
        '["src/parser.ts"]',
        1,
        ISO,
        AT + 2000,
      );
      db.exec(
        "insert into directives (content) values ('Always use tabs'); insert into pending_messages (session_db_id) values (1), (1)",
      );
    },
  );
}

/** Before that: the session's two IDs had other names, and observations were one text. */
export function makeMiddle(file: string): void {
  makeDatabase(
    file,
    `create table sdk_sessions (id integer primary key autoincrement, claude_session_id text unique not null, sdk_session_id text unique,
       project text not null, user_prompt text, started_at text not null, started_at_epoch integer not null, completed_at text,
       completed_at_epoch integer, status text not null default 'active');
     create table observations (id integer primary key autoincrement, sdk_session_id text not null, project text not null,
       text text not null, type text not null, created_at text not null, created_at_epoch integer not null);
     create table session_summaries (id integer primary key autoincrement, sdk_session_id text unique not null, project text not null,
       request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text,
       notes text, created_at text not null, created_at_epoch integer not null);`,
    (db) => {
      db.prepare(
        'insert into sdk_sessions (claude_session_id, sdk_session_id, project, user_prompt, started_at, started_at_epoch) values (?, ?, ?, ?, ?, ?)',
      ).run('host-2', 'sdk-2', 'shop', 'Rename the gateway', ISO, AT);
      db.prepare(
        'insert into observations (sdk_session_id, project, text, type, created_at, created_at_epoch) values (?, ?, ?, ?, ?, ?)',
      ).run('sdk-2', 'shop', 'The gateway is called heron now. The old name was taken.', 'decision', ISO, AT + 1000);
      db.prepare(
        'insert into session_summaries (sdk_session_id, project, request, completed, created_at, created_at_epoch) values (?, ?, ?, ?, ?, ?)',
      ).run('sdk-2', 'shop', 'Rename', 'Renamed', ISO, AT + 2000);
    },
  );
}

/** The first: memories and overviews. */
export function makeFirst(file: string): void {
  makeDatabase(
    file,
    `create table sessions (id integer primary key autoincrement, session_id text unique not null, project text not null,
       created_at text not null, created_at_epoch integer not null, source text not null default 'compress');
     create table memories (id integer primary key autoincrement, session_id text not null, text text not null, document_id text unique,
       keywords text, created_at text not null, created_at_epoch integer not null, project text not null, archive_basename text,
       origin text not null default 'transcript', title text, subtitle text, facts text, concepts text, files_touched text);
     create table overviews (id integer primary key autoincrement, session_id text not null, content text not null,
       created_at text not null, created_at_epoch integer not null, project text not null, origin text not null default 'claude');
     create table diagnostics (id integer primary key, message text);`,
    (db) => {
      db.prepare('insert into sessions (session_id, project, created_at, created_at_epoch) values (?, ?, ?, ?)').run(
        'host-3',
        'shop',
        ISO,
        AT / 1000,
      );
      db.prepare(
        'insert into memories (session_id, text, keywords, created_at, created_at_epoch, project, files_touched) values (?, ?, ?, ?, ?, ?, ?)',
      ).run(
        'host-3',
        'Invoices are numbered by year. They start at one.',
        'invoices, numbers',
        ISO,
        AT / 1000,
        'shop',
        'src/invoice.ts',
      );
      db.prepare(
        'insert into overviews (session_id, content, created_at, created_at_epoch, project) values (?, ?, ?, ?, ?)',
      ).run('host-3', 'Numbered the invoices.', ISO, AT / 1000, 'shop');
    },
  );
}
