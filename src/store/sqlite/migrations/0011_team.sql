-- Sharing memories with a team. Without one, these tables stay empty. The triggers that fill them: see team-triggers.sql.
alter table observations add column author text;         -- the colleague who made it; null: the user's own
alter table summaries add column author text;
alter table sessions add column author text;

-- The projects that are shared, and how far each was pulled.
create table team_projects (
  project_id integer primary key references projects(id) on delete cascade,
  remote_id integer not null unique,    -- the project on the server
  name text not null,                   -- as the server calls it
  role text not null,                   -- reader, writer, owner; none: the access was taken away
  pushes integer not null,              -- 1: what is made here is sent
  epoch integer not null default 0,     -- where the next pull continues
  xid text not null default '0',
  seq integer not null default 0,
  since integer,                        -- what happened before is not pulled; null: not decided yet
  shared_at integer not null
) strict;

-- What the server knows or will know, by its global ID.
create table team_items (
  uid text primary key,
  kind text not null,                   -- observation, summary, session, profile
  local_id any,                         -- null: gone here
  remote_id integer not null,           -- the project on the server
  rev integer not null,                 -- the later version wins
  digest text,                          -- of the text that was last sent or received
  superseded_by text,                   -- the global ID
  superseded_rev integer not null default 0,
  made_here integer not null,           -- 1: on this machine
  is_private integer not null default 0, -- 1: kept here although its project is shared
  gone text,                            -- forgotten, withdrawn
  scrubbed integer not null default 0,  -- 1: an earlier version contained something forgotten
  unique (kind, local_id)
) strict, without rowid;
create index team_items_superseded on team_items (superseded_by) where superseded_by is not null;

-- What has to be sent, written in the transaction that made it.
create table team_outbox (
  uid text primary key,
  op text not null,                     -- put, forget, withdraw
  scrub integer not null default 0,     -- 1: earlier versions contained something forgotten
  version integer not null default 1,   -- rises with each change: what changed while it was sent is sent again
  queued_at integer not null
) strict, without rowid;
create index team_outbox_order on team_outbox (queued_at);

-- Profiles of colleagues.
create table team_profiles (
  id integer primary key,
  project_id integer not null references projects(id) on delete cascade,
  author text,
  commands text not null                -- JSON
) strict;

-- Set only inside a transaction: `applying` what was pulled, which is not sent back; `forgetting`.
create table team_flags (name text primary key) strict, without rowid;
