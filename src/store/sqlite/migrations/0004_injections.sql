-- What a session had been shown, and up to where: what came later is new to it.
alter table injections add column pending integer not null default 0;     -- something was still waiting to be compressed
alter table injections add column last_observation integer not null default 0;
alter table injections add column last_summary integer not null default 0;

-- Pinned findings are told however old they are.
create index observations_pinned on observations (project_id, created_at) where pinned = 1;
