-- The whole first schema: the ledger of captured events, the queue, the memories and their search.

-- Where sessions belong: one row per repository, or per folder without one.
create table projects (
  id integer primary key,
  key text not null unique,             -- git common folder, else the folder
  name text not null,
  merged_into integer references projects(id),
  created_at integer not null           -- all times: milliseconds since the epoch
) strict;

-- Conversations, by the host's own id.
create table sessions (
  id text primary key,
  host text not null,
  project_id integer not null references projects(id),
  parent_id text,                       -- the session this one was forked from
  status text not null default 'active' check (status in ('active', 'completed', 'interrupted', 'failed')),
  start_source text,                    -- startup, resume, clear, compact, fork
  end_reason text,
  title text,
  subtitle text,
  prompt_count integer not null default 0,
  folder text,                          -- where it was launched
  transcript_path text,
  started_at integer not null,
  last_event_at integer not null,
  ended_at integer
) strict, without rowid;
create index sessions_by_project on sessions (project_id, last_event_at);
create index sessions_by_status on sessions (status, last_event_at);

-- What the user typed.
create table prompts (
  id integer primary key,
  session_id text not null references sessions(id) on delete cascade,
  number integer not null,
  prompt_id text,                       -- the host's id, where it gives one
  spool_id text,                        -- the spool file that told of it, so that it counts once
  record_id text,                       -- the uuid of the transcript's record, once it was read
  text_hash text not null,
  seen_by_hook integer not null default 0,
  seen_in_transcript integer not null default 0,
  text text not null,
  search_extra text,                    -- more words to find it by, prepared by code
  created_at integer not null,
  unique (session_id, number)
) strict;
create index prompts_by_prompt_id on prompts (session_id, prompt_id) where prompt_id is not null;
create index prompts_by_text on prompts (session_id, text_hash, number);
create index prompts_unseen_by_hook on prompts (session_id, text_hash, number) where seen_by_hook = 0;
create index prompts_unseen_in_transcript on prompts (session_id, text_hash, number) where seen_in_transcript = 0;
create index prompts_by_record on prompts (session_id, record_id) where record_id is not null;
create index prompts_by_spool on prompts (session_id, spool_id) where spool_id is not null;
create index prompts_by_time on prompts (session_id, created_at);

-- Turns whose prompt was wholly private: only the fact that they happened.
create table private_turns (
  session_id text not null references sessions(id) on delete cascade,
  prompt_id text not null default '',   -- the host's id, where it gives one
  at integer not null,
  unique (session_id, prompt_id, at)
) strict;

-- The ledger: immutable facts, in the order they were stored.
create table events (
  id integer primary key,
  session_id text not null references sessions(id) on delete cascade,
  project_id integer not null references projects(id),
  key text not null,                    -- the same fact seen again has the same key
  kind text not null check (kind in ('session_start', 'prompt', 'tool', 'tool_failure', 'message', 'stop',
    'subagent_stop', 'pre_compact', 'session_end')),
  source text not null check (source in ('hook', 'transcript', 'api')),
  prompt_number integer,                -- null before the first prompt
  prompt_id text,
  tool_name text,
  tool_use_id text,
  agent_id text,
  agent_type text,
  cwd text,
  worktree text,
  branch text,
  duration_ms integer,
  input_hash text,                      -- of a tool's input: calls without an id are told apart by it
  files text not null default '[]',     -- JSON: [{path, role, digest}]
  payload blob,                         -- deflated JSON; null once its time is over
  payload_bytes integer not null,
  created_at integer not null,          -- when it happened
  stored_at integer not null,
  unique (session_id, key)
) strict;
create index events_by_tool_use on events (tool_use_id) where tool_use_id is not null;
create index events_by_prompt_id on events (session_id, prompt_id);
create index events_by_turn on events (session_id, prompt_number);
create index events_without_id on events (session_id, input_hash) where tool_use_id is null;
create index events_from_transcript on events (session_id, input_hash) where source = 'transcript';
create index events_by_time on events (created_at);

-- How far each transcript was read.
create table transcripts (
  path text primary key,
  session_id text not null references sessions(id) on delete cascade,
  agent_id text,
  offset integer not null default 0,
  tail text,                            -- digest of the bytes just before offset: tells a rewritten file
  state text not null default '{}',     -- JSON: what the reader must know to go on
  unreadable integer not null default 0, -- lines that held no JSON
  updated_at integer not null
) strict, without rowid;
create index transcripts_by_session on transcripts (session_id);

-- Transcript records already taken, so that a fork's copied history is known.
create table records (
  id text primary key,
  session_id text not null references sessions(id) on delete cascade
) strict, without rowid;
create index records_by_session on records (session_id);

