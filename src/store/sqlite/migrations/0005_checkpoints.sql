-- Several Stops in one turn, work on a branch wherever it lies in the past, and prompts that come at a turn's end.

-- When the last Stop in a job's range happened; null while there was none. What follows it gets a job of its own.
alter table jobs add column stopped_at integer;

-- Where work on a branch was left off.
create index summaries_by_branch on summaries (project_id, branch, created_at);

-- 1: the host told of this prompt only when its turn was over.
alter table prompts add column told_at_end integer not null default 0;
