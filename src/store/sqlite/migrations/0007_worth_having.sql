-- Rules, a project's commands, titles of sessions and summaries, and which compressor made what.
alter table sessions add column title_by text;           -- user or host; null: taken from the session's memories
alter table summaries add column title text;             -- what the turn did, in one line
alter table jobs add column compressor integer;          -- version of the embedded compressor; null: before they were numbered

-- Observations of type `rule` only.
alter table observations add column rule_state text;     -- said, confirmed, off
alter table observations add column rule_scope text;     -- project, everywhere
alter table observations add column rule_source text;    -- prompt, rejection, person, agent, import
alter table observations add column confirmed_at integer; -- when a person confirmed it, also while it is off
alter table observations add column times_said integer;
alter table observations add column last_said_at integer;
create index observations_rules on observations (project_id, rule_state) where rule_state is not null;

-- The commands that build, test, lint and run a project, one row for each time that one ran.
create table runs (
  id integer primary key,
  event_id integer not null references events(id) on delete cascade,
  position integer not null,                              -- among the commands of one call
  project_id integer not null references projects(id),
  kind text not null,                                     -- build, test, lint, run
  command text not null,                                  -- as one would type it again for the entire project
  partial integer not null,                               -- 1: it was narrowed to some files or names
  failed integer not null,
  trouble text,                                           -- what went wrong, in one line
  ended_by text,                                          -- what was changed before it passed again, in one line
  created_at integer not null,
  unique (event_id, position)
) strict;
create index runs_by_project on runs (project_id, created_at);