-- The queue: durable requests to compress a range of events.
create table jobs (
  id integer primary key,
  session_id text not null references sessions(id) on delete cascade,
  purpose text not null check (purpose in ('turn', 'batch', 'recompress')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  first_event integer not null,
  last_event integer not null,
  size integer not null,                -- how many events
  prompt_number integer,
  run_at integer not null,              -- not before
  tries integer not null default 0,
  lease_owner text,
  lease_until integer,
  provider text,                        -- who did it
  outcome text check (outcome in ('memories', 'nothing')),
  wants_recompress integer not null default 0,
  last_error text,
  unreadable text,                      -- what a model said that could not be read
  created_at integer not null,
  finished_at integer
) strict;
create index jobs_to_claim on jobs (state, run_at);
create index jobs_by_session on jobs (session_id, state, prompt_number);

-- Findings.
create table observations (
  id integer primary key,
  session_id text references sessions(id) on delete cascade,
  project_id integer not null references projects(id),
  job_id integer references jobs(id) on delete set null,
  ordinal integer,                      -- within the job: writing it twice is harmless
  type text not null check (type in ('decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change')),
  title text,
  subtitle text,
  narrative text,
  facts text not null default '[]',     -- JSON list
  concepts text not null default '[]',  -- JSON list
  files_read text not null default '[]',
  files_modified text not null default '[]',
  search_extra text,
  prompt_number integer,
  tool_name text,
  branch text,
  commit_id text,
  provider text,
  tokens integer not null default 0,    -- about how many it costs to read
  pinned integer not null default 0,
  edited_at integer,
  superseded_by integer references observations(id) on delete set null,
  hidden_until integer,                 -- about to be deleted, and can still be brought back
  created_at integer not null,
  unique (job_id, ordinal)
) strict;
create index observations_by_project on observations (project_id, created_at);
create index observations_by_session on observations (session_id, created_at);

-- Which events an observation came from.
create table observation_events (
  observation_id integer not null references observations(id) on delete cascade,
  event_id integer not null references events(id) on delete cascade,
  primary key (observation_id, event_id)
) strict, without rowid;
create index observation_events_by_event on observation_events (event_id);

-- Which files an observation speaks about, with their digest as seen.
create table observation_files (
  observation_id integer not null references observations(id) on delete cascade,
  path text not null,
  role text not null check (role in ('read', 'modified')),
  digest text,
  primary key (observation_id, path, role)
) strict, without rowid;
create index observation_files_by_path on observation_files (path);

-- What a turn did.
create table summaries (
  id integer primary key,
  session_id text not null references sessions(id) on delete cascade,
  project_id integer not null references projects(id),
  job_id integer references jobs(id) on delete set null,
  ordinal integer,
  prompt_number integer,
  request text,
  investigated text,
  learned text,
  completed text,
  next_steps text,
  files_read text not null default '[]',
  files_edited text not null default '[]',
  notes text,
  search_extra text,
  branch text,
  commit_id text,
  provider text,
  tokens integer not null default 0,
  pinned integer not null default 0,
  edited_at integer,
  hidden_until integer,
  created_at integer not null,
  unique (job_id, ordinal)
) strict;
create index summaries_by_project on summaries (project_id, created_at);
create index summaries_by_session on summaries (session_id, created_at);

-- Every model call: what it cost.
create table usage (
  id integer primary key,
  job_id integer references jobs(id) on delete set null,
  provider text not null,
  model text,
  tokens_in integer not null,
  tokens_out integer not null,
  cost_usd real,
  latency_ms integer,
  error text,
  created_at integer not null
) strict;
create index usage_by_time on usage (created_at);

-- What was shown to whom, so that a user can see why the agent knew.
create table injections (
  id integer primary key,
  session_id text not null references sessions(id) on delete cascade,
  prompt_number integer,
  occasion text not null check (occasion in ('session_start', 'prompt', 'tool')),
  characters integer not null,
  observations text not null default '[]', -- JSON list of ids
  summaries text not null default '[]',
  created_at integer not null
) strict;
create index injections_by_session on injections (session_id, created_at);

-- What was forgotten, as keyed digests without text: it must not come back.
create table tombstones (
  kind text not null,
  digest text not null,
  created_at integer not null,
  primary key (kind, digest)
) strict, without rowid;

-- Small facts about this store, such as the key of its tombstones.
create table meta (
  key text primary key,
  value text not null
) strict, without rowid;

create virtual table observations_fts using fts5(
  title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra,
  content = 'observations', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger observations_fts_insert after insert on observations begin
  insert into observations_fts (rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra)
  values (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files_read, new.files_modified, new.search_extra);
end;
create trigger observations_fts_delete after delete on observations begin
  insert into observations_fts (observations_fts, rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra)
  values ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files_read, old.files_modified, old.search_extra);
end;
create trigger observations_fts_update after update of title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra on observations begin
  insert into observations_fts (observations_fts, rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra)
  values ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files_read, old.files_modified, old.search_extra);
  insert into observations_fts (rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra)
  values (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files_read, new.files_modified, new.search_extra);
end;

create virtual table summaries_fts using fts5(
  request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra,
  content = 'summaries', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger summaries_fts_insert after insert on summaries begin
  insert into summaries_fts (rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra)
  values (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.files_read, new.files_edited, new.notes, new.search_extra);
end;
create trigger summaries_fts_delete after delete on summaries begin
  insert into summaries_fts (summaries_fts, rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra)
  values ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.files_read, old.files_edited, old.notes, old.search_extra);
end;
create trigger summaries_fts_update after update of request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra on summaries begin
  insert into summaries_fts (summaries_fts, rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra)
  values ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.files_read, old.files_edited, old.notes, old.search_extra);
  insert into summaries_fts (rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra)
  values (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.files_read, new.files_edited, new.notes, new.search_extra);
end;

create virtual table prompts_fts using fts5(
  text, search_extra,
  content = 'prompts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger prompts_fts_insert after insert on prompts begin
  insert into prompts_fts (rowid, text, search_extra) values (new.id, new.text, new.search_extra);
end;
create trigger prompts_fts_delete after delete on prompts begin
  insert into prompts_fts (prompts_fts, rowid, text, search_extra) values ('delete', old.id, old.text, old.search_extra);
end;
create trigger prompts_fts_update after update of text, search_extra on prompts begin
  insert into prompts_fts (prompts_fts, rowid, text, search_extra) values ('delete', old.id, old.text, old.search_extra);
  insert into prompts_fts (rowid, text, search_extra) values (new.id, new.text, new.search_extra);
end;

-- Deleted words must leave the index's pages too.
insert into observations_fts (observations_fts, rank) values ('secure-delete', 1);
insert into summaries_fts (summaries_fts, rank) values ('secure-delete', 1);
insert into prompts_fts (prompts_fts, rank) values ('secure-delete', 1);
