-- What changes in a shared project is noted for the server, in the transaction that changes it. They are created with the
-- first shared project: every start of a hook would have to read them, and most stores belong to no team.
create trigger if not exists observations_team_insert after insert on observations
  when new.author is null and exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
    and not exists (select 1 from team_flags where name = 'applying')
begin
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'observation', new.id, remote_id, coalesce(new.edited_at, new.created_at), 1
    from team_projects where project_id = new.project_id;
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'session', new.session_id, remote_id, new.created_at, 1
    from team_projects where project_id = new.project_id and new.session_id is not null
    on conflict do nothing;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items
    where (kind = 'observation' and local_id = new.id) or (kind = 'session' and local_id = new.session_id and made_here = 1)
    on conflict do nothing;
end;
create trigger if not exists summaries_team_insert after insert on summaries
  when new.author is null and exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
    and not exists (select 1 from team_flags where name = 'applying')
begin
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'summary', new.id, remote_id, coalesce(new.edited_at, new.created_at), 1
    from team_projects where project_id = new.project_id;
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'session', new.session_id, remote_id, new.created_at, 1
    from team_projects where project_id = new.project_id
    on conflict do nothing;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items
    where (kind = 'summary' and local_id = new.id) or (kind = 'session' and local_id = new.session_id and made_here = 1)
    on conflict do nothing;
end;

-- A person's edit carries its time, and wins over whatever a compressor changes meanwhile. What a person decides about a
-- colleague's rule stays on this machine.
-- What is left after a forgetting wins over what others make of it, who take the words out that the memory had for them.
create trigger if not exists observations_team_update after update of type, title, subtitle, narrative, facts, concepts, files_read,
    files_modified, branch, commit_id, edited_at, prompt_number, rule_state, rule_scope, times_said, last_said_at,
    hidden_until on observations
  when (old.type is not new.type or old.title is not new.title or old.subtitle is not new.subtitle
      or old.narrative is not new.narrative or old.facts is not new.facts or old.concepts is not new.concepts
      or old.files_read is not new.files_read or old.files_modified is not new.files_modified
      or old.branch is not new.branch or old.commit_id is not new.commit_id or old.edited_at is not new.edited_at
      or old.prompt_number is not new.prompt_number or old.rule_state is not new.rule_state
      or old.rule_scope is not new.rule_scope or old.times_said is not new.times_said
      or old.last_said_at is not new.last_said_at or (old.hidden_until is not null and new.hidden_until is null))
    and (new.author is null or new.type <> 'rule')
    and exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
    and not exists (select 1 from team_flags where name = 'applying')
begin
  update team_items set rev = max(rev + case when exists (select 1 from team_flags where name = 'forgetting') then 1000 else 1 end,
      coalesce(new.edited_at, 0)),
      before_edit = case when old.edited_at is not new.edited_at
        then coalesce(before_edit, json_array(old.title, old.subtitle, old.narrative, old.facts)) else before_edit end
    where kind = 'observation' and local_id = new.id and is_private = 0;
  insert into team_outbox (uid, op, scrub, queued_at)
    select uid, 'put', exists (select 1 from team_flags where name in ('forgetting', 'following')),
      cast(unixepoch() as integer) * 1000
    from team_items where kind = 'observation' and local_id = new.id and is_private = 0
    on conflict (uid) do update set version = version + 1, scrub = max(scrub, excluded.scrub);
end;
create trigger if not exists summaries_team_update after update of title, request, investigated, learned, completed, next_steps,
    files_read, files_edited, notes, branch, commit_id, edited_at, prompt_number, hidden_until on summaries
  when (old.title is not new.title or old.request is not new.request or old.investigated is not new.investigated
      or old.learned is not new.learned or old.completed is not new.completed or old.next_steps is not new.next_steps
      or old.files_read is not new.files_read or old.files_edited is not new.files_edited or old.notes is not new.notes
      or old.branch is not new.branch or old.commit_id is not new.commit_id or old.edited_at is not new.edited_at
      or old.prompt_number is not new.prompt_number or (old.hidden_until is not null and new.hidden_until is null))
    and exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
    and not exists (select 1 from team_flags where name = 'applying')
begin
  update team_items set rev = max(rev + case when exists (select 1 from team_flags where name = 'forgetting') then 1000 else 1 end,
      coalesce(new.edited_at, 0))
    where kind = 'summary' and local_id = new.id and is_private = 0;
  insert into team_outbox (uid, op, scrub, queued_at)
    select uid, 'put', exists (select 1 from team_flags where name in ('forgetting', 'following')),
      cast(unixepoch() as integer) * 1000
    from team_items where kind = 'summary' and local_id = new.id and is_private = 0
    on conflict (uid) do update set version = version + 1, scrub = max(scrub, excluded.scrub);
end;
create trigger if not exists sessions_team_update after update of title, subtitle on sessions
  when (old.title is not new.title or old.subtitle is not new.subtitle) and new.author is null
    and not exists (select 1 from team_flags where name = 'applying')
begin
  update team_items set rev = rev + 1 where kind = 'session' and local_id = new.id;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items where kind = 'session' and local_id = new.id
    on conflict (uid) do update set version = version + 1;
end;

-- Which memory replaces another is a fact of its own, so that it does not compete with an edit of the text.
create trigger if not exists observations_team_supersede after update of superseded_by on observations
  when old.superseded_by is not new.superseded_by
    and exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
    and not exists (select 1 from team_flags where name = 'applying')
begin
  update team_items set superseded_rev = superseded_rev + 1, superseded_by =
      (select uid from team_items newer where newer.kind = 'observation' and newer.local_id = new.superseded_by
        and newer.is_private = 0)
    where kind = 'observation' and local_id = new.id and is_private = 0;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'observation' and local_id = new.id and is_private = 0
    on conflict (uid) do update set version = version + 1;
end;

-- What a person forgets of their own is forgotten everywhere; a colleague's memory only here, and it does not come back.
-- What was deleted without being forgotten was replaced: what repeats its words keeps them.
create trigger if not exists observations_team_deleted after delete on observations
  when exists (select 1 from team_items where kind = 'observation' and local_id = old.id)
begin
  delete from team_outbox where uid in (select uid from team_items where kind = 'observation' and local_id = old.id)
    and (old.author is not null or exists (select 1 from team_flags where name = 'applying'));
  insert into team_outbox (uid, op, queued_at)
    select uid, case when exists (select 1 from team_flags where name in ('forgetting', 'following'))
      then 'forget' else 'withdraw' end, cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'observation' and local_id = old.id and is_private = 0 and old.author is null
      and not exists (select 1 from team_flags where name = 'applying')
    on conflict (uid) do update set op = excluded.op, version = version + 1;
  update team_items set local_id = null,
      gone = case when exists (select 1 from team_flags where name in ('forgetting', 'following', 'applying'))
        then 'forgotten' else 'withdrawn' end
    where kind = 'observation' and local_id = old.id;
end;
create trigger if not exists summaries_team_deleted after delete on summaries
  when exists (select 1 from team_items where kind = 'summary' and local_id = old.id)
begin
  delete from team_outbox where uid in (select uid from team_items where kind = 'summary' and local_id = old.id)
    and (old.author is not null or exists (select 1 from team_flags where name = 'applying'));
  insert into team_outbox (uid, op, queued_at)
    select uid, case when exists (select 1 from team_flags where name in ('forgetting', 'following'))
      then 'forget' else 'withdraw' end, cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'summary' and local_id = old.id and is_private = 0 and old.author is null
      and not exists (select 1 from team_flags where name = 'applying')
    on conflict (uid) do update set op = excluded.op, version = version + 1;
  update team_items set local_id = null,
      gone = case when exists (select 1 from team_flags where name in ('forgetting', 'following', 'applying'))
        then 'forgotten' else 'withdrawn' end
    where kind = 'summary' and local_id = old.id;
end;
create trigger if not exists sessions_team_deleted after delete on sessions
  when exists (select 1 from team_items where kind = 'session' and local_id = old.id)
begin
  delete from team_outbox where uid in (select uid from team_items where kind = 'session' and local_id = old.id)
    and (old.author is not null or exists (select 1 from team_flags where name = 'applying'));
  insert into team_outbox (uid, op, queued_at)
    select uid, case when exists (select 1 from team_flags where name in ('forgetting', 'following'))
      then 'forget' else 'withdraw' end, cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'session' and local_id = old.id and old.author is null
      and not exists (select 1 from team_flags where name = 'applying')
    on conflict (uid) do update set op = excluded.op, version = version + 1;
  update team_items set local_id = null,
      gone = case when exists (select 1 from team_flags where name in ('forgetting', 'following', 'applying'))
        then 'forgotten' else 'withdrawn' end
    where kind = 'session' and local_id = old.id;
end;

create trigger if not exists items_team_gone after update of local_id on team_items
  when new.local_id is null and new.before_edit is not null
begin
  update team_items set before_edit = null where uid = new.uid;
end;

-- A memory that moves to another project is taken back from the one, and sent to the other under a new ID.
create trigger if not exists observations_team_move after update of project_id on observations
  when old.project_id <> new.project_id and not exists (select 1 from team_flags where name = 'applying')
begin
  insert into team_outbox (uid, op, queued_at)
    select uid, 'withdraw', cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'observation' and local_id = new.id and is_private = 0 and new.author is null
    on conflict (uid) do update set op = 'withdraw', version = version + 1;
  update team_items set local_id = null, gone = 'withdrawn' where kind = 'observation' and local_id = new.id;
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'observation', new.id, remote_id, coalesce(new.edited_at, new.created_at), 1
    from team_projects where project_id = new.project_id and pushes = 1 and new.author is null;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items where kind = 'observation' and local_id = new.id
    on conflict do nothing;
end;
create trigger if not exists summaries_team_move after update of project_id on summaries
  when old.project_id <> new.project_id and not exists (select 1 from team_flags where name = 'applying')
begin
  insert into team_outbox (uid, op, queued_at)
    select uid, 'withdraw', cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'summary' and local_id = new.id and is_private = 0 and new.author is null
    on conflict (uid) do update set op = 'withdraw', version = version + 1;
  update team_items set local_id = null, gone = 'withdrawn' where kind = 'summary' and local_id = new.id;
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'summary', new.id, remote_id, coalesce(new.edited_at, new.created_at), 1
    from team_projects where project_id = new.project_id and pushes = 1 and new.author is null;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items where kind = 'summary' and local_id = new.id
    on conflict do nothing;
end;

-- The commands of a project are sent as one profile per machine.
create trigger if not exists runs_team_insert after insert on runs
  when exists (select 1 from team_projects where project_id = new.project_id and pushes = 1)
begin
  insert into team_items (uid, kind, local_id, remote_id, rev, made_here)
    select lower(hex(randomblob(16))), 'profile', -new.project_id, remote_id, 0, 1
    from team_projects where project_id = new.project_id
    on conflict do nothing;
  update team_items set rev = max(rev + 1, new.created_at) where kind = 'profile' and local_id = -new.project_id;
  insert into team_outbox (uid, op, queued_at)
    select uid, 'put', cast(unixepoch() as integer) * 1000 from team_items
    where kind = 'profile' and local_id = -new.project_id
    on conflict (uid) do update set version = version + 1;
end;
